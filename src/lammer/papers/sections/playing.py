"""How hands are played, in sentences made from the sheet: what the short guide of a game leaves out."""

from collections.abc import Iterator

from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet
from lammer.rules.signage import natural_name

PAIRS = {
    "value": "Two cards of one value are a pair, also a ten and a king.",
    "rank": "Two cards of one rank are a pair; a ten and a king are none.",
}


def playing_rules(sheet: Sheet) -> list[PostedRule]:
    return [PostedRule(text, sheet.clause(key)) for key, text in _sentences(sheet)]


def _sentences(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The key of the sheet and the sentence for it."""
    rules, limit, name = sheet.rules, sheet.rules.points.limit, natural_name(sheet)
    if not rules.draw.may_on_limit:
        yield "draw.may_on_limit", f"A hand of {limit} gets no more cards."
    amount = "may be for less than the wager" if rules.double.for_less else "is for the full wager"
    yield "double.for_less", f"A double for own money {amount}. The hand then gets one more card."
    if rules.split.maximum_hands > 1:
        yield "split.pairs", PAIRS[rules.split.pairs]
        ranks = f"are a {name} too" if rules.natural.after_split else f"count {limit} and are no {name}"
        yield "natural.after_split", f"Two cards that make {limit} after a split {ranks}."
