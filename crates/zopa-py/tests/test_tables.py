"""Tables: every library, every form of a column, and the same numbers as the command line."""

from __future__ import annotations

import csv
import io
import json
import math
import multiprocessing
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SCENARIOS, Cli, run_files, runs_of, same

import zopa

pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def scenarios() -> zopa.ScenarioSet:
    # as the program is given them, so that messages name the same files
    return zopa.load_scenarios(SCENARIOS.relative_to(ROOT))


@pytest.fixture(autouse=True, scope="module")
def _root() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        yield


def column(runs: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Runs as columns. A run without an allocation has the text of none there, which is no deal and no object."""
    texts = [json.dumps(run["allocation"]) if run["allocation"] is not None else None for run in runs]
    ids = [run.get("scenario") for run in runs]
    return {
        "run": [run.get("run") for run in runs],
        "scenario": [id if isinstance(id, str) else None for id in ids],
        "allocation": texts,
    }


def simple(file: Path) -> list[dict[str, Any]]:
    """The runs that a row can hold: an allocation is there, and the scenario is a text or missing."""
    return [
        run
        for run in runs_of(file)
        if "allocation" in run and isinstance(run.get("scenario", ""), str)
    ]


def told(cli: Cli, runs: list[dict[str, Any]], *arguments: str) -> list[Any]:
    lines = "".join(json.dumps(run) + "\n" for run in runs)
    scenarios = str(SCENARIOS.relative_to(ROOT))
    done = cli("score", "-", "--scenarios", scenarios, "--format", "jsonl", *arguments, input=lines)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["zopa"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("exact", [False, True], ids=["nearest", "exact"])
@pytest.mark.parametrize("file", run_files(), ids=lambda file: file.stem)
def test_rows_say_what_the_command_line_says(
    file: Path, exact: bool, scenarios: zopa.ScenarioSet, cli: Cli
) -> None:
    runs = simple(file)
    scored = zopa.score_table(pa.table(column(runs)), scenarios, json=True, exact=exact)
    ours = [json.loads(text) for text in scored["zopa"].to_pylist()]
    wanted = told(cli, runs, *(["--exact"] if exact else []))
    assert len(ours) == len(wanted) > 0
    for run, mine, theirs in zip(runs, ours, wanted, strict=True):
        assert same(mine, theirs), run


@pytest.mark.parametrize("exact", [False, True], ids=["nearest", "exact"])
def test_columns_are_those_of_the_csv(exact: bool, scenarios: zopa.ScenarioSet, cli: Cli) -> None:
    runs = [run for file in run_files() for run in simple(file)]
    lines = "".join(json.dumps(run) + "\n" for run in runs)
    folder = str(SCENARIOS.relative_to(ROOT))
    arguments = ["score", "-", "--scenarios", folder, "--format", "csv", *(["--exact"] if exact else [])]
    done = cli(*arguments, input=lines)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    scored = zopa.score_table(pa.table(column(runs)), scenarios, exact=exact)
    added = scored.column_names[3:]
    names = list(rows[0])
    # (the allocation that would be better is part of `zopa`, with `json=True`)
    assert added == [name for name in names[names.index("status") :] if name != "better_allocation"]
    truth = {"true": True, "false": False}
    for name in added:
        kind = scored.schema.field(name).type
        for ours, theirs in zip(scored[name].to_pylist(), rows, strict=True):
            text = theirs[name]
            if pa.types.is_boolean(kind):
                assert ours is truth.get(text)
            elif pa.types.is_floating(kind):
                assert ours == (float(text) if text else None)
            else:
                assert (ours or "") == text


def test_every_library_gets_its_own_kind_back(scenarios: zopa.ScenarioSet) -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    runs = simple(run_files()[0])
    table = pa.table(column(runs))
    scored = zopa.score_table(table, scenarios, json=True)
    assert isinstance(scored, pa.Table) and scored.column_names[:3] == table.column_names

    frame = zopa.score_table(polars.DataFrame(table), scenarios, json=True)
    assert isinstance(frame, polars.DataFrame)
    assert frame.to_arrow().cast(scored.schema).equals(scored)

    frame = zopa.score_table(table.to_pandas(), scenarios, json=True)
    assert isinstance(frame, pandas.DataFrame)
    assert frame.equals(scored.to_pandas())

    (batch,) = table.to_batches()
    one = zopa.score_table(batch, scenarios, json=True)
    assert isinstance(one, pa.RecordBatch) and pa.Table.from_batches([one]).equals(scored)

    reader = zopa.score_table(table.to_reader(), scenarios, json=True)
    assert isinstance(reader, pa.RecordBatchReader) and reader.read_all().equals(scored)

    class Foreign:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return table.__arrow_c_stream__(requested_schema)

    foreign: Any = zopa.score_table(Foreign(), scenarios, json=True)
    assert isinstance(foreign, zopa.ScoredTable) and len(foreign) == foreign.num_rows == len(runs)
    assert foreign.column_names == scored.column_names
    assert pa.table(foreign).equals(scored)
    # it can be taken more than once
    assert polars.DataFrame(foreign).height == len(runs)


def test_a_pandas_frame_keeps_what_is_its_own(scenarios: zopa.ScenarioSet) -> None:
    pandas = pytest.importorskip("pandas")
    runs = simple(run_files()[0])
    frame = pandas.DataFrame(column(runs)).set_index("run")
    frame["deal"] = [run["allocation"] for run in runs]
    frame["odd"] = [object() for _ in runs]
    frame["scenario"] = frame["scenario"].astype("category")
    scored = zopa.score_table(frame, scenarios, allocation="deal")
    assert scored.index.equals(frame.index)
    assert scored[frame.columns].equals(frame)
    by_text = zopa.score_table(frame, scenarios)
    assert scored["value_efficiency"].equals(by_text["value_efficiency"])
    assert (scored["status"] == by_text["status"]).all()


def test_columns_may_be_laid_out_in_many_ways(scenarios: zopa.ScenarioSet) -> None:
    runs = simple(run_files()[0])
    table = pa.table(column(runs))
    wanted = zopa.score_table(table, scenarios).drop_columns(table.column_names)
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
        for name in ("scenario", "allocation"):
            other = table.set_column(table.column_names.index(name), name, table[name].cast(kind))
            scored = zopa.score_table(other, scenarios).drop_columns(table.column_names)
            assert scored.equals(wanted), (kind, name)


def test_a_struct_or_a_map_of_shares(scenarios: zopa.ScenarioSet) -> None:
    deals = [
        {"cash": {"Ana": 0.25, "Ben": 0.75}, "lease_debt": {"Ana": None, "Ben": 1.0}},
        {"cash": None, "lease_debt": {"Ana": 0.1, "Ben": 0.9}},
        None,
    ]
    same_deals = [
        {"cash": {"Ana": 0.25, "Ben": 0.75}, "lease_debt": {"Ben": 1}},
        {"lease_debt": {"Ana": 0.1, "Ben": 0.9}},
        None,
    ]
    analysis = zopa.load(SCENARIOS / "cofounder_windup_ip.json").analyze()
    wanted = [analysis.score(deal).to_dict() for deal in same_deals]
    ids = ["cofounder_windup_ip"] * 3
    shares = pa.map_(pa.string(), pa.float64())
    decimal = pa.struct([("Ana", pa.decimal128(5, 3)), ("Ben", pa.decimal128(5, 3))])
    small = pa.struct([("Ana", pa.float32()), ("Ben", pa.float32())])
    for kind in (
        None,
        pa.map_(pa.string(), pa.struct([("Ana", pa.float64()), ("Ben", pa.float64())])),
        pa.struct([("cash", shares), ("lease_debt", shares)]),
        pa.struct([("cash", small), ("lease_debt", small)]),
    ):
        given: Any = deals
        if kind is not None and pa.types.is_map(kind):
            given = [None if deal is None else list(deal.items()) for deal in same_deals]
        elif kind is not None and pa.types.is_map(kind.field(0).type):
            given = [
                None if deal is None else {key: list(value.items()) for key, value in deal.items()}
                for deal in same_deals
            ]
        table = pa.table({"scenario": ids, "allocation": pa.array(given, type=kind)})
        scored = zopa.score_table(table, scenarios, json=True)
        assert [json.loads(text) for text in scored["zopa"].to_pylist()] == wanted, kind
    from decimal import Decimal

    digits = [
        {key: {party: None if share is None else Decimal(str(share)) for party, share in shares.items()}
         for key, shares in deal.items() if shares is not None} if deal else None
        for deal in deals
    ]
    kind = pa.struct([("cash", decimal), ("lease_debt", decimal)])
    table = pa.table({"scenario": ids, "allocation": pa.array(digits, type=kind)})
    scored = zopa.score_table(table, scenarios, json=True)
    assert [json.loads(text) for text in scored["zopa"].to_pylist()] == wanted


def test_a_column_for_each_share(scenarios: zopa.ScenarioSet) -> None:
    polars = pytest.importorskip("polars")
    deals = [
        {"cash": {"Ana": 0.25, "Ben": "3/4"}, "lease_debt": {"Ben": 1}},
        {"lease_debt": {"Ana": 0.1, "Ben": 0.9}},
        None,
        {"cash": {"Ana": 2}, "lease_debt": {"Ben": 1}},
        {"van": {"Cleo": 1}, "lease_debt": {"Ben": 1}},
    ]
    wanted = told_by_rows(deals, scenarios)
    sheet = (
        "scenario,cash.Ana,cash.Ben,lease_debt.Ana,lease_debt.Ben,van.Cleo,cabin_title.Ingrid,note.\n"
        "cofounder_windup_ip,0.25,3/4,,1,,,x\n"
        "cofounder_windup_ip,,,0.1,0.9,,,\n"
        "cofounder_windup_ip,,,,,,,x\n"
        "cofounder_windup_ip,2,,,1,,,\n"
        "cofounder_windup_ip,,,,1,1,,x\n"
    )
    import pyarrow.csv

    arrow = pyarrow.csv.read_csv(io.BytesIO(sheet.encode()))
    assert pa.types.is_string(arrow.schema.field("cash.Ben").type)
    for table in (arrow, polars.read_csv(sheet.encode()), arrow.to_pandas()):
        scored = zopa.score_table(table, scenarios, json=True)
        assert [json.loads(str(text)) for text in scored["zopa"]] == wanted


def told_by_rows(deals: list[Any], scenarios: zopa.ScenarioSet) -> list[Any]:
    """What the same deals score as JSON in a text."""
    texts = [None if deal is None else json.dumps(deal) for deal in deals]
    table = pa.table({"scenario": ["cofounder_windup_ip"] * len(deals), "allocation": texts})
    scored = zopa.score_table(table, scenarios, json=True)
    assert scored["status"].to_pylist() == ["deal", "deal", "no_deal", "invalid", "invalid"]
    return [json.loads(text) for text in scored["zopa"].to_pylist()]


def test_a_text_does_not_reach_beyond_its_cell(scenarios: zopa.ScenarioSet) -> None:
    deals = ['null,"scenario":"lake_cabin_estate"', 'null},{"a":1', "", "{", "{}{}", '{"cash":1', "7", "[]", '"Ana"']
    table = pa.table({"scenario": ["cofounder_windup_ip"] * len(deals), "allocation": deals})
    scored = zopa.score_table(table, scenarios)
    assert scored["status"].to_pylist() == ["invalid"] * len(deals)
    assert set(scored["error_code"].to_pylist()) == {"malformed-json", "not-a-share"}
    assert all(at.startswith("/allocation") for at in scored["error_at"].to_pylist())


def test_ids_that_are_none(scenarios: zopa.ScenarioSet) -> None:
    ids = [None, "nowhere", "wedding_speech_rift", "cofounder_windup"]
    scored = zopa.score_table(pa.table({"scenario": ids, "allocation": pa.nulls(4)}), scenarios)
    codes = ["unknown-scenario", "unknown-scenario", "unusable-scenario", "unknown-scenario"]
    assert scored["error_code"].to_pylist() == codes
    assert "cofounder_windup_ip" in scored["error_message"][3].as_py()


def test_faulty_scenarios_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "nameless.json").write_text("{}")
    faulty = json.loads((SCENARIOS / "lake_cabin_estate.json").read_text())
    faulty["resources"] = faulty["resources"][:1]
    del faulty["participants"]
    (tmp_path / "lake_cabin_estate.json").write_text(json.dumps(faulty))
    (tmp_path / ".hidden.json").write_text("{")
    known = zopa.load(SCENARIOS / "cofounder_windup_ip.json")
    scenarios = zopa.load_scenarios(tmp_path, known)
    assert scenarios.ids == ("broken", "cofounder_windup_ip", "lake_cabin_estate", "nameless")
    table = pa.table({"scenario": list(scenarios.ids), "allocation": pa.nulls(4, pa.string())})
    scored = zopa.score_table(table, scenarios)
    wanted = ["unusable-scenario", None, "unusable-scenario", "unusable-scenario"]
    assert scored["error_code"].to_pylist() == wanted
    with pytest.raises(zopa.ScenarioError, match="same id"):
        zopa.load_scenarios(known, SCENARIOS / "cofounder_windup_ip.json", _elsewhere(tmp_path))
    empty = tmp_path / "empty"
    empty.mkdir()
    for none in (empty, []):
        with pytest.raises(zopa.ScenarioError, match="no"):
            zopa.load_scenarios(none)


def _elsewhere(folder: Path) -> Path:
    copy = folder / "copy.json"
    copy.write_bytes((SCENARIOS / "cofounder_windup_ip.json").read_bytes())
    return copy


def test_faulty_scenarios_are_told_of_as_by_the_command_line(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "nameless.json").write_text("{}")
    for id, fields in (("one_fault", ["participants"]), ("many_faults", ["participants", "resources", "name"])):
        text = json.loads((SCENARIOS / "lake_cabin_estate.json").read_text())
        text["id"] = id
        for field in fields:
            text[field] = 7
        (tmp_path / f"{id}.json").write_text(json.dumps(text))
    ids = ["broken", "nameless", "one_fault", "many_faults", "other"]
    lines = "".join(json.dumps({"scenario": id, "allocation": None}) + "\n" for id in ids)
    done = cli("score", "-", "--scenarios", str(tmp_path), "--format", "jsonl", input=lines)
    wanted = [json.loads(line)["zopa"]["error"]["message"] for line in done.stdout.splitlines()]
    table = pa.table({"scenario": ids, "allocation": pa.nulls(5, pa.string())})
    assert zopa.score_table(table, tmp_path)["error_message"].to_pylist() == wanted


def test_an_earlier_score_is_not_overwritten(scenarios: zopa.ScenarioSet) -> None:
    table = pa.table(column(simple(run_files()[0])))
    scored = zopa.score_table(table, scenarios)
    for again in (scored, scored.to_pandas()):
        with pytest.raises(zopa.TableError, match="`status`.*prefix"):
            zopa.score_table(again, scenarios)
        twice = zopa.score_table(again, scenarios, prefix="again_")
        assert list(twice["again_status"]) == list(twice["status"])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"scenario": ["x"]}, "no column `allocation`.*`scenario`"),
        ({"allocation": ["x"]}, "no column `scenario`"),
        ({"scenario": ["x"], "a.": [1], ".b": [1], "c.d": [[1]]}, "RESOURCE.PARTY"),
        ({"scenario": [1], "allocation": ["x"]}, "texts; found Int64"),
        ({"scenario": ["x"], "allocation": [[1]]}, "JSON in a text.*found List"),
        ({"scenario": ["x"], "allocation": [b"{}"]}, "found Binary"),
    ],
    ids=["no allocation", "no scenario", "no shares", "ids", "a list", "bytes"],
)
def test_tables_that_cannot_be_scored(
    columns: dict[str, list[Any]], message: str, scenarios: zopa.ScenarioSet
) -> None:
    with pytest.raises(zopa.TableError, match=message):
        zopa.score_table(pa.table(columns), scenarios)


def test_what_is_no_table(scenarios: zopa.ScenarioSet) -> None:
    polars = pytest.importorskip("polars")
    for other in (7, {"scenario": ["x"]}, [1]):
        with pytest.raises(TypeError, match="table"):
            zopa.score_table(other, scenarios)
    with pytest.raises(TypeError, match="collect"):
        zopa.score_table(polars.LazyFrame({"scenario": ["x"], "allocation": [None]}), scenarios)
    for threads in (0, -1, 2**70):
        with pytest.raises(ValueError, match="`threads` is from 1 to 1024, or None"):
            zopa.score_table(pa.table(column([])), scenarios, threads=threads)


def test_arguments_of_another_type_are_told_by_name(scenarios: zopa.ScenarioSet) -> None:
    table = pa.table(column([]))
    for wrong in ({"prefix": 5}, {"scenario": 3}, {"allocation": None}, {"exact": 1}, {"json": "x"}):
        with pytest.raises(TypeError, match=f"`{next(iter(wrong))}` is a "):
            zopa.score_table(table, scenarios, **wrong)  # type: ignore[arg-type]
    for other in (5, None, b"data/scenarios"):
        with pytest.raises(TypeError, match="scenarios are paths"):
            zopa.load_scenarios(other)  # type: ignore[arg-type]


def test_a_table_stands_for_its_batches(scenarios: zopa.ScenarioSet) -> None:
    table = pa.table({"scenario": ["cofounder_windup_ip"] * 3, "allocation": pa.nulls(3, pa.string())})
    for batches in (table, table.to_batches()[0], table.to_reader()):
        scored = list(zopa.score_batches(batches, scenarios))
        assert [batch.num_rows for batch in scored] == [3]
    for other in (5, table.to_pandas()):
        with pytest.raises(TypeError, match="score_table"):
            zopa.score_batches(other, scenarios)


def test_a_cell_that_is_no_deal_is_an_invalid_row(scenarios: zopa.ScenarioSet) -> None:
    pandas = pytest.importorskip("pandas")
    deals = [{"cash": {"Ana": float("nan")}}, None, {1: "Ana"}, object()]
    frame = pandas.DataFrame({"scenario": ["cofounder_windup_ip"] * 4, "allocation": deals})
    scored = zopa.score_table(frame, scenarios)
    assert list(scored["status"]) == ["invalid", "no_deal", "invalid", "invalid"]


def large(rows: int) -> Any:
    """Many rows, by repeating the shipped ones."""
    runs = [run for file in run_files() for run in simple(file)]
    columns = column(runs)
    times = math.ceil(rows / len(runs))
    return pa.table({name: (values * times)[:rows] for name, values in columns.items()})


def test_the_result_does_not_depend_on_threads_or_batches(scenarios: zopa.ScenarioSet) -> None:
    table = large(20_000)
    one = zopa.score_table(table, scenarios, threads=1, json=True)
    assert one.num_rows == 20_000
    for threads in (2, 5, None):
        assert zopa.score_table(table, scenarios, threads=threads, json=True).equals(one)
    for size in (1, 1000, 7919):
        if size == 1:
            some = zopa.score_batches(table.slice(0, 50).to_batches(max_chunksize=1), scenarios, json=True)
            assert pa.Table.from_batches(some).equals(one.slice(0, 50))
        else:
            batches = zopa.score_batches(table.to_batches(max_chunksize=size), scenarios, json=True)
            assert pa.Table.from_batches(batches).equals(one)
    # a slice has an offset into its buffers
    assert zopa.score_table(table.slice(333, 100), scenarios, json=True).equals(one.slice(333, 100))


def test_an_empty_table_has_the_columns(scenarios: zopa.ScenarioSet) -> None:
    table = large(10)
    schema = zopa.score_table(table, scenarios, json=True).schema
    none = zopa.score_table(table.slice(0, 0), scenarios, json=True)
    assert none.num_rows == 0 and none.schema == schema
    batch = pa.RecordBatch.from_pylist([], schema=table.schema)
    assert zopa.score_table(batch, scenarios, json=True).schema == schema
    assert list(zopa.score_batches([], scenarios)) == []
    assert list(zopa.score_batches([batch], scenarios)) == []
    assert zopa.score_schema(table.schema, json=True) == schema


def test_columns_are_not_copied(scenarios: zopa.ScenarioSet) -> None:
    table = large(5000).combine_chunks()
    scored = zopa.score_table(table, scenarios)
    for name in table.column_names:
        ours = {buffer.address for buffer in scored[name].chunk(0).buffers() if buffer}
        theirs = {buffer.address for buffer in table[name].chunk(0).buffers() if buffer}
        # (validity may be laid anew, the texts may not)
        assert max(theirs) in ours or theirs <= ours, name
    assert scored.schema.metadata == table.schema.metadata


def test_batches_are_scored_as_they_come(scenarios: zopa.ScenarioSet) -> None:
    asked = []

    def produce() -> Any:
        for index, batch in enumerate(large(300).to_batches(max_chunksize=100)):
            asked.append(index)
            yield batch

    scored = zopa.score_batches(produce(), scenarios)
    assert asked == []
    assert next(scored).num_rows == 100 and asked == [0]
    assert sum(batch.num_rows for batch in scored) == 200


def test_batches_of_other_libraries(scenarios: zopa.ScenarioSet) -> None:
    polars = pytest.importorskip("polars")
    batch = large(100).to_batches()[0]

    class Foreign:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return batch.__arrow_c_array__(requested_schema)

    (scored,) = zopa.score_batches([Foreign()], scenarios)
    found: Any = scored
    assert isinstance(found, zopa.ScoredBatch) and len(found) == found.num_rows == 100
    assert pa.record_batch(found).equals(next(zopa.score_batches([batch], scenarios)))
    (frame,) = zopa.score_batches([polars.DataFrame(large(100))], scenarios)
    assert isinstance(frame, polars.DataFrame) and frame.height == 100


def test_a_scenario_is_analysed_once_and_only_if_named() -> None:
    scenarios = zopa.load_scenarios(SCENARIOS)
    ids = ["cofounder_windup_ip", "lake_cabin_estate"] * 5000
    table = pa.table({"scenario": ids, "allocation": pa.nulls(len(ids), pa.string())})
    for _ in range(2):
        zopa.score_table(table, scenarios, threads=4)
        assert scenarios.analyzed == 2


def test_the_convention_is_the_sets(scenarios: zopa.ScenarioSet) -> None:
    table = large(200)
    other = zopa.score_table(table, scenarios, convention="avoided")
    prepared = zopa.load_scenarios(SCENARIOS, convention="avoided")
    assert other["convention"].drop_null().unique().to_pylist() == ["avoided"]
    assert zopa.score_table(table, prepared)["gain_a"].equals(other["gain_a"])


def turns_while_scoring(rows: int, scenarios: zopa.ScenarioSet) -> int:
    """How often this thread comes round while another one scores a table."""
    table = large(rows)
    thread = threading.Thread(target=lambda: zopa.score_table(table, scenarios, threads=1))
    turns = 0
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    thread.join()
    return turns


def test_other_threads_go_on_meanwhile(scenarios: zopa.ScenarioSet) -> None:
    # As many rows as it takes, on a machine that is fast, or busy with other things. With the lock held throughout, this thread
    # would not come round before the table is scored, however many there are.
    assert any(turns_while_scoring(rows, scenarios) > 20 for rows in (100_000, 400_000, 1_600_000))


def _score_in_a_child(rows: int) -> int:
    return int(zopa.score_table(large(rows), SCENARIOS, threads=2).num_rows)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_that_fork_do_not_hang(method: str, scenarios: zopa.ScenarioSet) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    zopa.score_table(large(5000), scenarios, threads=2)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply_async(_score_in_a_child, [5000]).get(timeout=600) == 5000
