"""Bets on rounds won in a row: the Markov chain against equations solved in fractions over every order of a tiny shoe,
the kernel against the table over consecutive rounds, and the simulator against the exact edge."""

from fractions import Fraction

import numpy as np
import pytest

from lammer.conformance.every_order import shoe_of
from lammer.conformance.kernels import ODD_WAGER, Parity
from lammer.exact.analysed import analysed_tables
from lammer.exact.play import Optimal
from lammer.exact.results import round_results
from lammer.exact.streaks import streak_bets
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import SideBetFinding
from lammer.simulate.estimates import estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable, new_work
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import Action, bet
from lammer.table.betting import open_round
from lammer.table.carried import carried_after, with_carried
from lammer.table.drive import LiveRound, close_bets
from test_exact_oracle import SHOES, oracle

PAYS = {2: 3, 3: 7, 4: 17, 5: 37}
Round = tuple[Fraction, Fraction, Fraction]
"""Chances to win, push and lose."""


def _by_net(game: str, shoe: str) -> Round:
    found = oracle(game, shoe)
    signs = {sign: sum((chance for (net, _), chance in found.items() if (net > 0) - (net < 0) == sign), Fraction(0))
             for sign in (1, 0, -1)}  # fmt: skip
    return signs[1], signs[0], signs[-1]


def _value(round_: Round, wins: int) -> tuple[Fraction, Fraction]:
    """Value of a bet of 1 and the rounds until it is settled, by an equation for each number of wins so far."""
    win, push, loss = round_
    value, rounds = Fraction(PAYS[wins]), Fraction(0)
    for _ in range(wins):
        value, rounds = (win * value - loss) / (1 - push), (1 + win * rounds) / (1 - push)
    return value, rounds


def _found(game: str, shoe: str) -> dict[int, SideBetFinding]:
    name, _, rules = game.partition("[")
    sheet = load_sheet(f"{name}+streak[{rules}")
    bets = streak_bets(sheet, round_results(Game(analysed_tables(sheet), shoe_of(SHOES[shoe]), Optimal())))
    return {int(one.id[-1]): one for one in bets}


@pytest.mark.parametrize(
    ("game", "shoe"),
    [("sd-blackjack[split.maximum_hands=2]", "eights"), ("sd-free-bet[split.maximum_hands=2]", "nines")],
)
def test_the_chain_agrees_with_equations_over_every_order_of_a_tiny_shoe(game: str, shoe: str) -> None:
    chances, found = _by_net(game, shoe), _found(game, shoe)
    assert set(found) == set(PAYS)
    for wins, one in found.items():
        value, rounds = _value(chances, wins)
        assert one.streak is not None
        assert (one.streak.win, one.streak.push, one.streak.loss) == pytest.approx(
            tuple(map(float, chances)), abs=1e-12
        )
        assert -one.house_edge == pytest.approx(float(value), abs=1e-11)
        assert one.streak.rounds == pytest.approx(float(rounds), abs=1e-11)
        assert one.settled_per_round == pytest.approx(1 / float(rounds), abs=1e-11)


def test_the_equations_notice_pushes_that_end_the_streak() -> None:
    """Negative control: a push counted as a loss."""
    win, push, loss = _by_net("sd-blackjack[split.maximum_hands=2]", "eights")
    wrong, _ = _value((win, Fraction(0), push + loss), 2)
    assert abs(_found("sd-blackjack[split.maximum_hands=2]", "eights")[2].house_edge + float(wrong)) > 1e-3


@pytest.mark.parametrize("game", ["sd-free-bet+streak", "triple-win-20+streak"])
def test_the_kernel_counts_wins_over_consecutive_rounds_as_the_table_does(game: str) -> None:
    sheet = load_sheet(game)
    sides = {bet_id: one.minimum for bet_id, one in sheet.side_bets.items() if one.streak is not None}
    parity, chart, work = Parity(sheet, house_chart(sheet), seats=2, sides=sides), house_chart(sheet), new_work()
    new = tuple(
        wager for box in (1, 2) for wager in (bet(box, ODD_WAGER), *(bet(box, sides[spot], spot) for spot in sides))
    )
    random, carried, outcomes = np.random.default_rng(4), tuple[Action, ...](), set[int]()
    for _ in range(80):
        cards = random.permutation(parity.kernel.decks)
        live, left = LiveRound(close_bets(open_round(sheet), with_carried(new, carried))), iter(cards.tolist())
        while not live.over:
            live.step(lambda left=left: next(left), lambda state: choose(chart, state))  # type: ignore[misc]
        carried, settlement = carried_after(carried, live.round), live.round.settlement
        assert settlement is not None
        by_table = [{side.bet: side.net for side in settlement.sides if side.box == box} for box in (0, 1)]
        results, _ = parity.kernel.deal_one(cards, work)
        by_kernel = [dict(zip(sides, (net for net, _ in seat.sides), strict=True)) for seat in results]
        assert by_kernel == by_table
        outcomes |= {net // sides[spot] for seat in by_table for spot, net in seat.items()}
    assert outcomes >= {-1, 0, 3}


def test_the_simulated_edges_agree_with_the_exact_ones() -> None:
    sheet = load_sheet("sd-blackjack+streak")
    chart = house_chart(sheet)
    sides = {spot: one.minimum for spot, one in sheet.side_bets.items()}
    table = KernelTable(sheet, plays_of(sheet, chart), sides=sides)
    found = estimate(table, run(table, Plan(1, 1 << 18, 0), threads=1).tally)
    win = sum(share for net, share in found.results.items() if net > 0)
    each = win / (1 - found.results[0.0])
    for side in found.sides:
        wins = int(side.id[-1])
        exact = 1 - (PAYS[wins] + 1) * each**wins  # by the rounds of the same run
        assert abs(-side.net.value - exact) < 4 * side.net.error
        assert set(side.chances) == {f"{wins} in a row", "a lost round ends the streak"}
        assert sum(side.chances.values()) == pytest.approx(1)
