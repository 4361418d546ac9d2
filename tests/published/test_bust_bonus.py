"""Bust Bonus, which exists only as TOML and is placed after the up card: played, replayed, analysed and simulated."""

from functools import partial
from pathlib import Path

import pytest

from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets
from lammer.simulate.estimates import estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from lammer.table.actions import bet
from lammer.table.notation import read_round
from lammer.table.redeal import Redealer
from lammer.table.replay import RecordChecker
from lammer.table.session import Session, seeds_from
from tests.new_side_bets import BUST_BONUS, HEAD, sheet_from
from tests.random_play import RandomPlayer

BONUS = "bust-bonus"
PUBLISHED = {"A": 9.04, "2": 7.66, "3": 8.48, "4": 7.19, "5": 8.92, "6": 7.98, "7": 6.19, "8": 4.88, "9": 10.34}
PUBLISHED |= {"T": 8.85}
"""House edge in percent by up card, six decks, the dealer hits soft 17."""


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return sheet_from(tmp_path, HEAD + BUST_BONUS, "shoe.decks=6", "dealer.soft_17=hit")


def _found(sheet: Sheet) -> SideBetFinding:
    return next(found for found in fixed_side_bets(sheet) if found.id == BONUS)


def test_the_edges_by_up_card_are_the_published_ones_and_the_simulator_agrees(sheet: Sheet) -> None:
    found = _found(sheet)
    assert {one.up: round(100 * one.house_edge, 2) for one in found.up_cards} == PUBLISHED
    offered = sum(one.offered for one in found.up_cards)
    always = sum(one.offered * one.house_edge for one in found.up_cards) / offered
    assert found.house_edge == pytest.approx(always)
    table = KernelTable(sheet, plays_of(sheet, house_chart(sheet)), sides={BONUS: 500})
    simulated = estimate(table, run(table, Plan(seed=1, rounds=300_000, cut=0), threads=1).tally)
    side = simulated.sides[0]
    assert -side.net.value == pytest.approx(found.house_edge, abs=5 * side.net.error)
    for one in found.outcomes:
        error = (one.probability * (1 - one.probability) / (simulated.rounds * offered)) ** 0.5
        assert side.chances.get(one.name, 0.0) == pytest.approx(one.probability, abs=5 * error + 1e-5)


@pytest.mark.parametrize(
    ("script", "outcome", "net"),
    [
        ("9h 8c 9d 8d | B5 S 8h", "8-8-8", 12_500),
        ("9h 8c 9d 8c | B5 S 8c", "8-8-8 of one suit", 37_500),
        ("9h 8c 9d 6c | B5 S Kc", "4 or 8, one suit", 5_000),
        ("9h 8c 9d 6c | B5 S Kd", "7 or more", 1_000),
        ("9h Ac 9d 5c | N B5 S 6c Kc", "ace, one suit", 25_000),
        ("9h Tc 9d 6c | B5 S Kc", "9 or T, one suit", 10_000),
        ("9h 2c 9d Tc | B5 S Td", "6 or less", 500),
        ("9h 2c 9d Tc | B5 S 9d", "no bust", -500),
        ("Ah 2c Kd Tc | B5 Td", "6 or less", 500),  # the dealer plays on after a natural
        ("Th 6c 5d Tc | B5 H Kd Td", "6 or less", 500),  # and after a bust
    ],
)
def test_it_is_played(script: str, outcome: str, net: int, sheet: Sheet) -> None:
    round_ = read_round(f"x 1:10 | {script}", load=lambda *_: sheet).round
    assert round_.settlement is not None
    assert [(side.outcome, side.net) for side in round_.settlement.sides] == [(outcome, net)]


def test_rounds_of_random_play_replay_to_the_cent(sheet: Sheet) -> None:
    session, choose = Session(sheet, seeds_from("bonus")), RandomPlayer("bonus")
    load = lambda *_: sheet  # noqa: E731
    checker, again = RecordChecker(load), Redealer(lambda round_: round_.settlement, load)
    bets = partial(bet, amount=1000)
    placed = 0
    for number in range(1, 81):
        entry = session.deal((bets(1), bets(2)), choose)
        assert list(checker.check(number, entry)) == []
        assert again(entry["notation"]) == read_round(entry["notation"], load=load).round.settlement
        placed += sum(BONUS in seat["wagers"] for seat in entry["seats"])
    assert placed > 20


def test_a_record_with_another_wager_is_found_out(sheet: Sheet) -> None:
    """Negative control."""
    session = Session(sheet, seeds_from("1"))
    entry = session.deal((bet(1, 1000),), RandomPlayer("4"))
    seat = entry["seats"][0]
    seat["wagers"][BONUS] = seat["wagers"].get(BONUS, 0) + 100
    assert list(RecordChecker(lambda *_: sheet).check(1, entry))
