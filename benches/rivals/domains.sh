#!/usr/bin/env bash
# Published domains by NegMAS 0.16 and by zopa: the same folders, answers and times, as a table in Markdown.
# Needs python3 with pip, and the network for the first run. The packages go into a folder that git ignores.
# The argument is a folder with a folder of files for each domain; ZOPA and PYTHON name other programs.
set -euo pipefail
domains=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"

if [ -z "${ZOPA:-}" ]; then
  cargo build --quiet --release -p zopa-cli
  ZOPA=$(cargo metadata --format-version 1 --no-deps --quiet |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/release/zopa
fi

if [ -z "${PYTHON:-}" ]; then
  PYTHON=.venv-negmas/bin/python
  if [ ! -x "$PYTHON" ]; then
    python3 -m venv .venv-negmas
    .venv-negmas/bin/pip install --quiet 'negmas==0.16.0'
  fi
fi

"$PYTHON" -W ignore domains.py "$ZOPA" "$domains"
