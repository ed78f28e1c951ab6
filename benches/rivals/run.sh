#!/usr/bin/env bash
# The frontier by numpy and by HiGHS against the engine, in turn in one run: tables of ratios.
# Needs python3 with pip, and the network for the first run. The packages go into a folder that git ignores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

cargo build --quiet --release -p zopa-benches
program=$(cargo metadata --format-version 1 --no-deps --quiet |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/release/zopa-benches

if [ ! -x .venv/bin/python ]; then
  python3 -m venv .venv
  .venv/bin/pip install --quiet 'numpy>=2,<3' 'highspy>=1.9,<2'
fi

# Settings for another kind of machine would slow numpy down, and its threads would take the engine's processor.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
# Whether the C library gives freed memory back, and has it mapped anew at the next call, depends on what a process did before: a
# third of the engine's time at worst. Both sides keep it.
export MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_MMAP_THRESHOLD_=268435456
# HiGHS announces itself on standard output.
OPENBLAS_NUM_THREADS=1 .venv/bin/python rivals.py "$program" |
  grep --line-buffered -v -e '^Running HiGHS' -e '^Includes third-party'
