"""Steps at a table after the bets: deal, decisions, absence, interruption; and closing and reopening the table.

Each step is a function from the present table to the next table and the entries that move its money. Cards come from
the table's own shoe.
"""

from datetime import datetime
from math import ceil
from typing import Any

from lammer.floor.betting import standing_bets
from lammer.floor.cut import cut_first, pass_on, with_offer
from lammer.floor.lights import keep_lights
from lammer.floor.money import (
    bets_of,
    by_player,
    holding,
    on_layout,
    paid_at_once,
    paying,
    paying_at_once,
    players,
    returning,
)
from lammer.floor.refusals import FloorRefused, by_the_table
from lammer.floor.seats import freed
from lammer.floor.shoes import opened_at_close, with_next_shoe, with_shoe_to_deal_from
from lammer.floor.situation import NO_TURN, Done, Now, after, turn_times, under_way, with_
from lammer.floor.state import (
    FloorTable,
    Input,
    Seat,
    SensorWager,
    as_input,
    remember,
    round_of,
    sheet_of,
    shoe_of,
)
from lammer.ledger.records import Entry
from lammer.rules.conditions.outcomes import run_length
from lammer.rules.sheet import HOUSE
from lammer.table.actions import ANSWERS, DEAL, PLAYS, Action, Refused, absent, card, spin
from lammer.table.actions import void as interrupt
from lammer.table.carried import left_on_layout
from lammer.table.cutting import box_dealt_cut_card
from lammer.table.drive import Played
from lammer.table.notation import write_round
from lammer.table.round import actor, apply
from lammer.table.shoe import SHOE_EMPTY
from lammer.table.sidebets import is_decided
from lammer.table.state import Round, Stage, Waits
from lammer.table.wheel import spins_made, weights_of

OPENING_CARDS = 2
CALL_SECONDS = 30
"""The time for the supervisor to answer a call, if the table has no clock."""


def deal(now: Now) -> Done:
    """Closes the bets and begins the round, from a new shoe if the last one is over."""
    if under_way(now.table):
        raise FloorRefused("dealt", "the round is already under way")
    if now.jackpot:
        now.jackpot.dealt_by(now.player)
    cut_first(now.table)
    table, playing, actions = standing_bets(now)
    entries = holding(table, bets_of(now.table), bets_of(table))
    table = with_(table, seats=tuple(_counted(seat) for seat in table.seats))
    table, announcement = with_shoe_to_deal_from(table)
    if not actions:
        raise FloorRefused("no-bets", "nobody has placed a bet")
    assert table.shoe is not None
    sensed = sensed_by(playing, now.sensor)
    table = with_(table, round=table.round + 1, first=table.shoe.position, deadline="", sensed=sensed)
    if now.jackpot:
        now.jackpot.wagers_off(table.round, sensed)
    done = _played(now, table, [*actions, DEAL], before=_staked(table, playing, now.sensor))
    done = _with_jackpot(now, done, table)
    answer = {
        "round": table.round,
        "first": table.first,
        "seats": [[seat.box, seat.bettor, seat.player] for seat in playing],
        **announcement,
    }
    return done._replace(entries=(*entries, *done.entries), answer=answer | done.answer)


def _staked(table: FloorTable, playing: list[Seat], sensor: str) -> dict[str, int]:
    """Own money by player that is held when the round begins: their bets, and those from earlier rounds."""
    earlier = on_layout(playing)
    return {player: amount + earlier.get(player, 0) for player, amount in bets_of(table, sensor).items()}


def _counted(seat: Seat) -> Seat:
    """Resets the seat's idle rounds if it plays; otherwise adds one."""
    return seat.model_copy(update={"idle": 0 if seat.ready else seat.idle + 1})


def sensed_by(playing: list[Seat], sensor: str) -> dict[int, SensorWager]:
    return {
        seat.box: SensorWager(player=seat.player, amount=seat.bets[sensor]) for seat in playing if sensor in seat.bets
    }


