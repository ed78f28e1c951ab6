#!/usr/bin/env bash
# Counts the instructions of three kernels, and fails if one differs from its committed count by more than 5 %.
# Unlike a time, a count hardly depends on the machine or on what else it does; it does depend on the compiler.
# Needs valgrind; without it nothing is checked. With `--accept` the counts are written anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

counts=instructions.txt
most=5

if ! command -v valgrind >/dev/null 2>&1; then
  echo 'SKIPPED: valgrind is not installed'
  exit 0
fi
cargo build --quiet --release -p zopa-benches
target=${CARGO_TARGET_DIR:-../target}
program=$target/release/zopa-benches

# Instructions inside of `run_kernel` alone, without the making of its input.
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*run_kernel*' \
    "$program" --kernel "$1" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

if [ "${1:-}" = --accept ]; then
  {
    echo "# Instructions of each kernel, counted by instructions.sh with $(rustc --version)."
    for kernel in lots mixed judge; do echo "$kernel $(count "$kernel")"; done
  } >"$counts.new"
  mv "$counts.new" "$counts"
  cat "$counts"
  exit 0
fi

failed=0
while read -r kernel expected; do
  found=$(count "$kernel")
  change=$(awk -v f="$found" -v e="$expected" 'BEGIN { printf "%+.1f", 100 * (f - e) / e }')
  verdict=ok
  if awk -v c="$change" -v m="$most" 'BEGIN { exit !(c > m || c < -m) }'; then
    verdict="beyond $most %"
    failed=1
  fi
  echo "$kernel: $found instructions, $change % of $expected: $verdict"
done < <(grep -v '^#' "$counts")
if [ "$failed" = 1 ]; then
  echo 'If the change is meant, or the compiler is another: benches/instructions.sh --accept' >&2
fi
exit "$failed"
