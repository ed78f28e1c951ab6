"""Scores a partitioned Parquet data set of runs on Apache Spark.

    python score_runs.py runs scored
    python score_runs.py runs scored --master 'local[2,4]' --lose-a-worker

With ``--lose-a-worker`` the process that scores one of the tasks dies in the middle of it, at the first try, as one does that
is out of memory. Spark tries the task again, and the result is the same to the byte. (In local mode a task is tried again only
where the master says how often: ``local[threads,tries]``.)
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import zopa
import zopa.spark
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession

Task = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def session(master: str | None, split: str = "256k") -> SparkSession:
    """A session on this machine, or on the cluster that ``spark-submit`` names.

    ``split`` is how much of a file one task reads: small enough that the largest partition is scored by several tasks.
    """
    builder = SparkSession.builder.appName("zopa: score runs")
    if master is not None:
        # Spark starts the first `python3` of the path, which need not be the one that has zopa
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        # not every machine can look up its own name
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.master(master)
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1")
        builder = builder.config("spark.driver.host", "127.0.0.1")
        builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.files.maxPartitionBytes", split)
    builder = builder.config("spark.sql.files.openCostInBytes", "16k")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "4096")
    return builder.getOrCreate()


def losing_a_worker(task: Task) -> Task:
    """The same task, but the process of the first one dies at the first try, with some rows scored already."""

    def fragile(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        context = TaskContext.get()
        assert context is not None
        dies = context.partitionId() == 0 and context.attemptNumber() == 0
        for batch in task(batches):
            yield batch
            if dies:
                os._exit(137)

    return fragile


def score(df: DataFrame, scenarios: Path, lose_a_worker: bool = False) -> DataFrame:
    """The scored data frame."""
    if not lose_a_worker:
        return zopa.spark.score(df, scenarios, json=True)
    task = zopa.spark.scorer(df.sparkSession, scenarios, json=True)
    return df.mapInArrow(losing_a_worker(task), zopa.spark.schema(df, json=True))


def main() -> None:
    """The command line."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", help="the data set's folder")
    parser.add_argument("scored", help="where to write; must not exist")
    parser.add_argument("--scenarios", type=Path, default=root / "data" / "scenarios")
    parser.add_argument("--split", default="256k", help="how much of a file one task reads; 16m for large data")
    parser.add_argument("--master", help="such as local[2,4]; without it, what spark-submit says")
    parser.add_argument("--lose-a-worker", action="store_true")
    given = parser.parse_args()
    spark = session(given.master, given.split)
    try:
        scored = score(spark.read.parquet(given.runs), given.scenarios, given.lose_a_worker)
        scored.write.partitionBy("model").parquet(given.scored)
        told = spark.read.parquet(given.scored).groupBy("model", "status").count()
        told.orderBy("model", "status").show()
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
