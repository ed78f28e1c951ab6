"""Analyses and the scores of single deals."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ._errors import RunError
from ._results import (
    Deal,
    Disagreement,
    LatentValue,
    Lottery,
    Piece,
    Score,
    Solution,
    Zopa,
    _pair,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from . import _zopa
    from ._scenario import Convention, Scenario

_Options: TypeAlias = "tuple[Convention, int | None, float | None]"

Concept: TypeAlias = Literal["nash", "kalai_smorodinsky", "egalitarian", "utilitarian"]
"""A solution concept that chooses one deal."""


def _rebuild(scenario: Scenario, exact: bool, options: _Options) -> Analysis:
    convention, max_points, time_limit = options
    return scenario.analyze(
        exact=exact, convention=convention, max_points=max_points, time_limit=time_limit
    )


class Analysis:
    """A scenario with its frontier, its zone of possible agreement and its solutions. It cannot be changed.

    Make one by :meth:`Scenario.analyze`. It can be pickled; it is then made anew from the scenario.
    """

    _scenario: Scenario
    _handle: _zopa.Analysis
    _exact: bool
    _options: _Options

    def __init__(self) -> None:
        raise TypeError("an analysis comes from Scenario.analyze")

    @classmethod
    def _of(
        cls, scenario: Scenario, handle: _zopa.Analysis, exact: bool, options: _Options
    ) -> Analysis:
        made = object.__new__(cls)
        made.__dict__.update(_scenario=scenario, _handle=handle, _exact=exact, _options=options)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an analysis cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an analysis cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (self._scenario, self._exact, self._options))

    def __eq__(self, other: object) -> bool:
        # an analysis is a function of these
        return isinstance(other, Analysis) and (self._scenario, self._exact, self.convention) == (
            other._scenario,
            other._exact,
            other.convention,
        )

    def __hash__(self) -> int:
        return hash((self._scenario, self._exact, self.convention))

    def __repr__(self) -> str:
        zone = f"margin={self.zopa.margin!r}" if self.zopa.exists else "no ZOPA"
        return f"<Analysis {self._scenario.id} {self.convention} pieces={self._handle.pieces()} {zone}>"

    def to_json(self) -> str:
        """The text that ``zopa analyze --format json`` prints, with ``--exact`` where the analysis is exact."""
        return self._handle.json(self._exact)

    def to_dict(self) -> dict[str, Any]:
        """The object that ``zopa analyze --format json`` prints: same fields, same order, same numbers."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    @cached_property
    def _json(self) -> dict[str, Any]:
        """All but the frontier, which may be long."""
        found: dict[str, Any] = json.loads(self._handle.overview(self._exact))
        return found

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self._scenario

    @property
    def exact(self) -> bool:
        """Are numbers fractions, in place of the nearest floats?"""
        return self._exact

    @property
    def convention(self) -> Convention:
        """How burdens count in every utility here."""
        return self._options[0]

    @property
    def parties(self) -> tuple[str, str]:
        """The parties' names, in the order of every pair of numbers."""
        a, b = self._json["parties"]
        return (a, b)

    @cached_property
    def disagreement(self) -> Disagreement:
        """The BATNAs."""
        value = self._json["disagreement"]
        a, b = value["assumed"]
        return Disagreement(utility=_pair(value["utility"]), assumed=(a, b))

    @cached_property
    def frontier(self) -> tuple[Piece, ...]:
        """Every efficient pair of utilities, by rising utility of the first party, with the deals that attain them."""
        return tuple(Piece._from(piece) for piece in self.to_dict()["frontier"])

    @cached_property
    def zopa(self) -> Zopa:
        """The zone of possible agreement."""
        return Zopa._from(self._json["zopa"])

    def solution(self, concept: Concept) -> Solution | None:
        """What a concept chooses; ``None`` exactly where the zone of possible agreement is empty."""
        if concept not in ("nash", "kalai_smorodinsky", "egalitarian", "utilitarian"):
            raise ValueError(f"there is no solution concept {concept!r}")
        return Solution._from(self._json["solutions"][concept])

    @cached_property
    def nash(self) -> Solution | None:
        """The largest product of gains."""
        return self.solution("nash")

    @cached_property
    def kalai_smorodinsky(self) -> Solution | None:
        """Equal shares of the ideal gains."""
        return self.solution("kalai_smorodinsky")

    @cached_property
    def egalitarian(self) -> Solution | None:
        """The largest smaller gain."""
        return self.solution("egalitarian")

    @cached_property
    def utilitarian(self) -> Solution | None:
        """The largest sum."""
        return self.solution("utilitarian")

    @cached_property
    def nash_lottery(self) -> Lottery | None:
        """The Nash solution over lotteries; ``None`` only where no lottery reaches the BATNAs."""
        return Lottery._from(self._json["solutions"]["nash_lottery"])

    @cached_property
    def closest_to_agreement(self) -> Deal | None:
        """Where the zone is empty: the efficient deal whose smaller gain is largest."""
        return Deal._from(self._json["closest_to_agreement"])

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """The codes of warnings, such as ``convention-decides-zopa``; each once, sorted."""
        return tuple(self._json["warnings"])

    @cached_property
    def latent(self) -> LatentValue | None:
        """What latent resources would be worth if revealed; ``None`` where there are none."""
        return LatentValue._from(self._json["latent"])

    def score(self, deal: object) -> Score:
        """Scores a deal, or ``None`` for no deal.

        A deal names for each resource who gets it: a party's name for the whole, ``"shared"`` for what can be, or a dict of
        shares. A share is a number (a float stands for its shortest decimal, a ``Decimal`` or ``Fraction`` for itself), a
        text such as ``"1/3"``, or ``{"amount": x}`` in the resource's unit. What is not named nobody gets. A deal of a domain
        names for each issue an option, or a number of its range.

        Raises :class:`RunError` where the deal is none.
        """
        try:
            scored = self._handle.score(deal, self._exact)
        except ValueError as error:
            # a number without an end, a text that is none, a dict within itself
            raise RunError("not-a-share", "/allocation", str(error)) from error
        found: dict[str, Any] = json.loads(scored)
        if found["status"] == "invalid":
            raise RunError(**found["error"])
        return Score._from(found)

    def plot(
        self, ax: Any = None, *, scores: Iterable[Score] = (), legend: bool = True
    ) -> Any:
        """Draws the utility plane with matplotlib: the frontier, the zone, the solutions, and scores where some are given.

        ``ax`` is the axes to draw on; without it a new figure is made. Returns the axes. Raises :class:`ImportError` where
        matplotlib is not installed.
        """
        from ._plot import plot

        return plot(self, ax, tuple(scores), legend)
