"""How the round ended for each seat before play, and whether the dealer took the cards the rules call for."""

from __future__ import annotations

from enum import Enum

from rescorer_record import Hand, Round, Seat
from rescorer_rules import count, dealer_must_draw, is_ace, is_boxed, is_ten

BETS_ON_DEALER_22 = ("dealer-22", "push-22")


class EarlyEnd(Enum):
    """The instant decisions of Triple Win 20, in the order in which they are looked for (SD.18 (4) to (7))."""

    PLAYER_ACE = "the player's first card is an ace"
    DEALER_ACE = "the dealer's first card is an ace"
    PLAYER_TWENTY = "the player's first two cards total 20"
    DEALER_TWENTY = "the dealer's first two cards total 20"


def early_end(round_: Round, seat: Seat) -> EarlyEnd | None:
    if round_.sheet.limit != 20:
        return None
    player = seat.hands[0].cards
    dealer = round_.dealer.cards
    if is_ace(player[0]):
        return EarlyEnd.PLAYER_ACE
    if dealer and is_ace(dealer[0]):
        return EarlyEnd.DEALER_ACE
    # A12: a 20 made after a split is an ordinary one.
    if len(seat.hands) == 1 and count(player[:2], 20)[0] == 20:
        return EarlyEnd.PLAYER_TWENTY
    if count(dealer[:2], 20)[0] == 20:
        return EarlyEnd.DEALER_TWENTY
    return None


def ends_before_play(round_: Round, seat: Seat) -> tuple[int, str] | None:
    """How many cards the seat's only hand must have, and why, when the round was over before the player could act."""
    end = early_end(round_, seat)
    if end in (EarlyEnd.PLAYER_ACE, EarlyEnd.DEALER_ACE):
        return 1, end.value
    if end is not None:
        return 2, end.value
    if round_.sheet.hole_card and round_.dealer_has_blackjack():
        return 2, "the dealer's blackjack is found before players act"
    return None


def check_dealer(round_: Round) -> list[str]:
    return [*_check_labels(round_), *_check_cards(round_)]


def _check_labels(round_: Round) -> list[str]:
    faults: list[str] = []
    dealer = round_.dealer
    points, _ = count(dealer.cards, round_.sheet.limit)
    if dealer.total != points:
        faults.append(f"dealer.total: is {dealer.total}, but the cards count {points}.")
    if dealer.blackjack != round_.dealer_has_blackjack():
        faults.append(f"dealer.blackjack: is {dealer.blackjack}, but the cards say {round_.dealer_has_blackjack()}.")
    return faults


def _check_cards(round_: Round) -> list[str]:
    cards = round_.dealer.cards
    needed = _cards_needed(round_)
    if needed is not None:
        if len(cards) == needed:
            return []
        return [f"dealer.cards: there are {len(cards)}, but what was still to be decided calls for exactly {needed}."]
    if len(cards) < 2:
        return [f"dealer.cards: there are {len(cards)}, but a wager still depends on the finished hand."]
    faults = [
        f"dealer.cards[{taken}]: was drawn although the dealer must stand on the {taken} cards before it."
        for taken in range(2, len(cards))
        if not dealer_must_draw(round_.sheet, cards[:taken])
    ]
    if dealer_must_draw(round_.sheet, cards):
        faults.append(f"dealer.cards: the dealer stopped after {len(cards)} cards but must draw.")
    return faults


def _cards_needed(round_: Round) -> int | None:
    """The exact number of the dealer's cards, or None when the hand is drawn to its end."""
    if round_.sheet.limit == 20:
        return _cards_needed_in_triple_win(round_)
    if any(bet in seat.wagers for seat in round_.seats for bet in BETS_ON_DEALER_22):
        return None
    if any(_is_live(round_, seat, hand) for seat in round_.seats for hand in seat.hands):
        return None
    if round_.sheet.hole_card:
        return 2
    return 2 if any(_waits_for_second_card(round_, seat) for seat in round_.seats) else 1


def _cards_needed_in_triple_win(round_: Round) -> int | None:
    ends = [early_end(round_, seat) for seat in round_.seats]
    if all(end is EarlyEnd.PLAYER_ACE for end in ends):
        return 0
    paid_by_the_second_card = (EarlyEnd.PLAYER_ACE, EarlyEnd.PLAYER_TWENTY)
    if EarlyEnd.DEALER_ACE in ends or all(end in paid_by_the_second_card for end in ends):
        return 1
    undecided = [seat for seat, end in zip(round_.seats, ends, strict=True) if end is None]
    if any(_is_live(round_, seat, hand) for seat in undecided for hand in seat.hands):
        return None
    return 2


def _is_live(round_: Round, seat: Seat, hand: Hand) -> bool:
    busted = hand.total(round_.sheet.limit) > round_.sheet.limit
    if busted:
        return seat.against or is_boxed(round_.sheet, round_.dealer.cards[0])
    return not round_.is_natural(seat, hand)


def _waits_for_second_card(round_: Round, seat: Seat) -> bool:
    if seat.insurance_wager is not None:
        return True
    up_cards = round_.dealer.cards[:1]
    if not any(is_ace(card) or is_ten(card) for card in up_cards):
        return False
    return any(round_.is_natural(seat, hand) and not hand.even_money for hand in seat.hands)
