"""The results, as frozen classes. Each is made from the object that ``zopa --format json`` prints."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Number: TypeAlias = float | Fraction
"""A float, the nearest to the exact value; where ``exact`` was asked for, a :class:`fractions.Fraction`."""

Pair: TypeAlias = tuple[Number, Number]
"""One number for each party, in the scenario's order."""

Share: TypeAlias = Mapping[str, Any]
"""For each resource a mapping of each party to its share, a fraction of the whole. Of a domain, for each issue what is agreed on: the
name of an option, or the number of a range (where ``exact`` was asked for a text such as ``"105/4"``)."""

Kind: TypeAlias = Literal[
    "divisible asset", "indivisible asset", "shared asset", "divisible burden", "indivisible burden"
]
"""What may be done with a resource."""

_Json: TypeAlias = dict[str, Any]


def _number(value: Any) -> Number:
    return Fraction(value) if isinstance(value, str) else float(value)


def _or_none(value: Any) -> Number | None:
    return None if value is None else _number(value)


def _pair(value: Any) -> Pair:
    a, b = value
    return (_number(a), _number(b))


def _pair_or_none(value: Any) -> Pair | None:
    return None if value is None else _pair(value)


def _allocation(value: _Json) -> Share:
    def agreed(found: Any) -> Any:
        if isinstance(found, dict):
            return {party: _number(share) for party, share in found.items()}
        return found

    return {name: agreed(found) for name, found in value.items()}


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a scenario file."""

    severity: Literal["error", "warning"]
    """``error`` or ``warning``."""
    code: str
    """The rule that is broken; its spelling is stable. ``zopa explain CODE`` tells more."""
    message: str
    """What was found and what is wanted."""
    help: str | None
    """What mends it."""
    at: str
    """The value at fault, as a JSON Pointer."""
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1, in characters."""
    file: str | None = None
    """The file, where there is one."""

    def to_dict(self) -> _Json:
        """The finding as ``zopa check --format json`` prints it; ``file`` only where there is one."""
        found: _Json = {} if self.file is None else {"file": self.file}
        names = ("line", "column", "at", "severity", "code", "message", "help")
        return found | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        place = f"{self.file or '<text>'}:{self.line}:{self.column}"
        mend = f" (help: {self.help})" if self.help else ""
        return f"{place}: {self.severity}[{self.code}]: {self.message}{mend}"


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two parties."""

    name: str
    """Its name."""
    batna: Fraction | None
    """The utility of its best alternative to an agreement; ``None`` where the file gives none (it counts as 0)."""
    batna_description: str | None
    """What that alternative is."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that the parties divide, assign or share."""

    id: str
    """Its id, by which deals name it."""
    name: str
    """Its name."""
    kind: Kind
    """What may be done with it."""
    unit: str
    """What it is counted in."""
    quantity: Fraction
    """How much of it there is."""
    valuation: tuple[Fraction, Fraction]
    """Each party's valuation of the whole, as written."""
    weight: tuple[Fraction, Fraction]
    """Each party's weight of the whole."""
    latent: bool
    """Must it first be surfaced in the conversation?"""
    held_by: str | None
    """The party that controls it."""
    description: str | None
    """What it is."""


@dataclass(frozen=True, slots=True)
class IssueOption:
    """What can be agreed on an issue of a domain."""

    name: str
    """Its name, by which deals name it."""
    utility: tuple[Fraction, Fraction]
    """What it adds to each party's utility."""


@dataclass(frozen=True, slots=True)
class IssueRange:
    """A range of numbers, any of which can be agreed on an issue; both utilities are linear over it."""

    ends: tuple[Fraction, Fraction]
    """The smallest number and the largest."""
    unit: str | None
    """What it is counted in."""
    utility: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    """What the smallest number adds to each party's utility, and what the largest does."""


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that the parties of a domain settle."""

    name: str
    """Its name, by which deals name it."""
    options: tuple[IssueOption, ...]
    """What can be agreed; none where there is a range."""
    range: IssueRange | None
    """The numbers that can be agreed, where they are a range."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the parties stand without an agreement."""

    utility: Pair
    """The BATNAs."""
    assumed: tuple[bool, bool]
    """Was it assumed to be 0, since the file gives none?"""


