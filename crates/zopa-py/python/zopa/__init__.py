"""Exact negotiation analytics for two parties.

    >>> import zopa
    >>> analysis = zopa.load("data/scenarios/cofounder_windup_ip.json").analyze()
    >>> analysis.nash.utility
    (0.55, 0.4975)
    >>> analysis.score(None).impasse
    'missed'

Scenarios come from :func:`load`, :func:`loads` and :func:`check`; :meth:`Scenario.analyze` gives the frontier, the zone of
possible agreement and the bargaining solutions; :meth:`Analysis.score` judges a deal. Whole tables are scored by
:func:`score_table`, streams of record batches by :func:`score_batches`, and Spark's data frames by
:func:`zopa.spark.score`. What every number means is said in ``docs/semantics.md``.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from ._analysis import Analysis
from ._errors import AnalysisError, LimitError, RunError, ScenarioError, TableError, ZopaError
from ._results import (
    Deal,
    Diagnostic,
    Disagreement,
    Distances,
    Issue,
    IssueOption,
    IssueRange,
    KnownOnly,
    LatentResource,
    LatentValue,
    Lottery,
    LotteryDraw,
    Number,
    Pair,
    Party,
    Piece,
    Resource,
    Score,
    Share,
    Solution,
    Zopa,
)
from ._scenario import Scenario, check, load, loads
from ._tables import ScenarioSet, load_scenarios, score_batches, score_schema, score_table
from ._zopa import ScoredBatch, ScoredTable

__version__ = _version("zopa")

__all__ = [
    "Analysis",
    "AnalysisError",
    "Deal",
    "Diagnostic",
    "Disagreement",
    "Distances",
    "Issue",
    "IssueOption",
    "IssueRange",
    "KnownOnly",
    "LatentResource",
    "LatentValue",
    "LimitError",
    "Lottery",
    "LotteryDraw",
    "Number",
    "Pair",
    "Party",
    "Piece",
    "Resource",
    "RunError",
    "Scenario",
    "ScenarioError",
    "ScenarioSet",
    "Score",
    "ScoredBatch",
    "ScoredTable",
    "Share",
    "Solution",
    "TableError",
    "Zopa",
    "ZopaError",
    "__version__",
    "check",
    "load",
    "load_scenarios",
    "loads",
    "score_batches",
    "score_schema",
    "score_table",
]
