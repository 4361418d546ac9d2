"""Bets that go on through a split: the kernel beside the table on deals of pairs, exact chances beside every order."""

from collections.abc import Iterator

import numpy as np
import pytest

from lammer.cards.card import NAMES, parse_card
from lammer.conformance import sheet_oracle
from lammer.conformance.kernels import Parity
from lammer.rules.files import SHIPPED
from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import outcome_chances
from lammer.rules.shoe_cards import ShoeCards
from lammer.strategy.chart import house_chart

BET = "dead-mans-hand"
FIRSTS = ("8h 6c 8d Tc", "Ah 6c Ad Tc", "8h Tc 8d 9c", "8h Tc 8d As", "8h Ac 8d Ts")
NEXT = ("Ac", "8c", "5c", "As")


def _deals(decks: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Shoes that begin with a pair of aces or eights, and go on with aces and eights more often than others."""
    random = np.random.default_rng(3)
    for _ in range(count):
        cards = random.permutation(decks).tolist()
        opening = [parse_card(name) for name in str(random.choice(FIRSTS)).split()]
        opening += [parse_card(str(random.choice(NEXT))) for _ in range(3)]
        for place, code in enumerate(opening):
            found = cards.index(code, place)
            cards[place], cards[found] = cards[found], cards[place]
        yield tuple(cards)


@pytest.mark.parametrize("game", ["sd-blackjack", "sd-free-bet", "european-free-bet"])
def test_the_kernel_is_the_table(game: str) -> None:
    sheet = load_sheet(f"{game}+{BET}")
    parity = Parity(sheet, house_chart(sheet), sides={BET: 700})
    nets = set()
    for cards in _deals(parity.kernel.decks.tolist(), 60):
        table = parity.by_table(cards)
        assert table == parity.by_kernel(cards), " ".join(NAMES[code] for code in cards[: table[1]])
        nets.add(table[0][0][1][0])
    assert nets >= {400 * 7, 2000 * 7, 10_000 * 7}, "the deals show too few outcomes"


def test_exact_chances_are_those_of_every_order_of_a_small_shoe() -> None:
    bet_id, oracle = sheet_oracle.oracle_of(SHIPPED / f"{BET}.toml")
    shoe = ("8c", "8d", "8h", "Ac", "Ad", "Th", "5c")
    sheet = load_sheet(f"sd-blackjack+{BET}")
    counts = ShoeCards(tuple(shoe.count(name) for name in NAMES))
    found = outcome_chances(sheet.side_bets[bet_id], sheet.rules, counts).of_best()
    slow = {name: chance for name, chance in sheet_oracle.chances(oracle, shoe, True).items() if name}
    assert {name: chance for name, chance in found.items() if chance} == slow
    assert set(slow) == set(oracle.outcomes), "the shoe shows too few outcomes"
