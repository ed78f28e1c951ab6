"""Scenarios: reading, judging, and the way to an analysis."""

from __future__ import annotations

import json
import operator
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _zopa
from ._errors import ScenarioError
from ._results import Diagnostic, Issue, IssueOption, IssueRange, Party, Resource, Score

if TYPE_CHECKING:
    from ._analysis import Analysis

Convention: TypeAlias = Literal["signed", "avoided"]
"""How burdens count: negative, or escaping one as a gain."""

StrPath: TypeAlias = "str | os.PathLike[str]"


def read_source(path: Path) -> bytes:
    """The content of a file, and of one that is too long no more than shows it."""
    with path.open("rb") as file:
        return file.read(_zopa.max_bytes() + 1)


def _findings(text: str, file: str | None) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(file=file, **found) for found in json.loads(text))


def _fractions(pair: list[str]) -> tuple[Fraction, Fraction]:
    a, b = pair
    return (Fraction(a), Fraction(b))


def _range(found: dict[str, Any] | None) -> IssueRange | None:
    if found is None:
        return None
    low, high = found["utility"]
    return IssueRange(
        ends=_fractions(found["ends"]),
        unit=found["unit"],
        utility=(_fractions(low), _fractions(high)),
    )


def check(path: StrPath) -> tuple[Diagnostic, ...]:
    """Judges a scenario file: every finding at once, as ``zopa check`` lists them; none where all is well.

    Raises :class:`OSError` where the file cannot be read.
    """
    path = Path(path)
    _, findings = _zopa.check(read_source(path), path.stem)
    return _findings(findings, os.fspath(path))


def load(path: StrPath) -> Scenario:
    """Reads a scenario from a file.

    Raises :class:`ScenarioError` where the file has errors, with every finding in ``diagnostics``, and :class:`OSError`
    where it cannot be read. Warnings do not stop it; they are in :attr:`Scenario.warnings`.
    """
    path = Path(path)
    return Scenario._of(read_source(path), os.fspath(path))


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """An argument that counts something; what it cannot be is said by its name."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"`{name}` is a whole number or None, found {value!r}") from None
    if number < least or (most is not None and number > most):
        wanted = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"`{name}` is {wanted}, or None; found {value!r}")
    return number


def loads(text: str | bytes) -> Scenario:
    """Reads a scenario from the text of a file. Raises as :func:`load` does."""
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"the text of a scenario is a str or bytes, found {type(text).__name__}; a file is read by zopa.load")
    return Scenario._of(text.encode() if isinstance(text, str) else bytes(text), None)


class Scenario:
    """A scenario free of errors. It cannot be changed, and it can be pickled.

    Make one by :func:`load` or :func:`loads`.
    """

    __slots__ = ("_analysis", "_described", "_handle", "_path", "_source", "_warnings")

    _source: bytes
    _path: str | None
    _handle: _zopa.Scenario
    _warnings: tuple[Diagnostic, ...]
    _described: dict[str, Any]
    _analysis: Analysis | None

    def __init__(self) -> None:
        raise TypeError("a scenario comes from zopa.load or zopa.loads")

    @classmethod
    def _of(cls, source: bytes, path: str | None) -> Scenario:
        handle, findings = _zopa.check(source, None)
        diagnostics = _findings(findings, path)
        if handle is None:
            errors = [found for found in diagnostics if found.severity == "error"]
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise ScenarioError(f"{errors[0]}{more}", diagnostics, path)
        made = object.__new__(cls)
        fields = {
            "_source": source,
            "_path": path,
            "_handle": handle,
            "_warnings": diagnostics,
            "_described": json.loads(handle.describe()),
            "_analysis": None,
        }
        for name, value in fields.items():
            object.__setattr__(made, name, value)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a scenario cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Scenario._of, (self._source, self._path))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._source == other._source

    def __hash__(self) -> int:
        return hash(self._source)

    def __repr__(self) -> str:
        return f"<Scenario {self.id} {' and '.join(party.name for party in self.parties)}>"

    @property
    def id(self) -> str:
        """The scenario's id."""
        return str(self._described["id"])

    @property
    def name(self) -> str:
        """Its title."""
        return str(self._described["name"])

    @property
    def description(self) -> str:
        """The neutral description of the conflict."""
        return str(self._described["description"])

    @property
    def conflict_type(self) -> str:
        """The declared type of conflict, as the file spells it."""
        return str(self._described["conflict_type"])

    @property
    def difficulty(self) -> str:
        """The declared difficulty, as the file spells it."""
        return str(self._described["difficulty"])

    @property
    def parties(self) -> tuple[Party, Party]:
        """The two parties, in the file's order, which is that of every pair of numbers."""
        a, b = (
            Party(
                name=found["name"],
                batna=None if found["batna"] is None else Fraction(found["batna"]),
                batna_description=found["batna_description"],
            )
            for found in self._described["parties"]
        )
        return (a, b)

    @property
    def resources(self) -> tuple[Resource, ...]:
        """What they negotiate over; none of a purely relational conflict, and none of a domain, which has :attr:`issues`."""
        return tuple(
            Resource(
                id=found["id"],
                name=found["name"],
                kind=found["kind"],
                unit=found["unit"],
                quantity=Fraction(found["quantity"]),
                valuation=_fractions(found["valuation"]),
                weight=_fractions(found["weight"]),
                latent=found["latent"],
                held_by=found["held_by"],
                description=found["description"],
            )
            for found in self._described["resources"]
        )

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What the parties of a domain settle, each on one of its options or a number of its range; none of other scenarios."""
        return tuple(
            Issue(
                name=found["name"],
                options=tuple(
                    IssueOption(name=option["name"], utility=_fractions(option["utility"]))
                    for option in found["options"]
                ),
                range=_range(found["range"]),
            )
            for found in self._described["issues"]
        )

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What ``check`` warns of."""
        return self._warnings

    def analyze(
        self,
        *,
        exact: bool = False,
        convention: Convention = "signed",
        max_points: int | None = None,
        time_limit: float | None = None,
    ) -> Analysis:
        """Finds the frontier, the zone of possible agreement and the bargaining solutions.

        ``exact`` gives fractions in place of the nearest floats. ``convention`` says how burdens count. ``max_points``
        bounds the utility pairs that are kept while searching, ``time_limit`` the seconds. The lock of the interpreter is
        released meanwhile, and Ctrl-C ends the search.

        Raises :class:`AnalysisError` where there is nothing to analyse, and :class:`LimitError` where a limit is met: never
        is part of a frontier given for the whole.
        """
        from ._analysis import Analysis

        if max_points is not None:
            # more than any machine can hold is no limit
            max_points = min(whole_number("max_points", max_points, 0), sys.maxsize)
        handle = self._handle.analyze(convention, max_points, time_limit)
        return Analysis._of(self, handle, exact, (convention, max_points, time_limit))

    def score(self, deal: object) -> Score:
        """Scores a deal by the analysis with default options, which is made once. See :meth:`Analysis.score`."""
        if self._analysis is None:
            object.__setattr__(self, "_analysis", self.analyze())
        assert self._analysis is not None
        return self._analysis.score(deal)
