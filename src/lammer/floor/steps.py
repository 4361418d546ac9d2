"""What happens at a table: seats taken and left, bets, the deal, decisions, absence, interruption.

Each step is a function from the table as it stands to the table afterwards with the entries that move its money; the
cards it needs come from the table's own shoe.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from lammer.floor.fit import must_have_sensors, unsensed
from lammer.floor.jackpot import JackpotHand
from lammer.floor.money import bets_of, by_player, holding, main_first, paid_at_once, paying, paying_at_once
from lammer.floor.refusals import FloorRefused, by_the_table
from lammer.floor.state import (
    FloorTable,
    Input,
    Seat,
    SensorWager,
    ShoeState,
    as_input,
    remember,
    round_of,
    sheet_of,
    shoe_of,
)
from lammer.ledger.records import Entry
from lammer.table.actions import ANSWERS, DEAL, PLAYS, Action, Refused, absent, bet, card
from lammer.table.actions import void as interrupt
from lammer.table.cutting import cut_card_range, cut_range
from lammer.table.drive import Played
from lammer.table.notation import write_round
from lammer.table.records import shoe_evidence
from lammer.table.round import actor, apply
from lammer.table.shoe import SHOE_EMPTY
from lammer.table.shuffle import DrawStream, new_seed
from lammer.table.state import Round, Stage, Waits


class Now(NamedTuple):
    """A table, who asks, and when."""

    table: FloorTable
    player: str
    time: datetime
    jackpot: JackpotHand | None = None

    @property
    def sensor(self) -> str:
        """The bet that is the jackpot's and not the round's."""
        return self.jackpot.bet if self.jackpot else ""


class Done(NamedTuple):
    table: FloorTable
    entries: tuple[Entry, ...] = ()
    answer: dict[str, Any] = {}  # noqa: RUF012 (never changed)


def under_way(table: FloorTable) -> bool:
    return bool(table.inputs)


def with_(table: FloorTable, **changes: Any) -> FloorTable:
    return table.model_copy(update=changes)


def sit(now: Now, box: int, bettor: int = 0) -> Done:
    """A free field of a box, the owner's first."""
    rules = sheet_of(now.table.game, now.table.overrides).rules
    taken = {seat.bettor for seat in now.table.seats if seat.box == box}
    bettor = bettor or next(field for field in range(1, 99) if field not in taken)
    if now.table.status != "open":
        raise FloorRefused("table-closed", "this table is closed")
    if not 1 <= box <= rules.limits.boxes:
        raise FloorRefused("no-such-box", f"this table has boxes 1 to {rules.limits.boxes}")
    if bettor in taken:
        raise FloorRefused("seat-taken", f"box {box} is taken")
    if bettor > rules.limits.bettors:
        raise FloorRefused("box-full", f"a box of this game has room for {rules.limits.bettors}")
    if bettor != len(taken) + 1:
        raise FloorRefused("owner-first", "fields of a box are taken in order, the owner's first")
    seat = Seat(box=box, bettor=bettor, player=now.player)
    seats = tuple(sorted((*now.table.seats, seat), key=lambda one: (one.box, one.bettor)))
    return Done(with_(now.table, seats=seats), answer={"box": box, "bettor": bettor})


def _seat(now: Now, box: int) -> Seat:
    found = [seat for seat in now.table.seats if seat.player == now.player and seat.box == box]
    if not found:
        raise FloorRefused("not-your-box", f"you do not sit at box {box}")
    return found[0]


def leave(now: Now, box: int) -> Done:
    """The seat is free again; bets for the coming round come back."""
    seat = _seat(now, box)
    lit = now.jackpot is not None and now.jackpot.lit and bool(seat.bets)
    if lit or (under_way(now.table) and _plays(now.table, seat)):
        raise FloorRefused("round-under-way", "leave when the round is over; until then you may be called absent")
    others = [one for one in now.table.seats if one is not seat]
    if any(one.box == box and one.bettor > seat.bettor for one in others):
        raise FloorRefused("others-behind", "others bet on this box behind you; they leave first")
    table = with_(now.table, seats=tuple(others))
    entries = [] if under_way(now.table) else holding(table, bets_of(now.table), bets_of(table))
    return Done(table, tuple(entries), {"left": box})


def _plays(table: FloorTable, seat: Seat) -> bool:
    boxes = {box.number: box for box in round_of(table).boxes}
    return seat.box in boxes and any(one.number == seat.bettor for one in boxes[seat.box].bettors)


