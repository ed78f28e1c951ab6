# Short names for plain commands; nothing needs `just`. Everything here is part of .ci/run.

scenario := "data/scenarios/cofounder_windup_ip.json"

# List the recipes.
default:
    @just --list

# Every test.
test:
    cargo test --workspace

# Layout of the code.
fmt:
    cargo fmt --check

# Lints, and the walls between the crates.
lint:
    cargo clippy --workspace --all-targets -- -D warnings

# The documentation of the code.
doc $RUSTDOCFLAGS="-Dwarnings":
    cargo doc --workspace --no-deps

# The README's example.
run:
    cargo run --release -- analyze {{scenario}}

# The Python package, into the environment `.venv`, and its tests (needs `cargo build --release` before).
python:
    python3 -m venv .venv
    .venv/bin/python -m pip install "./crates/zopa-py[test]"
    .venv/bin/python -m pytest crates/zopa-py

# Licences and origins of the dependencies (needs cargo-deny).
deny:
    cargo deny check bans licenses sources

# Every table of measured ratios, in Rust and against Python packages.
bench:
    cargo run --release -p zopa-benches
    benches/rivals/run.sh

# Three kernels by the clock, compared with the last time.
kernels:
    cargo bench -p zopa-benches

# Three kernels by counted instructions, compared with the committed counts (needs valgrind).
instructions:
    benches/instructions.sh

# All of it, as on the server.
ci:
    .ci/run