def _with_jackpot(now: Now, done: Done, dealt_from: FloorTable) -> Done:
    """Evaluates the jackpot's hand as soon as all its cards are dealt; the round then waits for it if a win needs
    approval. Its wheels are spun by the shoe of ``dealt_from``, after those of the round; the shoe may be over now."""
    hand = now.jackpot
    if hand is None or hand.table.stage != "taken":
        return done
    round_ = round_of(with_(done.table, inputs=done.table.inputs or done.table.last))
    bet = round_.sheet.side_bets[hand.bet]
    boxes = [box for box in round_.boxes if box.number in hand.table.wagers]
    if bet.settled == "when my cards decide" and not all(is_decided(round_, box, bet) for box in boxes):
        return done
    number = max(run_length(bet.outcomes), OPENING_CARDS)
    shoe, made = shoe_of(dealt_from), len(spins_made(round_))
    hand.evaluate(
        {box.number: box.dealt[:number] for box in boxes},
        round_.dealer[0],
        lambda nth, weights: shoe.spin(dealt_from.round, made + nth, weights),
    )
    return done._replace(table=with_(done.table, deadline="")) if hand.pending else done


def close(now: Now, reason: str) -> Done:
    """Closes the table: players leave and get their bets back, and nobody can sit down. The table's state is kept. Its
    shoe is opened, so that all its rounds can be verified. The reason is stored in the books."""
    if not reason.strip():
        raise FloorRefused("no-reason", "give the reason for closing the table", HOUSE)
    if under_way(now.table) or (now.jackpot and now.jackpot.pending):
        raise FloorRefused("round-under-way", "the round is not over")
    kept = keep_lights(now.table, now.table.seats)
    table = with_offer(with_(kept, status="closed", seats=(), dealer="", **NO_TURN), now.time)
    table, announcement = opened_at_close(table)
    answer = {"status": "closed"} | ({"next_shoe": announcement} if announcement else {})
    entries = [*holding(table, bets_of(now.table), {}), *returning(table, now.table.seats)]
    return Done(table, tuple(entries), answer)


def reopen(now: Now) -> Done:
    opened_by = tuple(dict.fromkeys((*now.table.opened_by, now.player)))
    table, announcement = with_next_shoe(with_(now.table, status="open", opened_by=opened_by))
    return Done(table, answer={"status": "open"} | ({"next_shoe": announcement} if announcement else {}))


def resumed(table: FloorTable, time: datetime) -> FloorTable:
    """Continues the game after the jackpot: the player who is to act or to cut gets their full time."""
    to_act = actor(round_of(table)) if under_way(table) else table.cut_asked[0]
    return with_(table, **turn_times(table, time)) if to_act else table


def duty(now: Now, on: bool) -> Done:
    """A dealer comes on duty or goes off duty, only between hands of the jackpot. A table without a jackpot deals by
    itself; its dealer looks after the players and signs the slips."""
    if now.table.status != "open":
        raise FloorRefused("table-closed", "this table is closed")
    if now.jackpot and now.jackpot.pending:
        raise FloorRefused("hand-under-way", "the jackpot's hand is not over", "SD.19 (6)(viii)")
    if now.table.dealer not in ("", now.player):
        raise FloorRefused("other-dealer", f"{now.table.dealer} is on duty here")
    if now.jackpot:
        now.jackpot.may_deal(now.player)
    return Done(with_(now.table, dealer=now.player if on else ""), answer={"on_duty": on})


def act(now: Now, action: str, amount: int = 0) -> Done:
    """Applies the decision of the player whose turn it is. Other actions, such as an interruption, are refused."""
    if action not in (*PLAYS, *ANSWERS):
        raise FloorRefused("no-such-action", f"{action!r} is not a decision of a player")
    _jackpot_first(now)
    box, bettor = _turn(now)
    done = _played(now, now.table, [Action(action, amount=amount, box=box, bettor=bettor)])
    return _with_jackpot(now, done, now.table)