def place(now: Now, box: int, bets: dict[str, int], ready: bool = True) -> Done:
    """Bets for the coming round, which replace those placed before; their money is held at once."""
    seat = _seat(now, box)
    if under_way(now.table):
        raise FloorRefused("bets-closed", "bets are placed between rounds", _closes(now.table))
    if now.jackpot and now.jackpot.lit:
        raise FloorRefused("bets-closed", "the sensors are lit: bets are closed for this round", "SD.19 (4)")
    wagers = {spot: amount for spot, amount in bets.items() if amount}
    placed = seat.model_copy(update={"bets": wagers, "ready": ready and bool(wagers), "sits_out": False})
    table = with_(now.table, seats=tuple(placed if one is seat else one for one in now.table.seats))
    must_have_sensors(sheet_of(table.game, table.overrides), now.sensor, wagers)
    _try_bets(table, box, now.sensor)
    if now.jackpot:
        now.jackpot.check(wagers)
    entries = holding(table, bets_of(now.table), bets_of(table))
    if not any(one.ready for one in table.seats):
        table = with_(table, deadline="")
    elif table.bet_seconds and not now.table.deadline:
        table = with_(table, deadline=_after(now.time, table.bet_seconds))
    return Done(table, tuple(entries), {"bets": wagers, "all_ready": everyone_ready(table)})


def _closes(table: FloorTable) -> str:
    return sheet_of(table.game, table.overrides).clause("limits.bets_close")


def _try_bets(table: FloorTable, box: int, sensor: str) -> None:
    """Asks the table whether it takes the bets of one box."""
    opened = round_of(with_(table, inputs=()))
    _with_bets(opened, [seat for seat in table.seats if seat.box == box], sensor)


def _with_bets(opened: Round, seats: list[Seat], sensor: str) -> list[Action]:
    """Every bet as an action, tried in order."""
    actions, round_ = [], opened
    for seat in seats:
        for spot, amount in main_first(seat.bets):
            if spot == sensor:
                continue
            wager = bet(seat.box, amount, spot, seat.bettor)
            try:
                round_ = apply(round_, wager)[0]
            except Refused as refused:
                raise by_the_table(refused) from None
            actions.append(wager)
    return actions


def everyone_ready(table: FloorTable) -> bool:
    """Whoever takes part has said so."""
    seats = [seat for seat in table.seats if not seat.sits_out]
    return bool(seats) and all(seat.ready for seat in seats)


def deal(now: Now) -> Done:
    """No more bets: the round begins, from a fresh shoe when the last is over."""
    if under_way(now.table):
        raise FloorRefused("dealt", "the round is already under way")
    if now.jackpot:
        now.jackpot.dealt_by(now.player)
    table, playing = seats_that_play(now)
    entries = holding(table, bets_of(now.table), bets_of(table))
    table = with_next_shoe(table)
    table, opened = with_(table, announced={}), table.announced
    actions = _with_bets(round_of(table), playing, now.sensor)
    if not actions:
        raise FloorRefused("no-bets", "nobody has placed a bet")
    assert table.shoe is not None
    sensed = sensed_by(playing, now.sensor)
    table = with_(table, round=table.round + 1, first=table.shoe.position, deadline="", sensed=sensed)
    if now.jackpot:
        now.jackpot.wagers_off(table.round, sensed)
    done = _played(now, table, [*actions, DEAL], before=bets_of(table, now.sensor))
    if now.jackpot and sensed:
        now.jackpot.evaluate(*_starting_cards(done.table))
        if now.jackpot.pending:
            done = done._replace(table=with_(done.table, deadline=""))
    answer = {
        "round": table.round,
        "first": table.first,
        "seats": [[seat.box, seat.bettor, seat.player] for seat in playing],
        **({"shoe": opened} if opened else {}),
    }
    return done._replace(entries=(*entries, *done.entries), answer=answer | done.answer)


def seats_that_play(now: Now) -> tuple[FloorTable, list[Seat]]:
    """Who takes part in the coming round; bets of others come back. Once the sensors are lit, nothing changes."""
    if now.jackpot and now.jackpot.lit:
        return now.table, [seat for seat in now.table.seats if seat.ready]
    table = with_(now.table, seats=tuple(_standing_bets(now, seat) for seat in now.table.seats))
    return table, [seat for seat in table.seats if seat.ready]


