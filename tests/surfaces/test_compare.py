"""``lammer compare``: sheets against sheets, effects of single changes, heat maps."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lammer.api import kept_findings
from lammer.cache.documents import Documents
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.analysis import effects as effects_command
from lammer.surfaces.cli.analysis.heat_map import HIGH, LOW, HeatMap, print_map, svg_text
from lammer.workbench import effect_table
from lammer.workbench.effect_table import Effect, by_size, effects, single_changes
from lammer.workbench.effects import changeable
from lammer.workbench.measures import Measures
from tests.surfaces.commands import run

MAP = HeatMap("a < b", "shoe.decks", "dealer.soft_17", ("6", "8"), ("hit", "stand"), ((0.01, 0.02), (0.03, -0.01)))


@pytest.fixture(scope="module", autouse=True)
def _own_findings(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Kept among the tests of this file only."""
    folder = tmp_path_factory.mktemp("findings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_findings, "documents", lambda: Documents(folder))
        yield


def figures(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.code == 0, done.error
    return json.loads(done.out)


def test_sheets_are_compared_with_the_first(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    head = 'id = "mine"\nversion = 1\nname = "Mine"\nsummary = "-"\nsource = "-"\nextends = "sd-blackjack"\n'
    mine.write_text(f'{head}[natural]\npays = {{ value = "6:5", clause = "house" }}\n', encoding="utf-8")
    games = ("sd-blackjack", str(mine), "sd-free-bet")
    rows = figures("compare", *games)
    assert [row["sheet"] for row in rows] == ["sd-blackjack@2", "mine@1", "sd-free-bet@2"]
    edges = [figures("edge", game, "--no-spread")["house_edge"] for game in games]
    assert [row["house_edge"] for row in rows] == edges
    assert [row["difference"] for row in rows] == pytest.approx([edge - edges[0] for edge in edges], abs=1e-11)
    bets = {(bet["id"], bet["paytable"]): bet["house_edge"] for bet in rows[2]["side_bets"]}
    assert bets["pot-of-gold", "01"] == pytest.approx(0.0823903377, abs=1e-9)
    printed = run("compare", *games).out
    assert "differences to the first game" in printed
    assert "Pot of Gold" in printed
    table = run("compare", *games, "--csv", "-").out.splitlines()
    assert table[0] == "sheet,house_edge,difference"
    assert [float(line.split(",")[1]) for line in table[1:]] == edges


def test_the_spread_is_there_when_asked_for() -> None:
    (row,) = figures("compare", "sd-blackjack", "--vary", "dealer.soft_17=hit", "--spread")
    assert row["sd"] == figures("edge", "sd-blackjack", "--set", "dealer.soft_17=hit")["sd"]


def test_effects_are_the_differences_of_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The changes of two switches, by the command; one is computed the other way."""
    keys = ("shoe.decks", "dealer.soft_17")
    monkeypatch.setattr(
        effect_table, "changeable", lambda *sheets: [one for one in changeable(*sheets) if one.key in keys]
    )
    report = figures("compare", "sd-blackjack", "--effects")
    assert report["stopped"] is False
    found = {(one["key"], one["change"]): one for one in report["effects"]}
    here = figures("edge", "sd-blackjack", "--no-spread")["house_edge"]
    other = figures("edge", "sd-blackjack", "--no-spread", "--decks", "8")["house_edge"]
    assert found["shoe.decks", "8"]["difference"] == pytest.approx(other - here, abs=1e-11)
    sizes = [abs(one["difference"]) for one in report["effects"] if one["difference"] is not None]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 0
    assert {key for key, _ in found} == set(keys)
    assert "shoe.decks=8" in run("compare", "sd-blackjack", "--effects").out
    assert run("compare", "sd-blackjack", "--effects", "--csv", "-").out.startswith("key,value,change,clause,")


def _measured(edge: float) -> Measures:
    return {"sheet": "", "house_edge": edge, "side_bets": [], "refused": [], "seconds": 0.0}


def test_every_change_is_measured_once_from_where_the_game_stands() -> None:
    """With a measure that needs no analysis: the number of decks."""
    overrides = ("shoe.decks=8",)

    def load(texts: tuple[str, ...]) -> Any:
        return load_sheet("sd-free-bet", texts)

    every = list(effects(load, overrides, lambda sheet: _measured(float(sheet.rules.shoe.decks))))
    assert len(every) == len(single_changes(load(overrides), load(())))
    found = by_size([one for one in every if one is not None])
    assert (found[0].key, found[0].value, found[0].change) == ("shoe.decks", "8", "6")
    assert found[0].difference["house_edge"] == -2
    assert {one.difference["house_edge"] for one in found[1:]} == {0}
    assert all(one.clause for one in found)


def test_ctrl_c_prints_the_effects_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def measure(sheet: Any, *, fresh: bool) -> tuple[Measures, bool]:
        asked.append(sheet.ref)
        if len(asked) == 4:
            raise KeyboardInterrupt
        return _measured(0.01 * len(asked)), fresh

    monkeypatch.setattr(effects_command, "kept_measures", measure)
    done = run("compare", "sd-free-bet", "--effects", "--json")
    assert done.code == 130
    output = json.loads(done.out)
    assert (output["stopped"], len(output["effects"])) == (True, 2)
    asked.clear()
    assert "(stopped after 2 of" in run("compare", "sd-free-bet", "--effects").out


def test_effects_are_sorted_by_the_main_game_and_then_by_side_bets() -> None:
    def effect(name: str, main: float, side: float) -> Effect:
        bets = [{"id": "b", "name": "B", "paytable": "1", "difference": side}]
        return Effect(name, "", "", "", "", 0.0, {"sheet": "", "house_edge": main, "side_bets": bets})  # type: ignore[typeddict-item]

    found = by_size([effect("a", 0, 0.1), effect("b", -0.2, 0), effect("c", 0.1, 0), effect("d", 0, -0.3)])
    assert [one.key for one in found] == ["b", "c", "d", "a"]


def test_a_map_has_a_cell_for_each_combination(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    vary = ("--vary", "shoe.decks=6,8", "--vary", "dealer.soft_17=hit,stand")
    rows = figures("compare", "sd-blackjack", *vary)
    done = run("compare", "sd-blackjack", *vary, "--map", "--svg", str(file))
    assert done.code == 0
    for row in rows:
        assert f"{row['house_edge']:.4%}" in done.out
        assert f"{row['house_edge']:.6%}" in file.read_text(encoding="utf-8")
    lines = run("compare", "sd-blackjack", *vary, "--map", "--csv", "-").out.splitlines()
    assert lines[0] == "shoe.decks,dealer.soft_17,house_edge"
    assert len(lines) == 5


def test_svg_is_well_formed_and_escaped() -> None:
    root = ElementTree.fromstring(svg_text(MAP))
    name = "{http://www.w3.org/2000/svg}"
    cells = root.findall(f"{name}g")
    assert len(cells) == 4
    assert root.findtext(f"{name}title") == "a < b"
    assert [cell.findtext(f"{name}text") for cell in cells] == ["1.0000%", "2.0000%", "3.0000%", "-1.0000%"]
    fills = [rect.attrib["fill"] for cell in cells for rect in cell.findall(f"{name}rect")]
    assert fills[2] == "rgb({},{},{})".format(*HIGH)
    assert fills[3] == "rgb({},{},{})".format(*LOW)


def test_equal_edges_share_one_colour() -> None:
    same = MAP._replace(edges=((0.01, 0.01), (0.01, 0.01)))
    assert len({same.colour(edge) for row in same.edges for edge in row}) == 1


def test_colours_are_for_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    print_map(MAP)
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    print_map(MAP)
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a game"),
        (("sd-blackjack",), "nothing to compare"),
        (("sd-blackjack", "sd-free-bet", "--effects"), "name one game only"),
        (("sd-blackjack", "sd-free-bet", "--vary", "shoe.decks=6"), "name one game only"),
        (("sd-blackjack", "--effects", "--strategy", "total"), "--strategy does not go with --effects"),
        (("sd-blackjack", "--map", "--vary", "shoe.decks=6,8"), "write --vary twice"),
        (("sd-blackjack", "--vary", "shoe.decks=6,9", "--map", "--vary", "dealer.soft_17=hit"), "shoe.decks"),
        (("sd-blackjack", "no-such-game"), "no-such-game"),
        (("sd-blackjack", "--effects", "--json", "--csv", "-"), "leave one out"),
    ],
)
def test_a_mistake_is_a_sentence(words: tuple[str, ...], message: str) -> None:
    done = run("compare", *words)
    assert done.code == 2
    assert message in done.error
    assert done.out == ""
