"""The exact chance of every outcome of a side bet, counted from its conditions, for any composition of the shoe."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

from lammer.errors import LammerError
from lammer.rules.conditions.outcomes import DEALER_NATURAL, FINAL_HAND, LAMMERS, UP_CARD, Outcome, asked_by
from lammer.rules.final_hand_chances import count_final_hands
from lammer.rules.opening_chances import count_openings
from lammer.rules.schema import Rules, SideBet
from lammer.rules.shoe_cards import Deal, ShoeCards, deal_of, whole_decks


class NotCounted(LammerError, ValueError):
    """The chances of this bet do not follow from the cards alone, or the shoe is not known closely enough."""


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


def why_not_counted(bet: SideBet) -> tuple[str, str] | None:
    """The part of a bet that depends on somebody's play, and why; None for a bet that cards alone decide."""
    if LAMMERS in bet.reads:
        return "reads", "lammers depend on the play"
    if FINAL_HAND in bet.reads:
        if set(bet.reads) - {FINAL_HAND, UP_CARD, DEALER_NATURAL}:
            return "reads", "a final hand is not counted together with the player's cards"
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
        counted = count_final_hands(reads, dict(outcomes), shoe, deal)
    else:
        counted = count_openings(reads, dict(outcomes), shoe, deal)
    held: dict[tuple[str, ...], Fraction] = {}
    undecided = Fraction(0)
    for (names, whole, drawn), ways in counted.items():
        chance = Fraction(ways, perm(sum(shoe.counts), drawn))
        held[names] = held.get(names, Fraction(0)) + chance
        undecided += 0 if names or whole else chance
    return Chances(held, undecided)
