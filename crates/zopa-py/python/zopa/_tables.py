"""Tables of runs: whole ones, and streams of record batches."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Union, cast

from . import _zopa
from ._errors import ScenarioError
from ._scenario import Convention, Scenario, StrPath, read_source, whole_number

if TYPE_CHECKING:
    import pyarrow

    Scenarios: TypeAlias = Union["ScenarioSet", Scenario, StrPath, Iterable[Scenario | StrPath]]
    """A prepared set, scenarios, or paths of files and folders."""

_Table = TypeVar("_Table")
_Source: TypeAlias = "tuple[str, str | None, bytes]"


class ScenarioSet:
    """Scenarios by id, prepared to score many runs: each is analysed once, when a run first names it.

    Make one by :func:`load_scenarios`. It can be used from several threads, and it can be pickled: what is pickled are the
    scenarios, not the analyses.
    """

    __slots__ = ("_convention", "_handle", "_sources")

    _sources: tuple[_Source, ...]
    _convention: Convention
    _handle: _zopa.Catalogue

    def __init__(self) -> None:
        raise TypeError("a set of scenarios comes from zopa.load_scenarios")

    @classmethod
    def _of(cls, sources: tuple[_Source, ...], convention: Convention) -> ScenarioSet:
        made = object.__new__(cls)
        object.__setattr__(made, "_sources", sources)
        object.__setattr__(made, "_convention", convention)
        object.__setattr__(made, "_handle", _zopa.Catalogue(list(sources), convention))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of scenarios cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (ScenarioSet._of, (self._sources, self._convention))

    def __repr__(self) -> str:
        return f"<ScenarioSet {len(self)} scenarios, {self._convention}>"

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __contains__(self, id: object) -> bool:
        return id in self.ids

    @property
    def ids(self) -> tuple[str, ...]:
        """The scenarios' ids, sorted."""
        return tuple(self._handle.ids())

    @property
    def convention(self) -> Convention:
        """How burdens count."""
        return self._convention

    @property
    def analyzed(self) -> int:
        """How many scenarios were analysed so far."""
        return self._handle.analyzed()


def _files_below(folder: Path) -> Iterator[Path]:
    """Every ``*.json``, in the order of paths; hidden ones are left out, and linked folders are not followed."""
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            if not entry.is_symlink():
                yield from _files_below(entry)
        elif entry.suffix == ".json":
            yield entry


def _sources(scenarios: Scenarios) -> Iterator[_Source]:
    if isinstance(scenarios, ScenarioSet):
        yield from scenarios._sources
    elif isinstance(scenarios, Scenario):
        yield (scenarios._path or f"<{scenarios.id}>", scenarios.id, scenarios._source)
    elif isinstance(scenarios, (str, os.PathLike)):
        path = Path(scenarios)
        files = list(_files_below(path)) if path.is_dir() else [path]
        if not files:
            raise ScenarioError(f"there is no `*.json` in `{path}`", (), os.fspath(path))
        for file in files:
            yield (os.fspath(file), file.stem, read_source(file))
    else:
        given: object = scenarios
        if isinstance(given, (bytes, bytearray)) or not isinstance(given, Iterable):
            raise TypeError(f"scenarios are paths of files and folders, or what zopa.load gives; found {given!r}")
        for one in given:
            yield from _sources(one)


def load_scenarios(*scenarios: Scenarios, convention: Convention = "signed") -> ScenarioSet:
    """Prepares scenarios to score many runs: paths of files and folders (every ``*.json`` below), scenarios, or iterables.

    A file with errors stops nothing: runs that name it are invalid, with the reason (``unusable-scenario``). Raises
    :class:`ScenarioError` where two scenarios have the same id, and :class:`OSError` where a file cannot be read.
    """
    found: dict[str, _Source] = {}
    for one in scenarios:
        for source in _sources(one):
            found.setdefault(source[0], source)
    if not found:
        raise ScenarioError("there are no scenarios")
    return ScenarioSet._of(tuple(found.values()), convention)


@dataclass(frozen=True)
class Plan:
    """What is to be made of a table; read by the native half."""

    scenario: str = "scenario"
    allocation: str = "allocation"
    exact: bool = False
    json: bool = False
    prefix: str = ""
    keep: bool = True
    threads: int = 0

    def __post_init__(self) -> None:
        for name, wanted in (("scenario", str), ("allocation", str), ("prefix", str), ("exact", bool), ("json", bool)):
            found = getattr(self, name)
            if not isinstance(found, wanted):
                raise TypeError(f"`{name}` is a {wanted.__name__}, found {found!r}")


