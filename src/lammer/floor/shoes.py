"""A table's shoes: promised before anybody bets, contributed to until the first card, opened when they are over."""

from typing import Any

from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import with_
from lammer.floor.state import FloorTable, ShoeState, promise_of, sheet_of, shoe_of
from lammer.rules.sheet import Sheet
from lammer.table.cutting import new_promise
from lammer.table.promise import HOUSE, MAX_CONTRIBUTION, PLAYER, end_of_shoe
from lammer.table.records import promise_evidence, shoe_evidence
from lammer.table.shuffle import new_seed

Told = dict[str, Any]


def with_next_shoe(table: FloorTable) -> tuple[FloorTable, Told]:
    """The shoe for the next round, and what the event that prepares it tells: the seed of the shoe that is over, and
    the commitment of the new one. Where the sheet has the cut offered, a new shoe waits for it."""
    told: Told = {}
    if table.shoe is not None:
        if not is_over(table):
            return table, {}
        if not table.shoe.opened:
            told["over"] = shoe_evidence(shoe_of(table), shoe_open=True)
    table = with_(table, shoe=_new_shoe(table), announced={}, cut_asked=(0, ""), cut_declined=())
    return table, told | {"promised": promise_evidence(promise_of(table))}


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
    """Between rounds: no other round is dealt from the table's shoe."""
    assert table.shoe is not None
    left = promise_of(table).cards - table.shoe.position
    if table.shoe.opened:
        return True
    if table.shoe.scheme == 1:
        rules = sheet_of(table.game, table.overrides).rules
        return left <= end_of_shoe(table.shoe.behind_cut_card, rules.shoe.minimum_cards_per_box, rules.limits.boxes)
    return table.shoe.used and left <= table.shoe.ends_at


def contributed(table: FloorTable, player: str, text: str | None) -> FloorTable:
    """The table with a player's contribution to its new shoe, one for each player. Without a text nothing changes."""
    if text is None:
        return table
    shoe = table.shoe
    if shoe is None or shoe.scheme == 1 or shoe.used:
        raise FloorRefused("contributions-closed", "contributions to this shoe are closed: its first card is dealt")
    if not 0 < len(text) <= MAX_CONTRIBUTION or not text.isprintable():
        raise FloorRefused("bad-contribution", f"a contribution has 1 to {MAX_CONTRIBUTION} printable characters")
    made = dict(shoe.contributions).get(player)
    if made == text:
        return table
    if made is not None:
        raise FloorRefused("contributed", f"you have contributed {made} to shoe {shoe.number} already")
    return with_(table, shoe=shoe.model_copy(update={"contributions": (*shoe.contributions, (player, text))}))


def with_shoe_to_deal_from(table: FloorTable) -> tuple[FloorTable, Told]:
    """With the first deal from a shoe its contributions are closed and the house cuts, unless a player did: both are
    told. Books of earlier versions may have no shoe: bets lie already, so that one is not offered for the cut."""
    table, prepared = with_next_shoe(table)
    assert table.shoe is not None
    told: Told = {"late_shoe": prepared} if prepared else {}
    if table.shoe.used:
        return table, told
    update: dict[str, Any] = {"uncut": False}
    if table.shoe.cut is None:
        update["cut"] = promise_of(table).house_cut(table.shoe.contributions)
    table = with_(table, shoe=table.shoe.model_copy(update=update))
    opened = table.announced | {"new": shoe_evidence(shoe_of(table), shoe_open=False)}
    if "cut" in opened:
        opened["cut"] = opened["cut"] | {"cards": opened["new"]["cut"]}
    return with_(table, announced={}), told | {"shoe": opened}


def opened_at_close(table: FloorTable) -> tuple[FloorTable, Told]:
    """A table that closes opens its shoe; one that no card was dealt from stays promised."""
    if table.shoe is None or not table.shoe.used or table.shoe.opened:
        return table, {}
    over = shoe_evidence(shoe_of(table), shoe_open=True, closed=True)
    return with_(table, shoe=table.shoe.model_copy(update={"opened": True})), {"over": over}
