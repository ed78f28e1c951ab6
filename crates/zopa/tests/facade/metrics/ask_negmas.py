"""What NegMAS answers on small games of whole resources: the expected values of `negmas.rs`.

    python3 -m venv venv && venv/bin/pip install negmas==0.16.0
    venv/bin/python ask_negmas.py > negmas.json

A resource is an issue of NegMAS whose options are who gets it: `A`, `B`, `-` (nobody) or `AB` (both). Weights and BATNAs are
strings of decimals, which both sides read. `measures` are those of NegMAS's own `calc_outcome_optimality`; its NaN is null.
"""

import itertools
import json
import math
import random
import warnings

from negmas.outcomes import make_issue, make_os
from negmas.preferences import LinearAdditiveUtilityFunction
from negmas.preferences.ops import (
    calc_outcome_distances,
    calc_outcome_optimality,
    calc_scenario_stats,
    estimate_max_dist,
)

warnings.filterwarnings("ignore")

OPTIONS = {
    "indivisible": ["A", "B", "-"],
    "both_benefit": ["A", "B", "-", "AB"],
    "-indivisible": ["A", "B"],
}

BY_HAND = [
    # a gap between the efficient pairs; the BATNA of A rules one out
    ([("indivisible", "0.6", "0.3"), ("indivisible", "0.3", "0.3"), ("indivisible", "0.1", "0.4")], ["0.2", "0.3"]),
    # tied Nash points: mirrored weights
    ([("indivisible", "0.75", "0.25"), ("indivisible", "0.25", "0.75"), ("indivisible", "0.5", "0.5")], ["0", "0"]),
    # no ZOPA
    ([("indivisible", "0.6", "0.6"), ("indivisible", "0.4", "0.4")], ["0.9", "0.9"]),
    # burdens: utilities below 0, and BATNAs above what is feasible only just not
    ([("-indivisible", "0.5", "0.25"), ("indivisible", "0.25", "0.5"), ("indivisible", "0.25", "0.25")], ["-0.125", "0"]),
    # every utility negative: the welfare ratio turns round
    ([("-indivisible", "0.5", "0.75"), ("-indivisible", "0.5", "0.25")], ["-0.75", "-0.875"]),
    # a BATNA below the lowest utility, which NegMAS replaces
    ([("indivisible", "0.875", "0.25"), ("indivisible", "0.125", "0.75")], ["-0.5", "0"]),
    # a BATNA equal to the highest utility: every efficient pair counts as every solution
    ([("indivisible", "0.5", "0.5"), ("both_benefit", "0.5", "0.5")], ["1", "0.25"]),
    # a shared resource
    ([("both_benefit", "0.5", "0.125"), ("indivisible", "0.25", "0.625"), ("indivisible", "0.25", "0.25")], ["0.25", "0.125"]),
]


def random_game(source):
    resources = []
    for _ in range(source.randint(2, 4)):
        # eighths, so that neither side's equalities hang on rounding
        resources.append(
            (source.choice(list(OPTIONS)), str(source.randint(0, 8) / 8), str(source.randint(1, 8) / 8))
        )
    return resources, [str(source.randint(-2, 5) / 8) for _ in range(2)]


def worth(kind, weight, party, option):
    if party not in option:
        return 0.0
    return -float(weight) if kind.startswith("-") else float(weight)


def answers(resources, batnas, source):
    issues = [make_issue(OPTIONS[kind], f"r{i}") for i, (kind, *_) in enumerate(resources)]
    space = make_os(issues)
    ufuns = [
        LinearAdditiveUtilityFunction(
            values=[
                {option: worth(kind, weights[p], "AB"[p], option) for option in OPTIONS[kind]}
                for kind, *weights in resources
            ],
            outcome_space=space,
            reserved_value=float(batnas[p]),
        )
        for p in range(2)
    ]
    stats = calc_scenario_stats(tuple(ufuns))
    outcomes = list(itertools.product(*(OPTIONS[kind] for kind, *_ in resources)))
    deals = [None] + source.sample(outcomes, min(4, len(outcomes)))
    for deal in deals:
        utilities = tuple(float(ufun(deal)) for ufun in ufuns)
        found = calc_outcome_optimality(calc_outcome_distances(utilities, stats), stats, estimate_max_dist(ufuns))
        names = [
            "pareto_optimality",
            "nash_optimality",
            "kalai_optimality",
            "modified_kalai_optimality",
            "ks_optimality",
            "modified_ks_optimality",
            "max_welfare_optimality",
            "fairness",
        ]
        measures = {name: getattr(found, name) for name in names}
        yield {
            "deal": deal,
            "measures": {name: None if math.isnan(value) else round(value, 12) for name, value in measures.items()},
        }


source = random.Random(16)
games = BY_HAND + [random_game(source) for _ in range(32)]
print("[")
for index, (resources, batnas) in enumerate(games):
    game = {"resources": resources, "batnas": batnas, "answers": list(answers(resources, batnas, source))}
    print(json.dumps(game) + ("," if index + 1 < len(games) else ""))
print("]")
