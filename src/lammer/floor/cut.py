"""The cut of a new shoe, if the sheet offers it to players (EU 1.8): a player is asked to cut, a refusal passes the
offer to the next player on the right, and finally the sheet's last resort cuts.

The commitment to the shoe is published before anybody is asked. A player's cut is published at once. That of the last
resort depends on the contributions, so it is made at the first deal.
"""

from datetime import datetime

from lammer.floor.refusals import FloorRefused
from lammer.floor.shoes import contributed
from lammer.floor.situation import NO_TURN, Done, Now, turn_times, with_
from lammer.floor.state import FloorTable, sheet_of
from lammer.floor.view_types import CutView
from lammer.rules.sheet import Sheet
from lammer.table.cutting import cut_range, offer_cut, refuse_cut

REFUSED = 0
"""The number of cards that means a refusal to cut."""


def waits_for_cut(table: FloorTable) -> bool:
    return table.shoe is not None and table.shoe.uncut


def cut_first(table: FloorTable) -> None:
    """Refuses bets and deals before the shoe is cut."""
    if waits_for_cut(table):
        who = f"{table.cut_asked[1]} is asked to cut it" if table.cut_asked[0] else "a player must cut it"
        raise FloorRefused("cut-first", f"the new shoe is not cut yet: {who}", _sheet(table).clause("cut.offered"))


def with_offer(table: FloorTable, time: datetime) -> FloorTable:
    """Offers the cut to the next player. The offer stands until the player answers, leaves or lets the time pass. When
    everybody has refused, the last resort cuts."""
    if not waits_for_cut(table):
        return table
    owners = {seat.box: seat for seat in table.seats if seat.bettor == 1}
    if not owners:
        return with_(table, cut_asked=(0, ""), cut_declined=(), **NO_TURN)
    willing = [
        (box, owners[box].player)
        for box in _in_turn(table, tuple(owners))
        if not owners[box].sits_out and owners[box].player not in table.cut_declined
    ]
    if not willing:
        return _cut(table, _sheet(table).rules.cut.last_resort)
    if willing[0] == table.cut_asked:
        return table
    return with_(table, cut_asked=willing[0], **turn_times(table, time))


def _in_turn(table: FloorTable, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes in order: from the player asked last to the right, then from the far left."""
    last = table.cut_asked[0]
    if last:
        return tuple(sorted(boxes, key=lambda box: (box < last, box)))
    return offer_cut(_sheet(table), boxes, table.cut_card_box or None).order


def cut(now: Now, cards: int, contribution: str | None = None) -> Done:
    """The player who is asked cuts this many cards, or refuses with 0."""
    now = now._replace(table=contributed(now.table, now.player, contribution))
    table, sheet = now.table, _sheet(now.table)
    box, player = table.cut_asked
    if not waits_for_cut(table):
        raise FloorRefused("no-cut", "there is no shoe to cut", sheet.clause("cut.offered"))
    if player != now.player:
        raise FloorRefused("not-your-cut", f"{player or 'nobody'} is asked to cut", sheet.clause("cut.first"))
    if cards == REFUSED:
        return pass_on(now)
    refused = refuse_cut(sheet, cards)
    if refused is not None:
        raise FloorRefused(refused.code, refused.text, refused.clause)
    return _done(_cut(table, player, box, cards))


def pass_on(now: Now) -> Done:
    """The player who is asked does not cut; the next player is asked."""
    declined = (*now.table.cut_declined, now.table.cut_asked[1])
    return _done(with_offer(with_(now.table, cut_declined=declined), now.time))


def _cut(table: FloorTable, by: str, box: int = 0, cards: int = 0) -> FloorTable:
    assert table.shoe is not None
    update = {"uncut": False, "cut": cards or table.shoe.cut, "cut_by": by if box else ""}
    table = with_(table, shoe=table.shoe.model_copy(update=update), cut_asked=(0, ""), cut_declined=(), **NO_TURN)
    announced = {"by": by, **({"box": box, "cards": cards} if box else {})}
    return with_(table, announced=table.announced | {"cut": announced})


def _done(table: FloorTable) -> Done:
    if waits_for_cut(table):
        return Done(table, answer={"asked": table.cut_asked[1]})
    return Done(table, answer={"cut": table.announced["cut"]})


def cut_view(table: FloorTable) -> CutView | None:
    """The player who is asked to cut, and how many cards they may cut; None if nobody is asked."""
    box, player = table.cut_asked
    if not box:
        return None
    minimum, maximum = cut_range(_sheet(table))
    return {"box": box, "player": player, "minimum": minimum, "maximum": maximum}


def _sheet(table: FloorTable) -> Sheet:
    return sheet_of(table.game, table.overrides)
