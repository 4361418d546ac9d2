"""The exact chance of every outcome of a side bet, counted from its conditions, for any composition of the shoe.

Opening cards are drawn in every way; cards that no condition tells apart are drawn as one. The dealer's final hands are
the compositions of ``chances.py``; within one, suits and ranks are divided up value by value. With k_g of k cards
from group g of n_g cards, k!/∏k_g! · ∏(n_g)_{k_g} ordered draws give that division. Only what conditions ask about
is kept of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import Any, NamedTuple

from lammer.cards.card import ACE, DECK_SIZE, VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.chances import Composition, dealer_hands
from lammer.rules.conditions.cards import Detail, codes_named
from lammer.rules.conditions.outcomes import (
    DEALER_NATURAL,
    FINAL_HAND,
    LAMMERS,
    UP_CARD,
    Classifier,
    Hand,
    Outcome,
    Seen,
    asked_by,
    card_words,
)
from lammer.rules.conditions.reading import cards_read, seen
from lammer.rules.conditions.words import NOT_SAME, SAME, Word
from lammer.rules.schema import Rules, SideBet


class NotCounted(ValueError):
    """The chances of this bet do not follow from the cards alone, or the shoe is not known closely enough."""


class ShoeCards(NamedTuple):
    """How many cards of each code there are. ``detail`` says how closely they are known: cards that are known by value
    or rank only are all counted under the first code of it."""

    counts: tuple[int, ...]
    detail: Detail = Detail.SUITS

    def known_to(self, detail: Detail) -> "ShoeCards":
        """The same shoe, seen less closely."""
        found = [0] * DECK_SIZE
        for code, count in enumerate(self.counts):
            found[first_code(code, detail)] += count
        return ShoeCards(tuple(found), detail)


def first_code(code: int, detail: Detail) -> int:
    """The code that stands for all cards like this one."""
    if detail is Detail.SUITS:
        return code
    return code // 4 * 4 if detail is Detail.RANKS else 4 * (VALUES[code] - 1)


def whole_decks(decks: int) -> ShoeCards:
    return ShoeCards((decks,) * DECK_SIZE)


def shoe_by_value(counts: Iterable[int]) -> ShoeCards:
    """A shoe of which only the values are known, aces first, ten-values last."""
    found = [0] * DECK_SIZE
    for value, count in enumerate(counts):
        found[4 * value] = count
    return ShoeCards(tuple(found), Detail.VALUES)


class Chances(NamedTuple):
    """``held``: all outcomes that hold together, best first → how often; nothing holds under ``()``. ``undecided``:
    none holds and the cards the bet reads are not all dealt."""

    held: Mapping[tuple[str, ...], Fraction]
    undecided: Fraction

    def of_best(self) -> dict[str, Fraction]:
        """How often each outcome is the best that holds."""
        found: dict[str, Fraction] = {}
        for outcomes, chance in self.held.items():
            if outcomes:
                found[outcomes[0]] = found.get(outcomes[0], Fraction(0)) + chance
        return found

    def by_row(self, rows: Iterable[str]) -> dict[str, Fraction]:
        """Each outcome goes to the best row that has a place for it."""
        found = dict.fromkeys(rows, Fraction(0))
        for outcomes, chance in self.held.items():
            row = next((name for name in outcomes if name in found), None)
            if row is not None:
                found[row] += chance
        return found


class Deal(NamedTuple):
    """What the game does to a deal that a bet is counted for."""

    limit: int
    stand_on_hard: int
    stand_on_soft: int
    player_ace_wins: bool
    dealer_ace_wins: bool


def why_not_counted(bet: SideBet) -> tuple[str, str] | None:
    """The part of a bet that depends on somebody's play, and why; None for a bet that cards alone decide."""
    if LAMMERS in bet.reads:
        return "reads", "lammers depend on the play"
    if FINAL_HAND in bet.reads:
        if len(set(bet.reads) - {DEALER_NATURAL}) > 1:
            return "reads", "a final hand is not counted together with other cards"
        if bet.unfinished != "dealer completes":
            return "unfinished", "whether the dealer finishes depends on every hand's end"
    return None


def outcome_chances(bet: SideBet, rules: Rules, shoe: ShoeCards | None = None) -> Chances:
    """For one box and a shoe of whole decks, or the one given. Raises NotCounted."""
    told = why_not_counted(bet)
    if told is not None:
        raise NotCounted(f"{told[0]}: {told[1]}")
    shoe = whole_decks(rules.shoe.decks) if shoe is None else shoe
    return count_outcomes(bet.reads, bet.outcomes, shoe, deal_of(rules))


def deal_of(rules: Rules) -> Deal:
    ace, dealer = rules.first_ace, rules.dealer
    stands = dealer.stand_on_hard, dealer.stand_on_soft
    return Deal(rules.points.limit, *stands, ace.player == "wins", ace.dealer == "wins")


