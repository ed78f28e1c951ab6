"""The utility plane, drawn with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._analysis import Analysis
    from ._results import Pair, Score

_SOLUTIONS = (
    ("nash", "Nash", "o"),
    ("kalai_smorodinsky", "Kalai-Smorodinsky", "s"),
    ("egalitarian", "egalitarian", "D"),
    ("utilitarian", "utilitarian", "^"),
)
# Colours that the colour-blind tell apart (Okabe and Ito), and that shapes tell apart too.
_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7")


def _at(pair: Pair) -> tuple[float, float]:
    return (float(pair[0]), float(pair[1]))


def plot(analysis: Analysis, ax: Any, scores: tuple[Score, ...], legend: bool) -> Any:
    """See :meth:`Analysis.plot`."""
    try:
        from matplotlib import pyplot
        from matplotlib.patches import Rectangle
    except ImportError as error:
        raise ImportError("a plot needs matplotlib: pip install matplotlib") from error
    if ax is None:
        _, ax = pyplot.subplots(figsize=(7, 6), layout="constrained")
    name_a, name_b = analysis.parties
    batnas = _at(analysis.disagreement.utility)
    if analysis.zopa.ideal is not None:
        ideal = _at(analysis.zopa.ideal)
        width, height = ideal[0] - batnas[0], ideal[1] - batnas[1]
        zone = Rectangle(batnas, width, height, facecolor="0.93", edgecolor="none", zorder=0)
        zone.set_label("from the BATNAs to the ideal")
        ax.add_patch(zone)
    closed = {
        _at(end)
        for piece in analysis.frontier
        for end, is_open in ((piece.start, piece.start_open), (piece.stop, piece.stop_open))
        if not is_open
    }
    first = True
    for piece in analysis.frontier:
        start, stop = _at(piece.start), _at(piece.stop)
        label = "frontier" if first else None
        if piece.is_point:
            ax.plot(*start, "o", color="black", markersize=4, label=label)
        else:
            ax.plot((start[0], stop[0]), (start[1], stop[1]), "-", color="black", label=label)
            for end, is_open in ((start, piece.start_open), (stop, piece.stop_open)):
                # where pieces meet, the point belongs to one of them
                if is_open and end not in closed:
                    ax.plot(*end, "o", color="black", markerfacecolor="white", markersize=4)
        first = False
    ax.axvline(batnas[0], color="0.6", linestyle=":", linewidth=1)
    ax.axhline(batnas[1], color="0.6", linestyle=":", linewidth=1)
    ax.plot(*batnas, "x", color="0.3", label="BATNAs")
    for (concept, title, shape), colour in zip(_SOLUTIONS, _COLOURS, strict=True):
        solution = getattr(analysis, concept)
        if solution is not None:
            ax.plot(*_at(solution.utility), shape, color=colour, label=title, zorder=3)
    if scores:
        points = [_at(score.utility) for score in scores]
        xs, ys = zip(*points, strict=True)
        ax.scatter(xs, ys, marker="+", color="0.2", label="runs", zorder=4)
    ax.set_xlabel(f"utility of {name_a}")
    ax.set_ylabel(f"utility of {name_b}")
    ax.set_title(analysis.scenario.name)
    if legend:
        ax.legend(loc="best", fontsize="small")
    return ax