def _standing_bets(now: Now, seat: Seat) -> Seat:
    """Bets of those who are ready, with the owner of their box; a wager that the jackpot no longer takes comes back."""
    owner = next(one for one in now.table.seats if one.box == seat.box and one.bettor == 1)
    if not seat.ready or not owner.ready:
        return seat.model_copy(update={"bets": {}, "ready": False})
    back = unsensed(sheet_of(now.table.game, now.table.overrides), now.sensor)
    if now.jackpot and not now.jackpot.takes(seat.bets.get(now.sensor, 0)):
        back |= {now.sensor}
    return seat.model_copy(update={"bets": {spot: bet for spot, bet in seat.bets.items() if spot not in back}})


def sensed_by(playing: list[Seat], sensor: str) -> dict[int, SensorWager]:
    return {
        seat.box: SensorWager(player=seat.player, amount=seat.bets[sensor]) for seat in playing if sensor in seat.bets
    }


def _starting_cards(table: FloorTable) -> tuple[dict[int, tuple[int, ...]], int]:
    """Every box's first two cards and the dealer's up card, of the round that has just been dealt."""
    round_ = round_of(with_(table, inputs=table.inputs or table.last))
    return {box.number: box.hands[0].cards[:2] for box in round_.boxes}, round_.dealer[0]


def close(now: Now) -> Done:
    """Nobody sits down any more, and who sits goes home with their bets; the table is kept with all it remembers."""
    if under_way(now.table) or (now.jackpot and now.jackpot.pending):
        raise FloorRefused("round-under-way", "the round is not over")
    table = with_(now.table, status="closed", seats=(), deadline="", dealer="")
    return Done(table, tuple(holding(table, bets_of(now.table), {})), {"status": "closed"})


def reopen(now: Now) -> Done:
    return Done(with_(now.table, status="open"), answer={"status": "open"})


def resumed(table: FloorTable, time: datetime) -> FloorTable:
    """The game goes on after the jackpot: whoever is to act has their whole time."""
    to_act = under_way(table) and actor(round_of(table))
    return with_(table, deadline=_after(time, table.turn_seconds)) if to_act else table


def duty(now: Now, on: bool) -> Done:
    """A dealer comes to the table, or goes; between hands of the jackpot only."""
    if now.jackpot is None:
        raise FloorRefused("no-jackpot", "this table deals by itself: it belongs to no jackpot")
    if now.jackpot.pending:
        raise FloorRefused("hand-under-way", "the jackpot's hand is not over", "SD.19 (6)(viii)")
    if now.table.dealer not in ("", now.player):
        raise FloorRefused("other-dealer", f"{now.table.dealer} is on duty here")
    now.jackpot.may_deal(now.player)
    return Done(with_(now.table, dealer=now.player if on else ""), answer={"on_duty": on})


def with_next_shoe(table: FloorTable) -> FloorTable:
    """The shoe for the next round, which is promised before anybody bets on it: what there is to tell of it stands on
    the table, and goes into the books with the deal."""
    boxes = sheet_of(table.game, table.overrides).rules.limits.boxes
    table, told = _with_shoe(table, boxes)
    return with_(table, announced=told) if told else table


def _with_shoe(table: FloorTable, boxes: int) -> tuple[FloorTable, dict[str, Any]]:
    """A new shoe is told by its commitment, the old one then by its seed."""
    sheet = sheet_of(table.game, table.overrides)
    told: dict[str, Any] = {}
    if table.shoe is not None:
        old = shoe_of(table)
        if not old.cut_card_out and old.left >= sheet.rules.shoe.least_a_box * (boxes + 1):
            return table, {}
        told["over"] = shoe_evidence(old, table.shoe.number, shoe_open=True)
    seed = new_seed()
    # The cut has a stream of its own: it must not reveal anything of the shuffle's.
    least, most = cut_range(sheet)
    near, far = cut_card_range(sheet)
    cut = least + DrawStream(b"cut" + seed).below(most - least + 1)
    burn = sheet.rules.shoe.burn
    kept = ShoeState(
        number=table.shoe.number + 1 if table.shoe else 1,
        seed=seed.hex(),
        cut=cut,
        behind_cut_card=(near + far) // 2,
        burn=burn,
        position=burn,
    )
    table = with_(table, shoe=kept)
    told["new"] = shoe_evidence(shoe_of(table), kept.number, shoe_open=False)
    return table, told


def act(now: Now, action: str, amount: int = 0) -> Done:
    """The decision of whoever's turn it is. An interruption and the like are the floor's to call, and none of these."""
    if action not in (*PLAYS, *ANSWERS):
        raise FloorRefused("no-such-action", f"{action!r} is no decision of a player")
    _jackpot_first(now)
    box, bettor = _turn(now)
    return _played(now, now.table, [Action(action, amount=amount, box=box, bettor=bettor)])