@dataclass(frozen=True, slots=True)
class Zopa:
    """The zone of possible agreement."""

    exists: bool
    """Is there an agreement that gives neither party less than its BATNA?"""
    margin: Number
    """The most that both can gain together; negative, by how much both BATNAs would have to fall."""
    ideal: Pair | None
    """For each party the most it can get in the zone; ``None`` where it is empty."""
    area_share: Number
    """Its area over that of the rectangle from the BATNAs to ``ideal``, in [0, 1]."""

    @classmethod
    def _from(cls, value: _Json) -> Zopa:
        return cls(
            exists=value["exists"],
            margin=_number(value["margin"]),
            ideal=_pair_or_none(value["ideal"]),
            area_share=_number(value["area_share"]),
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """An efficient allocation and what it is worth."""

    utility: Pair
    """Its utilities."""
    gain: Pair
    """Its utilities less those that it is compared with."""
    allocation: Share
    """Who gets what; :meth:`Analysis.score` takes it as it stands."""

    @classmethod
    def _from(cls, value: _Json | None) -> Deal | None:
        if value is None:
            return None
        return cls(
            utility=_pair(value["utility"]),
            gain=_pair(value["gain"]),
            allocation=_allocation(value["allocation"]),
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """What a bargaining solution chooses."""

    utility: Pair
    """Its utilities."""
    gain: Pair
    """Its utilities less the BATNAs."""
    unique: bool | None
    """Is it the only pair of utilities that is as good?"""
    allocation: Share
    """Who gets what."""
    product: Number | None
    """The product of the gains, of the Nash solution alone."""

    @classmethod
    def _from(cls, value: _Json | None) -> Solution | None:
        if value is None:
            return None
        return cls(
            utility=_pair(value["utility"]),
            gain=_pair(value["gain"]),
            unique=value["unique"],
            allocation=_allocation(value["allocation"]),
            product=_or_none(value.get("product")),
        )


@dataclass(frozen=True, slots=True)
class LotteryDraw:
    """One outcome of a lottery."""

    probability: Number
    """Its probability, in (0, 1]."""
    utility: Pair
    """Its utilities."""
    allocation: Share
    """Who gets what."""


@dataclass(frozen=True, slots=True)
class Lottery:
    """The Nash bargaining solution over lotteries."""

    utility: Pair
    """The expected utilities."""
    gain: Pair
    """The expected utilities less the BATNAs."""
    product: Number
    """The product of the gains."""
    draws: tuple[LotteryDraw, ...]
    """The one or two outcomes, by rising utility of the first party."""

    @classmethod
    def _from(cls, value: _Json | None) -> Lottery | None:
        if value is None:
            return None
        draws = (
            LotteryDraw(
                probability=_number(draw["probability"]),
                utility=_pair(draw["utility"]),
                allocation=_allocation(draw["allocation"]),
            )
            for draw in value["lottery"]
        )
        return cls(
            utility=_pair(value["utility"]),
            gain=_pair(value["gain"]),
            product=_number(value["product"]),
            draws=tuple(draws),
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the frontier: a segment, or a point (then both ends are the same)."""

    start: Pair
    """The end with the lower utility of the first party."""
    stop: Pair
    """The other end."""
    start_open: bool
    """Does ``start`` itself not belong to it?"""
    stop_open: bool
    """Does ``stop`` itself not belong to it?"""
    moving: tuple[str, ...]
    """The resources whose shares, or the issues whose terms, differ between the ends."""
    start_allocation: Share
    """Who gets what at ``start``."""
    stop_allocation: Share
    """Who gets what at ``stop``."""

    @property
    def is_point(self) -> bool:
        """Is it a single point?"""
        return self.start == self.stop

    @classmethod
    def _from(cls, value: _Json) -> Piece:
        if "point" in value:
            point, allocation = _pair(value["point"]), _allocation(value["allocation"])
            return cls(point, point, False, False, (), allocation, allocation)
        return cls(
            start=_pair(value["from"]),
            stop=_pair(value["to"]),
            start_open=value["from_open"],
            stop_open=value["to_open"],
            moving=tuple(value["moving"]),
            start_allocation=_allocation(value["from_allocation"]),
            stop_allocation=_allocation(value["to_allocation"]),
        )


@dataclass(frozen=True, slots=True)
class KnownOnly:
    """The game while every latent resource is hidden."""

    zopa: Zopa
    """Its zone of possible agreement."""
    nash: Solution | None
    """Its Nash solution; ``None`` where the zone is empty."""


@dataclass(frozen=True, slots=True)
class LatentResource:
    """What revealing a latent resource is worth."""

    id: str
    """The resource's id."""
    held_by: str | None
    """The party that controls it."""
    margin: Number
    """What revealing it alone adds to the zone's margin."""
    nash_gain: Pair | None
    """What revealing it alone adds to the Nash solution; ``None`` where there is none before or after."""
    shapley_margin: Number
    """Its Shapley value among the latent resources, on the zone's margin."""
    shapley_utility_sum: Number
    """The same on the largest sum of utilities."""


@dataclass(frozen=True, slots=True)
class LatentValue:
    """What hidden resources would be worth if revealed."""

    known_only: KnownOnly
    """The game while they are hidden."""
    resources: tuple[LatentResource, ...]
    """Each latent resource, in the scenario's order."""

    @classmethod
    def _from(cls, value: _Json | None) -> LatentValue | None:
        if value is None:
            return None
        known = value["known_only"]
        resources = (
            LatentResource(
                id=found["id"],
                held_by=found["held_by"],
                margin=_number(found["revelation"]["margin"]),
                nash_gain=_pair_or_none(found["revelation"]["nash_gain"]),
                shapley_margin=_number(found["shapley"]["margin"]),
                shapley_utility_sum=_number(found["shapley"]["utility_sum"]),
            )
            for found in value["resources"]
        )
        return cls(
            known_only=KnownOnly(Zopa._from(known["zopa"]), Solution._from(known["nash"])),
            resources=tuple(resources),
        )


@dataclass(frozen=True, slots=True)
class Distances:
    """Euclidean distances in utility space; ``None`` where the solution does not exist."""

    frontier: float
    """To the frontier."""
    nash: float | None
    """To the Nash solution."""
    kalai_smorodinsky: float | None
    """To the Kalai-Smorodinsky solution."""
    egalitarian: float | None
    """To the egalitarian solution."""
    utilitarian: float | None
    """To the utilitarian solution."""


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """How good a deal, or no deal, is (``docs/semantics.md``, section 3)."""

    convention: str
    """How burdens count: ``signed`` or ``avoided``."""
    status: Literal["deal", "no_deal"]
    """Did the parties agree?"""
    assumed: Mapping[str, str]
    """Latent burdens that the deal does not name, with the party at which each stays."""
    utility: Pair
    """The utilities; for no deal the BATNAs."""
    gain: Pair
    """The utilities less the BATNAs."""
    individually_rational: bool
    """Does neither party get less than its BATNA?"""
    pareto_efficient: bool
    """Is there nothing that is better for one and not worse for the other?"""
    dominated_by: Deal | None
    """Where there is: the Nash solution from here on, its gains over the utilities here."""
    pareto_gap: Number
    """The most that both could have more at once."""
    left_on_table: Pair
    """For each party the most it could have more without loss to the other."""
    nash_ratio: Number
    """The product of the gains over the Nash solution's, in [0, 1]."""
    value_efficiency: float
    """The headline: 100 times the square root of ``nash_ratio``."""
    joint_gain_ratio: Number | None
    """The sum of the gains over the largest one in the zone."""
    distance: Distances
    """Distances in utility space."""
    share_of_surplus: Number | None
    """The first party's part of the sum of the gains."""
    impasse: Literal["justified", "missed"] | None
    """For no deal, whether it was justified."""
    _json: _Json

    @classmethod
    def _from(cls, value: _Json) -> Score:
        return cls(
            convention=value["convention"],
            status=value["status"],
            assumed=value["assumed"] or {},
            utility=_pair(value["utility"]),
            gain=_pair(value["gain"]),
            individually_rational=value["individually_rational"],
            pareto_efficient=value["pareto_efficient"],
            dominated_by=Deal._from(value["dominated_by"]),
            pareto_gap=_number(value["pareto_gap"]),
            left_on_table=_pair(value["left_on_table"]),
            nash_ratio=_number(value["nash_ratio"]),
            value_efficiency=value["value_efficiency"],
            joint_gain_ratio=_or_none(value["joint_gain_ratio"]),
            distance=Distances(**value["distance"]),
            share_of_surplus=_or_none(value["share_of_surplus"]),
            impasse=value["impasse"],
            _json=value,
        )

    def to_dict(self) -> _Json:
        """The object that stands under ``zopa`` in the output of ``zopa score``: same fields, same order, same numbers."""
        return copy.deepcopy(self._json)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._json == other._json

    def __hash__(self) -> int:
        return hash((self.status, self.utility, self.convention))

    def __repr__(self) -> str:
        outcome = f"impasse={self.impasse!r}" if self.impasse else f"utility={self.utility!r}"
        return (
            f"<Score {self.status} {outcome} value_efficiency={self.value_efficiency!r} "
            f"pareto_efficient={self.pareto_efficient!r}>"
        )
