"""Exact chances that follow from a sheet alone, without anybody's play: the dealer's final hands and opening cards.

The dealer's final hands are a few thousand unordered compositions c. With o(c) the number of drawing orders in which
no earlier prefix stands or busts, P(c) = o(c) · ∏ (n_r)_{c_r} / (M)_{|c|} for a shoe of n_r cards of value r, M in all.
Players' cards do not matter: cards not seen are exchangeable, so the dealer's hand is that of a fresh shoe.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import perm

from lammer.cards.card import ACE, DECK_SIZE, TEN
from lammer.cards.hand import add_card, dealer_draws
from lammer.rules.schema import Rules

Composition = tuple[int, ...]
"""How many cards of each value, ace first, ten-values last."""

RANKS_OF_VALUE = (1,) * 9 + (4,)
SUITS, COLOURS = 4, 2


@cache
def dealer_hands(limit: int, stand_on_hard: int, stand_on_soft: int) -> dict[int, Counter[Composition]]:
    """Final total → composition → number of orders in which it is drawn; a natural counts under its total."""
    finals: dict[int, Counter[Composition]] = {}
    for value in range(ACE, TEN + 1):
        total, soft = add_card(0, False, value, limit)
        for end, cards in _draw_out(total, soft, _with(tuple([0] * 10), value), limit, stand_on_hard, stand_on_soft):
            finals.setdefault(end, Counter())[cards] += 1
    return finals


def _with(cards: Composition, value: int) -> Composition:
    return (*cards[: value - 1], cards[value - 1] + 1, *cards[value:])


def _draw_out(
    total: int, soft: bool, cards: Composition, limit: int, on_hard: int, on_soft: int
) -> Iterator[tuple[int, Composition]]:
    for value in range(ACE, TEN + 1):
        more, still_soft = add_card(total, soft, value, limit)
        held = _with(cards, value)
        if more <= limit and dealer_draws(more, still_soft, on_hard, on_soft):
            yield from _draw_out(more, still_soft, held, limit, on_hard, on_soft)
        else:
            yield more, held


def _hands_of(rules: Rules) -> dict[int, Counter[Composition]]:
    return dealer_hands(rules.points.limit, rules.dealer.stand_on_hard, rules.dealer.stand_on_soft)


def dealer_total_chances(rules: Rules) -> dict[int, Fraction]:
    """Chance of each final total of a dealer who completes every hand."""
    return {
        total: sum((orders * _chance(cards, rules.shoe.decks, 1) for cards, orders in hands.items()), Fraction(0))
        for total, hands in _hands_of(rules).items()
    }


def _chance(cards: Composition, decks: int, share: int) -> Fraction:
    """Chance of these values in one given order, all from one of ``share`` equal parts of the deck (suits, colours)."""
    ways = 1
    for count, ranks in zip(cards, RANKS_OF_VALUE, strict=True):
        ways *= perm(ranks * SUITS * decks // share, count)
    return Fraction(share * ways, perm(DECK_SIZE * decks, sum(cards)))


def dealer_22_chances(rules: Rules) -> dict[str, Fraction]:
    """Suited, one-colour and other 22."""
    hands, decks = _hands_of(rules).get(22, Counter()), rules.shoe.decks
    suited, coloured, every = (
        sum((orders * _chance(cards, decks, share) for cards, orders in hands.items()), Fraction(0))
        for share in (SUITS, COLOURS, 1)
    )
    return {"suited 22": suited, "one-colour 22": coloured - suited, "other 22": every - coloured}


def first_cards_chances(rules: Rules) -> dict[str, Fraction]:
    """Triple Win 20's Bonus for one seat: an ace first, or a pair of faces unless a dealer ace comes in between."""
    decks = rules.shoe.decks
    cards, rank = DECK_SIZE * decks, 4 * decks
    ace = Fraction(rank, cards)
    # First a face, then a dealer card that ends nothing, then the player's second card. When that dealer card is no
    # ace the second card's law does not depend on which other card it was, so count ordered triples.
    no_ace = Fraction(cards - rank - 2, cards - 2) if rules.first_ace.dealer == "wins" else Fraction(1)
    pair = Fraction(1, 13) * Fraction(rank - 1, cards - 1) * no_ace
    suited = Fraction(1, 13) * Fraction(decks - 1, cards - 1) * no_ace
    return {
        "first-card ace": ace,
        "suited kings": suited,
        "suited queens or jacks": 2 * suited,
        "pair of faces": 3 * (pair - suited),
    }


def first_cards_returned(rules: Rules) -> Fraction:
    """That a dealer first-card ace ends the hand before the bet is decided."""
    decks = rules.shoe.decks
    cards, aces = DECK_SIZE * decks, 4 * decks
    return (
        Fraction(cards - aces, cards) * Fraction(aces, cards - 1) if rules.first_ace.dealer == "wins" else Fraction(0)
    )


def sevens_chances(decks: int) -> dict[str, Fraction]:
    """Blazing 7's outcomes, each apart from the better ones."""
    cards, sevens = DECK_SIZE * decks, 4 * decks
    three = Fraction(perm(sevens, 3), perm(cards, 3))
    diamonds = Fraction(perm(decks, 3), perm(cards, 3))
    coloured = Fraction(COLOURS * perm(2 * decks, 3), perm(cards, 3))
    two = Fraction(perm(sevens, 2), perm(cards, 2)) - three
    one = 2 * Fraction(sevens * (cards - sevens), perm(cards, 2))
    return {
        "777 diamonds": diamonds,
        "777 suited": 3 * diamonds,
        "777 same colour": coloured - 4 * diamonds,
        "777": three - coloured,
        "two 7s": two,
        "one 7": one,
    }


def second_card_chance(decks: int, up: int, wanted: int) -> Fraction:
    """That the dealer's second card has a value, when nothing but the up card is known."""
    held = 4 * RANKS_OF_VALUE[wanted - 1] * decks - (up == wanted)
    return Fraction(held, DECK_SIZE * decks - 1)
