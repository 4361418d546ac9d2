"""The workbench's chart against the figures of the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from lammer.cards.card import LETTER_VALUES
from lammer.exact.analysed import analysed_tables
from lammer.exact.evs import action_values
from lammer.exact.finding import shoe_of
from lammer.exact.play import Optimal
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import Cell, hand_label, read_chart
from lammer.workbench.chart import ChartCell, ChartReport, chart_report, played_chart
from lammer.workbench.chart_cells import BadCell, Wishes, cell_text, play_text, read_cell, read_cells
from lammer.workbench.chart_hands import cell_hands
from lammer.workbench.locked_chart import column_worth
from tests.surfaces.commands import run

GAME = "sd-free-bet"
SHEET = load_sheet(GAME)
TABLES = rule_tables(SHEET)


@pytest.fixture(scope="module")
def report() -> ChartReport:
    return chart_report(SHEET)


def json_output(*words: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(run(*words, "--json").out)


def cell_of(report: ChartReport, name: str) -> ChartCell:
    stake, section, hand, up = read_cell(TABLES, name)
    row = next(
        row
        for row in report["rows"]
        if (row["stake"], row["section"], row["hand"]) == (stake, section, hand_label(section, hand))
    )
    return next(cell for cell in row["cells"] if LETTER_VALUES[cell["up"]] == up)


def test_the_chart_is_that_of_the_strategy_command(report: ChartReport) -> None:
    cells = json_output("strategy", GAME)["cells"]
    mine: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for row in report["rows"]:
        plays = {cell["up"]: cell["play"] for cell in row["cells"] if cell["play"]}
        mine.setdefault(row["stake"], {}).setdefault(row["section"], {})[row["hand"]] = plays
    assert mine == cells
    assert report["optimal_edge"] == json_output("edge", GAME, "--no-spread")["house_edge"]
    assert report["chart_edge"] == json_output("edge", GAME, "--no-spread", "--strategy", "total")["house_edge"]


def test_a_mistake_costs_what_the_edge_command_says(report: ChartReport, tmp_path: Path) -> None:
    """Standing on 16 against ten: margin times frequency is the price to first order, and the edge is exact."""
    played = played_chart(SHEET, read_cells(TABLES, ["hard16vT:S"]), {})
    (tmp_path / "chart.csv").write_text(played["csv"], "utf-8")
    found = json_output("edge", GAME, "--no-spread", "--strategy", str(tmp_path / "chart.csv"))
    assert played["house_edge"] == found["house_edge"]
    assert played["best_edge"] == report["chart_edge"]
    assert played["price"] == pytest.approx(played["house_edge"] - report["chart_edge"], abs=2e-12)  # type: ignore[operator]
    cell = cell_of(report, "hard16vT")
    assert cell["cost"] == pytest.approx(played["price"], abs=1e-9)
    reach = next(
        one["reach"] for one in found["cells"] if (one["section"], one["hand"], one["up"]) == ("hard", "16", "T")
    )
    # The command counts a pair of eights that cannot be split any more to the pair's cell, the workbench to hard 16.
    assert cell["frequency"] == pytest.approx(reach, abs=1e-6)
    assert [one["cell"] for one in played["changed"]] == ["hard16vT"]


@pytest.mark.parametrize("name", ["hard12v4:S", "soft18v9:S", "pair9v7:S", "free.hard17vT:H", "free.pair8v6:-"])
def test_the_price_of_one_cell_is_its_cost(report: ChartReport, name: str) -> None:
    """A play that is not the best: the difference of the two values, times the frequency. A free pair's values are for
    two hands on the box, so its price is near that only."""
    edits = read_cells(TABLES, [name])
    (place, wishes) = next(iter(edits.items()))
    cell = cell_of(report, cell_text(place))
    values = {one["play"]: one["value"] for one in cell["plays"]}
    price = played_chart(SHEET, edits, {})["price"]
    free_pair = place[0] == "free" and place[1] == "pair"
    other = values.get(play_text(wishes), values.get("S"))
    assert price is not None
    assert other is not None
    lost = (values[cell["play"]] - other) * cell["frequency"]
    assert price == pytest.approx(lost, rel=0.2 if free_pair else 1e-3, abs=1e-9)


def test_hands_inside_a_cell_have_the_values_of_evs() -> None:
    sheet = load_sheet("sd-blackjack")
    found = cell_hands(sheet, ("own", "hard", 16, 10))
    values = json_output("evs", "sd-blackjack", "Th 6d", "--up", "T")["values"]
    hand = next(one for one in found["hands"] if one["cards"] == "T 6")
    assert {one["play"]: one["value"] for one in hand["plays"]} == pytest.approx(
        {"H": values["hit"], "S": values["stand"], "D": values["double"]}, abs=1e-12
    )
    assert hand["best"] == found["play"] == "H"
    assert 0 < found["different"] < found["count"]
    apart = next(one for one in found["hands"] if one["cards"] == "T 4 2")
    exact = action_values(analysed_tables(sheet), shoe_of(sheet)[0], (10, 4, 2), 10)
    assert apart["best"] == "S"
    assert apart["cost"] == pytest.approx(exact["stand"] - exact["hit"], abs=1e-11)


def test_the_rest_is_solved_around_a_locked_cell() -> None:
    """Solving the rest costs no more than writing the cells into the chart and leaving the rest as it is."""
    locks = read_cells(TABLES, ["hard17v7:H", "hard16v7:S"])
    locked = played_chart(SHEET, {}, locks)
    edited = played_chart(SHEET, locks, {})
    assert locked["price"] is not None
    assert edited["price"] is not None
    assert 0 < locked["price"] <= edited["price"]
    assert {one["cell"] for one in locked["changed"] if one["why"] == "locked"} == {"hard16v7", "hard17v7"}


def test_no_single_other_cell_improves_a_solved_column() -> None:
    locks = read_cells(TABLES, ["hard17v9:H", "hard18v9:H"])
    chart = read_chart(played_chart(SHEET, {}, locks)["csv"], "solved")
    game = Game(analysed_tables(SHEET), shoe_of(SHEET)[0], Optimal())
    worth = next(one for one in game.worths if one.against.up == 9)
    solved = column_worth(game, worth, chart)
    for total in (12, 13, 14, 15, 16, 19):
        place: Cell = ("own", "hard", total, 9)
        other: Wishes = ("stand",) if chart.cells[place] == ("hit",) else ("hit",)
        assert column_worth(game, worth, chart._replace(cells={**chart.cells, place: other})) < solved, total


def test_locking_what_is_best_changes_nothing(report: ChartReport) -> None:
    locks = read_cells(TABLES, [f"hard12v4:{cell_of(report, 'hard12v4')['play']}"])
    played = played_chart(SHEET, {}, locks)
    assert played["price"] == 0
    assert [one["why"] for one in played["changed"]] == ["locked"]
    assert played["csv"] == report["csv"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hard3v4:S", "own hard totals are 4 to 21"),
        ("soft11v4:S", "own soft totals are 12 to 21"),
        ("free.pairTv6:P", "free pairs that can be split are A, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("hard16vT", "no action is given"),
        ("hard16vT:Q", "'Q' is not an action"),
        ("hard16vT:FD/H", "FD is never legal with this hand; legal are H, S, D"),
        ("hard11v6:FD", "add H or S at the end"),
        ("sixteen", "write a cell like hard16vT"),
        ("hard16v1:S", "write a cell like"),
    ],
)
def test_a_cell_that_cannot_be_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadCell, match=why):
        read_cells(TABLES, [text])


def test_a_cell_given_twice_is_refused() -> None:
    with pytest.raises(BadCell, match="given twice"):
        read_cells(TABLES, ["hard16vT:S", "own.hard16vT:H"])


def test_a_game_without_lammers_has_no_such_rows() -> None:
    with pytest.raises(BadCell, match="no hard hands with a lammer"):
        read_cell(rule_tables(load_sheet("sd-blackjack")), "free.hard16vT")
    with pytest.raises(BadCell, match="a dealer's A ends the round"):
        read_cell(rule_tables(load_sheet("triple-win-20")), "hard16vA")
