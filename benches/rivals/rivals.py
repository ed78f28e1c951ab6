"""The frontier of indivisible resources by numpy and by HiGHS, timed in turn with the engine.

The engine runs as `zopa-benches --serve`: it makes the instances, gives its points for comparison, and times itself whenever
it is asked, so that a round holds one time of each side. The least of all rounds counts.
"""

import subprocess
import sys
import time
from importlib.metadata import version
from math import inf

import highspy
import numpy as np

FAMILIES = ["neg", "unc", "pos"]
SIZES = [999, 999_999]
# Rounds of engine and rival in turn.
ROUNDS = 15
# HiGHS is cut off after so many seconds an instance.
CUT_OFF = 20


class Engine:
    """The program at the other end of a pipe."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def lots(self, family, n, v):
        return pairs(self.ask(f"lots {family} {n} {v}"))

    def points(self):
        return pairs(self.ask("points"))

    def time(self):
        return float(self.ask("time")[0])


def pairs(words):
    numbers = [int(word) for word in words]
    return list(zip(numbers[::2], numbers[1::2]))


def by_numpy(lots):
    """Nemhauser and Ullmann's merge in whole arrays. A pair is one 64-bit number, B's utility in the high half and A's in the low
    one, so that one sort orders by B and then by A; read from its end, a pair is kept if it has more for A than all before."""
    low = np.uint64(2**32 - 1)
    packed = np.array([sum(b for _, b in lots) << 32], dtype=np.uint64)
    for a, b in sorted(lots, key=sum):
        moved = packed + np.uint64(a) - np.uint64(b << 32)
        # Two sorted runs: the stable sort merges them.
        both = np.concatenate([packed, moved])
        both.sort(kind="stable")
        both = both[::-1]
        best = np.maximum.accumulate(both & low)
        kept = np.empty(len(both), dtype=bool)
        kept[0] = True
        kept[1:] = best[1:] > best[:-1]
        packed = both[kept][::-1]
    packed = packed[::-1]
    return packed & low, packed >> np.uint64(32)


def by_highs(lots, patience):
    """The epsilon-constraint method: for each point one mixed-integer program, the most for B when A is to have more than at the
    point before. Proposals are priced exactly, and those that ties leave dominated are dropped. (Both utilities in one weighted
    objective would need coefficients that its tolerances do not bear.) Gives the points and whether they are all."""
    begin = time.perf_counter()
    solver = highspy.Highs()
    solver.silent()
    for option in ["mip_rel_gap", "mip_abs_gap"]:
        solver.setOptionValue(option, 0.0)
    # With its defaults, a variable that counts as whole is off by enough to break a constraint of six digits.
    for option in ["mip_feasibility_tolerance", "primal_feasibility_tolerance"]:
        solver.setOptionValue(option, 1e-9)
    solver.setOptionValue("threads", 1)
    for _, b in lots:
        solver.addBinary(obj=float(-b))
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    columns = np.arange(len(lots), dtype=np.int32)
    solver.addRow(0.0, inf, len(lots), columns, np.array([float(a) for a, _ in lots]))
    asked, points = 0, []
    while time.perf_counter() - begin < patience:
        solver.changeRowBounds(0, float(asked), inf)
        solver.run()
        if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return undominated(points), True
        values = solver.getSolution().col_value
        passed = [value > 0.5 for value in values]
        point = (
            sum(a for (a, _), given in zip(lots, passed) if given),
            sum(b for (_, b), given in zip(lots, passed) if not given),
        )
        if point[0] < asked:
            raise ArithmeticError(f"A was to have {asked} and has {point[0]}")
        points.append(point)
        asked = point[0] + 1
    return undominated(points), False


def undominated(points):
    kept = []
    for point in sorted(points, reverse=True):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    return kept[::-1]


def shown(seconds):
    for unit, size in [("us", 1e-6), ("ms", 1e-3)]:
        if seconds < 1000 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main(path):
    engine = Engine(path)
    print(f"### The same frontier by numpy {np.__version__} and HiGHS {version('highspy')}\n")
    print_row(["n", "family", "digits", "points", "engine", "numpy", "HiGHS"])
    print_row(["---"] + ["--:"] * 6)
    for n in [20, 50, 100]:
        for v in SIZES:
            for family in FAMILIES:
                print_row(row(engine, family, n, v))
    print(
        "\nColumns on the right: how many times the engine's time, taken in turn. numpy: the same merges in whole arrays, values "
        "alone. HiGHS: one mixed-integer program per point. `*`: cut off, and prolonged from the points found by then to all of "
        "them. `wrong`: points are missing or break the program's own constraint."
    )


def row(engine, family, n, v):
    lots, points = engine.lots(family, n, v), engine.points()
    a, b = by_numpy(lots)
    assert list(zip(a.tolist(), b.tolist())) == points, "numpy and the engine disagree"
    own, numpy_time = inf, inf
    for _ in range(ROUNDS):
        own = min(own, engine.time())
        begin = time.perf_counter()
        by_numpy(lots)
        numpy_time = min(numpy_time, time.perf_counter() - begin)
    highs = "-"
    if n <= 50:
        begin = time.perf_counter()
        try:
            found, complete = by_highs(lots, CUT_OFF)
        except ArithmeticError:
            found, complete = [], True
        taken = time.perf_counter() - begin
        own = min(own, engine.time())
        if complete:
            highs = f"x{taken / own:,.0f}" if found == points else "wrong"
        elif set(found) <= set(points):
            highs = f"x{taken / own * len(points) / len(found):,.0f}*"
        else:
            highs = "wrong*"
    digits = len(str(v))
    return [str(n), family, str(digits), f"{len(points):,}", shown(own), f"x{numpy_time / own:.3g}", highs]


if __name__ == "__main__":
    main(sys.argv[1])
