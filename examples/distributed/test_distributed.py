"""The job, on two workers of this machine: the same bytes as without an engine, although a worker dies.

    pytest examples/distributed
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("there is no java", allow_module_level=True)

import make_runs
import pyarrow as pa
import pyarrow.dataset as ds
import score_runs
import zopa
import zopa.spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "data" / "scenarios"
ROWS = 12_000


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("distributed") / "runs"
    make_runs.make(folder, ROWS, SCENARIOS)
    return folder


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    # two workers, and each task is tried up to four times; workers find this folder's modules as the driver does
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    made = score_runs.session("local[2,4]", "64k")
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def alone(runs: Path) -> pa.Table:
    """The scores without an engine, by run."""
    table = ds.dataset(runs, partitioning="hive").to_table()
    return zopa.score_table(table, SCENARIOS, json=True).sort_by("run")


def lines(table: pa.Table) -> bytes:
    """A table as lines of JSON, every float with all its digits."""
    return "".join(json.dumps(row, sort_keys=True) + "\n" for row in table.to_pylist()).encode()


def test_the_data_set_is_skewed_and_partly_invalid(runs: Path, alone: pa.Table) -> None:
    models = Counter(alone["model"].to_pylist())
    assert models["a"] > 4 * (ROWS - models["a"]) > 0 < models["d"] < 100
    statuses = Counter(alone["status"].to_pylist())
    assert statuses["deal"] > ROWS / 2 and statuses["no_deal"] > 100 and statuses["invalid"] > 100
    codes = set(alone["error_code"].drop_null().to_pylist())
    assert {"unknown-scenario", "unknown-party", "over-allocated", "unknown-resource"} <= codes


def test_a_dead_worker_changes_no_byte(
    spark: SparkSession, runs: Path, alone: pa.Table, tmp_path: Path
) -> None:
    df = spark.read.parquet(str(runs))
    assert df.rdd.getNumPartitions() > 4
    tracker = spark.sparkContext.statusTracker()
    spark.sparkContext.setJobGroup("fragile", "a worker dies")
    scored = score_runs.score(df, SCENARIOS, lose_a_worker=True)
    scored.write.parquet(str(tmp_path / "scored"))
    # what Spark tells of its jobs comes a little later than their results
    spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
    # a task did fail, and was tried again
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup("fragile")]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    assert sum(stage.numFailedTasks for stage in stages if stage) >= 1
    found = ds.dataset(tmp_path / "scored").to_table().sort_by("run")
    found = found.select(alone.column_names)
    assert found.num_rows == alone.num_rows
    ours, theirs = lines(alone), lines(found)
    assert hashlib.sha256(ours).hexdigest() == hashlib.sha256(theirs).hexdigest()


def test_the_same_as_the_command_line(runs: Path, alone: pa.Table) -> None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = os.environ.get("ZOPA_CLI", str(target / "release" / "zopa"))
    if not Path(program).exists():
        pytest.skip("the program `zopa` is not built (`cargo build --release`)")
    some = alone.slice(0, 3_000).to_pylist()
    text = "".join(
        f'{{"scenario":{json.dumps(row["scenario"])},"allocation":{row["allocation"] or "null"}}}\n' for row in some
    )
    command = [program, "score", "-", "--scenarios", str(SCENARIOS), "--format", "jsonl"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    told = [line.partition('"zopa":')[2].removesuffix("}") for line in done.stdout.splitlines()]
    # the program's text, letter for letter
    assert told == [row["zopa"] for row in some]


def test_each_worker_analyses_a_scenario_once(spark: SparkSession, runs: Path) -> None:
    df = spark.read.parquet(str(runs))
    task = zopa.spark.scorer(spark, SCENARIOS)

    def counting(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = sum(batch.num_rows for batch in task(batches))
        told = {"process": [os.getpid()], "rows": [rows], "analyzed": [task.scenarios.analyzed]}
        yield pa.RecordBatch.from_pydict(told)

    told = df.mapInArrow(counting, "process long, rows long, analyzed long").collect()
    assert sum(row["rows"] for row in told) == df.count()
    tasks = Counter(row["process"] for row in told)
    # processes serve many tasks, and never analyse again what they have analysed
    assert max(tasks.values()) > 1
    named = {row["scenario"] for row in df.select("scenario").distinct().collect()}
    known = len(named & set(zopa.load_scenarios(SCENARIOS)))
    assert all(0 < row["analyzed"] <= known for row in told)


def test_a_data_frame_that_cannot_be_scored(spark: SparkSession) -> None:
    columns: list[Any] = ["scenario", "deal"]
    df = spark.createDataFrame([("x", None)], "scenario string, deal string")
    assert df.columns == columns
    with pytest.raises(zopa.TableError, match="no column `allocation`"):
        zopa.spark.score(df, SCENARIOS)
    scored = zopa.spark.score(df, SCENARIOS, allocation="deal")
    assert scored.collect()[0]["error_code"] == "unknown-scenario"
    with pytest.raises(zopa.TableError, match="`status`"):
        zopa.spark.score(scored, SCENARIOS, allocation="deal")