def _prepared(scenarios: Scenarios, convention: Convention | None) -> ScenarioSet:
    if isinstance(scenarios, ScenarioSet) and convention in (None, scenarios.convention):
        return scenarios
    return load_scenarios(scenarios, convention=convention or "signed")


# As the command line has it: far more than any machine has processors.
_MOST_THREADS = 1024


def _threads(threads: int | None) -> int:
    return 0 if threads is None else whole_number("threads", threads, 1, _MOST_THREADS)


def _library(table: object) -> str:
    return type(table).__module__.partition(".")[0]


def score_table(
    table: _Table,
    scenarios: Scenarios,
    *,
    scenario: str = "scenario",
    allocation: str = "allocation",
    convention: Convention | None = None,
    exact: bool = False,
    json: bool = False,
    prefix: str = "",
    threads: int | None = None,
) -> _Table:
    """Scores every row of a table, and gives a table of the same library with the scores' columns behind its own.

    ``table`` is a data frame of pandas or polars, a table, record batch or reader of pyarrow, or anything else that has
    ``__arrow_c_stream__`` (then a :class:`ScoredTable` comes back, which has it too). Its columns are not copied.

    The column ``scenario`` holds scenarios' ids. The column ``allocation`` holds deals: as JSON in a text, or as a struct or
    map of shares; where it is null there was no deal. In a struct, a null field is a resource that the row does not name.
    Without such a column, a column ``resource.party`` holds that party's share of that resource, as in a sheet for ``zopa
    score``; where all are null there was no deal.

    The added columns are those of ``zopa score --format csv``, from ``status`` to ``impasse``; ``prefix`` is put before
    their names. ``json`` adds the whole score, the object that ``zopa score`` prints, as a text in a column ``zopa``.
    ``exact`` writes rational numbers as fractions. An invalid row stays in its place, with its fault in ``error_code``,
    ``error_at`` and ``error_message``.

    The lock of the interpreter is released, and all processors work unless ``threads`` says how many. The result does not
    depend on it.

    Raises :class:`TableError` where a column is missing or of a type that it cannot have, and :class:`TypeError` where
    ``table`` is no table.
    """
    prepared = _prepared(scenarios, convention)
    plan = Plan(scenario, allocation, exact, json, prefix, True, _threads(threads))
    library = _library(table)
    if library == "pandas":
        return cast(_Table, _score_pandas(table, prepared, plan))
    if library == "polars":
        return cast(_Table, _score_polars(table, prepared, plan))
    if library == "pyarrow":
        return cast(_Table, _score_pyarrow(table, prepared, plan))
    return cast(_Table, _zopa.score_table(table, prepared._handle, plan))


def _score_polars(frame: Any, scenarios: ScenarioSet, plan: Plan) -> Any:
    import polars

    if isinstance(frame, polars.LazyFrame):
        raise TypeError("a lazy frame has no rows yet: give `frame.collect()`")
    return polars.DataFrame(_zopa.score_table(frame, scenarios._handle, plan))


def _score_pyarrow(table: Any, scenarios: ScenarioSet, plan: Plan) -> Any:
    import pyarrow

    if isinstance(table, pyarrow.RecordBatchReader):
        schema = pyarrow.schema(_zopa.score_schema(table.schema, plan))
        batches = _score_each(table, scenarios, plan)
        return pyarrow.RecordBatchReader.from_batches(schema, batches)
    if isinstance(table, pyarrow.RecordBatch):
        whole = pyarrow.table(_zopa.score_table(pyarrow.table(table), scenarios._handle, plan))
        batches = whole.combine_chunks().to_batches()
        return batches[0] if batches else pyarrow.RecordBatch.from_pylist([], schema=whole.schema)
    return pyarrow.table(_zopa.score_table(table, scenarios._handle, plan))


