"""Exact and simulated results of the API are those of the functions and commands beneath it."""

import re
from pathlib import Path

import pytest

import lammer
from lammer.exact.finding import edge
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import load_chart
from lammer.workbench import effect_table
from lammer.workbench.effects import changeable
from tests.surfaces.commands import carried_out

FREE_BET = lammer.load("sd-free-bet")
GAME = FREE_BET.replace(maximum_hands=1)
"""Without splits everything is analysed in an instant."""
ONE_HAND = "--set split.maximum_hands=1"


def test_the_edge_is_that_of_the_exact_analysis() -> None:
    steps: list[tuple[int, int]] = []
    found = GAME.edge(on_progress=lambda done, total: steps.append((done, total)))
    assert steps == [(done, 10) for done in range(1, 11)]
    assert found.house_edge == edge(load_sheet("sd-free-bet", ("split.maximum_hands=1",))).house_edge == -found.ev
    output = carried_out(f"lammer edge sd-free-bet {ONE_HAND} --json").out
    assert f'"sd": {round(found.sd, 12)!r}' in output
    assert sum(found.results.values()) == pytest.approx(1)
    assert found.house_edge_at_risk == found.house_edge / found.at_risk
    figures = f"house edge {found.house_edge:.6%}, standard deviation {found.sd:.6f}"
    assert repr(found) == f"<Finding sd-free-bet@2[split.most_hands=1], 6 decks, composition play: {figures}>"
    assert found.as_json()["sd"] == round(found.sd, 12)
    assert GAME.edge() is found, "results are kept"


def test_an_edge_without_its_spread_says_so() -> None:
    found = GAME.edge(spread=False)
    assert found.house_edge == GAME.edge().house_edge
    assert repr(found).endswith(f"house edge {found.house_edge:.6%}>")
    with pytest.raises(lammer.LammerError, match="without spread=False"):
        _ = found.sd
    assert "standard deviation" not in found._repr_html_()


