"""A played round in sentences, from the first card to the last payment."""

from collections.abc import Iterator

from lammer.cards.card import NAMES
from lammer.surfaces.cli.play.seen import table_view
from lammer.surfaces.cli.play.words import Voice, signed
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.state import Stage
from lammer.table.view import HIDDEN


def story(played: Played) -> Iterator[str]:
    """Replays the log and describes every step."""
    sheet = played.round.sheet
    voice = Voice(sheet, signed)
    live = LiveRound(close_bets(open_round(sheet, played.meters), played.bets))
    opened = False
    for action in played.log:
        events = live.do(action)
        view = table_view(live.round)
        if not opened and live.round.stage is not Stage.DEALING:
            yield from voice.opening(view)
        opened = live.round.stage is not Stage.DEALING  # a parlay interrupts the deal
        for event in events:
            sentence = voice.event(view, event, NAMES[event.card] if event.card >= 0 else HIDDEN)
            if sentence:
                yield sentence
