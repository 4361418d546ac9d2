"""A played round told in sentences, from the first card to the last payment."""

from collections.abc import Iterator

from lammer.cards.card import NAMES
from lammer.surfaces.cli.play.seen import table_view
from lammer.surfaces.cli.play.words import Voice, signed
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.state import Stage
from lammer.table.view import HIDDEN


def story(played: Played) -> Iterator[str]:
    """Plays the log again and says what happened in every step."""
    sheet = played.round.sheet
    voice = Voice(sheet, signed)
    under_way = LiveRound(close_bets(open_round(sheet, played.meters), played.bets))
    lie = False
    for action in played.log:
        events = under_way.do(action)
        view = table_view(under_way.round)
        if not lie and under_way.round.stage is not Stage.DEALING:
            yield from voice.opening(view)
            lie = True
        for event in events:
            sentence = voice.event(view, event, NAMES[event.card] if event.card >= 0 else HIDDEN)
            if sentence:
                yield sentence
