"""Bets on the cards in the order dealt: every decision of random play re-scored from the line of notation, the kernel
against the table on shoes full of aces, and simulated chances against exact ones."""

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from lammer.conformance.kernels import Parity
from lammer.conformance.sheet_oracle import chances, oracle_of
from lammer.conformance.small_shoes import shoe_cards
from lammer.rules.files import SHIPPED
from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import outcome_chances
from lammer.rules.shoe_cards import ShoeCards
from lammer.simulate.plays import plays_of
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from lammer.table.actions import bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.notation import write_round
from tests.random_play import RandomPlayer

GAME, BET = "sd-blackjack+progressive-blackjack", "progressive-blackjack"
SHEET = load_sheet(GAME, ("shoe.decks=8",))
PAYS = {"three suited": 2500, "three": 250, "two suited": 50, "two": 25}
METER, WORDS = 1_000_000, ("", "", "two", "three", "four")


def _shoe(random: Random) -> list[int]:
    """Aces of two suits, and a few other cards."""
    return [random.choice((0, 0, 0, 0, 1, 5, 20, 40)) for _ in range(40)]


def _played(seed: int) -> Played:
    random = Random(seed)
    live = LiveRound(close_bets(open_round(SHEET), (bet(1, 1000), bet(1, 100, BET))))
    cards, player = iter(_shoe(random)), RandomPlayer(f"run {seed}")
    while not live.over:
        live.step(lambda: next(cards), player)
    return live.played()


def rescored(played: Played) -> tuple[str, int]:
    """By the words of the description, from the cards as the line gives them: mine, up, mine, hole, then those of play,
    as many as the hands hold."""
    words = [word for word in write_round(played).partition("|")[2].split() if len(word) == 2 and word[1] in "cdhs"]
    in_play = sum(len(hand.cards) for hand in played.round.boxes[0].hands) - 2
    mine = [words[0], words[2], *words[4 : 4 + in_play]]
    run = 0
    while run < min(4, len(mine)) and mine[run][0] == "A":
        run += 1
    if run < 2:
        return "fewer than two aces", -100
    suits = [card[1] for card in mine[:run]]
    suited = len(set(suits)) == 1
    if run == 4 and not suited:
        return "four aces", METER // 10 - 100
    name = WORDS[run] + (" suited" if suited else "")
    return f"{name} aces", (METER if run == 4 else PAYS[name] * 100) - 100


def test_every_result_of_random_play_is_what_the_line_says() -> None:
    found = set()
    for seed in range(800):
        played = _played(seed)
        (side,) = played.round.sides
        assert (side.outcome, side.net) == rescored(played), write_round(played)
        found.add(side.outcome)
    assert len(found) == 7


def test_the_kernel_is_the_table_on_shoes_full_of_aces() -> None:
    parity = Parity(SHEET, house_chart(SHEET), seats=2, sides={BET: 100})
    seen = set()
    for seed in range(400):
        cards = tuple(_shoe(Random(seed)))
        table, kernel = parity.by_table(cards), parity.by_kernel(cards)
        assert _below_the_meter(table[0]) == _below_the_meter(kernel[0])
        seen |= {sides for _, sides in kernel[0]}
    assert len(seen) == 7


def _below_the_meter(seats: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    """The kernel pays every share of the sheet's meter; at the table a second one in a round is of what is left."""
    return [(main, tuple(min(net, METER // 20) for net in sides)) for main, sides in seats]


SMALL = ("Ac Ac Ac Ac Ad Td Td 9c", "Ac Ac Ad Ad 5c Td Td")


def _small(shoe: str, sets: tuple[str, ...] = ()) -> dict[str, Fraction]:
    sheet = load_sheet(GAME, sets)
    found = outcome_chances(sheet.side_bets[BET], sheet.rules, shoe_cards(tuple(shoe.split()))).of_best()
    return {name: chance for name, chance in found.items() if chance}


@pytest.mark.parametrize("shoe", SMALL)
def test_exact_chances_are_those_of_every_order_of_a_small_shoe(shoe: str) -> None:
    _, oracle = oracle_of(SHIPPED / f"{BET}.toml")
    ought = {name: chance for name, chance in chances(oracle, tuple(shoe.split()), True).items() if name and chance}
    assert _small(shoe) == ought
    assert _small(shoe, ("dealer.peek_under=[]",)) != ought  # negative control: the oracle's dealer checks


ACES = (*[0, 1] * 5, *[2, 3] * 2, *[36, 40] * 5)
"""The codes of a small shoe: most aces are of two suits."""


def _exact(*sets: str) -> dict[str, float]:
    sheet, shoe = load_sheet(GAME, sets), ShoeCards(tuple(ACES.count(code) for code in range(52)))
    chances = outcome_chances(sheet.side_bets[BET], sheet.rules, shoe).of_best()
    return {name: float(chance) for name, chance in chances.items()}


@pytest.mark.parametrize("peek", [True, False])
def test_simulated_starts_have_the_exact_chances(peek: bool) -> None:
    """The chart always splits a pair of aces, so they always take cards."""
    checks, checks_not = (), ("dealer.peek_under=[]",)
    sheet = load_sheet(GAME, checks if peek else checks_not)
    kernel = KernelTable(sheet, plays_of(sheet, house_chart(sheet)), wager=1000, sides={BET: 100}, seats=1)
    random, count, found = np.random.default_rng(7), 20_000, Counter[str]()
    names = kernel.terms.side_bets[0].names
    for _ in range(count):
        ((_, ((_, class_),)),), _ = kernel.deal_one(random.permutation(np.array(ACES, dtype=np.uint8)))
        found[names[class_]] += 1
    exact, other = _exact(*(checks if peek else checks_not)), _exact(*(checks_not if peek else checks))
    assert max(_deviation(found[name], count, chance) for name, chance in exact.items()) < 5
    assert max(_deviation(found[name], count, chance) for name, chance in other.items()) > 8  # negative control


def _deviation(times: int, count: int, chance: float) -> float:
    return float(abs(times - count * chance) / np.sqrt(count * chance * (1 - chance)))
