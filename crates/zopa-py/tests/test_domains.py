"""Domains of issues with options: the same as on the command line, and as classes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pytest
from conftest import ROOT, Cli, same

import zopa

DOMAINS = sorted((ROOT / "data" / "domains").glob("*.json"))


def test_there_is_something_to_compare() -> None:
    assert len(DOMAINS) >= 3


@pytest.mark.parametrize("exact", [False, True], ids=["nearest", "exact"])
@pytest.mark.parametrize("file", DOMAINS, ids=lambda file: file.stem)
def test_analyses_and_scores(file: Path, exact: bool, cli: Cli) -> None:
    flags = ["--exact"] if exact else []
    path = str(file.relative_to(ROOT))
    scenario = zopa.load(path)
    analysis = scenario.analyze(exact=exact)
    assert analysis.to_json() == cli("analyze", path, "--format", "json", *flags).stdout
    runs = str((file.parent / "runs" / f"{file.stem}.jsonl").relative_to(ROOT))
    told = cli("score", runs, "--scenarios", path, "--format", "jsonl", *flags).stdout.splitlines()
    deals = []
    for run in map(json.loads, told):
        if run["zopa"]["status"] == "invalid":
            with pytest.raises(zopa.RunError):
                analysis.score(run["allocation"])
            continue
        score = analysis.score(run["allocation"])
        assert same(score.to_dict(), run["zopa"])
        if score.dominated_by is not None:
            # what is printed can be scored as it stands, and nothing is better for both
            assert analysis.score(score.dominated_by.allocation).pareto_efficient
        deals.append(score)
    assert deals
    for piece in analysis.frontier:
        if not piece.start_open:
            assert analysis.score(piece.start_allocation).utility == piece.start
    assert analysis.nash is not None
    assert analysis.score(analysis.nash.allocation).nash_ratio == 1
    pytest.importorskip("matplotlib")
    analysis.plot(scores=deals)


def test_issues_are_as_the_file_says() -> None:
    scenario = zopa.load(ROOT / "data" / "domains" / "flat_share.json")
    assert scenario.resources == ()
    room, rent, parking = scenario.issues
    assert (room.name, room.range) == ("large room", None)
    assert room.options == (
        zopa.IssueOption("Mara", (Fraction(1, 2), Fraction(0))),
        zopa.IssueOption("Iko", (Fraction(0), Fraction(3, 10))),
    )
    assert rent.options == ()
    assert rent.range == zopa.IssueRange(
        ends=(Fraction(400), Fraction(700)),
        unit="euros",
        utility=((Fraction(3, 10), Fraction(0)), (Fraction(0), Fraction(3, 5))),
    )
    assert len(parking.options) == 2
    # 550 is half-way: .15 and .3; the room and the space are Mara's
    score = scenario.score({"large room": "Mara", "rent that Mara pays": 550, "parking space": "Mara"})
    assert score.utility == (0.85, 0.3)
    with pytest.raises(zopa.RunError) as caught:
        scenario.score({"large room": "Mara"})
    assert caught.value.code == "unsettled-issue"


def test_tables_hold_deals_of_domains() -> None:
    scenarios = zopa.load_scenarios(ROOT / "data" / "domains")
    deal = {"large room": "Mara", "rent that Mara pays": 550, "parking space": "Mara"}
    columns = {"scenario": ["flat_share"], "allocation": [json.dumps(deal)]}
    scored = zopa.score_table(pa.table(columns), scenarios)
    assert (scored["status"][0].as_py(), scored["utility_a"][0].as_py()) == ("deal", 0.85)
    columns["allocation"] = [deal]
    scored = zopa.score_table(pa.table(columns), scenarios)
    assert (scored["status"][0].as_py(), scored["utility_b"][0].as_py()) == ("deal", 0.3)
