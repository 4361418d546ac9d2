"""Bets for the coming round: placing them, and choosing those that count when the round is dealt."""

from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.floor.cut import cut_first
from lammer.floor.fit import must_have_sensors, unsensed
from lammer.floor.money import bets_of, holding, main_first
from lammer.floor.refusals import FloorRefused, by_the_table
from lammer.floor.seats import seat_of
from lammer.floor.shoes import contributed
from lammer.floor.situation import Done, Now, after, under_way, with_
from lammer.floor.state import FloorTable, Seat, round_of, sheet_of
from lammer.table.actions import Action, Refused, bet, main_wager
from lammer.table.round import apply
from lammer.table.state import Round


def place(now: Now, box: int, bets: dict[str, int], ready: bool = True, contribution: str | None = None) -> Done:
    """Places bets for the coming round, which replace earlier ones; their money is held at once. They may include a
    contribution to a new shoe."""
    seat = seat_of(now, box)
    if under_way(now.table):
        closes = sheet_of(now.table.game, now.table.overrides).clause("limits.bets_close")
        raise FloorRefused("bets-closed", "bets are placed between rounds", closes)
    if now.jackpot and now.jackpot.lit:
        raise FloorRefused("bets-closed", "the sensors are lit: bets are closed for this round", "SD.19 (4)")
    cut_first(now.table)
    wagers = {spot: amount for spot, amount in bets.items() if amount}
    placed = seat.model_copy(update={"bets": wagers, "ready": ready and bool(wagers), "sits_out": False})
    placed = placed.model_copy(update={"active": now.time.isoformat()} if placed.ready else {})
    table = with_(now.table, seats=tuple(placed if one is seat else one for one in now.table.seats))
    table = contributed(table, now.player, contribution)
    must_have_sensors(sheet_of(table.game, table.overrides), now.sensor, wagers)
    if wagers:
        _must_have_room(now.table, seat, main_wager(wagers))
        _try_bets(table, box, now.sensor)
    if now.jackpot:
        now.jackpot.check(wagers)
    entries = holding(table, bets_of(now.table), bets_of(table))
    if not any(one.ready for one in table.seats):
        table = with_(table, deadline="")
    elif table.bet_seconds and not now.table.deadline:
        table = with_(table, deadline=after(now.time, table.bet_seconds))
    return Done(table, tuple(entries), {"bets": wagers, "all_ready": everyone_ready(table)})


def maximum_bet(table: FloorTable, seat: Seat) -> int:
    """The maximum that a seat may bet now; if the limit applies to the box, less the bets of others on it."""
    limits = sheet_of(table.game, table.overrides).rules.limits
    return max(limits.maximum - _of_others(table, seat), 0)


def _of_others(table: FloorTable, seat: Seat) -> int:
    if sheet_of(table.game, table.overrides).rules.limits.apply_to != "box":
        return 0
    others = [one for one in table.seats if one.box == seat.box and one.bettor != seat.bettor]
    return sum(main_wager(one.bets) for one in others)


def _must_have_room(table: FloorTable, seat: Seat, amount: int) -> None:
    """Refuses a bet that exceeds what the other bets leave of the box's maximum."""
    sheet, others, room = sheet_of(table.game, table.overrides), _of_others(table, seat), maximum_bet(table, seat)
    if not others or amount <= room:
        return
    limits = sheet.rules.limits
    left = f"you may bet up to {money_text(room)}" if room >= limits.minimum else "there is no room for another bet"
    text = f"the maximum for box {seat.box} is {money_text(limits.maximum)}, all its bets together"
    raise FloorRefused(
        "above-maximum", f"{text}: {money_text(others)} is on it, so {left}", sheet.clause("limits.apply_to")
    )


def _try_bets(table: FloorTable, box: int, sensor: str) -> None:
    """Refuses bets of one box that the table does not accept."""
    round_ = round_of(with_(table, inputs=()))
    on_box = [seat for seat in table.seats if seat.box == box]
    for seat in _renumbered(on_box, [seat for seat in on_box if seat.bets]):
        try:
            round_, _ = _with_bets(round_, seat, sensor)
        except Refused as refused:
            raise by_the_table(refused) from None


def _renumbered(on_box: list[Seat], betting: list[Seat]) -> list[Seat]:
    """The seats of a box, renumbered so that those who bet come first. The owner stays the owner."""
    behind = [seat for seat in on_box if seat.bettor > 1]
    order = [*on_box[:1], *(one for one in behind if one in betting), *(one for one in behind if one not in betting)]
    return [seat.model_copy(update={"bettor": number}) for number, seat in enumerate(order, 1)]


def _with_bets(round_: Round, seat: Seat, sensor: str) -> tuple[Round, list[Action]]:
    """The round with a seat's bets, placed in order: the main wager, bets from earlier rounds, other bets. Raises
    Refused at the first bet that the table does not accept."""
    new = [bet(seat.box, amount, spot, seat.bettor) for spot, amount in main_first(seat.bets) if spot != sensor]
    earlier = [bet(seat.box, amount, spot, seat.bettor, wins) for spot, (amount, wins) in seat.carried.items()]
    actions = [*new[:1], *earlier, *new[1:]] if new else []
    for action in actions:
        round_ = apply(round_, action)[0]
    return round_, actions


def everyone_ready(table: FloorTable) -> bool:
    """Whether every player who does not sit out is ready."""
    seats = [seat for seat in table.seats if not seat.sits_out]
    return bool(seats) and all(seat.ready for seat in seats)


class Standing(NamedTuple):
    """The table with the bets that count, the seats that play, and their bets as actions of the round."""

    table: FloorTable
    playing: list[Seat]
    actions: list[Action]


def standing_bets(now: Now) -> Standing:
    """The bets of players who are ready and whose box's owner is ready. Bets that the table or the jackpot does not
    accept any more are returned, so that they do not delay the other players."""
    round_, seats, actions = round_of(with_(now.table, inputs=())), list[Seat](), list[Action]()
    for box in sorted({seat.box for seat in now.table.seats}):
        on_box = [seat for seat in now.table.seats if seat.box == box]
        ready = [seat for seat in on_box if seat.ready and on_box[0].ready]
        for seat in _renumbered(on_box, ready):
            kept = _sensed(now, seat) if seat.ready and on_box[0].ready else _without_bets(seat)
            try:
                round_, placed = _with_bets(round_, kept, now.sensor)
            except Refused:
                kept, placed = _without_bets(seat), []
            seats.append(kept)
            actions += placed
    return Standing(with_(now.table, seats=tuple(seats)), [seat for seat in seats if seat.ready], actions)


def _without_bets(seat: Seat) -> Seat:
    return seat.model_copy(update={"bets": {}, "ready": False})


def _sensed(now: Now, seat: Seat) -> Seat:
    """The seat without wagers that no sensor accepts; once the sensors are lit, nothing changes."""
    if now.jackpot and now.jackpot.lit:
        return seat
    back = unsensed(sheet_of(now.table.game, now.table.overrides), now.sensor)
    if now.jackpot and not now.jackpot.takes(seat.bets.get(now.sensor, 0)):
        back |= {now.sensor}
    return seat.model_copy(update={"bets": {spot: bet for spot, bet in seat.bets.items() if spot not in back}})
