"""An independent oracle: settles a recorded round again from its cards and wagers and names every difference.

It knows the rulebook and the regulators' documents, and nothing of the engine that wrote the record.
"""

from __future__ import annotations

from typing import Any

from rescorer_dealer import EarlyEnd, check_dealer, early_end
from rescorer_play import check_play, right_free, right_own
from rescorer_record import Hand, Round, Seat, read_round
from rescorer_rules import count, is_ace, is_boxed, is_ten
from rescorer_side import check_side_bets
from rescorer_two_hands import one_hand_each


def rescore(record: dict[str, Any]) -> list[str]:
    """An empty list when every payment, flag and total in the record is right, else one sentence per fault."""
    round_, faults = read_round(record)
    if round_ is None:
        return faults
    side_faults, side_totals = check_side_bets(round_)
    faults, played = one_hand_each(round_)
    faults += [*check_dealer(played), *check_play(played), *side_faults]
    for seat in played.seats:
        faults += _check_hands(played, seat)
        faults += _check_even_money(played, seat)
    for seat in round_.seats:
        faults += _check_insurance(round_, seat)
        halves = [half for half in played.seats if half.path == seat.path]
        faults += _check_seat_net(played, seat, halves, side_totals[seat.path])
    return faults


def _check_hands(round_: Round, seat: Seat) -> list[str]:
    faults: list[str] = []
    for hand in seat.hands:
        result, net = _settle(round_, seat, hand)
        if hand.result != result:
            faults.append(f"{hand.path}.result: is {hand.result!r}, should be {result!r}.")
        if hand.net != net:
            faults.append(f"{hand.path}.net: is {hand.net}, should be {net} for {result!r}.")
    return faults


def _settle(round_: Round, seat: Seat, hand: Hand) -> tuple[str, int]:
    """The right result and net of one hand."""
    if seat.against:
        return _settle_against(round_, seat, hand)
    result = _result(round_, seat, hand)
    own = right_own(round_.sheet, seat, hand)
    if result in ("lose", "bust"):
        return result, -own
    if result == "push":
        return result, 0
    if result == "blackjack":
        return result, own if hand.even_money or round_.sheet.even_pay_for_blackjack else _three_to_two(own)
    if early_end(round_, seat) is EarlyEnd.PLAYER_TWENTY and _is_suited_pair_of_faces(hand):
        return result, _three_to_two(own)
    return result, own + right_free(seat, hand)


def _settle_against(round_: Round, seat: Seat, hand: Hand) -> tuple[str, int]:
    """A bet that the dealer beats the hand: even money, and half is lost if both go over."""
    limit = round_.sheet.limit
    mine, dealers = hand.total(limit), count(round_.dealer.cards, limit)[0]
    if mine > limit and dealers > limit:
        # A15: the half that is returned is rounded down.
        return "lose", seat.main // 2 - seat.main
    if round_.is_natural(seat, hand) or round_.dealer_has_blackjack():
        beaten = round_.dealer_has_blackjack() - round_.is_natural(seat, hand)
    elif mine > limit or dealers > limit:
        beaten = 1 if mine > limit else -1
    else:
        beaten = (dealers > mine) - (dealers < mine)
    return ("lose", "push", "win")[beaten + 1], beaten * seat.main


def _three_to_two(amount: int) -> int:
    # A15: what is no whole minor unit is rounded down.
    return amount * 3 // 2


def _is_suited_pair_of_faces(hand: Hand) -> bool:
    return hand.cards[0] == hand.cards[1] and hand.cards[0][0] in "JQK"


def _result(round_: Round, seat: Seat, hand: Hand) -> str:
    end = early_end(round_, seat)
    if end is not None:
        return "win" if end in (EarlyEnd.PLAYER_ACE, EarlyEnd.PLAYER_TWENTY) else "lose"
    if round_.is_natural(seat, hand):
        # Even money is paid at once, so a dealer blackjack found later no longer matters.
        return "push" if round_.dealer_has_blackjack() and not hand.even_money else "blackjack"
    if hand.total(round_.sheet.limit) > round_.sheet.limit:
        back = is_boxed(round_.sheet, round_.dealer.cards[0]) and count(round_.dealer.cards, 21)[0] > 22
        return "win" if back else "bust"
    return "lose" if round_.dealer_has_blackjack() else _compare_totals(round_, hand)


def _compare_totals(round_: Round, hand: Hand) -> str:
    limit = round_.sheet.limit
    player = hand.total(limit)
    dealer, _ = count(round_.dealer.cards, limit)
    if player == dealer or (dealer == 22 and round_.sheet.dealer_22_pushes):
        return "push"
    return "win" if dealer > limit or player > dealer else "lose"


def _check_even_money(round_: Round, seat: Seat) -> list[str]:
    faults: list[str] = []
    for hand in seat.hands:
        if not hand.even_money:
            continue
        path = f"{hand.path}.even_money"
        if not round_.sheet.even_money:
            faults.append(f"{path}: this game does not offer it.")
        if not round_.is_natural(seat, hand):
            faults.append(f"{path}: only a blackjack can take it.")
        if not any(is_ace(card) or is_ten(card) for card in round_.dealer.cards[:1]):
            faults.append(f"{path}: it is offered only against a dealer's ten or ace.")
    return faults


def _right_insurance(round_: Round, seat: Seat) -> int:
    if seat.insurance_wager is None:
        return 0
    return 2 * seat.insurance_wager if round_.dealer_has_blackjack() else -seat.insurance_wager


def _check_insurance(round_: Round, seat: Seat) -> list[str]:
    faults: list[str] = []
    right = _right_insurance(round_, seat)
    if seat.insurance != right:
        faults.append(f"{seat.path}.insurance: is {seat.insurance}, should be {right}.")
    wager = seat.insurance_wager
    if wager is None:
        return faults
    path = f"{seat.path}.insurance_wager"
    if not round_.sheet.insurance:
        faults.append(f"{path}: this game has no insurance.")
    if not any(is_ace(card) for card in round_.dealer.cards[:1]):
        faults.append(f"{path}: insurance is offered only against a dealer's ace.")
    insurable = _insurable(round_, seat)
    if wager <= 0 or wager * 2 > insurable:
        faults.append(f"{path}: is {wager}, but may be at most half of {insurable}.")
    return faults


def _insurable(round_: Round, seat: Seat) -> int:
    # Behind a hole card insurance comes before play. Without one, half of what is added later may be insured too (A19).
    if round_.sheet.hole_card:
        return seat.main * round_.sheet.hands_a_box
    return sum(right_own(round_.sheet, seat, hand) for hand in seat.hands)


def _check_seat_net(round_: Round, seat: Seat, halves: list[Seat], side_total: int) -> list[str]:
    hands = sum(_settle(round_, half, hand)[1] for half in halves for hand in half.hands)
    right = hands + side_total + _right_insurance(round_, seat)
    if seat.net != right:
        return [f"{seat.path}.net: is {seat.net}, should be {right} (hands, side bets and insurance)."]
    return []
