"""Scoring data frames of Apache Spark.

    scored = zopa.spark.score(spark.read.parquet("runs"), "data/scenarios")

The wheel and pyarrow must be installed where the workers run. Nothing else is needed there: the scenarios travel by
broadcast, and each worker process analyses a scenario once, when one of its rows first names it.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ._errors import TableError
from ._scenario import Convention
from ._tables import Plan, ScenarioSet, _prepared, _score_each, score_schema

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from ._tables import Scenarios

__all__ = ["Scorer", "schema", "score", "scorer"]

# The sets that this worker process has prepared, by the digest of what they were made from; a process serves many tasks.
_PREPARED: dict[str, ScenarioSet] = {}
_MOST_PREPARED = 4


class Scorer:
    """What ``mapInArrow`` takes: a function from a partition's record batches to scored ones. Make one by :func:`scorer`."""

    def __init__(self, scenarios: ScenarioSet, plan: Plan, context: Any) -> None:
        pickled = pickle.dumps(scenarios)
        self._plan = plan
        self._digest = hashlib.sha256(pickled).hexdigest()
        self._shipment: Any = pickled if context is None else context.broadcast(pickled)

    @property
    def scenarios(self) -> ScenarioSet:
        """The scenarios, prepared once in each process."""
        prepared = _PREPARED.get(self._digest)
        if prepared is None:
            shipped = self._shipment
            prepared = pickle.loads(shipped if isinstance(shipped, bytes) else shipped.value)
            if len(_PREPARED) >= _MOST_PREPARED:
                _PREPARED.pop(next(iter(_PREPARED)))
            _PREPARED[self._digest] = prepared
        return prepared

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Scores record batches as they come."""
        return _score_each(batches, self.scenarios, self._plan)


def scorer(
    spark: SparkSession,
    scenarios: Scenarios,
    *,
    scenario: str = "scenario",
    allocation: str = "allocation",
    convention: Convention | None = None,
    exact: bool = False,
    json: bool = False,
    prefix: str = "",
) -> Scorer:
    """The function that :func:`score` gives to ``mapInArrow``, for jobs that do more around it."""
    prepared = _prepared(scenarios, convention)
    plan = Plan(scenario, allocation, exact, json, prefix, True, 1)
    # a client of Spark Connect has no context of its own, and so no broadcast
    return Scorer(prepared, plan, getattr(spark, "_sc", None))


def schema(
    df: DataFrame, *, exact: bool = False, json: bool = False, prefix: str = ""
) -> StructType:
    """The schema of a data frame once it is scored.

    Raises :class:`zopa.TableError` where it has a column that the score adds.
    """
    import pyarrow
    from pyspark.sql import types

    kinds = {
        pyarrow.string(): types.StringType(),
        pyarrow.float64(): types.DoubleType(),
        pyarrow.bool_(): types.BooleanType(),
    }
    # the names are judged by the code that adds the columns; of which type the others are is no matter there
    own = pyarrow.schema([(name, pyarrow.null()) for name in df.columns])
    added = list(score_schema(own, exact=exact, json=json, prefix=prefix))[len(own) :]
    fields = [types.StructField(field.name, kinds[field.type], True) for field in added]
    return types.StructType([*df.schema.fields, *fields])


def score(
    df: DataFrame,
    scenarios: Scenarios,
    *,
    scenario: str = "scenario",
    allocation: str = "allocation",
    convention: Convention | None = None,
    exact: bool = False,
    json: bool = False,
    prefix: str = "",
) -> DataFrame:
    """Scores every row of a data frame, lazily, as :func:`zopa.score_table` does.

    Rows stay in their partitions and keep their order there. A row's score depends on the row and the scenarios alone, so a
    task that is tried again, on whatever worker, gives the same bytes.

    Raises :class:`zopa.TableError` where the data frame has a column that the score adds, or lacks one that it needs.
    """
    known = ", ".join(f"`{column}`" for column in df.columns)
    if scenario not in df.columns:
        raise TableError(f"the table has no column `{scenario}`; it has {known}; name the column by the argument `scenario`")
    if allocation not in df.columns and not any("." in column for column in df.columns):
        raise TableError(
            f"the table has no column `{allocation}`; it has {known}; name the column by the argument `allocation`; or give "
            "each share a column `RESOURCE.PARTY`"
        )
    wanted = schema(df, exact=exact, json=json, prefix=prefix)
    task = scorer(
        df.sparkSession,
        scenarios,
        scenario=scenario,
        allocation=allocation,
        convention=convention,
        exact=exact,
        json=json,
        prefix=prefix,
    )
    return df.mapInArrow(task, wanted)