def _jackpot_first(now: Now) -> None:
    if now.jackpot and now.jackpot.blocks:
        raise FloorRefused("jackpot-first", "the game continues when the progressive is resolved", "SD.19 (8)")


def _turn(now: Now) -> tuple[int, int]:
    if not under_way(now.table):
        raise FloorRefused("no-round", "no round is under way")
    who = actor(round_of(now.table))
    if who is None or players(now.table).get(who) != now.player:
        raise FloorRefused("not-your-turn", f"it is the turn of box {who[0]}" if who else "no player has to act now")
    return who


def call_absent(now: Now) -> Done:
    """Calls the player absent who is to act or to cut and has let their time pass. Without a clock, a dealer may do so
    after the table's time for absent players. If the sheet says so and a supervisor is present, the supervisor is
    called first (EU 1.9). Without an answer in time, the sheet's rule for absent players plays their hands."""
    _jackpot_first(now)
    _time_is_over(now)
    if now.table.cut_asked[0]:
        return pass_on(now)
    who = _to_act(now)
    by_call = sheet_of(now.table.game, now.table.overrides).rules.absent.called != "nobody"
    if by_call and now.supervised and not now.table.called:
        until = after(now.time, now.table.turn_seconds or CALL_SECONDS)
        table = with_(now.table, called=now.player, deadline=until)
        return Done(table, answer=_answer(table, {"called": "supervisor"}))
    return _played_as_absent(now, who, "automatic" if by_call else "")


def _time_is_over(now: Now) -> None:
    until = max(now.table.deadline, now.table.absent_from)
    if until and now.time.isoformat() < until:
        left = ceil((datetime.fromisoformat(until) - now.time).total_seconds())
        clause = "" if now.table.deadline else HOUSE
        raise FloorRefused("not-yet", f"the player's time is not over; call them absent in {left} s", clause)


def answer_call(now: Now, absent: bool) -> Done:
    """The supervisor answers a call: the player is absent, or is present and gets their full time again."""
    if not now.table.called:
        raise FloorRefused("no-call", "nobody has called the supervisor to this table")
    who = _to_act(now)
    if players(now.table).get(who) == now.player:
        raise FloorRefused(
            "own-call", "you are the player who was called absent; act, or let another supervisor answer"
        )
    if absent:
        return _played_as_absent(now, who, now.player)
    table = with_(now.table, called="", **turn_times(now.table, now.time))
    return Done(table, answer=_answer(table, {"answered": now.player, "absent": False}))


def _to_act(now: Now) -> tuple[int, int]:
    who = actor(round_of(now.table)) if under_way(now.table) else None
    if who is None:
        raise FloorRefused("not-yet", "no player has to act now")
    return who


def _played_as_absent(now: Now, who: tuple[int, int], answered: str) -> Done:
    seats = tuple(
        seat.model_copy(update={"sits_out": True}) if (seat.box, seat.bettor) == who else seat
        for seat in now.table.seats
    )
    done = _with_jackpot(now, _played(now, with_(now.table, seats=seats), [absent(*who)]), now.table)
    return done._replace(answer=done.answer | ({"answered": answered, "absent": True} if answered else {}))


def _answer(table: FloorTable, more: dict[str, Any]) -> dict[str, Any]:
    return {"round": table.round, "inputs": len(table.inputs), "over": False} | more


def void(now: Now, reason: str) -> Done:
    """A supervisor interrupts the round and gives the reason: players get back their own money that is still at stake,
    and tips (EU 9, A21)."""
    if not under_way(now.table):
        raise FloorRefused("no-round", "no round is under way")
    if not reason.strip():
        clause = sheet_of(now.table.game, now.table.overrides).clause("void.reason")
        raise FloorRefused("no-reason", "give the reason for interrupting the round", clause)
    return _with_jackpot(now, _played(now, now.table, [interrupt(reason.strip())]), now.table)