def _jackpot_first(now: Now) -> None:
    if now.jackpot and now.jackpot.pending:
        raise FloorRefused("jackpot-first", "the game goes on once the progressive is resolved", "SD.19 (8)")


def _turn(now: Now) -> tuple[int, int]:
    if not under_way(now.table):
        raise FloorRefused("no-round", "no round is under way")
    who = actor(round_of(now.table))
    owners = {(seat.box, seat.bettor): seat.player for seat in now.table.seats}
    if who is None or owners.get(who) != now.player:
        raise FloorRefused("not-your-turn", f"it is the turn of box {who[0]}" if who else "it is nobody's turn")
    return who


def call_absent(now: Now) -> Done:
    """Whoever is to act has gone, or let their time pass: the sheet's rule for absent players plays their hands from
    here. Where no clock runs, whoever deals sees that nobody is there."""
    _jackpot_first(now)
    if not under_way(now.table) or now.time.isoformat() < now.table.deadline:
        raise FloorRefused("not-yet", "their time is not over")
    who = actor(round_of(now.table))
    if who is None:
        raise FloorRefused("not-yet", "nobody is to act")
    seats = tuple(
        seat.model_copy(update={"sits_out": True}) if (seat.box, seat.bettor) == who else seat
        for seat in now.table.seats
    )
    return _played(now, with_(now.table, seats=seats), [absent(*who)])


def void(now: Now, reason: str) -> Done:
    """A supervisor interrupts the round and says why: own money still at stake comes back, tips too (EU 9, A21)."""
    if not under_way(now.table):
        raise FloorRefused("no-round", "no round is under way")
    if not reason.strip():
        clause = sheet_of(now.table.game, now.table.overrides).clause("void.reason")
        raise FloorRefused("no-reason", "give the reason for interrupting the round", clause)
    return _played(now, now.table, [interrupt(reason.strip())])


def _played(now: Now, table: FloorTable, actions: list[Action], before: dict[str, int] | None = None) -> Done:
    """Applies actions, deals every card they lead to, holds what they cost, and pays what is won at once and a
    round that is over."""
    round_ = round_of(table)
    held = by_player(table, round_) if before is None else before
    shoe, inputs = shoe_of(table), list[Any](table.inputs)
    try:
        for action in actions:
            round_ = apply(round_, action)[0]
            inputs.append(as_input(action))
        while round_.waits is Waits.CARD:
            action = card(shoe.draw()) if shoe.left else interrupt(SHOE_EMPTY)
            round_ = apply(round_, action)[0]
            inputs.append(as_input(action))
    except Refused as refused:
        raise by_the_table(refused) from None
    assert table.shoe is not None
    table = with_(table, inputs=tuple(inputs), shoe=table.shoe.model_copy(update={"position": shoe.position}))
    remember(table, round_)
    paid = paid_at_once(round_)
    entries = [*holding(table, held, by_player(table, round_)), *paying_at_once(table, paid)]
    table = with_(table, paid=paid)
    if round_.stage is Stage.DONE:
        return _over(table, round_, entries)
    table = with_(table, deadline=_after(now.time, table.turn_seconds) if actor(round_) else "")
    return Done(table, tuple(entries), {"round": table.round, "inputs": len(inputs), "over": False})


def _after(time: datetime, seconds: int) -> str:
    return (time + timedelta(seconds=seconds)).isoformat() if seconds else ""


def _over(table: FloorTable, round_: Round, entries: list[Entry]) -> Done:
    notation = write_round(played(table, table.inputs))
    entries += paying(table, round_)
    seats = tuple(seat.model_copy(update={"bets": {}, "ready": False}) for seat in table.seats)
    ended = with_next_shoe(with_(table, inputs=(), paid=(), seats=seats, deadline="", last=table.inputs))
    answer: dict[str, Any] = {"round": table.round, "inputs": len(table.inputs), "over": True, "notation": notation}
    if round_.void:
        answer["void"] = round_.void_reason
    return Done(ended, tuple(entries), answer)


def played(table: FloorTable, inputs: tuple[Input, ...]) -> Played:
    """A round of this table with its inputs, as records want it."""
    actions = [Action(*one) for one in inputs]
    at = next(place for place, action in enumerate(actions) if action.kind == "deal")
    round_, opened = (round_of(with_(table, inputs=some)) for some in (inputs, ()))
    return Played(round_, tuple(actions[:at]), tuple(actions[at + 1 :]), (), opened.meters)
