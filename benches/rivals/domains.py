"""Published domains by NegMAS and by zopa: the frontier and four solutions of each, and the time that they take.

NegMAS gets each domain as `zopa export --to negmas` writes it, where thirds are no decimals multiplied by one factor for both. Its time is that of listing outcomes, valuing them, and finding frontier and
solutions, within one process that is warm; that of zopa is the whole of `zopa analyze FILE --format json`, from the start of the
program to its end. The least of three counts (of long ones the only one).
"""

import json
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from negmas.inout import Scenario
from negmas.preferences.ops import kalai_points, ks_points, max_welfare_points, nash_points, pareto_frontier

# More outcomes than this are not listed one by one.
MOST = 1_000_000
LONG = 5.0
CONCEPTS = [
    ("nash", nash_points),
    ("egalitarian", kalai_points),
    ("kalai_smorodinsky", ks_points),
    ("utilitarian", max_welfare_points),
]


def run(*arguments):
    return subprocess.run([str(part) for part in arguments], check=True, capture_output=True, text=True).stdout


def read(own, program):
    """The domain for NegMAS, as it is exported: so both have the same utilities, but for what a float loses."""
    with tempfile.TemporaryDirectory() as exported:
        run(program, "export", own, "--to", "negmas", "-o", exported, "--force")
        return Scenario.load(exported)


def solve(scenario):
    outcomes = list(scenario.outcome_space.enumerate_or_sample())
    ufuns = scenario.ufuns
    frontier, _ = pareto_frontier(ufuns, outcomes=outcomes, sort_by_welfare=True)
    frontier = list(frontier)
    ranges = [ufun.minmax() for ufun in ufuns]
    found = {name: [tuple(map(float, point)) for point, _ in solver(ufuns, frontier, ranges=ranges)] for name, solver in CONCEPTS}
    return frontier, found


def timed(work):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
        if times[-1] > LONG:
            break
    return result, min(times)


def same(ours, theirs, factor):
    """Is our solution among theirs, which are multiplied by a factor, but for what a float loses?"""
    if ours is None or not theirs:
        return ours is None and not theirs
    return any(all(abs(a * factor - b) < 1e-9 for a, b in zip(ours["utility"], point)) for point in theirs)


def highest(domain):
    """The most that A can have."""
    name = domain["parties"][0]["name"]
    return float(sum(max(Fraction(option["utilities"][name]) for option in issue["options"]) for issue in domain["issues"]))


def main():
    program, root = Path(sys.argv[1]), Path(sys.argv[2])
    print("| domain | outcomes | frontier points, zopa | NegMAS | Nash | egalitarian | KS | utilitarian | NegMAS, s | zopa, s | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    warm = False
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        with tempfile.TemporaryDirectory() as here:
            own = Path(here) / "domain.json"
            run(program, "import", folder, "-o", own)
            domain = json.loads(own.read_text())
            outcomes = 1
            for issue in domain["issues"]:
                outcomes *= len(issue["options"])
            text, ours = timed(lambda: run(program, "analyze", own, "--format", "json"))
            analysis = json.loads(text)
            row = [folder.name, f"{outcomes:,}", str(len(analysis["frontier"]))]
            if outcomes > MOST:
                print("| " + " | ".join(row + ["not listed", "", "", "", "", "", f"{ours:.3f}", ""]) + " |", flush=True)
                continue
            scenario = read(own, program)
            if not warm:
                solve(scenario)
                warm = True
            (frontier, found), theirs = timed(lambda: solve(scenario))
            factor = float(scenario.ufuns[0].minmax()[1]) / highest(domain)
            marks = ["same" if same(analysis["solutions"][name], found[name], factor) else "**differs**" for name, _ in CONCEPTS]
            points = str(len(set(frontier)))
            row += [points, *marks, f"{theirs:.3f}", f"{ours:.3f}", f"{theirs / ours:.1f}"]
            print("| " + " | ".join(row) + " |", flush=True)


main()
