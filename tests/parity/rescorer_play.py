"""Whether what the players did, as far as the record shows it, was allowed, and whether stakes fit the flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rescorer_dealer import ends_before_play
from rescorer_record import Hand, Round, Seat
from rescorer_rules import (
    MOST_LAMMERS,
    Sheet,
    card_value,
    count,
    dealer_must_draw,
    is_ace,
    is_nine_to_eleven,
    is_ten,
)


def check_play(round_: Round) -> list[str]:
    faults = [*_check_places(round_), *_check_card_copies(round_)]
    for seat in round_.seats:
        faults += _check_counts(round_.sheet, seat)
        faults += _check_splits(round_, seat)
        faults += _check_play_after_the_end(round_, seat)
        faults += _check_followers(round_, seat)
        faults += _check_against(round_, seat)
        for hand in seat.hands:
            faults += _check_drawing(round_, seat, hand)
            faults += _check_double(round_.sheet, hand)
            faults += _check_automatic(round_, seat, hand)
            faults += _check_stakes(round_.sheet, seat, hand)
    return faults


def _check_against(round_: Round, seat: Seat) -> list[str]:
    """A hand that is bet against is one hand, drawn as the dealer draws, and not insured."""
    if not seat.against:
        return []
    if not round_.sheet.bets_against:
        return [f"{seat.path}.wagers.against: this game has no such bet."]
    sheet, cards = round_.sheet, seat.hands[0].cards
    drawn = [taken for taken in range(2, len(cards)) if not dealer_must_draw(sheet, cards[:taken])]
    stopped = dealer_must_draw(sheet, cards) and ends_before_play(round_, seat) is None
    faults = [f"{seat.path}.hands[0].cards[{taken}]: was drawn on a total that stands." for taken in drawn]
    faults += [f"{seat.path}.hands[0].cards: the hand stopped but must draw."] if stopped else []
    other = len(seat.hands) > 1 or seat.hands[0].doubled or seat.insurance_wager is not None
    return faults + ([f"{seat.path}: a hand that is bet against has no decisions."] if other else [])


def _check_places(round_: Round) -> list[str]:
    faults: list[str] = []
    taken: set[tuple[int, int]] = set()
    for seat in round_.seats:
        if not 1 <= seat.box <= round_.sheet.boxes:
            faults.append(f"{seat.path}.seat: {seat.box} is no box of the table.")
        if not 1 <= seat.bettor <= round_.sheet.bettors_per_box:
            faults.append(f"{seat.path}.bettor: {seat.bettor} is more bettors than a box of this game has.")
        if (seat.box, seat.bettor) in taken:
            faults.append(f"{seat.path}.seat: box {seat.box} has bettor {seat.bettor} twice.")
        taken.add((seat.box, seat.bettor))
    return faults


def _check_card_copies(round_: Round) -> list[str]:
    seen = Counter(round_.dealer.cards)
    for seat in round_.seats:
        # Bettors behind the decider look at the same cards, so only the decider's are counted.
        if round_.decider(seat) is seat:
            seen.update(card for hand in seat.hands for card in hand.cards)
    decks = round_.sheet.decks
    return [
        f"seats: the card {card} lies on the table {copies} times, but the shoe has {decks} decks."
        for card, copies in sorted(seen.items())
        if copies > decks
    ]


def _check_counts(sheet: Sheet, seat: Seat) -> list[str]:
    faults: list[str] = []
    most = 2 if is_ace(seat.hands[0].cards[0]) and not sheet.resplit_aces else sheet.most_hands
    if len(seat.hands) > most:
        faults.append(f"{seat.path}.hands: there are {len(seat.hands)}, but at most {most} are allowed.")
    free_splits = sum(hand.split == "free" for hand in seat.hands)
    if free_splits > sheet.free_splits_a_box:
        faults.append(f"{seat.path}.hands: {free_splits} were split free, but {sheet.free_splits_a_box} may be.")
    if seat.lammers > MOST_LAMMERS:
        faults.append(f"{seat.path}.hands: they carry {seat.lammers} lammers, but at most {MOST_LAMMERS} can be had.")
    return faults


def _check_splits(round_: Round, seat: Seat) -> list[str]:
    faults: list[str] = []
    first_card = seat.hands[0].cards[0]
    if seat.hands[0].split is not None:
        faults.append(f"{seat.hands[0].path}.split: should be null, for the first hand keeps the original wager.")
    for hand in seat.hands[1:]:
        reason = _why_split_is_wrong(round_.sheet, first_card, hand)
        if reason:
            faults.append(f"{hand.path}.split: {reason}")
        if card_value(hand.cards[0]) != card_value(first_card):
            faults.append(f"{hand.path}.cards[0]: {hand.cards[0]} makes no pair by value with {first_card}.")
    return faults


def _why_split_is_wrong(sheet: Sheet, first_card: str, hand: Hand) -> str | None:
    if hand.split is None:
        return "should tell how the hand was split off, for only the first hand keeps the original wager."
    if sheet.limit == 20 and is_ten(first_card):
        return "a first pair of ten-values has won at once and cannot be split."
    offered_free = _splits_free(sheet, first_card)
    if hand.split == "free" and not offered_free:
        return "this pair has no free split."
    if hand.split == "paid" and offered_free and not sheet.paid_where_free_is_offered:
        return "a pair that splits free is not split for money in this game."
    return None


def _splits_free(sheet: Sheet, first_card: str) -> bool:
    return sheet.free_bets and first_card[0] not in sheet.no_free_split_of


def _check_play_after_the_end(round_: Round, seat: Seat) -> list[str]:
    end = ends_before_play(round_, seat)
    faults: list[str] = []
    if end is None:
        for hand in seat.hands:
            if len(hand.cards) < 2:
                faults.append(f"{hand.path}.cards: there is one card only, but the hand was played on.")
        return faults
    cards, reason = end
    if len(seat.hands) != 1:
        faults.append(f"{seat.path}.hands: there are {len(seat.hands)}, but {reason}, so there was no split.")
    if len(seat.hands[0].cards) != cards:
        faults.append(f"{seat.hands[0].path}.cards: should number {cards}, for {reason}.")
    return faults


def _check_followers(round_: Round, seat: Seat) -> list[str]:
    """Bettors behind the decider may decline draws, splits and doubles, but do nothing of their own (EU 1.10, 4.2)."""
    decider = round_.decider(seat)
    faults = [fault for hand in seat.hands for fault in _check_total_stood_on(hand, behind=decider is not seat)]
    if decider is seat:
        return faults
    if seat.hands[0].cards != decider.hands[0].cards:
        faults.append(f"{seat.hands[0].path}.cards: differ from the first hand of the box.")
    if len(seat.hands) > len(decider.hands):
        faults.append(f"{seat.path}.hands: there are more than the player who decides on this box has.")
    for hand in seat.hands:
        led = _same_cards(decider, hand)
        if not led:
            faults.append(f"{hand.path}.cards: are no hand of the player who decides on this box.")
        elif hand.doubled and not any(other.doubled for other in led):
            faults.append(f"{hand.path}.doubled: the player who decides on this box did not double.")
    return faults


def _check_total_stood_on(hand: Hand, *, behind: bool) -> list[str]:
    """Who does not follow a draw keeps the total the hand had (A17); on 11 or less a card must be drawn (EU 3.5)."""
    if hand.stands_on is None:
        return []
    path = f"{hand.path}.stands_on"
    if not behind or hand.doubled:
        return [f"{path}: only a bettor behind the player who decides can stay out of a draw, and has not doubled."]
    totals = [count(hand.cards[:held], 21)[0] for held in range(2, len(hand.cards))]
    if hand.stands_on not in [total for total in totals if total > 11]:
        return [f"{path}: is {hand.stands_on}, but the hand had {totals} before a draw that could be declined."]
    return []


def _same_cards(decider: Seat, hand: Hand) -> list[Hand]:
    return [led for led in decider.hands if led.cards == hand.cards]


def _check_drawing(round_: Round, seat: Seat, hand: Hand) -> list[str]:
    faults: list[str] = []
    limit = round_.sheet.limit
    for held in range(2, len(hand.cards)):
        if count(hand.cards[:held], limit)[0] >= limit:
            faults.append(f"{hand.path}.cards[{held}]: was drawn although {limit} was reached or passed before it.")
            break
    if round_.box_was_split(seat) and is_ace(hand.cards[0]) and len(hand.cards) != 2:
        faults.append(f"{hand.path}.cards: a split ace has exactly two cards, not {len(hand.cards)}.")
    if _stopped_too_early(round_, seat, hand):
        faults.append(f"{hand.path}.cards: a hand of 11 or less must draw in this game.")
    return faults


def _stopped_too_early(round_: Round, seat: Seat, hand: Hand) -> bool:
    if not round_.sheet.must_draw_on_11:
        return False
    # A bettor who declined the double still has the decider's one card (A17).
    got_its_one_card = hand.doubled or any(led.doubled for led in _same_cards(round_.decider(seat), hand))
    return not got_its_one_card and count(hand.cards, 21)[0] <= 11


def _check_double(sheet: Sheet, hand: Hand) -> list[str]:
    if hand.doubled is None:
        return []
    faults: list[str] = []
    later = hand.doubled == "free" and sheet.free_doubles_with_any_number
    if len(hand.cards) < 3 or (len(hand.cards) > 3 and not later):
        faults.append(f"{hand.path}.cards: a doubled hand has exactly three cards, not {len(hand.cards)}.")
    offered_free = _doubles_free(sheet, hand.cards[:-1] if later else hand.cards[:2])
    if hand.doubled == "free" and not offered_free:
        faults.append(f"{hand.path}.doubled: {hand.cards[:-1]} has no free double.")
    if hand.doubled == "paid" and offered_free and not sheet.paid_where_free_is_offered:
        faults.append(f"{hand.path}.doubled: a hand that doubles free is not doubled for money in this game.")
    return faults


def _doubles_free(sheet: Sheet, cards: Sequence[str]) -> bool:
    return sheet.free_bets and is_nine_to_eleven(cards, ace_either_way=sheet.ace_either_way)


def _check_automatic(round_: Round, seat: Seat, hand: Hand) -> list[str]:
    """Where free bets are automatic, a hand that got one shows it."""
    sheet, split = round_.sheet, round_.box_was_split(seat)
    if not sheet.free_bets_are_automatic or ends_before_play(round_, seat) is not None or len(hand.cards) < 2:
        return []
    first, second = hand.cards[:2]
    if not split and card_value(first) == card_value(second) and _splits_free(sheet, first) and hand.doubled != "free":
        return [f"{hand.path}.split: the free split of {first} {second} is automatic in this game."]
    if hand.doubled != "free" and _doubles_free(sheet, (first, second)):
        return [f"{hand.path}.doubled: the free double of {first} {second} is automatic in this game."]
    if split and hand.split == "paid" and _splits_free(sheet, first):
        return [f"{hand.path}.split: the free split is automatic in this game."]
    return []


def allowed_own(sheet: Sheet, seat: Seat, hand: Hand) -> range:
    """The amounts of own money the hand may carry at settlement."""
    start = 0 if hand.split == "free" else seat.main
    if hand.doubled != "paid":
        return range(start, start + 1)
    least = 1 if sheet.double_for_less else seat.main
    return range(start + least, start + seat.main + 1)


def right_own(sheet: Sheet, seat: Seat, hand: Hand) -> int:
    allowed = allowed_own(sheet, seat, hand)
    return hand.own if hand.own in allowed else allowed[-1]


def right_free(seat: Seat, hand: Hand) -> int:
    return seat.main * ((hand.split == "free") + (hand.doubled == "free"))


def _check_stakes(sheet: Sheet, seat: Seat, hand: Hand) -> list[str]:
    faults: list[str] = []
    allowed = allowed_own(sheet, seat, hand)
    if hand.own not in allowed:
        wanted = f"{allowed[0]}" if len(allowed) == 1 else f"from {allowed[0]} to {allowed[-1]}"
        faults.append(f"{hand.path}.own: is {hand.own}, but wager and flags call for {wanted}.")
    if hand.free != right_free(seat, hand):
        faults.append(f"{hand.path}.free: is {hand.free}, but wager and flags call for {right_free(seat, hand)}.")
    return faults
