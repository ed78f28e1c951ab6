"""Makes a partitioned Parquet data set of runs over the shipped scenarios, with skewed partitions and some invalid runs.

    python make_runs.py runs --rows 20000

The folder gets one partition for each model (``model=a/part-0.parquet``, ...). The first holds most of the rows, the last
a handful. The same seed gives the same runs.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import zopa

# The part of all rows that a model has: one is far larger than the others together.
SKEW = {"a": 0.85, "b": 0.1, "c": 0.045, "d": 0.005}
ROWS_IN_A_GROUP = 2_000


def deal(scenario: zopa.Scenario, pick: random.Random) -> dict[str, Any] | None:
    """A random outcome: mostly a deal, sometimes none, sometimes one that is invalid."""
    if pick.random() < 0.1:
        return None
    names = [party.name for party in scenario.parties]
    found: dict[str, Any] = {}
    for resource in scenario.resources:
        if resource.kind == "shared asset":
            found[resource.id] = "shared"
        elif resource.kind.startswith("indivisible"):
            found[resource.id] = pick.choice(names)
        else:
            hundredths = pick.randrange(101)
            found[resource.id] = {names[0]: hundredths / 100, names[1]: (100 - hundredths) / 100}
    if pick.random() < 0.02:
        fault = pick.choice(["nobody", "too much", "unknown"])
        first = next(iter(found))
        if fault == "nobody":
            found[first] = "Nobody"
        elif fault == "too much":
            found[first] = dict.fromkeys(names, 0.9)
        else:
            found["moon"] = names[0]
    return found


def rows(model: str, count: int, scenarios: list[zopa.Scenario], seed: int) -> Iterator[dict[str, Any]]:
    """The runs of one model."""
    pick = random.Random(f"{seed} {model}")
    for number in range(count):
        scenario = pick.choice(scenarios)
        allocation = deal(scenario, pick)
        yield {
            "run": f"{model}-{number:07}",
            # now and then a scenario that nobody has
            "scenario": "lost_scenario" if pick.random() < 0.005 else scenario.id,
            "mediator": pick.choice(["none", "facilitative", "evaluative"]),
            "seed": pick.randrange(1_000),
            "allocation": None if allocation is None else json.dumps(allocation),
        }


def make(folder: Path, count: int, scenarios: Path, seed: int = 7) -> None:
    """Writes the data set."""
    usable = [zopa.load(file) for file in sorted(scenarios.glob("*.json"))]
    usable = [scenario for scenario in usable if scenario.resources]
    kinds = pa.schema(
        [("run", pa.string()), ("scenario", pa.string()), ("mediator", pa.string()), ("seed", pa.int64()),
         ("allocation", pa.string())]
    )
    for model, part in SKEW.items():
        below = folder / f"model={model}"
        below.mkdir(parents=True)
        table = pa.Table.from_pylist(list(rows(model, max(1, round(count * part)), usable, seed)), schema=kinds)
        pq.write_table(table, below / "part-0.parquet", row_group_size=ROWS_IN_A_GROUP)


def main() -> None:
    """The command line."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where to write; must not exist")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scenarios", type=Path, default=root / "data" / "scenarios")
    given = parser.parse_args()
    make(given.folder, given.rows, given.scenarios, given.seed)


if __name__ == "__main__":
    main()
