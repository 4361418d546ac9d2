"""The hands that win a jackpot: the outcomes of its bet in the rule sheet of its terms."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import Terms
from lammer.rules.conditions.outcomes import IN_ORDER, UP_CARD, Outcome, run_length
from lammer.rules.conditions.reading import classifier_of, seen
from lammer.rules.loader import load_sheet
from lammer.rules.older_side_bets import older_jackpot
from lammer.rules.outcome_chances import Chances, count_outcomes
from lammer.rules.paytable import stop_name
from lammer.rules.sheet import SheetFaults
from lammer.rules.shoe_cards import Deal, deal_of, whole_decks
from lammer.table.sidebets import best_row

STANDARD = Deal(21, 17, 17, player_ace_wins=False, dealer_ace_wins=False)


class Hands(NamedTuple):
    reads: tuple[str, ...]
    outcomes: Mapping[str, Outcome]
    deal: Deal


def hands_of(terms: Terms) -> Hands:
    """Raises TermsFault if the rule sheet is missing and the terms have other hands than the oldest jackpots."""
    hands = _stated(terms.sheet, terms.bet)
    if hands is None:
        hands = _older()
        if not hands.outcomes.keys() >= set(terms.won_by_cards):
            raise TermsFault(f"{terms.name}: the rule sheet {terms.sheet}, which defines the winning hands, is missing")
    return hands


@lru_cache(maxsize=64)
def _stated(sheet: str, bet_id: str) -> Hands | None:
    try:
        rules = load_sheet(sheet).rules
    except SheetFaults:
        return None
    bet = rules.side_bets.get(bet_id)
    return None if bet is None else Hands(bet.reads, bet.outcomes, deal_of(rules))


@lru_cache(maxsize=1)
def _older() -> Hands:
    return Hands(*older_jackpot(), STANDARD)


def cards_entered(terms: Terms) -> tuple[int, int]:
    """The smallest and largest number of a player's cards that decide the hand, in the order dealt."""
    hands = hands_of(terms)
    return (2, run_length(hands.outcomes)) if IN_ORDER in hands.reads else (2, 2)


def takes_more(terms: Terms, cards: tuple[int, ...]) -> bool:
    """Whether a further card of the player may bring a better hand."""
    hands = hands_of(terms)
    read = seen(hands.reads, hands.deal.limit, mine=cards, mine_done=False)
    return IN_ORDER in hands.reads and classifier_of(hands.outcomes).may_improve(read, terms.won_by_cards)


def reads_up_card(terms: Terms) -> bool:
    return UP_CARD in hands_of(terms).reads


def winning_row(terms: Terms, cards: tuple[int, ...], up: int, stop: int = 0) -> str | None:
    """The best row that a player's cards and the up card win, if any; -1 for no up card. If the cards win a spin, the
    row is that of the stop."""
    row = _won_by_cards(terms, cards, up)
    return stop_name(row, stop) if row in terms.wheels else row


def weights_of_spin(terms: Terms, cards: tuple[int, ...], up: int) -> tuple[int, ...]:
    """The weights of the wheel that the cards spin; empty if they win no spin."""
    return terms.wheels.get(_won_by_cards(terms, cards, up) or "", ()) if terms.wheels else ()


def _won_by_cards(terms: Terms, cards: tuple[int, ...], up: int) -> str | None:
    hands = hands_of(terms)
    read = seen(hands.reads, hands.deal.limit, mine=cards, up=up if up >= 0 else None)
    return best_row(classifier_of(hands.outcomes)(read), terms.won_by_cards)


def hand_chances(terms: Terms) -> Chances:
    hands = hands_of(terms)
    return count_outcomes(hands.reads, hands.outcomes, whole_decks(terms.decks), hands.deal)
