"""The exact expectation of a bet given the running count against every set of cards dealt from tiny shoes."""

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb, prod

import numpy as np
import pytest

from lammer.cards.card import LETTER_VALUES, NAMES, VALUES
from lammer.counting.count_distribution import CountDistribution, count_distribution
from lammer.counting.deciding_cards import DecidingCards, deciding_cards, deciding_cards_from
from lammer.counting.effects import INSURANCE, MAIN
from lammer.counting.protection import LEAST_BEHIND
from lammer.counting.systems import systems
from lammer.counting.tags import Tags, parse_tags
from lammer.exact.hands import Floats
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, whole_decks
from lammer.rules.sidebets import fixed_side_bets

HI_LO = systems()["hi-lo"].tags
LEVEL_2 = parse_tags("A=-1,2=+1,6=+2,7=+1,8=-1,T=-2")
OPENING = {"Ah": 2, "6s": 2, "7s": 2, "8s": 1, "Qh": 2, "Kd": 1}
"""Cards for bets on the first cards; the dealer may have a natural, and a queen of hearts is a lady."""
FINAL = {"As": 2, "6h": 3, "Th": 4}
"""Cards for bets on the dealer's final hand, which takes longer to count."""
CASES = [
    ("sd-blackjack+lucky-lucky", "lucky-lucky", OPENING, HI_LO),
    ("sd-blackjack+lucky-ladies", "lucky-ladies", OPENING, LEVEL_2),
    ("sd-blackjack+perfect-pairs", "perfect-pairs", OPENING, HI_LO),
    ("sd-blackjack", INSURANCE, OPENING, LEVEL_2),
    ("sd-blackjack+dealer-bust-21", "dealer-bust-21", FINAL, HI_LO),
    ("sd-blackjack+buster", "buster", FINAL, HI_LO),
    ("sd-blackjack+bust-bonus", "bust-bonus", FINAL, LEVEL_2),
]
LIMIT = 1e-12


def tiny(cards: dict[str, int]) -> ShoeCards:
    return ShoeCards(tuple(cards.get(name, 0) for name in NAMES))


def distribution(shoe: ShoeCards, tags: Tags) -> CountDistribution:
    numbers: dict[int, int] = defaultdict(int)
    for code, count in enumerate(shoe.counts):
        numbers[tags.whole[VALUES[code] - 1]] += count
    return count_distribution({tag: number for tag, number in numbers.items() if number})


def sets_of_cards(shoe: ShoeCards) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every set of cards dealt, by code, and its chance among the sets of as many cards."""
    for dealt in product(*(range(count + 1) for count in shoe.counts)):
        ways = prod(comb(count, some) for count, some in zip(shoe.counts, dealt, strict=True))
        yield dealt, ways / comb(sum(shoe.counts), sum(dealt))


def bet_from(sheet: Sheet, bet: str, shoe: ShoeCards) -> tuple[float, float]:
    """The chance that a bet is offered from a shoe, and its expectation then."""
    for one in fixed_side_bets(sheet, shoe=shoe):
        if one.id == INSURANCE == bet:
            return shoe.of_value(LETTER_VALUES[one.paytable[-1]]) / sum(shoe.counts), -one.house_edge
        if one.id == bet and one.paytable == sheet.side_bets[bet].paytable:
            return one.settled_per_round, -one.house_edge
    return 0.0, 0.0


def enumerated(sheet: Sheet, bet: str, shoe: ShoeCards, tags: Tags, least: int) -> tuple[Floats, Floats]:
    """By k and running count: the chance of the count and an offer, and that times the expectation; as far as
    ``least`` cards are left."""
    like = distribution(shoe, tags)
    chances, values = np.zeros_like(like.chances), np.zeros_like(like.chances)
    for dealt, chance in sets_of_cards(shoe):
        if sum(dealt) <= like.cards - least:
            count = sum(some * tags.whole[VALUES[code] - 1] for code, some in enumerate(dealt))
            left = ShoeCards(tuple(all_ - some for all_, some in zip(shoe.counts, dealt, strict=True)))
            offered, ev = bet_from(sheet, bet, left)
            chances[sum(dealt), count - like.lowest] += chance * offered
            values[sum(dealt), count - like.lowest] += chance * offered * ev
    return chances, values


def differences(found: tuple[Floats, Floats], wanted: tuple[Floats, Floats], rows: int) -> float:
    """The largest difference of a chance or a value; the chances of an offer are those of both shoes."""
    share = wanted[0][0].sum()
    return max(float(abs(one - other / share)[:rows].max()) for one, other in zip(found, wanted, strict=True))


def decided(sheet: Sheet, bet: str, shoe: ShoeCards) -> DecidingCards:
    found = deciding_cards(sheet, shoe, bet, "under A" if bet == INSURANCE else sheet.side_bets[bet].paytable)
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "bet", "cards", "tags"), CASES, ids=[bet for _, bet, _, _ in CASES])
def test_every_set_of_cards_dealt_gives_the_expectation(game: str, bet: str, cards: dict[str, int], tags: Tags) -> None:
    """The control: the bet from a shoe with one card less is found to differ."""
    sheet, shoe = load_sheet(game), tiny(cards)
    least = 7 if cards is FINAL else 5
    wanted, rows = enumerated(sheet, bet, shoe, tags, least), sum(shoe.counts) - least + 1
    found = decided(sheet, bet, shoe)
    assert differences(found.by_count(distribution(shoe, tags), tags), wanted, rows) < LIMIT
    assert deciding_cards_from(json.loads(json.dumps(found.as_plain()))) == found
    name, number = list(cards.items())[-1]
    less = decided(sheet, bet, tiny({**cards, name: number - 1}))
    assert differences(less.by_count(distribution(shoe, tags), tags), wanted, rows) > 0.001


def test_over_all_counts_the_expectation_is_that_of_the_full_shoe() -> None:
    """Whatever is dealt before, with six decks, as long as the cards suffice for the longest hand."""
    sheet, shoe = load_sheet("sd-blackjack+push-22"), whole_decks(6)
    chances, values = decided(sheet, "push-22", shoe).by_count(distribution(shoe, HI_LO), HI_LO)
    _, ev = bet_from(sheet, "push-22", shoe)
    enough = sum(shoe.counts) - LEAST_BEHIND + 1
    assert values.sum(axis=1)[:enough] == pytest.approx(np.full(enough, ev), abs=1e-11)
    assert chances.sum(axis=1)[:enough] == pytest.approx(np.ones(enough), abs=1e-11)


def test_bets_on_play_and_on_split_hands_have_no_deciding_cards() -> None:
    shoe = whole_decks(6)
    assert deciding_cards(load_sheet("sd-free-bet"), shoe, "pot-of-gold", "01") is None
    assert deciding_cards(load_sheet("sd-blackjack+dead-mans-hand"), shoe, "dead-mans-hand", "PT1") is None
    assert deciding_cards(load_sheet("sd-blackjack"), shoe, MAIN, "") is None
