"""A box with two hands, taken apart: each hand of the deal becomes a box of its own, which the other checks know."""

from __future__ import annotations

from dataclasses import replace

from rescorer_dealer import ends_before_play
from rescorer_record import Hand, Round, Seat


def one_hand_each(round_: Round) -> tuple[list[str], Round]:
    """What is wrong with the two hands of each box, and the round with one box for each of them."""
    faults: list[str] = []
    if round_.sheet.hands_a_box == 1:
        faults += [f"{seat.path}.swapped: a box has one hand in this game." for seat in round_.seats if seat.swapped]
        return faults, round_
    seats: list[Seat] = []
    for seat in round_.seats:
        halves = _halves(seat)
        if len(halves) != 2:
            faults.append(f"{seat.path}.hands: {len(halves)} of them keep an original wager, but two are dealt.")
        for at, hands in enumerate(halves[:2]):
            seats.append(replace(seat, box=2 * seat.box - 1 + at, hands=hands))
        end = ends_before_play(round_, replace(seat, hands=halves[0]))
        if end is not None and seat.swapped:
            faults.append(f"{seat.path}.swapped: {end[1]}, so no card was swapped.")
    sheet = replace(round_.sheet, boxes=2 * round_.sheet.boxes)
    return faults, replace(round_, sheet=sheet, seats=tuple(seats))


def _halves(seat: Seat) -> list[tuple[Hand, ...]]:
    """The hands that come from each hand of the deal; the first of them keeps the original wager."""
    halves: list[list[Hand]] = []
    for hand in seat.hands:
        if hand.split is None or not halves:
            halves.append([])
        halves[-1].append(hand)
    return [tuple(half) for half in halves]
