"""The best player of Ten sticks 21, written from the text in fractions: no splits, the dealer hits soft 17 and looks
for a natural. Kinds of cards are the values 1 … 10, and 11 for a marked ten about which the player may be asked."""

from fractions import Fraction
from functools import lru_cache

MARKED, TEN, ACE = 11, 10, 1
Left = tuple[int, ...]
"""How many of each kind are unseen, from 0 on; the hole card is one of them."""


def points(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(min(card, TEN) for card in cards)
    soft = ACE in cards and hard + 10 <= 21
    return hard + 10 * soft, soft


def without(left: Left, kind: int) -> Left:
    return (*left[:kind], left[kind] - 1, *left[kind + 1 :])


class BestPlayer:
    def __init__(self, light: Fraction) -> None:
        self.light = light
        self.hand = lru_cache(None)(self._hand)
        self.next_card = lru_cache(None)(self._next_card)
        self.stand = lru_cache(None)(self._stand)

    def round(self, left: Left) -> Fraction:
        """Net and lights of a round, a light counted as so much."""
        worth = Fraction(0)
        for first, first_chance, after in drawn(left):
            for up, up_chance, later in drawn(after):
                for second, second_chance, rest in drawn(later):
                    worth += first_chance * up_chance * second_chance * self._dealt((first, second), up, rest)
        return worth

    def _dealt(self, cards: tuple[int, ...], up: int, left: Left) -> Fraction:
        hidden = sum(left[kind] for kind in completing(up))
        natural = Fraction(hidden, sum(left))
        lost = 0 if points(cards)[0] == 21 else -1
        return natural * lost + (1 - natural) * (self.hand(cards, up, left, 1) if natural < 1 else 0)

    def _hand(self, cards: tuple[int, ...], up: int, left: Left, wager: int) -> Fraction:
        """``wager`` is 2 after a double."""
        total, _ = points(cards)
        if total > 21:
            return Fraction(-wager)
        if MARKED in cards:
            at = cards.index(MARKED)
            keep = self.hand((*cards[:at], TEN, *cards[at + 1 :]), up, left, wager)
            traded = (*cards[:at], *cards[at + 1 :])
            return max(keep, self.light + self.next_card(traded, up, left, wager))
        if wager == 2:
            return 2 * self.stand(total, up, left)
        if len(cards) == 2 and total == 21:
            return Fraction(3, 2)
        ways = [self.stand(total, up, left)]
        if total < 21:
            ways.append(self.next_card(cards, up, left, 1))
            ways += [self.next_card(cards, up, left, 2)] if len(cards) == 2 else []
        return max(ways)

    def _next_card(self, cards: tuple[int, ...], up: int, left: Left, wager: int) -> Fraction:
        """The hole card, which makes no natural, lies apart."""
        holes = [kind for kind, number in enumerate(left) if number and kind not in completing(up)]
        ways, worth = sum(left[hole] for hole in holes), Fraction(0)
        for kind, number in enumerate(left):
            others = sum(left[hole] * (number - (hole == kind)) for hole in holes)
            if others:
                chance = Fraction(others, ways * (sum(left) - 1))
                worth += chance * self.hand((*cards, kind), up, without(left, kind), wager)
        return worth

    def _stand(self, total: int, up: int, left: Left) -> Fraction:
        holes = [(hole, chance, rest) for hole, chance, rest in drawn(left) if hole not in completing(up)]
        every = sum(chance for _, chance, _ in holes)
        return sum((chance / every * dealer((up, hole), rest, total) for hole, chance, rest in holes), Fraction(0))


def completing(up: int) -> tuple[int, ...]:
    return (TEN, MARKED) if up == ACE else (ACE,) if up in (TEN, MARKED) else ()


def drawn(left: Left) -> list[tuple[int, Fraction, Left]]:
    every = sum(left)
    assert every, "the tiny shoe has run out"
    return [(kind, Fraction(number, every), without(left, kind)) for kind, number in enumerate(left) if number]


@lru_cache(None)
def dealer(cards: tuple[int, ...], left: Left, against: int) -> Fraction:
    total, soft = points(cards)
    if total > 21:
        return Fraction(1)
    if total > 17 or (total == 17 and not soft):
        return Fraction((against > total) - (against < total))
    return sum((chance * dealer((*cards, kind), rest, against) for kind, chance, rest in drawn(left)), Fraction(0))
