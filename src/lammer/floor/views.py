"""What a viewer may see of a table: the round with hidden cards left out, the seats, and a player's own chips.

Nothing here is derived from a card that lies face down or still in the shoe.
"""

from typing import Any

from lammer.floor.state import FloorTable, round_of, sheet_of, shoe_of
from lammer.floor.steps import played, under_way
from lammer.rules.schema import AnySideBet, MeterPaytable
from lammer.rules.sheet import Sheet
from lammer.table.actions import PLAYS, Action
from lammer.table.records import record
from lammer.table.round import actor, legal, refusal
from lammer.table.state import Round
from lammer.table.view import SPECTATOR, seat_view


def table_view(table: FloorTable, viewer: str, chips: int, jackpot: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table as one viewer sees it; an empty name is a spectator."""
    sheet = sheet_of(table.game, table.overrides)
    round_ = round_of(table)
    mine = [seat for seat in table.seats if seat.player == viewer]
    return {
        "table": table.table,
        "game": sheet.ref,
        "name": sheet.name,
        "status": table.status,
        "round": table.round,
        "under_way": under_way(table),
        "deadline": table.deadline,
        "limits": {"least": sheet.rules.limits.least, "most": sheet.rules.limits.most},
        "boxes": sheet.rules.limits.boxes,
        "bettors": sheet.rules.limits.bettors,
        "felt": _felt(sheet),
        "turn_seconds": table.turn_seconds,
        "side_bets": _side_bets(table),
        "seats": [
            {
                "box": seat.box,
                "bettor": seat.bettor,
                "player": seat.player,
                "bets": seat.bets,
                "ready": seat.ready,
                "mine": seat.player == viewer,
            }
            for seat in table.seats
        ],
        "shoe": _shoe(table),
        "result": _result(table) if table.last and not under_way(table) else None,
        "progressive": jackpot,
        "chips": chips if viewer else None,
        "play": _play(table, round_, viewer, [seat.box for seat in mine]) if under_way(table) else None,
    }


def _result(table: FloorTable) -> dict[str, Any]:
    """The round that is over, every card shown, with what each seat won."""
    round_ = round_of(table.model_copy(update={"inputs": table.last}))
    seen = seat_view(round_)
    told = record(played(table, table.last), table.round)
    return {"dealer": seen["dealer"], "boxes": seen["boxes"], "seats": told["seats"], "notation": told["notation"]}


def _side_bets(table: FloorTable) -> list[dict[str, Any]]:
    sheet = sheet_of(table.game, table.overrides)
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
    return {"number": table.shoe.number, "commitment": shoe.commitment, "left": shoe.left, "cards": len(shoe.cards)}


def _play(table: FloorTable, round_: Round, viewer: str, boxes: list[int]) -> dict[str, Any]:
    """The round itself; where a player has several boxes, each shows its own cards."""
    seen = seat_view(round_, boxes[0] if boxes else SPECTATOR)
    for box in boxes[1:]:
        own = {one["box"]: one for one in seat_view(round_, box)["boxes"]}
        seen["boxes"] = [own[one["box"]] if one["box"] == box else one for one in seen["boxes"]]
    who = actor(round_)
    turn = who is not None and {(seat.box, seat.bettor): seat.player for seat in table.seats}.get(who) == viewer
    seen["my_turn"] = turn
    seen["legal"] = [option._asdict() for option in legal(round_)] if turn else []
    seen["refused"] = _refused(round_) if turn else {}
    seen["at_hand"] = round_.at_hand
    seen["ask"] = {"about": round_.asks[0].about, "how": round_.asks[0].how} if round_.asks else None
    return seen


def _refused(round_: Round) -> dict[str, str]:
    """Why a play is not open now, by its name: what a disabled button says."""
    told = {}
    for kind in PLAYS:
        refused = refusal(round_, Action(kind))
        if refused is not None:
            told[kind] = str(refused)
    return told
