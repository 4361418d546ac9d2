"""What a viewer may see of a table: the round with hidden cards left out, the seats, and a player's own chips.

Nothing here is derived from a card that lies face down or still in the shoe.
"""

from typing import Any

from lammer.floor.betting import most_bet
from lammer.floor.cut import cut_view
from lammer.floor.money import players
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, Seat, round_of, sheet_of, shoe_of
from lammer.floor.steps import played
from lammer.rules.posted import posted_rules
from lammer.rules.schema import AnySideBet, MeterPaytable
from lammer.rules.sheet import Sheet
from lammer.table.actions import PLAYS, Action
from lammer.table.records import record
from lammer.table.round import actor, legal, refusal
from lammer.table.state import Round
from lammer.table.view import SPECTATOR, seat_view


def table_view(table: FloorTable, viewer: str, chips: int, jackpot: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table as one viewer sees it; an empty name is a spectator. `texts` writes the same for many at once."""
    return {
        **fixed_view(sheet_of(table.game, table.overrides)),
        **changing_view(table, jackpot),
        "result": result_view(table) if table.last and not under_way(table) else None,
        "seats": [{**seat_entry(table, seat), "mine": seat.player == viewer} for seat in table.seats],
        "chips": chips if viewer else None,
        "play": _play(table, viewer) if under_way(table) else None,
    }


def fixed_view(sheet: Sheet) -> dict[str, Any]:
    """What is the same as long as the table stands."""
    return {
        "game": sheet.ref,
        "name": sheet.name,
        "limits": {
            "least": sheet.rules.limits.least,
            "most": sheet.rules.limits.most,
            "apply_to": sheet.rules.limits.apply_to,
        },
        "boxes": sheet.rules.limits.boxes,
        "bettors": sheet.rules.limits.bettors,
        "felt": _felt(sheet),
        "posted": [rule._asdict() for rule in posted_rules(sheet)],
        "side_bets": _side_bets(sheet),
    }


def changing_view(table: FloorTable, jackpot: dict[str, Any] | None) -> dict[str, Any]:
    """What changes, and is the same for every viewer."""
    return {
        "table": table.table,
        "status": table.status,
        "round": table.round,
        "under_way": under_way(table),
        "deadline": table.deadline,
        "turn_seconds": table.turn_seconds,
        "training": table.training,
        "coach": coach_allowed(table),
        "cut": cut_view(table),
        "call": _call(table),
        "shoe": _shoe(table),
        "progressive": jackpot,
    }


def coach_allowed(table: FloorTable) -> bool:
    """Where the game forbids devices, the coach speaks at tables for training alone (EU 8)."""
    return table.training or sheet_of(table.game, table.overrides).rules.posted.devices != "forbidden"


def _call(table: FloorTable) -> dict[str, Any] | None:
    """The call of the supervisor that waits for an answer: for whom, and who called."""
    who = actor(round_of(table)) if table.called else None
    if who is None:
        return None
    box, bettor = who
    return {"role": "supervisor", "box": box, "bettor": bettor, "player": to_act(table), "by": table.called}


def to_act(table: FloorTable) -> str:
    """The player whose turn it is; empty for nobody."""
    who = actor(round_of(table)) if under_way(table) else None
    return players(table).get(who, "") if who else ""


def seat_entry(table: FloorTable, seat: Seat) -> dict[str, Any]:
    return {
        "box": seat.box,
        "bettor": seat.bettor,
        "player": seat.player,
        "bets": seat.bets,
        "ready": seat.ready,
        "most": most_bet(table, seat),
    }


def result_view(table: FloorTable) -> dict[str, Any]:
    """The round that is over, every card shown, with what each seat won."""
    round_ = round_of(table.model_copy(update={"inputs": table.last}))
    seen = seat_view(round_)
    told = record(played(table, table.last), table.round)
    sat = {(box, bettor): player for box, bettor, player in table.seated}
    seats = [{**seat, "player": sat.get((seat["seat"], seat["bettor"]), "")} for seat in told["seats"]]
    return {"dealer": seen["dealer"], "boxes": seen["boxes"], "seats": seats, "notation": told["notation"]}


def _side_bets(sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {
            "id": bet_id,
            "name": bet.name,
            "least": bet.least,
            "most": bet.most,
            "paytable": bet.paytable,
            "pays": _pays(bet),
            "counts_lammers": bet_id in sheet.rules.lammer_bets,
        }
        for bet_id, bet in sheet.side_bets.items()
    ]


def _pays(bet: AnySideBet) -> list[str]:
    """What the posted paytable says, best first."""
    paytable = bet.paytables[bet.paytable]
    shares = paytable.shares if isinstance(paytable, MeterPaytable) else {}
    return [
        *(f"{row}: {share.percent}% of the {share.level}" for row, share in shares.items()),
        *(f"{row}: {pays} {paytable.basis}" for row, pays in paytable.rows.items()),
    ]


def _felt(sheet: Sheet) -> dict[str, Any]:
    """What is printed on the layout."""
    rules = sheet.rules
    return {
        "limit": rules.points.limit,
        "natural_pays": str(rules.natural.pays),
        "insurance_pays": str(rules.insurance.pays) if rules.insurance.under else "",
        "soft_17": rules.dealer.soft_17,
        "stand_on_hard": rules.dealer.stand_on_hard,
        "pushes_on_22": rules.dealer.pushes_on_22,
        "free_bets": bool(rules.free.double_totals or rules.free.split_values),
        "decks": rules.shoe.decks,
    }


def _shoe(table: FloorTable) -> dict[str, Any] | None:
    if table.shoe is None:
        return None
    shoe = shoe_of(table)
    return {
        "number": table.shoe.number,
        "commitment": shoe.commitment,
        "left": shoe.left,
        "cards": len(shoe.cards),
        "behind_cut_card": shoe.behind_cut_card,
    }


def _play(table: FloorTable, viewer: str) -> dict[str, Any]:
    round_ = round_of(table)
    return {**play_view(round_, sees_alike(table, viewer)), **turn_view(table, round_, viewer)}


def sees_alike(table: FloorTable, viewer: str) -> tuple[int, ...]:
    """The boxes whose hidden cards a viewer may see: two with equal answers see the same round."""
    if sheet_of(table.game, table.overrides).rules.deal.player_cards == "up":
        return ()
    return tuple(seat.box for seat in table.seats if seat.player == viewer)


def play_view(round_: Round, boxes: tuple[int, ...]) -> dict[str, Any]:
    """The round itself; where a player has several boxes, each shows its own cards."""
    seen = seat_view(round_, boxes[0] if boxes else SPECTATOR)
    for box in boxes[1:]:
        own = {one["box"]: one for one in seat_view(round_, box)["boxes"]}
        seen["boxes"] = [own[one["box"]] if one["box"] == box else one for one in seen["boxes"]]
    del seen["legal"]
    seen["at_hand"] = round_.at_hand
    seen["ask"] = {"about": round_.asks[0].about, "how": round_.asks[0].how} if round_.asks else None
    return seen


def turn_view(table: FloorTable, round_: Round, viewer: str) -> dict[str, Any]:
    """What is open to whoever's turn it is."""
    who = actor(round_)
    if who is None or players(table).get(who) != viewer:
        return {"my_turn": False, "legal": [], "refused": {}}
    return {"my_turn": True, "legal": [option._asdict() for option in legal(round_)], "refused": _refused(round_)}


def _refused(round_: Round) -> dict[str, str]:
    """Why a play is not open now, by its name: what a disabled button says."""
    told = {}
    for kind in PLAYS:
        refused = refusal(round_, Action(kind))
        if refused is not None:
            told[kind] = str(refused)
    return told
