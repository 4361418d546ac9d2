"""The coach: what every legal action is worth, exactly, to the player whose turn it is.

It is given the player's own view and nothing else, so it cannot count a card that the player may not see.
"""

from functools import lru_cache

from lammer.cards.card import VALUES, parse_card
from lammer.exact.refusals import NotAnalysed
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, sheet_of
from lammer.floor.view_types import PlayView
from lammer.floor.views import coach_allowed, round_view
from lammer.surfaces.web.replies import ActionValue, Advice
from lammer.table.state import Waits
from lammer.table.view import HIDDEN


def advice(table: FloorTable, player: str) -> Advice:
    """The worth of each legal action in original wagers, best first; from a full shoe less the cards in sight."""
    if not coach_allowed(table):
        clause = sheet_of(table.game, table.overrides).clause("posted.devices")
        raise FloorRefused("no-devices", "devices are forbidden here: this is not a training table", clause)
    view = round_view(table, player) if under_way(table) else None
    if view is None or not view["my_turn"] or view["waits"] is not Waits.PLAY:
        raise FloorRefused("not-your-turn", "the coach speaks when it is your turn to play")
    return advice_on(view, table.game, table.overrides)


def advice_on(view: PlayView, game: str, overrides: tuple[str, ...]) -> Advice:
    """``view`` is the round as the player to act sees it."""
    cards, free, gone = _seen(view)
    try:
        values = dict(_values(game, overrides, cards, VALUES[parse_card(view["dealer"]["cards"][0])], free, gone))
    except NotAnalysed as refused:
        raise FloorRefused("not-analysed", f"the coach cannot value this: {refused}") from None
    open_now = [option["kind"] for option in view["legal"]]
    told: list[ActionValue] = [{"action": kind, "worth": values[kind]} for kind in open_now if kind in values]
    told.sort(key=lambda one: -one["worth"])
    return {
        "values": told,
        "best": told[0]["action"] if told else None,
        "unvalued": [kind for kind in open_now if kind not in values],
    }


def _seen(view: PlayView) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
    """The hand to be played, whether it lives on a lammer, and the other players' cards in sight, as values.

    The first card of a hand stays first: it may be the one that wins at once, or the one of a split pair.
    """
    to_act = view["to_act"]
    assert to_act is not None  # the coach is asked when it is somebody's turn
    box = next(box for box in view["boxes"] if box["box"] == to_act["box"])
    who = next(at for at, one in enumerate(box["bettors"]) if one["bettor"] == to_act["bettor"])
    hand = box["hands"][view["at_hand"]]
    stake = hand["stakes"][who]
    free = stake is not None and stake["split"] == "free"
    first, *rest = _card_values(hand["cards"])
    gone = _card_values([card for one in view["boxes"] for h in one["hands"] if h is not hand for card in h["cards"]])
    if free and first in gone:
        gone.remove(first)  # the twin of the pair, which the analysis takes away by itself
    return (first, *sorted(rest)), free, tuple(sorted(gone))


def _card_values(cards: list[str]) -> list[int]:
    return [VALUES[parse_card(card)] for card in cards if card != HIDDEN]


@lru_cache(maxsize=4096)
def _values(
    game: str, overrides: tuple[str, ...], cards: tuple[int, ...], up: int, free: bool, gone: tuple[int, ...]
) -> tuple[tuple[str, float], ...]:
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.evs import action_values
    from lammer.exact.finding import shoe_of

    sheet = sheet_of(game, overrides)
    shoe, _ = shoe_of(sheet)
    for value in gone:
        shoe[value - 1] -= 1
    found = action_values(analysed_tables(sheet), shoe, cards, up, free=free)
    return tuple((action, float(worth)) for action, worth in found.items())
