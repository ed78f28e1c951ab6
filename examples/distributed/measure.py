"""Measures what scoring costs, in seconds of one processor, and prints the tables of docs/scale.md.

    python measure.py
    python measure.py --spark

Times are the processes' own (user and system), so that other work on the machine matters little; ratios are taken within one
run. With ``--spark`` the same rows are scored by a job on Spark with two workers; the times of all its processes are added up
(which needs Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import make_runs
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import zopa

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "data" / "scenarios"
MILLION = 1_000_000


def busy() -> float:
    """The seconds of processors that this process has used, all threads together."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def busy_below() -> float:
    """The same of all processes that this one has started, and that those have."""
    ticks: dict[int, float] = {}
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            parents[int(folder.name)] = int(fields[1])
            # its own, and those of its children that have ended
            ticks[int(folder.name)] = sum(int(field) for field in fields[11:15])
    below, found = {os.getpid()}, 0
    while len(below) > found:
        found = len(below)
        below |= {process for process, parent in parents.items() if parent in below}
    return sum(ticks[process] for process in below) / os.sysconf("SC_CLK_TCK")


def cost(work: Callable[[], Any], rows: int, tries: int = 3) -> float:
    """Seconds of one processor for a million rows: the best of some tries."""
    best = float("inf")
    for _ in range(tries):
        before = busy()
        work()
        best = min(best, busy() - before)
    return best * MILLION / rows


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def steps(folder: Path, rows: int) -> None:
    """What each part of the work costs."""
    scenarios = zopa.load_scenarios(SCENARIOS)
    table = ds.dataset(folder, partitioning="hive").to_table()
    zopa.score_table(table.slice(0, 1000), scenarios)
    texts = table["allocation"].to_pylist()
    scored = zopa.score_table(table, scenarios)
    whole = zopa.score_table(table, scenarios, json=True)
    written = folder.parent / "scored.parquet"
    work: list[tuple[str, Callable[[], Any]]] = [
        ("read the runs from Parquet", lambda: ds.dataset(folder, partitioning="hive").to_table()),
        ("for comparison: `json.loads` of the allocations alone, in Python",
         lambda: [text and json.loads(text) for text in texts]),
        ("score, columns", lambda: zopa.score_table(table, scenarios, threads=1)),
        ("score, columns and the whole score as JSON",
         lambda: zopa.score_table(table, scenarios, threads=1, json=True)),
        ("score, columns of exact fractions",
         lambda: zopa.score_table(table, scenarios, threads=1, exact=True)),
        ("write the columns to Parquet", lambda: pq.write_table(scored, written)),
        ("write columns and JSON to Parquet", lambda: pq.write_table(whole, written)),
    ]
    row("step", "seconds of one processor per million runs")
    row("---", "---:")
    for name, each in work:
        row(name, f"{cost(each, rows):.2f}")


def growth(folder: Path) -> None:
    """How the cost of scoring grows with rows."""
    scenarios = zopa.load_scenarios(SCENARIOS)
    table = ds.dataset(folder, partitioning="hive").to_table()
    zopa.score_table(table.slice(0, 1000), scenarios)
    print()
    row("runs", "seconds of one processor", "per million")
    row("---:", "---:", "---:")
    for part in (8, 4, 2, 1):
        some = table.slice(0, table.num_rows // part)
        million = cost(lambda some=some: zopa.score_table(some, scenarios, threads=1), some.num_rows)  # type: ignore[misc]
        row(f"{some.num_rows:,}", f"{million * some.num_rows / MILLION:.2f}", f"{million:.2f}")
    before = busy()
    zopa.score_table(table.slice(0, 100_000).group_by("scenario").aggregate([("allocation", "max")]).rename_columns(
        ["scenario", "allocation"]), zopa.load_scenarios(SCENARIOS), threads=1)
    print(f"\nTo load, analyse and prepare the {len(scenarios)} scenarios: {busy() - before:.3f} s")


def spark(folder: Path, rows: int) -> None:
    """The same on Spark, all its processes together."""
    import score_runs

    print()
    row("two workers on one machine", "seconds of one processor")
    row("---", "---:")
    before = busy_below()
    session = score_runs.session("local[2,4]", "2m")
    session.sparkContext.setLogLevel("OFF")
    session.range(1).count()
    row("start Spark", f"{busy_below() - before:.1f}")
    df = session.read.parquet(str(folder))
    for name in ("first", "second", "third"):
        before = busy_below()
        score_runs.score(df, SCENARIOS).write.mode("overwrite").parquet(str(folder.parent / "by_spark"))
        row(f"{name} job: {rows:,} runs, columns and JSON, Parquet to Parquet", f"{busy_below() - before:.1f}")
    session.stop()
    before = busy()
    table = ds.dataset(folder, partitioning="hive").to_table()
    pq.write_table(zopa.score_table(table, SCENARIOS, json=True), folder.parent / "alone.parquet")
    row("the same without an engine", f"{busy() - before:.1f}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--spark", action="store_true", help="measure Spark, and nothing else")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "runs"
        make_runs.make(folder, given.rows, SCENARIOS)
        size = sum(file.stat().st_size for file in folder.rglob("*.parquet"))
        print(f"pyarrow {pa.__version__}; {given.rows:,} runs, {size / given.rows:.0f} bytes of Parquet each\n")
        if given.spark:
            spark(folder, given.rows)
        else:
            steps(folder, given.rows)
            growth(folder)


if __name__ == "__main__":
    main()