def count_outcomes(reads: tuple[str, ...], outcomes: Mapping[str, Outcome], shoe: ShoeCards, deal: Deal) -> Chances:
    """Raises NotCounted when the outcomes look closer at cards than the shoe is known."""
    detail = asked_by(outcomes).detail
    if detail > shoe.detail:
        known = shoe.detail.name.lower()
        raise NotCounted(f"outcomes: they look at {detail.name.lower()}, and the shoe is known by {known}")
    return _counted(reads, tuple(outcomes.items()), shoe.known_to(detail), deal)


@lru_cache(maxsize=256)
def _counted(reads: tuple[str, ...], outcomes: tuple[tuple[str, Outcome], ...], shoe: ShoeCards, deal: Deal) -> Chances:
    if FINAL_HAND in reads:
        counted = _FinalHands(reads, dict(outcomes), shoe, deal).counted()
    else:
        counted = _opening(reads, dict(outcomes), shoe, deal)
    held: dict[tuple[str, ...], Fraction] = {}
    undecided = Fraction(0)
    for (names, whole, drawn), ways in counted.items():
        chance = Fraction(ways, perm(sum(shoe.counts), drawn))
        held[names] = held.get(names, Fraction(0)) + chance
        undecided += 0 if names or whole else chance
    return Chances(held, undecided)


_Key = tuple[tuple[str, ...], bool, int]
"""Outcomes that hold, whether all cards are there, and how many cards were drawn."""


