"""The exact chance of every outcome of a side bet, computed from its conditions for any composition of the shoe."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

from lammer.errors import LammerError
from lammer.rules.conditions.cards import Detail
from lammer.rules.conditions.outcomes import (
    DEALER_NATURAL,
    DECIDED_BY_PLAY,
    FINAL_HAND,
    IN_ORDER,
    LAMMERS,
    ROUNDS_WON,
    SPLIT_HANDS,
    UP_CARD,
    Outcome,
    by_natural_only,
    features_used,
)
from lammer.rules.final_hand_chances import count_by_up_card, count_final_hands
from lammer.rules.opening_chances import count_openings
from lammer.rules.run_chances import count_runs
from lammer.rules.schema import Rules, SideBet
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards, deal_of, whole_decks
from lammer.rules.split_chances import count_split_hands


class NotCounted(LammerError, ValueError):
    """The chances of this bet depend on more than the cards, or the shoe is not known in enough detail."""


class Chances(NamedTuple):
    """``held``: the outcomes that hold together, best first → chance; ``()`` if none holds. ``undecided``: the chance
    that none holds and not all cards that the bet reads are dealt."""

    held: Mapping[tuple[str, ...], Fraction]
    undecided: Fraction

    def of_best(self) -> dict[str, Fraction]:
        """The chance that each outcome is the best one that holds."""
        found: dict[str, Fraction] = {}
        for outcomes, chance in self.held.items():
            if outcomes:
                found[outcomes[0]] = found.get(outcomes[0], Fraction(0)) + chance
        return found

    def by_row(self, rows: Iterable[str]) -> dict[str, Fraction]:
        """The chance of each row. A row gets the outcomes for which it is the best match."""
        found = dict.fromkeys(rows, Fraction(0))
        for outcomes, chance in self.held.items():
            row = next((name for name in outcomes if name in found), None)
            if row is not None:
                found[row] += chance
        return found


class UpCardChances(NamedTuple):
    """Chances given the value of the up card, for a bet that is placed after it is seen. ``offered`` is the chance that
    the bet is offered with this up card."""

    up: int
    offered: Fraction
    chances: Chances


def why_not_counted(bet: SideBet) -> tuple[str, str] | None:
    """The key of a bet that makes it depend on play, and the reason; None for a bet that only cards decide."""
    if LAMMERS in bet.reads:
        return "reads", "lammers depend on the play"
    if ROUNDS_WON in bet.reads:
        return "reads", "the result of a round depends on the play"
    if SPLIT_HANDS in bet.reads and {UP_CARD, FINAL_HAND} & set(bet.reads):
        return "reads", "split hands are counted with the dealer's natural, not with the dealer's cards"
    if FINAL_HAND in bet.reads:
        own = set(bet.reads) - {FINAL_HAND, UP_CARD, DEALER_NATURAL}
        if own and (bet.placed_later or not by_natural_only(bet.reads, bet.outcomes)):
            return "reads", "a final hand together with the player's cards is supported only for the player's natural"
        if bet.unfinished != "dealer completes":
            return "unfinished", "whether the dealer completes the hand depends on every hand"
    return None


def decided_by_play(bet: SideBet) -> bool:
    """Whether the bet reads something that depends on how the main game is played."""
    stops = FINAL_HAND in bet.reads and bet.unfinished != "dealer completes"
    return stops or not DECIDED_BY_PLAY.isdisjoint(bet.reads)


def outcome_chances(bet: SideBet, rules: Rules, shoe: ShoeCards | None = None) -> Chances:
    """Chances for one box, from the sheet's decks or the given shoe. For a bet that is placed after the up card, the
    player places it whenever it is offered. Raises NotCounted."""
    if bet.placed_later:
        return always_placed(up_card_chances(bet, rules, shoe))
    refuse_uncounted(bet)
    shoe = whole_decks(rules.shoe.decks) if shoe is None else shoe
    return count_outcomes(bet.reads, bet.outcomes, shoe, deal_of(rules))


def up_card_chances(bet: SideBet, rules: Rules, shoe: ShoeCards | None = None) -> tuple[UpCardChances, ...]:
    """The chances of a bet that is placed after the up card, for each value of the up card. Raises NotCounted."""
    refuse_uncounted(bet)
    shoe = whole_decks(rules.shoe.decks) if shoe is None else shoe
    return _counted_by_up_card(tuple(bet.outcomes.items()), known_enough(bet.outcomes, shoe), deal_of(rules))


def refuse_uncounted(bet: SideBet) -> None:
    reason = why_not_counted(bet)
    if reason is not None:
        raise NotCounted(f"{reason[0]}: {reason[1]}")


def count_outcomes(reads: tuple[str, ...], outcomes: Mapping[str, Outcome], shoe: ShoeCards, deal: Deal) -> Chances:
    """Raises NotCounted if the outcomes need more detail than is known about the shoe."""
    if IN_ORDER in reads and (deal.player_ace_wins or deal.dealer_ace_wins):
        raise NotCounted("reads: an ace that wins at once ends the deal before the cards are in order")
    return _counted(reads, tuple(outcomes.items()), known_enough(outcomes, shoe), deal)


def known_enough(outcomes: Mapping[str, Outcome], shoe: ShoeCards) -> ShoeCards:
    """The shoe in the detail that the outcomes need."""
    detail = features_used(outcomes).detail
    if detail > shoe.detail:
        known = shoe.detail.name.lower()
        counts = "52 counts by card" if detail is Detail.SUITS else "thirteen counts by rank"
        raise NotCounted(
            f"outcomes: they depend on {detail.name.lower()}, but the shoe is known only by {known}; give {counts}, or "
            "the cards to remove from whole decks"
        )
    return shoe.known_to(detail)


@lru_cache(maxsize=256)
def _counted(reads: tuple[str, ...], outcomes: tuple[tuple[str, Outcome], ...], shoe: ShoeCards, deal: Deal) -> Chances:
    if SPLIT_HANDS in reads:
        counted = count_split_hands(reads, dict(outcomes), shoe, deal)
    elif FINAL_HAND in reads:
        counted = count_final_hands(reads, dict(outcomes), shoe, deal)
    elif IN_ORDER in reads:
        counted = count_runs(dict(outcomes), shoe, deal)
    else:
        counted = count_openings(reads, dict(outcomes), shoe, deal)
    return chances_counted(counted, sum(shoe.counts))


def chances_counted(counted: Mapping[Counted, int], cards: int, shoes: int = 1) -> Chances:
    """The chances from the number of ways, for one shoe of so many cards or the average of several."""
    held: dict[tuple[str, ...], Fraction] = {}
    undecided = Fraction(0)
    for (names, whole, drawn), ways in counted.items():
        chance = Fraction(ways, shoes * perm(cards, drawn))
        held[names] = held.get(names, Fraction(0)) + chance
        undecided += 0 if names or whole else chance
    return Chances(held, undecided)


@lru_cache(maxsize=64)
def _counted_by_up_card(
    outcomes: tuple[tuple[str, Outcome], ...], shoe: ShoeCards, deal: Deal
) -> tuple[UpCardChances, ...]:
    return up_card_counted(count_by_up_card(dict(outcomes), shoe, deal), sum(shoe.counts))


def up_card_counted(by_up_card: Mapping[int, Mapping[Counted, int]], cards: int) -> tuple[UpCardChances, ...]:
    """The chances from the number of ways by up card. An up card with which the bet cannot be offered is left out."""
    found = []
    for up, counted in sorted(by_up_card.items()):
        chances = chances_counted(counted, cards)
        offered = sum(chances.held.values(), Fraction(0))
        if offered:
            found.append(UpCardChances(up, offered, _scaled(chances, 1 / offered)))
    return tuple(found)


def _scaled(chances: Chances, by: Fraction) -> Chances:
    return Chances({names: chance * by for names, chance in chances.held.items()}, chances.undecided * by)


def always_placed(ups: tuple[UpCardChances, ...]) -> Chances:
    offered, held = sum((one.offered for one in ups), Fraction(0)), dict[tuple[str, ...], Fraction]()
    for one in ups:
        for names, chance in one.chances.held.items():
            held[names] = held.get(names, Fraction(0)) + chance * one.offered / offered
    return Chances(held, Fraction(0))
