"""The table as the player sees it."""

from lammer.table.state import Round
from lammer.table.view import seat_view
from lammer.table.view_types import SeatView


def table_view(round_: Round) -> SeatView:
    """The view of a player who plays every box: each box as its own seat sees it, with the choices of the turn."""
    numbers = [box.number for box in round_.boxes]
    views = {number: seat_view(round_, number) for number in numbers}
    to_act = views[numbers[0]]["to_act"]
    view = views[to_act["box"] if to_act else numbers[0]].copy()
    view["boxes"] = [views[number]["boxes"][at] for at, number in enumerate(numbers)]
    return view


def turn_of(view: SeatView) -> tuple[int, int] | None:
    """The indexes of the hand to act in the view: the first open hand of the box to act."""
    if view["to_act"] is None:
        return None
    for box_at, box in enumerate(view["boxes"]):
        if box["box"] == view["to_act"]["box"]:
            open_hands = [at for at, hand in enumerate(box["hands"]) if hand.get("status") == "open"]
            return box_at, open_hands[0] if open_hands else 0
    return None
