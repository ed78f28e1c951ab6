"""The frontier of indivisible resources by numpy and by HiGHS, and one Nash solution by HiGHS, timed in turn with the engine.

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
# Calls of a rival in a round; the engine is called for some milliseconds.
CALLS = 4
# HiGHS is cut off after so many seconds an instance.
CUT_OFF = 20
# The part of the largest product that a program with many tangents may miss, and the least gain that it reckons with, as a part of
# the party's total.
FINE_GAP = 1e-7
LEAST_GAIN = 1e-3


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

    def nash(self):
        """The thresholds, the gains of the Nash solution over them, and the least time of finding and proving it."""
        words = self.ask("nash")
        return pairs(words[:2])[0], pairs(words[2:4])[0], float(words[4])


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


def by_plain_numpy(lots):
    """The same merge as it is usually written: two columns, put in order by `lexsort`."""
    a, b = np.array([0]), np.array([sum(b for _, b in lots)])
    for gain, loss in sorted(lots, key=sum):
        a, b = np.concatenate([a, a + gain]), np.concatenate([b, b - loss])
        order = np.lexsort((-a, -b))
        a, b = a[order], b[order]
        before = np.concatenate([[-1], np.maximum.accumulate(a)[:-1]])
        a, b = a[a > before], b[a > before]
    return a, b


def by_highs(lots, patience):
    """The epsilon-constraint method: for each point one mixed-integer program, the most for B when A is to have more than at the
    point before. Proposals are priced exactly, and those that ties leave dominated are dropped. (Both utilities in one weighted
    objective would need coefficients that its tolerances do not bear.) Gives the points and whether they are all."""
    begin = time.process_time()
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
    while time.process_time() - begin < patience:
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


class NashProgram:
    """The largest product of gains as a mixed-integer program: the sum of two variables is maximised that lie below lines which
    bound the logarithms of both gains from above. Gains are parts of the party's total, since small coefficients would be dropped."""

    def __init__(self, lots, thresholds):
        self.lots, self.thresholds = lots, thresholds
        self.solver = solver = highspy.Highs()
        solver.silent()
        for option in ["mip_rel_gap", "mip_abs_gap"]:
            solver.setOptionValue(option, 0.0)
        for option in ["mip_feasibility_tolerance", "primal_feasibility_tolerance"]:
            solver.setOptionValue(option, 1e-9)
        solver.setOptionValue("threads", 1)
        n = len(lots)
        totals = [sum(lot[party] for lot in lots) for party in (0, 1)]
        for _ in lots:
            solver.addBinary()
        self.gains = [solver.addVariable(lb=1e-6, ub=1.0) for _ in totals]
        self.logs = [solver.addVariable(lb=-20.0, ub=0.0, obj=1.0) for _ in totals]
        solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
        columns = np.arange(n + 1, dtype=np.int32)
        for party, sign in [(0, 1.0), (1, -1.0)]:
            columns[n] = self.gains[party].index
            values = np.array([-sign * lot[party] / totals[party] for lot in lots] + [1.0])
            start = (0 if party == 0 else totals[1]) - thresholds[party]
            solver.addRow(start / totals[party], start / totals[party], n + 1, columns, values)

    def line(self, party, at, height, slope):
        """The logarithm lies below the line of this slope through this point."""
        both = np.array([self.logs[party].index, self.gains[party].index], dtype=np.int32)
        self.solver.addRow(-inf, float(height - slope * at), 2, both, np.array([1.0, -float(slope)]))

    def tangent(self, party, at):
        self.line(party, at, np.log(at), 1.0 / at)

    def solve(self, patience):
        """The gains found, as integers, and the solver's values; nothing if it was cut off."""
        self.solver.setOptionValue("time_limit", self.solver.getRunTime() + patience)
        self.solver.run()
        if self.solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        values = self.solver.getSolution().col_value
        passed = [value > 0.5 for value in values[: len(self.lots)]]
        found = (
            sum(a for (a, _), given in zip(self.lots, passed) if given) - self.thresholds[0],
            sum(b for (_, b), given in zip(self.lots, passed) if not given) - self.thresholds[1],
        )
        return found, values


def nash_by_fan(lots, thresholds, patience):
    """As I. Caragiannis et al. propose ("The unreasonable fairness of maximum Nash welfare", 2019, section 5): one program with a line
    for every second thousandth of a party's total, through the logarithm there and at the next one. Gives the gains, and whether
    the program was solved."""
    program = NashProgram(lots, thresholds)
    for party in (0, 1):
        for k in range(1, 1000, 2):
            low, high = k / 1000, (k + 1) / 1000
            program.line(party, low, np.log(low), (np.log(high) - np.log(low)) * 1000)
    solved = program.solve(patience)
    return (solved[0], True) if solved else (None, False)


