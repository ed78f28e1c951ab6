"""The classes: what they hold, and what they refuse. Numbers are worked out by hand or from the scenario's text."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from conftest import SCENARIOS

import zopa


@pytest.fixture(scope="module")
def cofounder() -> zopa.Scenario:
    return zopa.load(SCENARIOS / "cofounder_windup_ip.json")


@pytest.fixture(scope="module")
def analysis(cofounder: zopa.Scenario) -> zopa.Analysis:
    return cofounder.analyze()


def test_a_scenario_says_what_its_file_says(cofounder: zopa.Scenario) -> None:
    assert cofounder.id == "cofounder_windup_ip"
    assert [party.name for party in cofounder.parties] == ["Ana", "Ben"]
    assert [party.batna for party in cofounder.parties] == [Fraction(28, 100), Fraction(16, 100)]
    cash = cofounder.resources[0]
    assert (cash.id, cash.unit, cash.quantity) == ("cash", "usd", 96000)
    assert cash.weight == (Fraction(1, 5), Fraction(1, 4))
    latent = [resource for resource in cofounder.resources if resource.latent]
    assert [(resource.id, resource.held_by) for resource in latent] == [("port_contract", "Ben")]


def test_raw_valuations_are_renormalised() -> None:
    scenario = zopa.load(SCENARIOS / "tool_library_merger.json")
    for party in (0, 1):
        assert sum(resource.weight[party] for resource in scenario.resources) == 1
        assert sum(resource.valuation[party] for resource in scenario.resources) > 3


def test_an_analysis_is_what_the_readme_shows(analysis: zopa.Analysis) -> None:
    assert len(analysis.frontier) == 9
    assert analysis.zopa.exists and analysis.zopa.margin == 0.3
    assert analysis.zopa.ideal == (0.776, 0.69)
    assert analysis.nash is not None
    assert analysis.nash.utility == (0.55, 0.4975)
    assert analysis.nash.product == 0.091125  # 0.27 times 0.3375
    assert analysis.egalitarian is not None and analysis.egalitarian.gain == (0.3, 0.3)
    assert analysis.utilitarian is not None and analysis.utilitarian.utility == (0.5, 0.56)
    assert analysis.closest_to_agreement is None
    assert analysis.latent is not None and analysis.latent.resources[0].id == "port_contract"


def test_exact_numbers_are_fractions(cofounder: zopa.Scenario) -> None:
    analysis = cofounder.analyze(exact=True)
    assert analysis.nash is not None
    assert analysis.nash.utility == (Fraction(11, 20), Fraction(199, 400))
    assert all(isinstance(value, Fraction) for value in analysis.nash.utility)
    assert analysis.to_dict()["solutions"]["nash"]["utility"] == ["11/20", "199/400"]
    # 24,000 of 96,000 usd is a quarter: worth 1/4 * 1/5 to Ana
    score = analysis.score({"cash": {"Ana": {"amount": 24000}}, "lease_debt": "Ben"})
    assert score.utility[0] == Fraction(1, 20)


@pytest.mark.parametrize(
    "quarter",
    [0.25, "1/4", Fraction(1, 4), Decimal("0.250"), {"amount": 24000}, {"amount": Decimal("24000.0")}],
    ids=repr,
)
def test_a_share_may_be_written_in_many_ways(analysis: zopa.Analysis, quarter: object) -> None:
    plain = analysis.score({"cash": {"Ana": 0.25}, "lease_debt": "Ben"})
    assert analysis.score({"cash": {"Ana": quarter}, "lease_debt": "Ben"}) == plain


def test_a_float_stands_for_its_shortest_decimal(cofounder: zopa.Scenario) -> None:
    exact = cofounder.analyze(exact=True)
    score = exact.score({"cash": {"Ana": 0.1, "Ben": 0.9}, "lease_debt": "Ben"})
    assert score.utility[0] == Fraction(1, 10) * Fraction(1, 5)


def test_numbers_of_numpy_are_numbers(analysis: zopa.Analysis) -> None:
    numpy = pytest.importorskip("numpy")
    plain = analysis.score({"cash": {"Ana": 0.25}, "lease_debt": {"Ben": 1}})
    deal = {"cash": {"Ana": numpy.float64(0.25)}, "lease_debt": {"Ben": numpy.int64(1)}}
    assert analysis.score(deal) == plain


def test_no_deal(analysis: zopa.Analysis) -> None:
    score = analysis.score(None)
    assert score.status == "no_deal" and score.impasse == "missed"
    assert score.utility == (0.28, 0.16) and score.gain == (0, 0)
    assert score.dominated_by is not None
    # Raiffa's settlement from the BATNAs is the Nash solution itself
    assert analysis.nash is not None and score.dominated_by.utility == analysis.nash.utility


@pytest.mark.parametrize(
    ("deal", "code", "at"),
    [
        ({"boat": "Ana"}, "unknown-resource", "/allocation/boat"),
        ({"van": "Anna"}, "unknown-party", "/allocation/van"),
        ({"cash": {"Ana": 0.6, "Ben": 0.6}, "lease_debt": "Ben"}, "over-allocated", "/allocation/cash"),
        ({"cash": {"Ana": -0.1}, "lease_debt": "Ben"}, "negative-share", "/allocation/cash/Ana"),
        ({"van": {"Ana": 0.5}, "lease_debt": "Ben"}, "split-indivisible", "/allocation/van"),
        ({"cash": "shared", "lease_debt": "Ben"}, "not-shareable", "/allocation/cash"),
        ({"cash": "Ana"}, "unassigned-burden", "/allocation/lease_debt"),
        ({"cash": [1, 0]}, "not-a-share", "/allocation/cash"),
        ("Ana", "not-a-share", "/allocation"),
        (7, "not-a-share", "/allocation"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_no_deal(analysis: zopa.Analysis, deal: object, code: str, at: str) -> None:
    with pytest.raises(zopa.RunError) as caught:
        analysis.score(deal)
    assert (caught.value.code, caught.value.at) == (code, at)
    assert code in str(caught.value) and caught.value.message in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        ({"cash": {"Ana": float("nan")}}, ValueError),
        ({"cash": {"Ana": Decimal("Infinity")}}, ValueError),
        ({"cash": {"Ana": object()}}, TypeError),
        ({1: "Ana"}, TypeError),
        ({"cash": {"Ana": {1, 2}}}, TypeError),
    ],
    ids=repr,
)
def test_what_cannot_be_read_as_a_deal(
    analysis: zopa.Analysis, deal: object, error: type[Exception]
) -> None:
    with pytest.raises(error, match="share|deal"):
        analysis.score(deal)


def test_a_deal_without_an_end_is_refused(analysis: zopa.Analysis) -> None:
    deal: dict[str, Any] = {}
    deal["cash"] = deal
    with pytest.raises(zopa.RunError, match="nested"):
        analysis.score(deal)
    with pytest.raises(zopa.RunError, match="a finite number, found NaN"):
        analysis.score({"cash": {"Ana": float("nan")}})


def test_an_assumed_burden_is_named() -> None:
    analysis = zopa.load(SCENARIOS / "tool_library_merger.json").analyze()
    burdens = [r.id for r in analysis.scenario.resources if "burden" in r.kind and not r.latent]
    party = analysis.parties[0]
    score = analysis.score(dict.fromkeys(burdens, party))
    assert list(score.assumed) == ["injury_claim"]


def test_nothing_can_be_changed(cofounder: zopa.Scenario, analysis: zopa.Analysis) -> None:
    with pytest.raises(AttributeError):
        cofounder.id = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        analysis.exact = True  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        analysis.zopa.exists = False  # type: ignore[misc]
    score = analysis.score(None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        score.status = "deal"  # type: ignore[misc]
    score.to_dict()["utility"][0] = 1
    analysis.to_dict()["frontier"].clear()
    assert score.to_dict()["utility"][0] == 0.28 and len(analysis.to_dict()["frontier"]) == 9
    for kind in (zopa.Scenario, zopa.Analysis, zopa.ScenarioSet):
        with pytest.raises(TypeError, match="comes from"):
            kind()


def test_everything_can_be_pickled_and_copied(cofounder: zopa.Scenario) -> None:
    analysis = cofounder.analyze(exact=True, convention="avoided")
    score = analysis.score(None)
    scenarios = zopa.load_scenarios(SCENARIOS, convention="avoided")
    for made in (cofounder, analysis, score, analysis.nash):
        again = pickle.loads(pickle.dumps(made))
        assert again == made and hash(again) == hash(made) if made is not analysis.nash else again == made
        assert copy.deepcopy(made) == made
    again = pickle.loads(pickle.dumps(scenarios))
    assert again.ids == scenarios.ids and again.convention == "avoided" and again.analyzed == 0


def test_errors_can_be_pickled(analysis: zopa.Analysis) -> None:
    with pytest.raises(zopa.RunError) as run:
        analysis.score({"boat": "Ana"})
    with pytest.raises(zopa.ScenarioError) as scenario:
        zopa.loads("{}")
    with pytest.raises(zopa.LimitError) as limit:
        analysis.scenario.analyze(max_points=1)
    for error in (run.value, scenario.value, limit.value):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error) and vars(again) == vars(error)


def test_text_and_bytes_are_read_alike() -> None:
    data = (SCENARIOS / "cofounder_windup_ip.json").read_bytes()
    assert zopa.loads(data) == zopa.loads(data.decode())
    with pytest.raises(zopa.ScenarioError) as caught:
        zopa.loads(b"\xff\xfe{}")
    assert caught.value.diagnostics[0].code == "not-utf8" and caught.value.path is None


def test_what_is_not_there_is_an_oserror() -> None:
    for read in (zopa.load, zopa.check, zopa.load_scenarios):
        with pytest.raises(FileNotFoundError):
            read("data/scenarios/nowhere.json")


def test_options_are_judged(cofounder: zopa.Scenario, analysis: zopa.Analysis) -> None:
    with pytest.raises(ValueError, match="convention"):
        cofounder.analyze(convention="unsigned")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time_limit"):
        cofounder.analyze(time_limit=-1)
    with pytest.raises(ValueError, match="`max_points` is at least 0, or None; found -1"):
        cofounder.analyze(max_points=-1)
    with pytest.raises(TypeError, match="`max_points` is a whole number"):
        cofounder.analyze(max_points=1.5)  # type: ignore[arg-type]
    assert cofounder.analyze(max_points=2**70).nash is not None
    with pytest.raises(TypeError, match="zopa.load"):
        zopa.loads(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="concept"):
        analysis.solution("kalai")  # type: ignore[arg-type]
    with pytest.raises(zopa.LimitError) as caught:
        cofounder.analyze(max_points=1)
    assert caught.value.limit == "max_points"


# Their frontier takes much longer than any test here waits, and little memory until then.
LOTS = 3000


def hard(lots: int) -> zopa.Scenario:
    """A scenario of unrelated indivisible lots, whose frontier takes minutes."""
    import json
    import random

    text = json.loads((SCENARIOS / "ward_holiday_roster.json").read_text())
    a, b = text["participants"][0]["name"], text["participants"][1]["name"]
    pick = random.Random(7)
    lot = next(r for r in text["resources"] if r.get("divisibility") == "indivisible" and r.get("polarity") != "liability")
    text["resources"] = [
        {**lot, "id": f"lot_{i}", "valuations": {a: pick.randrange(10**9) / 10**9, b: pick.randrange(10**9) / 10**9},
         "valuation_basis": "raw"}
        for i in range(lots)
    ]
    return zopa.loads(json.dumps(text))


def test_a_time_limit_is_met() -> None:
    scenario = hard(LOTS)
    # what this process does counts, and not how long others keep it waiting
    started = time.process_time()
    with pytest.raises(zopa.LimitError) as caught:
        scenario.analyze(time_limit=0.2, max_points=10**8)
    assert caught.value.limit == "time_limit" and time.process_time() - started < 30


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background of a shell, which keeps it from them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_search() -> None:
    scenario = hard(LOTS)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        scenario.analyze(time_limit=60, max_points=10**8)
    timer.join()


@pytest.mark.usefixtures("ctrl_c")
def test_other_threads_go_on_meanwhile() -> None:
    scenario = hard(LOTS)
    turns = 0
    over = threading.Event()

    def count() -> None:
        nonlocal turns
        while turns < 20 and not over.is_set():
            turns += 1
            time.sleep(0.001)
        if not over.is_set():
            signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=count)
    # The search ends when the other thread has come round often enough, however long that takes. With the lock held throughout
    # that would not happen before its time is over.
    try:
        with pytest.raises(KeyboardInterrupt):
            thread.start()
            scenario.analyze(time_limit=60, max_points=10**8)
    finally:
        over.set()
    thread.join()
    assert turns == 20


def test_a_plot_is_drawn(analysis: zopa.Analysis) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    ax = analysis.plot(scores=[analysis.score(None)])
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    for wanted in ("frontier", "BATNAs", "Nash", "utilitarian", "runs"):
        assert wanted in labels
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("utility of Ana", "utility of Ben")
    figure, own = matplotlib.pyplot.subplots()
    assert analysis.plot(own, legend=False) is own and own.get_legend() is None
    empty = zopa.load(SCENARIOS / "wound_clinic_noncompete.json").analyze()
    assert "Nash" not in [text.get_text() for text in empty.plot().get_legend().get_texts()]
    matplotlib.pyplot.close("all")


def test_what_is_printed_of_objects(cofounder: zopa.Scenario, analysis: zopa.Analysis) -> None:
    assert repr(cofounder) == "<Scenario cofounder_windup_ip Ana and Ben>"
    assert repr(analysis) == "<Analysis cofounder_windup_ip signed pieces=9 margin=0.3>"
    assert "missed" in repr(analysis.score(None))
