"""``lammer sweep`` as a process: every combination, the same figures as its single runs, stopped and taken up again."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from lammer.exact.finding import edge
from lammer.exact.play import ByChart
from lammer.rules.loader import load_sheet
from lammer.simulate.run import CHUNK
from lammer.strategy.chart import house_chart
from tests.surfaces.test_cli import interrupted, lammer

VARIED = ("--vary", "dealer.soft_17=hit,stand")


def swept(*arguments: str) -> list[dict[str, Any]]:
    done = lammer("sweep", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    lines: list[dict[str, Any]] = json.loads(done.stdout)["lines"]
    return [{what: figure for what, figure in line.items() if what != "seconds"} for line in lines]


def test_every_combination_is_dealt_as_by_simulate() -> None:
    lines = swept("sd-free-bet", "free-money", *VARIED, "--seed", "3,5-6", "--rounds", "3e5")
    assert [line["sheet"] for line in lines[::4]] == [
        "sd-free-bet@2",
        "sd-free-bet@2[dealer.soft_17=stand]",
        "free-money@2",
        "free-money@2[dealer.soft_17=stand]",
    ]
    assert [line["seeds"] for line in lines[:4]] == [[3], [5], [6], [3, 5, 6]]
    for line in lines[3::4]:
        assert line["rounds"] == 900_000
    assert lines[3]["house_edge"] == pytest.approx(sum(line["house_edge"] for line in lines[:3]) / 3)
    alone = lammer(
        "simulate", "free-money", "--set", "dealer.soft_17=stand", "--seed", "5", "--rounds", "3e5", "--json"
    )
    assert json.loads(alone.stdout)["house_edge"] == lines[13]["house_edge"]


def test_the_same_cards_show_what_a_rule_does_on_threads_and_on_a_cluster() -> None:
    command = ("sd-free-bet", *VARIED, "--paired", "--rounds", "3e6")
    lines = swept(*command)
    first, second = lines
    assert (first["difference"], first["difference_margin_95"], first["fewer_rounds"]) == (0, 0, None)
    exact = [
        edge(sheet, ByChart(house_chart(sheet))).house_edge
        for sheet in (load_sheet("sd-free-bet", (f"dealer.soft_17={value}",)) for value in ("hit", "stand"))
    ]
    assert abs(second["difference"] - (exact[1] - exact[0])) < 2 * second["difference_margin_95"]
    assert second["difference_margin_95"] < second["margin_95"] / 5
    assert swept(*command, "--cluster", "local") == lines


def test_charts_seats_and_a_cut_card_are_swept_too() -> None:
    lines = swept(
        "sd-blackjack", "--strategy", "standard", "--strategy", "composition",
        "--shoe", "cut", "--cut-decks", "1.5", "--seats", "3", "--rounds", "2e5",
    )  # fmt: skip
    assert [line["strategy"] for line in lines] == ["standard", "composition"]
    assert [line["rounds"] for line in lines] == [600_000, 600_000]


def test_csv_and_table_have_a_line_for_each() -> None:
    command = ("sweep", "sd-free-bet", *VARIED, "--rounds", "1e5")
    rows = list(csv.DictReader(lammer(*command, "--csv").stdout.splitlines()))
    assert [row["dealer.soft_17"] for row in rows] == ["hit", "stand"]
    assert float(rows[0]["house_edge"]) != float(rows[1]["house_edge"])
    text = lammer(*command, "--seed", "1-2").stdout
    assert text.count("all 2") == 2
    assert "strategy free-bet" in text.splitlines()[0]
    text = lammer(*command, "--paired").stdout
    assert [line.split()[0] for line in text.splitlines()[2:4]] == ["hit", "stand"]
    assert "differences from the first line" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--vary", "shoe.decks=6,7"), "--vary: shoe.decks [SD.14 1(j)]: 7 is not allowed"),
        (("--vary", "shoe.decks="), "--vary shoe.decks=: write KEY=VALUE,VALUE"),
        (("--vary", "shoe.decks=6,8", "--paired"), "--paired"),
        (("--shoe", "cut", "--paired"), "--shoe cut"),
        (("--seats", "2", "--paired"), "--seats"),
        (("--seed", "5-1"), "--seed 5-1"),
        (("--seed", "1,2,1"), "--seed 1,2,1"),
        (("--seed", "1-99999999"), "at most 1000"),
        (("--strategy", "none.csv"), "cannot be read"),
        (("--threads", "-2"), "--threads -2"),
        (("--json", "--csv"), "--csv"),
        (("--save", __file__), "--save"),
        (("no-such-game",), "no-such-game"),
    ],
)
def test_a_mistake_is_told_before_anything_is_dealt(arguments: tuple[str, ...], message: str) -> None:
    done = lammer("sweep", "sd-free-bet", *arguments, "--rounds", "1e15")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_ctrl_c_keeps_what_is_done_and_the_same_sweep_goes_on(tmp_path: Path) -> None:
    command = ["sweep", "sd-free-bet", *VARIED, "--save", str(tmp_path / "sums"), "--json"]
    out, error = interrupted(*command, "--rounds", "1e12")
    assert "interrupted" in error
    output = json.loads(out)
    assert output["stopped"]
    (line,) = output["lines"]
    (saved,) = (tmp_path / "sums").iterdir()
    assert json.loads(saved.read_text())["chunks"] * CHUNK == line["rounds"]
    longer = str(line["rounds"] + 1000)
    went_on = swept("sd-free-bet", *VARIED, "--rounds", longer, "--save", str(tmp_path / "sums"))
    assert went_on == swept("sd-free-bet", *VARIED, "--rounds", longer)