def _opening(reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> Counter[_Key]:
    classify, found = Classifier(outcomes), Counter[_Key]()
    for mine, up, natural, ways, drawn in _deals(reads, outcomes, _merged(reads, outcomes, shoe, deal), deal):
        read = seen(reads, deal.limit, mine=mine, up=up, dealer_natural=natural)
        found[classify(read), read.together.whole, drawn] += ways
    return found


def _merged(reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> ShoeCards:
    """The shoe with cards that are alike to the bet counted under the first of them."""
    asked = asked_by(outcomes)
    by_value = DEALER_NATURAL in reads or deal.player_ace_wins or deal.dealer_ace_wins
    found, first = [0] * DECK_SIZE, dict[object, int]()
    for code, count in enumerate(shoe.counts):
        found[first.setdefault(asked.answers(code, value=by_value), code)] += count
    return ShoeCards(tuple(found), shoe.detail)


def _deals(
    reads: tuple[str, ...], outcomes: Mapping[str, Outcome], shoe: ShoeCards, deal: Deal
) -> Iterator[tuple[tuple[int, ...], int | None, bool, int, int]]:
    """The player's cards, the up card, whether the dealer has a natural; in how many ways, and with how many cards."""
    there = [code for code, count in enumerate(shoe.counts) if count]
    number = cards_read(reads)
    ordered = _order_matters(outcomes, deal)
    hands: list[tuple[tuple[int, ...], int]] = []
    if number == 0:
        hands.append(((), 1))
    for first in there if number else ():
        if number == 1 or (deal.player_ace_wins and VALUES[first] == ACE):
            hands.append(((first,), shoe.counts[first]))
            continue
        for second in there:
            if ordered or first <= second:
                ways = shoe.counts[first] * (shoe.counts[second] - (first == second))
                hands.append(((first, second), ways if ordered or first == second else 2 * ways))
    for mine, ways in hands:
        if ways:
            yield from _with_dealer(reads, shoe, deal, mine, ways)


def _order_matters(outcomes: Mapping[str, Outcome], deal: Deal) -> bool:
    firsts = any(one.first is not None or one.higher_than_up is not None for one in outcomes.values())
    mine = any(one.mine is not None and one.mine.first is not None for one in outcomes.values())
    return firsts or mine or deal.player_ace_wins or deal.dealer_ace_wins


def _with_dealer(
    reads: tuple[str, ...], shoe: ShoeCards, deal: Deal, mine: tuple[int, ...], ways: int
) -> Iterator[tuple[tuple[int, ...], int | None, bool, int, int]]:
    left, drawn = Counter({code: count for code, count in enumerate(shoe.counts) if count}), len(mine)
    left.subtract(mine)
    reads_natural = DEALER_NATURAL in reads
    if UP_CARD not in reads and not reads_natural and not (deal.dealer_ace_wins and len(mine) == 2):
        yield mine, None, False, ways, drawn
        return
    for up, count in _up_cards(left, UP_CARD in reads, reads_natural):
        if not count:
            continue
        if deal.dealer_ace_wins and VALUES[up] == ACE and len(mine) == 2:
            # The deal ends before the second card. These ways draw it all the same: the sum over it changes nothing.
            yield mine[:1], up, False, ways * count, drawn + 1
            continue
        if not reads_natural:
            yield mine, up, False, ways * count, drawn + 1
            continue
        partner = natural_partner(VALUES[up], deal.limit)
        complete = sum(number for code, number in left.items() if VALUES[code] == partner) - (VALUES[up] == partner)
        others = sum(left.values()) - 1 - complete
        yield mine, up, True, ways * count * complete, drawn + 2
        yield mine, up, False, ways * count * others, drawn + 2


def _up_cards(left: Counter[int], reads_up: bool, reads_natural: bool) -> Iterator[tuple[int, int]]:
    """Up cards that make a difference, each with how many there are."""
    if reads_up:
        yield from left.items()
        return
    classes: Counter[int] = Counter()
    for code, count in left.items():
        classes[VALUES[code] if reads_natural else min(VALUES[code], ACE + 1)] += count
    yield from ((4 * (value - 1), count) for value, count in classes.items())


class _Folded(NamedTuple):
    """The facts of a dealer's hand of which only some things are known."""

    number: int
    total: int
    hard_total: int
    suits: int
    ranks: int
    counts: Mapping[tuple[str, ...], int]

    @property
    def first(self) -> None:
        return None

    def count(self, names: tuple[str, ...]) -> int:  # type: ignore[override]
        return self.counts[names]


_State = tuple[int, int, tuple[int, ...]]
"""Suits and ranks that are there, and how many cards of each list of names."""


class _FinalHands:
    """The dealer's final hands by what conditions ask about them."""

    def __init__(self, reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> None:
        self._asked = asked_by(outcomes)
        self._lists = self._asked.lists
        self._deal = deal
        self._groups = {value: self._grouped(shoe, value) for value in range(1, 11)}
        self._classify = Classifier(outcomes)
        self._totals = [_of_totals(one) for one in outcomes.values()]
        self._ways = lru_cache(maxsize=None)(self._divided)

    def counted(self) -> Counter[_Key]:
        found: Counter[_Key] = Counter()
        hands = dealer_hands(self._deal.limit, self._deal.stand_on_hard, self._deal.stand_on_soft)
        for total, compositions in hands.items():
            for cards, orders in compositions.items():
                number = sum(cards)
                for names, ways in self._of_composition(total, cards, number):
                    if ways:
                        found[names, True, number] += orders * ways
        return found

    def _of_composition(self, total: int, cards: Composition, number: int) -> Iterator[tuple[tuple[str, ...], int]]:
        hard = sum(value * count for value, count in enumerate(cards, start=1))
        natural = number == 2 and total == self._deal.limit
        blank = _Folded(number, total, hard, 0, 0, {})
        if not any(all(word.holds(blank, argument) for word, argument in words) for words in self._totals):
            yield (), self._all_ways(cards)
            return
        for (suits, ranks, counts), ways in self._states(cards).items():
            facts = _Folded(number, total, hard, suits, ranks, dict(zip(self._lists, counts, strict=True)))
            hand = Hand(facts)
            yield self._classify(Seen(hand, dealer=hand, dealer_natural=natural, limit=self._deal.limit)), ways

    def _all_ways(self, cards: Composition) -> int:
        ways = 1
        for value, count in enumerate(cards, start=1):
            ways *= perm(sum(size for _, size in self._groups[value]), count) if count else 1
        return ways

    def _states(self, cards: Composition) -> Counter[_State]:
        states: Counter[_State] = Counter({(0, 0, (0,) * len(self._lists)): 1})
        for value, count in enumerate(cards, start=1):
            if count:
                divided, more = self._ways(value, count), Counter[_State]()
                for (suits, ranks, counts), ways in states.items():
                    for (add_suits, add_ranks, add_counts), times in divided.items():
                        sums = tuple(map(sum, zip(counts, add_counts, strict=True)))
                        more[suits | add_suits, ranks | add_ranks, sums] += ways * times
                states = more
        return states

    def _divided(self, value: int, count: int) -> Counter[_State]:
        """In how many ways so many cards of a value are drawn one after another, by what is asked about them."""
        found: Counter[_State] = Counter()
        groups = self._groups[value]

        def divide(at: int, left: int, ways: int, state: _State) -> None:
            if at == len(groups):
                found[state] += ways if left == 0 else 0
                return
            (suits, ranks, member), size = groups[at]
            for taken in range(min(left, size) + 1):
                now = state
                if taken:
                    sums = tuple(have + taken * one for have, one in zip(state[2], member, strict=True))
                    now = state[0] | suits, state[1] | ranks, sums
                divide(at + 1, left - taken, ways * comb(left, taken) * perm(size, taken), now)

        divide(0, count, 1, (0, 0, (0,) * len(self._lists)))
        return found

    def _grouped(self, shoe: ShoeCards, value: int) -> list[tuple[_State, int]]:
        """Cards of a value that are alike to the bet."""
        groups: Counter[_State] = Counter()
        for code, count in enumerate(shoe.counts):
            if VALUES[code] == value and count:
                member = tuple(int(code in codes_named(names)) for names in self._lists)
                suit = 1 << code % 4 if "suits" in self._asked.about else 0
                rank = code // 4 if "ranks" in self._asked.about else value - 1
                groups[suit, 1 << rank, member] += count
        return list(groups.items())


def _of_totals(outcome: Outcome) -> list[tuple[Word, Any]]:
    """Conditions that need no division into suits and ranks."""
    return [
        (word, argument)
        for _, word, argument in card_words(outcome)
        if word.about(argument) <= {"values"} and not word.lists(argument) and word not in (SAME, NOT_SAME)
    ]