def nash_by_fine_fan(lots, thresholds, patience):
    """One program with tangents so close to each other that it proves its answer, up to what tangents leave: between two tangents whose
    places are in the ratio q, both lie above the logarithm by at most ln(q)^2 / 8. For both parties that makes FINE_GAP. Gives the gains,
    and whether the program was solved."""
    program = NashProgram(lots, thresholds)
    step = np.sqrt(4 * FINE_GAP)
    for party in (0, 1):
        for at in np.geomspace(LEAST_GAIN, 1.0, 1 + int(np.ceil(-np.log(LEAST_GAIN) / step))):
            program.tangent(party, at)
    solved = program.solve(patience)
    return (solved[0], True) if solved else (None, False)


def nash_by_highs(lots, thresholds, patience):
    """By few tangents: where the answer lies above the logarithm, the tangents there are added, and the program is solved again.
    Gives the gains, and whether the last program proved them up to its tolerances."""
    begin = time.process_time()
    program = NashProgram(lots, thresholds)
    for party in (0, 1):
        for at in np.geomspace(0.01, 1.0, 12):
            program.tangent(party, at)
    best = None
    while time.process_time() - begin < patience:
        solved = program.solve(patience)
        if solved is None:
            break
        found, values = solved
        best = max(best or found, found, key=lambda gain: gain[0] * gain[1])
        at = [values[gain.index] for gain in program.gains]
        above = [values[log.index] - float(np.log(x)) for log, x in zip(program.logs, at)]
        if max(above) < 1e-9:
            return best, True
        for party in (0, 1):
            program.tangent(party, at[party])
    return best, False


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
    print_row(["n", "family", "digits", "points", "engine", "numpy", "plain numpy", "HiGHS"])
    print_row(["---"] + ["--:"] * 7)
    for n in [20, 50, 100]:
        for v in SIZES:
            for family in FAMILIES:
                print_row(row(engine, family, n, v))
    print(
        "\nColumns on the right: how many times the engine's time, taken in turn. numpy: the same merges in whole arrays, values "
        "alone, packed into one number and merged by its stable sort. Plain numpy: the same in two columns by `lexsort`. HiGHS: one "
        "mixed-integer program per point. `*`: cut off, and prolonged from the points found by then to all of them. `wrong`: points "
        "are missing or break the program's own constraint."
    )
    print(f"\n### One Nash solution by HiGHS {version('highspy')}\n")
    print_row(["n", "family", "digits", "engine", "all tangents", "its product", "few tangents", "its product", "fan", "its product"])
    print_row(["---"] + ["--:"] * 9)
    for n in [100, 1000]:
        for v in SIZES:
            for family in FAMILIES:
                print_row(nash_row(engine, family, n, v))
    print(
        "\nEngine: `single::nash_of_lots`, with a proof. All tangents: how many times that HiGHS takes for one program with so many tangents "
        f"of the logarithms that its answer is proved, but for {FINE_GAP:g} of the product. Few tangents: they are added where they are "
        "needed, one program after the other. Fan: one program with 500 lines for each logarithm, which proves little. `>`: cut off "
        "before it had proved its answer. Its product: by how much that of the gains found, computed exactly, is below the largest."
    )


def nash_row(engine, family, n, v):
    lots = engine.lots(family, n, v)
    thresholds, gains, own = engine.nash()
    largest = gains[0] * gains[1]
    rivals = []
    for rival in [nash_by_fine_fan, nash_by_highs, nash_by_fan]:
        begin = time.process_time()
        found, complete = rival(lots, thresholds, CUT_OFF)
        taken = time.process_time() - begin
        own = min(own, engine.nash()[2])
        below = "none found"
        if found:
            missing = largest - found[0] * found[1]
            below = "the largest" if missing == 0 else f"{missing / largest:.1e} below"
        rivals.append((taken, complete, below))
    cells = [n, family, len(str(v)), shown(own)]
    for taken, complete, below in rivals:
        cells += [f"{'' if complete else '> '}x{taken / own:,.0f}", below]
    return [str(cell) for cell in cells]


def row(engine, family, n, v):
    lots, points = engine.lots(family, n, v), engine.points()
    a, b = by_numpy(lots)
    assert list(zip(a.tolist(), b.tolist())) == points, "numpy and the engine disagree"
    a, b = by_plain_numpy(lots)
    assert list(zip(a.tolist(), b.tolist())) == points, "plain numpy and the engine disagree"
    own, rivals = inf, {by_numpy: inf, by_plain_numpy: inf}
    for _ in range(ROUNDS):
        own = min(own, engine.time())
        for rival in rivals:
            for _ in range(CALLS):
                begin = time.process_time()
                rival(lots)
                rivals[rival] = min(rivals[rival], time.process_time() - begin)
    begin = time.process_time()
    try:
        found, complete = by_highs(lots, CUT_OFF)
    except ArithmeticError:
        found, complete = [], True
    taken = time.process_time() - begin
    own = min(own, engine.time())
    if complete:
        highs = f"x{taken / own:,.0f}" if found == points else "wrong"
    elif set(found) <= set(points):
        highs = f"x{taken / own * len(points) / len(found):,.0f}*"
    else:
        highs = "wrong*"
    digits = len(str(v))
    times = [f"x{seconds / own:.3g}" for seconds in rivals.values()]
    return [str(n), family, str(digits), f"{len(points):,}", shown(own), *times, highs]


if __name__ == "__main__":
    main(sys.argv[1])