def _score_pandas(frame: Any, scenarios: ScenarioSet, plan: Plan) -> Any:
    """Only the columns that matter cross over, so that any others may be in the frame, and stay as they are."""
    import pandas
    import pyarrow

    from ._errors import TableError

    columns: dict[str, Any] = {}
    if plan.scenario in frame.columns:
        ids = pyarrow.array(frame[plan.scenario], from_pandas=True)
        columns[plan.scenario] = ids.cast(pyarrow.string()) if pyarrow.types.is_null(ids.type) else ids
    if plan.allocation in frame.columns:
        deals = frame[plan.allocation]
        if deals.dtype == object:
            deals = [_cell(deal) for deal in deals]
        columns[plan.allocation] = pyarrow.array(deals, from_pandas=True)
    else:
        # a column for each share
        for name in frame.columns:
            if isinstance(name, str) and "." in name:
                columns[name] = pyarrow.array(frame[name], from_pandas=True)
    if not columns.keys() >= {plan.scenario} or len(columns) < 2:
        # the native half says what is missing, and what there is
        columns = {str(name): pyarrow.nulls(0) for name in frame.columns} | columns
        columns = {name: pyarrow.nulls(0) for name in columns}
    only = Plan(**{**vars(plan), "keep": False})
    scored = pyarrow.table(_zopa.score_table(pyarrow.table(columns), scenarios._handle, only))
    taken = [name for name in scored.column_names if name in frame.columns]
    if taken:
        names = ", ".join(f"`{name}`" for name in taken)
        raise TableError(
            f"the table has columns that the score would add: {names}; drop or rename them, or give `prefix` a text that "
            "the names of added columns begin with"
        )
    return pandas.concat([frame, scored.to_pandas().set_axis(frame.index)], axis=1)


def _cell(deal: object) -> str | None:
    """A cell of objects: a text is JSON already, and what pandas has for a missing value is no deal."""
    if isinstance(deal, str) or deal is None:
        return deal
    if isinstance(deal, float) and deal != deal:
        return None
    if type(deal).__name__ in ("NAType", "NaTType"):
        return None
    try:
        return _zopa.deal_json(deal)
    except (TypeError, ValueError) as error:
        # one cell that is no deal is an invalid row, and none of the others' business
        return json.dumps(f"no deal: {error}")


def score_batches(
    batches: Iterable[_Table],
    scenarios: Scenarios,
    *,
    scenario: str = "scenario",
    allocation: str = "allocation",
    convention: Convention | None = None,
    exact: bool = False,
    json: bool = False,
    prefix: str = "",
    threads: int | None = 1,
) -> Iterator[_Table]:
    """Scores record batches as they come, in constant memory: the contract of engines such as Spark, Dask and Ray.

    Takes what :func:`score_table` takes, and one thread by default, since such an engine has a task for each processor.
    Batches of pyarrow come back as such; other things with ``__arrow_c_array__`` as :class:`ScoredBatch`. A long batch comes
    back in several. The order is kept. A table or data set of pyarrow stands for its batches.
    """
    prepared = _prepared(scenarios, convention)
    plan = Plan(scenario, allocation, exact, json, prefix, True, _threads(threads))
    return _score_each(_batches(batches), prepared, plan)


def _batches(given: Any) -> Iterable[Any]:
    """Record batches, also those of one table or data set of pyarrow; a column is none."""
    if hasattr(given, "to_batches"):
        return cast("Iterable[Any]", given.to_batches())
    if hasattr(given, "__arrow_c_array__"):
        return [given]
    if not isinstance(given, Iterable) or _library(given) in ("pandas", "polars"):
        kind = type(given).__name__
        raise TypeError(f"an iterable of record batches is wanted, found {kind}; a whole table is for zopa.score_table")
    return given


def _score_each(
    batches: Iterable[Any], scenarios: ScenarioSet, plan: Plan
) -> Iterator[Any]:
    for batch in batches:
        if not hasattr(batch, "__arrow_c_array__"):
            yield score_table(batch, scenarios, **_arguments(plan))
            continue
        pieces = _zopa.score_batch(batch, scenarios._handle, plan)
        if _library(batch) == "pyarrow":
            import pyarrow

            for piece in pieces:
                yield pyarrow.record_batch(piece)
        else:
            yield from pieces


def _arguments(plan: Plan) -> dict[str, Any]:
    names = ("scenario", "allocation", "exact", "json", "prefix")
    return {name: getattr(plan, name) for name in names} | {"threads": plan.threads or None}


def score_schema(
    schema: pyarrow.Schema, *, exact: bool = False, json: bool = False, prefix: str = ""
) -> pyarrow.Schema:
    """The schema of a table of this schema once it is scored, for engines that want to know beforehand.

    Raises :class:`TableError` where the table has a column that the score adds.
    """
    import pyarrow

    plan = Plan(exact=exact, json=json, prefix=prefix)
    return pyarrow.schema(_zopa.score_schema(schema, plan))
