"""A round of the kernel at the table: the same cards and plays, for a picture and to compare both."""

from collections.abc import Iterator, Mapping, Sequence

from lammer.api.tables import Round, wagers_of
from lammer.rules.sheet import Sheet
from lammer.table.actions import PASS, Action, ActionKind, card
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.round import legal
from lammer.table.state import Question, Waits


def replayed(
    sheet: Sheet,
    wager: int,
    sides: Mapping[str, int],
    cards: Sequence[int],
    plays: Sequence[str],
    *,
    insurance: bool = False,
) -> Round:
    """The round with these cards, in the order dealt, and these plays; offers are passed, and plays without a choice
    made. With ``insurance`` the answers about it are among the plays. It ends where the cards and plays end."""
    live = LiveRound(close_bets(open_round(sheet), wagers_of(wager, sides)))
    dealt, played = iter(cards), iter(plays)
    while not live.over:
        action = _next(live, dealt, played, insurance)
        if action is None:
            break
        live.do(action)
    return Round(live)


def _next(live: LiveRound, dealt: Iterator[int], played: Iterator[str], insurance: bool) -> Action | None:
    if live.round.waits is Waits.CARD:
        code = next(dealt, None)
        return None if code is None else card(code)
    options = legal(live.round)
    if len(options) == 1:
        return Action(options[0].kind)
    if live.round.waits is Waits.ANSWER and not (insurance and live.round.asks[0].about is Question.INSURANCE):
        return PASS
    kind = next(played, None)
    return None if kind is None else Action(ActionKind(kind))
