"""The chances of a side bet by the values of the cards that decide it, from the enumerations of ``outcome_chances.py``.

Each chance is that of being dealt these cards and having the outcome. Summed over all cards they are the chances of the
bet. Cards that every outcome sums over may be left out.
"""

from collections.abc import Mapping
from functools import lru_cache

from lammer.rules.chances import Composition
from lammer.rules.conditions.outcomes import FINAL_HAND, IN_ORDER, SPLIT_HANDS, Outcome
from lammer.rules.final_hand_chances import count_final_hands_by_cards
from lammer.rules.opening_chances import count_openings_by_cards
from lammer.rules.outcome_chances import Chances, NotCounted, chances_counted, known_enough, refuse_uncounted
from lammer.rules.schema import Rules, SideBet
from lammer.rules.shoe_cards import Deal, ShoeCards, deal_of

ByCards = Mapping[Composition, Chances]
"""Chances by the number of cards of each value, aces first."""


def chances_by_cards(bet: SideBet, rules: Rules, shoe: ShoeCards) -> ByCards:
    """For a bet that is placed after the up card, only the chances with which it is offered. Raises NotCounted."""
    refuse_uncounted(bet)
    if {SPLIT_HANDS, IN_ORDER} & set(bet.reads):
        raise NotCounted("reads: split hands and cards in order are not counted by the cards that decide them")
    outcomes, deal = tuple(bet.outcomes.items()), deal_of(rules)
    return _counted(bet.reads, outcomes, known_enough(bet.outcomes, shoe), deal, bet.placed_later)


@lru_cache(maxsize=32)
def _counted(
    reads: tuple[str, ...], outcomes: tuple[tuple[str, Outcome], ...], shoe: ShoeCards, deal: Deal, placed_later: bool
) -> ByCards:
    if FINAL_HAND in reads:
        counted = count_final_hands_by_cards(reads, dict(outcomes), shoe, deal, placed_later=placed_later)
    else:
        counted = count_openings_by_cards(reads, dict(outcomes), shoe, deal)
    return {cards: chances_counted(ways, sum(shoe.counts)) for cards, ways in counted.items()}
