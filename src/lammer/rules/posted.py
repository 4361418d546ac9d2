"""The posted rules of conduct of a table, in sentences made from its sheet."""

from collections.abc import Iterator
from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.rules.schema import Lights
from lammer.rules.sheet import Sheet


class PostedRule(NamedTuple):
    text: str
    clause: str


def posted_rules(sheet: Sheet) -> list[PostedRule]:
    """Rules that the sheet states; values left to the house are not posted."""
    return [PostedRule(text, sheet.clause(key)) for key, text in _sentences(sheet)]


def _sentences(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The key of the sheet and the sentence for it."""
    rules = sheet.rules
    if rules.limits.bettors > 1:
        share = f"Up to {rules.limits.bettors} players share a box, each with one place. The first of them decides."
        yield "limits.bettors", share
        if rules.limits.apply_to == "box":
            yield "limits.apply_to", "The maximum is for the whole box: all main bets on it together."
    if rules.posted.partnerships == "forbidden":
        yield "posted.partnerships", "Players may not form partnerships to bet more than the maximum."
    if rules.cut.offered != "house":
        yield "cut.offered", _cut(sheet)
    if rules.absent.called != "nobody":
        called = f"The {rules.absent.called} is called for an absent player"
        yield "absent.called", f"{called}, whose hand draws through {rules.absent.draw_through} and then stands."
    if rules.absent.bets == "taken off the field":
        yield "absent.bets", "An absent player's winning or tied bet is taken off the field."
    if rules.posted.attention != "house":
        yield "posted.attention", "Watch your payouts."
    if rules.posted.responsibility != "house":
        yield "posted.responsibility", "The house's responsibility for chips ends when a win is paid out."
    if rules.posted.devices == "forbidden":
        yield "posted.devices", "No device may record, analyse or plan the play."
    if rules.lights is not None:
        yield from _lights(rules.lights)
    yield "posted.interrupted", "A supervisor may interrupt a round, which is then void."


def _lights(lights: Lights) -> Iterator[tuple[str, str]]:
    """How marked cards give lights, and what the lights win."""
    card, prize = lights.marked, money_text(lights.prize)
    yield "lights.needed", f"{lights.name}: {lights.needed} lights win a prize of {prize}; the winner starts from none."
    if lights.trade:
        yield "lights.trade", f"A marked card ({card}) that does not bust may be traded for the next card and a light."
    else:
        yield "lights.trade", f"Every marked card ({card}) that does not bust gives a light. It is not traded."
    yield "lights.left", f"Lights of a player who leaves are {lights.left}; they do not pass to another player."


def _cut(sheet: Sheet) -> str:
    cut = sheet.rules.cut
    later = (
        " The next shoe is cut by the player who was dealt the cut card." if cut.later == "dealt the cut card" else ""
    )
    return (
        f"The player on the far left may cut the first shoe.{later} "
        f"If a player declines, the cut passes to the next player on the right, and finally to the {cut.last_resort}."
    )