def _played(now: Now, table: FloorTable, actions: list[Action], before: dict[str, int] | None = None) -> Done:
    """Applies actions, deals every card they require, holds the stakes, pays wins that are due at once, and settles a
    finished round."""
    round_ = round_of(table)
    held = by_player(table, round_) if before is None else before
    shoe, inputs = shoe_of(table), list[Any](table.inputs)
    try:
        for action in actions:
            round_ = apply(round_, action)[0]
            inputs.append(as_input(action))
        while round_.waits in (Waits.CARD, Waits.SPIN):
            if round_.waits is Waits.SPIN:
                action = spin(shoe.spin(table.round, len(spins_made(round_)) + 1, weights_of(round_)))
            else:
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
        return _over(now, table, round_, entries)
    table = with_(table, called="", **turn_times(table, now.time) if actor(round_) else NO_TURN)
    return Done(table, tuple(entries), _answer(table, {}))


def _over(now: Now, table: FloorTable, round_: Round, entries: list[Entry]) -> Done:
    notation = write_round(played(table, table.inputs))
    entries += paying(table, round_)
    after_round = tuple(_round_over(seat, now.time, round_) for seat in table.seats)
    idle = _idle(table)
    seats, gone = freed(after_round, idle)
    unseated = [seat for seat in after_round if (seat.box, seat.bettor) in idle]
    entries += returning(table, unseated)
    table = keep_lights(table, unseated)
    seated = tuple((box, bettor, name) for (box, bettor), name in players(table).items())
    ended = with_(table, inputs=(), paid=(), seats=seats, called="", last=table.inputs, seated=seated, **NO_TURN)
    ended, announcement = with_next_shoe(with_(ended, unseated=gone, cut_card_box=_cut_card_box(table)))
    ended = with_offer(ended, now.time)
    answer: dict[str, Any] = {"round": table.round, "inputs": len(table.inputs), "over": True, "notation": notation}
    answer |= {"next_shoe": announcement} if announcement else {}
    if round_.void:
        answer["void"] = round_.void_reason
    if gone:
        answer["unseated"] = [list(one) for one in gone]
    return Done(ended, tuple(entries), answer)


def _round_over(seat: Seat, time: datetime, round_: Round) -> Seat:
    """The seat without its bets, except those that stay on the layout. Bets of a player who sat out wait there."""
    played: dict[str, Any] = {}
    if seat.ready:
        mine = [one for one in left_on_layout(round_) if (one.box, one.bettor) == (seat.box, seat.bettor)]
        left = {one.spot: (one.amount, one.carried) for one in mine}
        played = {"active": time.isoformat(), "carried": left}
    return seat.model_copy(update={"bets": {}, "ready": False, **played})


def _idle(table: FloorTable) -> set[tuple[int, int]]:
    """Fields whose players have not bet for too many rounds."""
    return {(seat.box, seat.bettor) for seat in table.seats if 0 < table.idle_rounds <= seat.idle}


def _cut_card_box(table: FloorTable) -> int:
    """The box that was dealt the cut card in the finished round; 0 for the dealer's hand, or none."""
    shoe = shoe_of(table)
    if not shoe.cut_card_out:
        return 0
    round_, boxes = round_of(with_(table, inputs=())), list[int]()
    for one in table.inputs:
        round_, events = apply(round_, Action(*one))
        boxes += [event.box for event in events if event.kind == "card"]
    return box_dealt_cut_card(shoe, table.first, boxes)


def played(table: FloorTable, inputs: tuple[Input, ...]) -> Played:
    """A round of this table with its inputs, in the form that records need."""
    actions = [Action(*one) for one in inputs]
    at = next(place for place, action in enumerate(actions) if action.kind == "deal")
    round_, opened = (round_of(with_(table, inputs=some)) for some in (inputs, ()))
    return Played(round_, tuple(actions[:at]), tuple(actions[at + 1 :]), (), opened.meters)
