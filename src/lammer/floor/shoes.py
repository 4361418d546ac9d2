"""The next shoe: shuffled and promised before anybody bets on it."""

from typing import Any

from lammer.floor.situation import with_
from lammer.floor.state import FloorTable, ShoeState, sheet_of, shoe_of
from lammer.table.cutting import cut_card_range, cut_range
from lammer.table.records import shoe_evidence
from lammer.table.shuffle import DrawStream, new_seed


def with_next_shoe(table: FloorTable) -> FloorTable:
    """The shoe for the next round, which is promised before anybody bets on it: what there is to tell of it stands on
    the table, and goes into the books with the deal. Where the sheet has the cut offered, a new shoe waits for it."""
    rules = sheet_of(table.game, table.overrides).rules
    table, told = _with_shoe(table, rules.limits.boxes)
    if not told:
        return table
    assert table.shoe is not None
    uncut = rules.cut.offered != "house"
    shoe = table.shoe.model_copy(update={"uncut": uncut})
    return with_(table, shoe=shoe, announced=told, cut_asked=(0, ""), cut_declined=())


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
