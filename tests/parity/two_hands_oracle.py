"""Two hands per box by brute force, in fractions, from the rules' text alone: for a handful of cards, without splits.

A player gets two hands and sees both and the up card. The dealer, who hits soft 17, has checked under an ace or a ten
and has no blackjack. The second cards may be swapped; then each hand is played by its own cards and the five that were
seen. A dealt blackjack pays 1 to 1 and beats a dealer 22; every other hand that is not bust pushes with 22. An ace and
a ten brought together by the swap are 21.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

Cards = tuple[int, ...]
"""Values of cards in ascending order, an ace is 1."""
TEN = 10


def points(cards: Cards) -> tuple[int, bool]:
    hard = sum(cards)
    return (hard + 10, True) if 1 in cards and hard <= 11 else (hard, False)


def less(cards: Cards, *gone: int) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def more(cards: Cards, card: int) -> Cards:
    return tuple(sorted((*cards, card)))


@cache
def dealer_ends(cards: Cards, left: Cards) -> dict[int, Fraction]:
    """Final totals of a dealer who has these cards and draws from those left."""
    total, soft = points(cards)
    if total > 17 or (total == 17 and not soft):
        return {total: Fraction(1)}
    found: dict[int, Fraction] = {}
    for card in left:
        for end, chance in dealer_ends(more(cards, card), less(left, card)).items():
            found[end] = found.get(end, Fraction(0)) + chance / len(left)
    return found


def against(total: int, dealer: int) -> int:
    if dealer == 22:
        return 0
    return 1 if dealer > 22 or total > dealer else -1 if total < dealer else 0


def holes(up: int, left: Cards) -> Cards:
    """Possible hole cards after the check."""
    forbidden = {1: TEN, TEN: 1}.get(up)
    return tuple(card for card in left if card != forbidden)


@cache
def stands(total: int, up: int, left: Cards) -> Fraction:
    possible = holes(up, left)
    found = Fraction(0)
    for hole in possible:
        ends = dealer_ends(more((up,), hole), less(left, hole))
        found += sum(against(total, end) * chance for end, chance in ends.items())
    return found / len(possible)


def next_cards(up: int, left: Cards) -> dict[int, Fraction]:
    """Chances of the next card: one of those left is the hole card, which the check has looked at."""
    possible, found = holes(up, left), dict[int, Fraction]()
    for hole in possible:
        for card in less(left, hole):
            found[card] = found.get(card, Fraction(0)) + Fraction(1, len(possible) * (len(left) - 1))
    return found


@cache
def plays(hand: Cards, up: int, left: Cards) -> dict[str, Fraction]:
    """The value of each play of a hand; the best is played afterwards."""
    total, _ = points(hand)
    values = {"stand": stands(total, up, left)}
    if total == 21:
        return values
    drawn = next_cards(up, left)
    values["hit"] = sum(
        (chance * _after(more(hand, card), up, less(left, card)) for card, chance in drawn.items()), Fraction(0)
    )
    if len(hand) == 2:
        ends = ((points(more(hand, card))[0], card, chance) for card, chance in drawn.items())
        values["double"] = 2 * sum(
            (chance * (-1 if total > 21 else stands(total, up, less(left, card))) for total, card, chance in ends),
            Fraction(0),
        )
    return values


def _after(hand: Cards, up: int, left: Cards) -> Fraction:
    return Fraction(-1) if points(hand)[0] > 21 else max(plays(hand, up, left).values())


def is_blackjack(hand: Cards) -> bool:
    return hand == (1, TEN)


def kept(hand: Cards, up: int, left: Cards) -> Fraction:
    """A hand as it was dealt."""
    return Fraction(1) if is_blackjack(hand) else max(plays(hand, up, left).values())


Start = tuple[int, int, int, int, int]
"""First and second card of one hand, of the other, and the up card."""


def choices(start: Start, shoe: Cards) -> tuple[Fraction, Fraction]:
    """What both hands bring without and with the swap, after the check."""
    a, b, c, d, up = start
    left = less(shoe, *start)
    keep = kept(tuple(sorted((a, b))), up, left) + kept(tuple(sorted((c, d))), up, left)
    swapped = (tuple(sorted((a, d))), tuple(sorted((c, b))))
    return keep, sum((max(plays(hand, up, left).values()) for hand in swapped), Fraction(0))


def starts(shoe: Cards) -> Iterator[tuple[Start, Fraction]]:
    values = sorted(set(shoe))
    for start in product(values, values, values, values, values):
        chance, left = Fraction(1), shoe
        for card in start:
            chance *= Fraction(left.count(card), len(left))
            if not chance:
                break
            left = less(left, card)
        if chance:
            yield start, chance


def ev(shoe: Cards) -> Fraction:
    """Expected net of a round with one wager in all, half of it on each hand."""
    total = Fraction(0)
    for start, chance in starts(shoe):
        a, b, c, d, up = start
        left = less(shoe, *start)
        found = Fraction(len(left) - len(holes(up, left)), len(left))
        lost = -sum(not is_blackjack(tuple(sorted(hand))) for hand in ((a, b), (c, d)))
        after = max(choices(start, shoe)) if found < 1 else Fraction(0)
        total += chance * (found * lost + (1 - found) * after)
    return total / 2


Hand = tuple[Cards, Cards]
"""The cards of a hand, and the cards that are unseen for it: those drawn by the other hand are not looked at."""
Ended = tuple[tuple[int, int], ...]
"""Total and stake of each hand that is done."""


def together(hands: tuple[Cards, ...], up: int, left: Cards) -> Fraction:
    """Both hands played one after the other against one dealer, from the same cards."""
    return _in_turn(tuple((hand, left) for hand in hands), (), up, left)


def _in_turn(hands: tuple[Hand, ...], done: Ended, up: int, left: Cards) -> Fraction:
    if not hands:
        return _settled(done, up, left)
    (hand, unseen), rest = hands[0], hands[1:]
    total, _ = points(hand)
    values = plays(hand, up, unseen) if total <= 21 else {"stand": Fraction(-1)}
    best = max(values, key=lambda play: values[play])
    if best == "stand":
        return _in_turn(rest, (*done, (total, 1)), up, left)
    found = Fraction(0)
    for card, chance in next_cards(up, left).items():
        longer = more(hand, card)
        if best == "double":
            found += chance * _in_turn(rest, (*done, (points(longer)[0], 2)), up, less(left, card))
        else:
            found += chance * _in_turn(((longer, less(unseen, card)), *rest), done, up, less(left, card))
    return found


def _settled(done: Ended, up: int, left: Cards) -> Fraction:
    possible, found = holes(up, left), Fraction(0)
    for hole in possible:
        for dealer, chance in dealer_ends(more((up,), hole), less(left, hole)).items():
            nets = (stake * (-1 if total > 21 else against(total, dealer)) for total, stake in done)
            found += sum(nets) * chance
    return found / len(possible)
