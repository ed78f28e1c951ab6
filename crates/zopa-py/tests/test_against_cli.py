"""Python and the command line say the same, on every shipped scenario and every shipped run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT, SCENARIOS, Cli, run_files, same, scenario_files

import zopa

GOLDEN = sorted((ROOT / "data" / "golden").glob("*.json"))


def test_there_is_something_to_compare() -> None:
    assert len(scenario_files()) >= 16 and len(run_files()) >= 15 and GOLDEN


@pytest.mark.parametrize("convention", ["signed", "avoided"])
@pytest.mark.parametrize("exact", [False, True], ids=["nearest", "exact"])
@pytest.mark.parametrize("file", scenario_files(), ids=lambda file: file.stem)
def test_analyses(file: Path, exact: bool, convention: zopa._scenario.Convention, cli: Cli) -> None:
    path = str(file.relative_to(ROOT))
    arguments = ["analyze", path, "--format", "json", "--convention", convention]
    told = cli(*arguments, *(["--exact"] if exact else []))
    scenario = zopa.load(path)
    if not scenario.resources:
        assert told.returncode == 3
        with pytest.raises(zopa.AnalysisError, match="no `resources`"):
            scenario.analyze(exact=exact, convention=convention)
        return
    analysis = scenario.analyze(exact=exact, convention=convention)
    assert analysis.to_json() == told.stdout
    assert same(analysis.to_dict(), json.loads(told.stdout))


@pytest.mark.parametrize("exact", [False, True], ids=["nearest", "exact"])
@pytest.mark.parametrize("file", run_files(), ids=lambda file: file.stem)
def test_scores_of_single_deals(file: Path, exact: bool, cli: Cli) -> None:
    told = cli.scores(str(file.relative_to(ROOT)), *(["--exact"] if exact else []))
    analyses: dict[str, zopa.Analysis] = {}
    compared = 0
    for run in told:
        scenario, wanted = run.get("scenario"), run["zopa"]
        path = SCENARIOS / f"{scenario}.json"
        if not path.exists() or "allocation" not in run:
            assert wanted["status"] == "invalid"
            continue
        if scenario not in analyses:
            analyses[scenario] = zopa.load(path).analyze(exact=exact)
        if wanted["status"] == "invalid":
            with pytest.raises(zopa.RunError) as caught:
                analyses[scenario].score(run["allocation"])
            found = caught.value
            assert {"code": found.code, "at": found.at, "message": found.message} == wanted["error"]
        else:
            assert same(analyses[scenario].score(run["allocation"]).to_dict(), wanted)
        compared += 1
    assert compared


@pytest.mark.parametrize("file", scenario_files(), ids=lambda file: file.stem)
def test_every_allocation_that_is_printed_can_be_scored(file: Path) -> None:
    scenario = zopa.load(file)
    if not scenario.resources:
        return
    analysis = scenario.analyze(exact=True)
    for piece in analysis.frontier:
        if not piece.start_open:
            score = analysis.score(piece.start_allocation)
            assert score.pareto_efficient and score.utility == piece.start
    if analysis.nash is not None:
        assert analysis.score(analysis.nash.allocation).nash_ratio == 1


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_what_was_worked_out_by_hand(file: Path) -> None:
    golden = json.loads(file.read_text())
    scenario = zopa.loads(json.dumps(golden["scenario"]))

    def holds(wanted: object, found: object) -> bool:
        """Is all that is wanted there? (Pieces of a frontier may be cut differently, and there may be more warnings.)"""
        if isinstance(wanted, dict):
            return isinstance(found, dict) and all(
                key in ("frontier", "warnings") or holds(value, found.get(key)) for key, value in wanted.items()
            )
        if isinstance(wanted, list):
            return isinstance(found, list) and all(map(holds, wanted, found)) and len(wanted) == len(found)
        if isinstance(wanted, float):
            return isinstance(found, float) and abs(wanted - found) < 1e-12
        return wanted == found

    for convention, wanted in golden["expected"].items():
        analysis = scenario.analyze(exact=True, convention=convention)
        assert holds(wanted, analysis.to_dict())
    for run in golden["runs"]:
        if "line" in run:
            continue  # about lines of a file
        analysis = scenario.analyze(exact=True, convention=run["zopa"].get("convention", "signed"))
        if run["zopa"].get("status") == "invalid":
            with pytest.raises(zopa.RunError):
                analysis.score(run["allocation"])
        else:
            assert holds(run["zopa"], analysis.score(run["allocation"]).to_dict())


FIXTURES = sorted((ROOT / "crates" / "zopa-model" / "tests" / "fixtures").glob("*.json"))


@pytest.mark.parametrize("file", [*FIXTURES, *scenario_files()], ids=lambda file: file.stem)
def test_findings(file: Path, cli: Cli) -> None:
    path = str(file.relative_to(ROOT))
    told = cli.json("check", path, "--format", "json")
    findings = zopa.check(path)
    assert same([found.to_dict() for found in findings], told["diagnostics"])
    # that a file bears another name is said by `check` alone, and stops nothing
    errors = [found for found in findings if found.severity == "error" and found.code != "file-stem"]
    if not errors:
        zopa.load(path)
        return
    with pytest.raises(zopa.ScenarioError) as caught:
        zopa.load(path)
    assert [found for found in caught.value.diagnostics if found.severity == "error"] == errors
    assert caught.value.path == path
    assert errors[0].message in str(caught.value)
