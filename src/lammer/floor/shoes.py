"""A table's shoes: committed to before the bets, open to contributions until the first card, published when they are
over."""

from typing import Any

from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import with_
from lammer.floor.state import FloorTable, ShoeState, promise_of, sheet_of, shoe_of
from lammer.rules.sheet import Sheet
from lammer.table.cutting import new_promise
from lammer.table.promise import HOUSE, MAX_CONTRIBUTION, PLAYER, end_of_shoe
from lammer.table.records import promise_evidence, shoe_evidence
from lammer.table.shuffle import new_seed

Announcement = dict[str, Any]
"""The part of an event's answer that publishes facts about shoes."""


def with_next_shoe(table: FloorTable) -> tuple[FloorTable, Announcement]:
    """The shoe for the next round, and what the event announces: the seed of the shoe that is over, and the commitment
    to the new one. If the sheet offers the cut to players, a new shoe waits for it."""
    announcement: Announcement = {}
    if table.shoe is not None:
        if not is_over(table):
            return table, {}
        if not table.shoe.opened:
            announcement["over"] = shoe_evidence(shoe_of(table), shoe_open=True)
    table = with_(table, shoe=_new_shoe(table), announced={}, cut_asked=(0, ""), cut_declined=())
    return table, announcement | {"promised": promise_evidence(promise_of(table))}


def _new_shoe(table: FloorTable) -> ShoeState:
    sheet = sheet_of(table.game, table.overrides)
    offered = _offered(sheet)
    number = table.shoe.number + 1 if table.shoe else 1
    promise = new_promise(
        sheet, new_seed(), number, sheet.rules.limits.boxes, PLAYER if offered else HOUSE, table.table
    )
    return ShoeState(
        number=promise.number,
        seed=promise.seed.hex(),
        cut=None,
        behind_cut_card=promise.behind_cut_card,
        burn=promise.burn,
        position=promise.burn,
        uncut=offered,
        scheme=promise.scheme,
        ends_at=promise.ends_at,
        cut_range=promise.cut_range,
        cuts=promise.cuts,
    )


def _offered(sheet: Sheet) -> bool:
    return sheet.rules.cut.offered != "house"


def is_over(table: FloorTable) -> bool:
    """Whether, between rounds, no further round is dealt from the table's shoe."""
    assert table.shoe is not None
    left = promise_of(table).cards - table.shoe.position
    if table.shoe.opened:
        return True
    if table.shoe.scheme == 1:
        rules = sheet_of(table.game, table.overrides).rules
        return left <= end_of_shoe(table.shoe.behind_cut_card, rules.shoe.minimum_cards_per_box, rules.limits.boxes)
    return table.shoe.used and left <= table.shoe.ends_at


def contributed(table: FloorTable, player: str, text: str | None) -> FloorTable:
    """The table with a player's contribution to its new shoe; each player has one. Without a text nothing changes."""
    if text is None:
        return table
    shoe = table.shoe
    if shoe is None or shoe.scheme == 1 or shoe.used:
        raise FloorRefused("contributions-closed", "contributions to this shoe are closed: its first card is dealt")
    if not 0 < len(text) <= MAX_CONTRIBUTION or not text.isprintable():
        raise FloorRefused("bad-contribution", f"a contribution must have 1 to {MAX_CONTRIBUTION} printable characters")
    earlier = dict(shoe.contributions).get(player)
    if earlier == text:
        return table
    if earlier is not None:
        raise FloorRefused("contributed", f"you have already contributed {earlier} to shoe {shoe.number}")
    return with_(table, shoe=shoe.model_copy(update={"contributions": (*shoe.contributions, (player, text))}))


def with_shoe_to_deal_from(table: FloorTable) -> tuple[FloorTable, Announcement]:
    """At the first deal from a shoe its contributions are closed and the house cuts, unless a player did; both are
    announced. A table of earlier books may have no shoe yet. Its bets are placed already, so the cut is not offered."""
    table, prepared = with_next_shoe(table)
    assert table.shoe is not None
    announcement: Announcement = {"late_shoe": prepared} if prepared else {}
    if table.shoe.used:
        return table, announcement
    update: dict[str, Any] = {"uncut": False}
    if table.shoe.cut is None:
        update["cut"] = promise_of(table).house_cut(table.shoe.contributions)
    table = with_(table, shoe=table.shoe.model_copy(update=update))
    opened = table.announced | {"new": shoe_evidence(shoe_of(table), shoe_open=False)}
    if "cut" in opened:
        opened["cut"] = opened["cut"] | {"cards": opened["new"]["cut"]}
    return with_(table, announced={}), announcement | {"shoe": opened}


def opened_at_close(table: FloorTable) -> tuple[FloorTable, Announcement]:
    """When a table closes, its shoe is opened. A shoe from which no card was dealt keeps its commitment."""
    if table.shoe is None or not table.shoe.used or table.shoe.opened:
        return table, {}
    over = shoe_evidence(shoe_of(table), shoe_open=True, closed=True)
    return with_(table, shoe=table.shoe.model_copy(update={"opened": True})), {"over": over}
