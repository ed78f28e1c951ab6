"""What the tests share: the shipped data, and the command line to compare with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCENARIOS = ROOT / "data" / "scenarios"
RUNS = ROOT / "data" / "runs"


def scenario_files() -> list[Path]:
    return sorted(SCENARIOS.glob("*.json"))


def run_files() -> list[Path]:
    return sorted(RUNS.glob("*.jsonl"))


class Cli:
    """The program ``zopa``, run in the repository's root."""

    def __init__(self, program: str) -> None:
        self.program = program

    def __call__(self, *arguments: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
        command = [self.program, *arguments]
        return subprocess.run(command, cwd=ROOT, input=input, capture_output=True, text=True)

    def json(self, *arguments: str) -> Any:
        done = self(*arguments)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    def scores(self, *arguments: str) -> list[dict[str, Any]]:
        """What ``zopa score`` says of each run, in order."""
        scenarios = str(SCENARIOS.relative_to(ROOT))
        done = self("score", *arguments, "--scenarios", scenarios, "--format", "jsonl")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def cli() -> Cli:
    """``ZOPA_CLI``, or the program that was built last."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "zopa" for profile in ("release", "debug")]
    named = os.environ.get("ZOPA_CLI")
    found = named or next((str(path) for path in built if path.exists()), None) or shutil.which("zopa")
    assert found, "build the program first (`cargo build --release`), or name it by ZOPA_CLI"
    return Cli(found)


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are given from the repository's root, here as to the program, so that messages are the same."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MPLBACKEND", "agg")


def same(ours: Any, theirs: Any) -> bool:
    """Equal, with the same order of fields and the same bits of floats."""
    return json.dumps(ours) == json.dumps(theirs)


def runs_of(file: Path) -> list[dict[str, Any]]:
    """The runs of a file that are JSON objects with a scenario, which a table of columns can hold."""
    found = []
    for line in file.read_text().splitlines():
        try:
            run = json.loads(line)
        except ValueError:
            continue
        if isinstance(run, dict):
            found.append(run)
    return found
