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

from ._scenario import Convention
from ._tables import Plan, ScenarioSet, _prepared, _score_each, score_schema

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

    from ._tables import Scenarios

# The sets that this worker process has prepared, by the digest of what they were made from; a process serves many tasks.
_PREPARED: dict[str, ScenarioSet] = {}
_MOST_PREPARED = 4


class _Shipment:
    """Pickled scenarios on their way to the workers, by broadcast where the engine has it."""

    def __init__(self, scenarios: ScenarioSet, context: Any) -> None:
        pickled = pickle.dumps(scenarios)
        self.digest = hashlib.sha256(pickled).hexdigest()
        self.broadcast = None if context is None else context.broadcast(pickled)
        self.pickled = pickled if context is None else None

    def scenarios(self) -> ScenarioSet:
        """The scenarios, prepared once in each process."""
        prepared = _PREPARED.get(self.digest)
        if prepared is None:
            pickled = self.pickled if self.broadcast is None else self.broadcast.value
            prepared = pickle.loads(pickled)
            if len(_PREPARED) >= _MOST_PREPARED:
                _PREPARED.pop(next(iter(_PREPARED)))
            _PREPARED[self.digest] = prepared
        return prepared


class _Task:
    """What a worker does with the batches of a partition."""

    def __init__(self, shipment: _Shipment, plan: Plan) -> None:
        self.shipment = shipment
        self.plan = plan

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return _score_each(batches, self.shipment.scenarios(), self.plan)


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
    prepared = _prepared(scenarios, convention)
    plan = Plan(scenario, allocation, exact, json, prefix, True, 1)
    schema = _schema(df, plan)
    # a client of Spark Connect has no context of its own, and so no broadcast
    context = getattr(df.sparkSession, "_sc", None)
    return df.mapInArrow(_Task(_Shipment(prepared, context), plan), schema)


def _schema(df: DataFrame, plan: Plan) -> Any:
    """The data frame's schema, and the columns that the score adds."""
    import pyarrow
    from pyspark.sql import types

    from ._errors import TableError

    missing = [name for name in (plan.scenario, plan.allocation) if name not in df.columns]
    if missing:
        known = ", ".join(f"`{name}`" for name in df.columns)
        raise TableError(f"the data frame has no column `{missing[0]}`; it has {known}")
    kinds = {
        pyarrow.string(): types.StringType(),
        pyarrow.float64(): types.DoubleType(),
        pyarrow.bool_(): types.BooleanType(),
    }
    # the names are judged by the same code that adds the columns; of which type the others are is no matter there
    own = pyarrow.schema([(name, pyarrow.null()) for name in df.columns])
    added = list(score_schema(own, exact=plan.exact, json=plan.json, prefix=plan.prefix))[len(own) :]
    fields = [types.StructField(field.name, kinds[field.type], True) for field in added]
    return types.StructType([*df.schema.fields, *fields])
