"""The chances of a side bet from every shoe that has one card less, counted in one pass where that is possible.

Let a deal use k of n cards that the bet does not tell apart, in W ways. Without one of these cards W·(n − k)/n ways
remain, so one enumeration of all deals gives the chances of all these shoes, as exact fractions. Bets that go on
through a split or read cards in the order dealt are counted anew for every card that they tell apart.
"""

from collections import Counter
from collections.abc import Mapping

from lammer.cards.card import VALUES
from lammer.rules.conditions.outcomes import FINAL_HAND, IN_ORDER, SPLIT_HANDS
from lammer.rules.final_hand_chances import count_by_up_card_without, count_final_hands_without, final_hands_alike
from lammer.rules.opening_chances import count_openings_without, first_alike
from lammer.rules.outcome_chances import (
    Chances,
    always_placed,
    chances_counted,
    known_enough,
    outcome_chances,
    refuse_uncounted,
    up_card_counted,
)
from lammer.rules.schema import Rules, SideBet
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards, deal_of, first_code, whole_decks

ByCard = Mapping[int, Chances]
"""Chances by the code of the card that the shoe has less; a code stands for all cards like it in the shoe's detail."""


def chances_without(bet: SideBet, rules: Rules, shoe: ShoeCards | None = None) -> ByCard:
    """The chances of a bet from the sheet's decks or the given shoe without one card, for each card that it holds.
    Raises NotCounted."""
    refuse_uncounted(bet)
    shoe = whole_decks(rules.shoe.decks) if shoe is None else shoe
    known, deal = known_enough(bet.outcomes, shoe), deal_of(rules)
    if {SPLIT_HANDS, IN_ORDER} & set(bet.reads):
        return _counted_anew(bet, rules, shoe)
    if FINAL_HAND in bet.reads:
        if not final_hands_alike(bet.outcomes, known):
            return _counted_anew(bet, rules, shoe)
        return _final_hands(bet, shoe, known, deal)
    return _openings(bet, shoe, known, deal)


def without_card(shoe: ShoeCards, code: int) -> ShoeCards:
    return shoe._replace(counts=tuple(count - (at == code) for at, count in enumerate(shoe.counts)))


def _counted_anew(bet: SideBet, rules: Rules, shoe: ShoeCards) -> ByCard:
    by_first: dict[int, Chances] = {}
    found: dict[int, Chances] = {}
    for code, first in enumerate(first_alike(bet.reads, bet.outcomes, deal_of(rules), by_value=True)):
        if shoe.counts[code]:
            if first not in by_first:
                by_first[first] = outcome_chances(bet, rules, without_card(shoe, code))
            found[code] = by_first[first]
    return found


def _openings(bet: SideBet, shoe: ShoeCards, known: ShoeCards, deal: Deal) -> ByCard:
    counted = count_openings_without(bet.reads, bet.outcomes, known, deal)
    cards = sum(shoe.counts) - 1
    chances = {first: chances_counted(ways, cards) for first, ways in counted.items()}
    firsts = first_alike(bet.reads, bet.outcomes, deal)
    return {code: chances[firsts[first_code(code, known.detail)]] for code, count in enumerate(shoe.counts) if count}


def _final_hands(bet: SideBet, shoe: ShoeCards, known: ShoeCards, deal: Deal) -> ByCard:
    cards = sum(shoe.counts) - 1
    if bet.placed_later:
        by_value = _after_the_up_card(bet, known, deal, cards)
    else:
        counted = count_final_hands_without(bet.reads, bet.outcomes, known, deal)
        by_value = {value: chances_counted(ways, cards, shoe.of_value(value)) for value, ways in counted.items()}
    return {code: by_value[VALUES[code]] for code, count in enumerate(shoe.counts) if count}


def _after_the_up_card(bet: SideBet, known: ShoeCards, deal: Deal, cards: int) -> dict[int, Chances]:
    """The player places the bet whenever it is offered. Only ratios of the counts matter then."""
    by_removed: dict[int, dict[int, Counter[Counted]]] = {}
    for up, found in count_by_up_card_without(bet.outcomes, known, deal).items():
        for value, ways in found.items():
            by_removed.setdefault(value, {})[up] = ways
    return {value: always_placed(up_card_counted(ways, cards)) for value, ways in by_removed.items()}
