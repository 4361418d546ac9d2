"""The Markov chain of lights against equations in fractions, the kept figures against the table's own rounds, and what
``lammer sidebets`` prints of them."""

import json
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from lammer.exact.finding import played_game, shoe_of
from lammer.exact.light_hands import LIGHTS, NET
from lammer.exact.light_round import MAIN, LitRound, MarkedShoe
from lammer.exact.lights import lights_finding, rounds_to_prize
from lammer.exact.play import ByChart, Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import Action, bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.lights import standing_trade
from lammer.table.state import Round
from tests.surfaces.test_cli import lammer

GAME = "sd-blackjack+ten-sticks-21"
CHANCES = (Fraction(90, 100), Fraction(7, 100), Fraction(2, 100), Fraction(1, 100))


def solved(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss–Jordan elimination."""
    rows = [[*row, last] for row, last in zip(rows, right, strict=True)]
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(len(rows)):
            if row != at:
                rows[row] = [a - rows[row][at] * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [row[-1] for row in rows]


@pytest.mark.parametrize("needed", [1, 2, 10])
def test_the_mean_number_of_rounds_solves_its_equations(needed: int) -> None:
    rows = [[Fraction(int(k == j)) for j in range(needed)] for k in range(needed)]
    for lights in range(needed):
        for more, chance in enumerate(CHANCES):
            if lights + more < needed:
                rows[lights][lights + more] -= chance
    mean = solved(rows, [Fraction(1)] * needed)[0]
    assert rounds_to_prize(np.array(CHANCES, dtype=float), needed).mean == pytest.approx(float(mean), rel=1e-12)


def test_half_of_the_players_have_the_prize_after_the_median() -> None:
    state, rounds = {0: Fraction(1)}, rounds_to_prize(np.array(CHANCES, dtype=float), 3)
    won = []
    for _ in range(rounds.nine_in_ten):
        following: dict[int, Fraction] = {}
        for lights, chance in state.items():
            for more, part in enumerate(CHANCES):
                if lights + more < 3:
                    following[lights + more] = following.get(lights + more, Fraction(0)) + chance * part
        state = following
        won.append(1 - sum(state.values()))
    assert won[rounds.median - 2] < Fraction(1, 2) <= won[rounds.median - 1]
    assert won[-2] < Fraction(9, 10) <= won[-1]


def _value_of_lights(prize: Fraction, needed: int) -> list[Fraction]:
    """h(0) = 0, h(1) … h(N − 1) and the average g, from g + h(k) = E[prizes + h(next)], with the same play in every
    state."""
    rows, right = [], []
    for lights in range(needed):
        row = [Fraction(0)] * (needed - 1) + [Fraction(1)]
        if lights:
            row[lights - 1] += 1
        gained = Fraction(0)
        for more, chance in enumerate(CHANCES):
            won, after = divmod(lights + more, needed)
            gained += chance * won * prize
            if after:
                row[after - 1] -= chance
        rows.append(row)
        right.append(gained)
    return solved(rows, right)


@pytest.mark.parametrize("needed", [2, 10])
def test_a_light_is_worth_its_share_of_the_prize_in_every_state(needed: int) -> None:
    prize = Fraction(20)
    *values, average = _value_of_lights(prize, needed)
    assert values == [prize * lights / needed for lights in range(1, needed)]
    assert average == prize / needed * sum(more * chance for more, chance in enumerate(CHANCES))


@cache
def _finding(rules: str, stake: int) -> dict[str, object]:
    sheet = load_sheet(f"{GAME}{rules}")
    return lights_finding(played_game(sheet, shoe_of(sheet)[0], Optimal()), stake).as_json()


def test_one_marked_card_gives_a_light_at_most() -> None:
    """The lights of two split hands are combined as if they were independent, which leaves less than one in 10⁵."""
    found = _finding("[shoe.decks=1,split.maximum_hands=2]", 10000)
    for play in found["plays"]:  # type: ignore[attr-defined]
        assert sum(play["chances"]) == pytest.approx(1, abs=1e-10)
        assert sum(play["chances"][2:]) < 1e-5
        assert play["chances"][1:2] in ([], [pytest.approx(play["lights_per_round"], abs=1e-5)])


def test_the_best_player_has_the_lowest_edge_and_keeps_a_natural_at_high_stakes() -> None:
    found = _finding("[shoe.decks=1,split.maximum_hands=2]", 10000)
    edges = [play["house_edge"] for play in found["plays"]]  # type: ignore[attr-defined]
    assert edges[0] == min(edges)
    gains = {(cell["with"], cell["up"]): cell["gain"] for cell in found["trades"]}  # type: ignore[attr-defined]
    assert gains["A", "6"] < 0 < gains["6", "7"]


def test_without_marked_cards_the_round_is_the_main_game() -> None:
    sheet = load_sheet(GAME)
    game = played_game(sheet, shoe_of(sheet)[0], Optimal())
    rules = game.tables.lights
    assert rules is not None
    found = LitRound(game, MarkedShoe(rules, 0, 96, 500), MAIN).values()
    assert (found[NET], found[LIGHTS]) == pytest.approx((round_worth(game), 0), abs=1e-12)


@pytest.mark.parametrize("trade", [True, False])
def test_the_table_lights_as_many_as_the_analysis_says(trade: bool) -> None:
    """Rounds that the table deals from fresh shoes. A negative control: a player who keeps every card gets none."""
    sheet = load_sheet(f"{GAME}[lights.trade={str(trade).lower()}]")
    chart, rounds, random = house_chart(sheet), 4000, np.random.default_rng(21)
    deck = np.repeat(np.arange(52), sheet.rules.shoe.decks)

    def play(state: Round) -> Action:
        return standing_trade(state, trades=True) or choose(chart, state)

    lit = []
    for _ in range(rounds):
        cards = iter(random.permutation(deck)[:60].tolist())
        live = LiveRound(close_bets(open_round(sheet), (bet(1, 500),)))
        while not live.over:
            live.step(lambda cards=cards: next(cards), play)  # type: ignore[misc]
        settlement = live.round.settlement
        assert settlement is not None
        lit.append(settlement.lights[0].lit)
    game = played_game(sheet, shoe_of(sheet)[0], ByChart(chart))
    rules = game.tables.lights
    assert rules is not None
    share = 1 if trade else 1 / rules.of_value
    exact = LitRound(game, MarkedShoe(rules, 6, 96, 500), MAIN).values()[LIGHTS] * share
    error = np.std(lit) / rounds**0.5
    assert abs(np.mean(lit) - exact) < 4 * error < exact


def test_other_rules_and_shoes_are_refused() -> None:
    sheet = load_sheet("triple-win-20+ten-sticks-21")
    with pytest.raises(NotAnalysed, match="first_ace"):
        lights_finding(played_game(sheet, shoe_of(sheet)[0], Optimal()), 500)
    sheet, plain = load_sheet(GAME), load_sheet("sd-blackjack")
    shoe = shoe_of(sheet)[0]
    shoe[9] -= 1
    with pytest.raises(NotAnalysed, match="whole decks"):
        lights_finding(played_game(sheet, shoe, Optimal()), 500)
    with pytest.raises(NotAnalysed, match="no card is marked"):
        lights_finding(played_game(plain, shoe_of(plain)[0], Optimal()), 500)


def test_the_command_prints_what_lights_are_worth() -> None:
    """Without splits, because each of the commands analyses the game for itself."""
    rules = "[shoe.decks=1,split.maximum_hands=1]"
    words = ("sidebets", f"{GAME}{rules}", "--bet", "100")
    output = json.loads(lammer(*words, "--json").stdout)[-1]
    assert (output["id"], output["stake"], output["light"]) == ("lights", 10000, 0.1)
    assert output["plays"] == _finding(rules, 10000)["plays"]
    shown = lammer(*words).stdout
    assert "A light is worth 10.00, however many" in shown
    assert "lights" in lammer(*words, "--brief").stdout
    assert "has no lights" in lammer("sidebets", "sd-blackjack", "--bet", "5").stderr
    assert "more than 0" in lammer("sidebets", GAME, "--bet", "0").stderr
