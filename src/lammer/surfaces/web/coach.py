"""The coach: what every legal action is worth for these very cards, exactly, to the player whose turn it is."""

from functools import lru_cache
from typing import Any

from lammer.cards.card import VALUES
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, round_of, sheet_of
from lammer.floor.views import coach_allowed
from lammer.table.round import actor, legal
from lammer.table.state import Round, Waits


def advice(table: FloorTable, player: str) -> dict[str, Any]:
    """The worth of each legal action in original wagers, best first; from a full shoe less the cards in sight."""
    if not coach_allowed(table):
        clause = sheet_of(table.game, table.overrides).clause("posted.devices")
        raise FloorRefused("no-devices", "devices are forbidden here: this is not a training table", clause)
    round_ = round_of(table)
    who = actor(round_) if under_way(table) else None
    owners = {(seat.box, seat.bettor): seat.player for seat in table.seats}
    if who is None or owners.get(who) != player or round_.waits is not Waits.PLAY:
        raise FloorRefused("not-your-turn", "the coach speaks when it is your turn to play")
    return advice_on(round_, table.game, table.overrides)


def advice_on(round_: Round, game: str, overrides: tuple[str, ...]) -> dict[str, Any]:
    hand = round_.hand
    stake = hand.stakes[0]
    free = stake is not None and stake.own == 0
    gone = tuple(sorted(_seen(round_)))
    cards, up = tuple(sorted(VALUES[code] for code in hand.cards)), VALUES[round_.dealer[0]]
    values = dict(_values(game, overrides, cards, up, free, gone))
    open_now = [option.kind for option in legal(round_)]
    told = [{"action": kind, "worth": values[kind]} for kind in open_now if kind in values]
    told.sort(key=lambda one: -float(one["worth"]))  # type: ignore[arg-type]
    return {
        "values": told,
        "best": told[0]["action"] if told else None,
        "unvalued": [k for k in open_now if k not in values],
    }


def _seen(round_: Round) -> list[int]:
    """Values of cards that lie face up beside this hand and the up card, for whoever is to act."""
    boxes = [
        hand
        for at, box in enumerate(round_.boxes)
        for i, hand in enumerate(box.hands)
        if (at, i) != (round_.at_box, round_.at_hand) and (at == round_.at_box or not hand.face_down)
    ]
    return [VALUES[code] for hand in boxes for code in hand.cards]


@lru_cache(maxsize=4096)
def _values(
    game: str, overrides: tuple[str, ...], cards: tuple[int, ...], up: int, free: bool, gone: tuple[int, ...]
) -> tuple[tuple[str, float], ...]:
    from lammer.exact.evs import action_values
    from lammer.exact.finding import shoe_of
    from lammer.exact.terms import terms_of

    sheet = sheet_of(game, overrides)
    shoe, _ = shoe_of(sheet)
    for value in gone:
        shoe[value - 1] -= 1
    found = action_values(terms_of(sheet), shoe, cards, up, free=free)
    return tuple((action, float(worth)) for action, worth in found.items())