def test_values_of_actions_are_those_of_the_command() -> None:
    values = FREE_BET.evs("8h 8d", up="6c")
    assert values.best == "free-split"
    assert list(values) == ["free-split", "split", "stand", "hit", "double"]
    assert values["free split"] == values["free-split"] == pytest.approx(0.734521, abs=1e-6)
    assert str(values).startswith("8h 8d against 6c: free-split +0.734521, split +0.325054")
    done = carried_out('lammer evs sd-free-bet "8h 8d" --up 6c --json')
    assert f'"free-split": {round(values["free-split"], 12)}' in done.out
    assert FREE_BET.evs("9h 8d", up="7", free=True, hands=3)["stand"] > -0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "8h", "up": "6c"}, "hand: '8h' is not a playable hand"),
        ({"hand": "8h 8x", "up": "6c"}, "hand: '8x' is not a card"),
        ({"hand": "8h 8d", "up": "11"}, "up: '11' is not a card"),
        ({"hand": "8h 8d", "up": "6c", "remove": "6c 6c 6c 6c 6c 6c"}, "hand, up and remove: 7 × 6c, but 6 decks hold"),
        ({"hand": "8h 8d", "up": "6c", "hands": 3}, "hands: is the number of hands of a split"),
        ({"hand": "8h 8d", "up": "6c", "cards": [1, 2]}, "cards 1,2: write ten counts"),
    ],
)
def test_hands_that_cannot_be_valued_are_refused(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(lammer.BadArgument, match=re.escape(message)):
        GAME.evs(**arguments)  # type: ignore[arg-type]


def test_other_shoes() -> None:
    infinite = GAME.edge(cards="infinite", spread=False)
    assert infinite.shoe == "infinite decks"
    counts = GAME.edge(cards=[24] * 9 + [96], spread=False)
    assert counts.house_edge == pytest.approx(GAME.edge(spread=False).house_edge)
    assert GAME.edge(remove="5c 5d", spread=False).house_edge < counts.house_edge


def test_a_chart_is_shown_saved_and_played(tmp_path: Path) -> None:
    steps: list[int] = []
    chart = GAME.strategy(on_progress=lambda done, _total: steps.append(done))
    assert steps == list(range(1, 11))
    assert chart.cell("hard", 16, "Tc") == "H"
    assert chart.cell("hard", 11, "6") == "FD/H"
    assert GAME.strategy() is chart
    page = chart._repr_html_()
    assert page.count("<table>") >= 2, "hard and soft hands"
    assert page.count("background:") == len(chart.chart.cells)
    path = tmp_path / "mine.csv"
    chart.save(path)
    assert load_chart(path).cells == chart.chart.cells
    edges = {GAME.edge(given, spread=False).house_edge for given in ("total", chart, chart.chart, path, str(path))}
    assert len(edges) == 1
    assert edges.pop() > GAME.edge().house_edge
    with pytest.raises(lammer.BadArgument, match="no cell for own hard 99 against T"):
        chart.cell("hard", 99, "T")
    with pytest.raises(lammer.BadArgument, match="there is no chart or file 'no-such'"):
        GAME.edge("no-such")


def test_a_chart_that_lacks_cells_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.csv"
    path.write_text("stake,section,hand,2,3,4,5,6,7,8,9,T,A\nown,hard,12-20,S,S,S,S,S,S,S,S,S,S\n", encoding="utf-8")
    with pytest.raises(lammer.ChartFault, match="has no cell for"):
        GAME.edge(path)


def test_side_bets() -> None:
    found = GAME.sidebets()
    assert found["pot_of_gold"].paytable == "01"
    output = carried_out(f"lammer sidebets sd-free-bet {ONE_HAND} --brief").out
    assert f"{found['pot-of-gold'].house_edge:.6%}" in output
    assert len(found) == len(list(found))
    assert "Pot" not in repr(found)
    assert "pot-of-gold 02: house edge" in str(found)
    assert found._repr_html_().count("<tr>") == len(found) + 1


def test_a_comparison_has_a_row_for_every_combination() -> None:
    steps: list[int] = []
    found = GAME.compare(soft_17=["hit", "stand"], decks=[6, 8], on_progress=lambda done, _total: steps.append(done))
    assert steps == [1, 2, 3, 4]
    assert dict(found[0].values) == {"dealer.soft_17": "hit", "shoe.decks": 6}
    varied = "--vary dealer.soft_17=hit,stand --vary shoe.decks=6,8"
    shown = carried_out(f"lammer compare sd-free-bet {ONE_HAND} {varied}").out
    assert str(found).splitlines()[1:] == shown.splitlines()[1:]
    assert found._repr_html_().count("<tr>") == 5
    with pytest.raises(lammer.SheetFaults, match="7 is not allowed"):
        GAME.compare(decks=[6, 7])
    with pytest.raises(lammer.BadArgument, match="'hit' is not a list of values"):
        GAME.compare(soft_17="hit")


def test_a_simulation_deals_what_the_command_deals() -> None:
    steps: list[tuple[int, int]] = []
    found = FREE_BET.simulate(rounds=2e6, seed=3, pot_of_gold=5, on_progress=lambda *step: steps.append(step))
    assert steps[-1] == (2_000_000, 2_000_000)
    done = carried_out("lammer simulate sd-free-bet --rounds 2e6 --seed 3 --side pot-of-gold=5 --json")
    assert f'"house_edge": {found.house_edge!r}' in done.out
    low, high = found.interval
    assert low < found.house_edge < high
    assert found.house_edge == pytest.approx(0.01014341, abs=4 * found.standard_error)
    assert set(found.sides) == {"pot-of-gold"}
    assert "house edge" in str(found)
    assert found._repr_html_().count("<tr>") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rounds": 0}, "rounds: 0 is too small"),
        ({"rounds": 1.5}, "rounds: 1.5 is not a whole number"),
        ({"rounds": 10, "seed": -1}, "seed -1: write a whole number"),
        ({"rounds": 10, "seats": 8}, "seats 8: a table has 1 to 7"),
        ({"rounds": 10, "shoe": "old"}, "shoe: 'old' is not one of fresh, cut, csm"),
        ({"rounds": 10, "cut_decks": 1}, 'cut_decks: sets the position of the cut card: add shoe="cut"'),
        ({"rounds": 10, "bet": 1}, "the table minimum is 5 [house]"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(lammer.LammerError, match=re.escape(message)):
        GAME.simulate(**arguments)  # type: ignore[arg-type]


def test_effects_are_those_of_the_workbench(monkeypatch: pytest.MonkeyPatch) -> None:
    """One switch is enough to see that the game's own values are where they start from."""
    monkeypatch.setattr(
        effect_table, "changeable", lambda *sheets: [one for one in changeable(*sheets) if one.key == "shoe.decks"]
    )
    steps: list[tuple[int, int]] = []
    game = lammer.load("sd-blackjack", decks=8, soft_17="stand")
    found = game.effects(on_progress=lambda done, total: steps.append((done, total)))
    assert {one.key for one in found} == {"shoe.decks"}
    assert {one.value for one in found} == {"8"}
    assert steps[-1] == (len(found), len(found))
    six = next(one for one in found if one.change == "6")
    edges = [game.replace(decks=decks).edge(spread=False).house_edge for decks in (6, 8)]
    assert six.difference["house_edge"] == pytest.approx(edges[0] - edges[1], abs=1e-11)
