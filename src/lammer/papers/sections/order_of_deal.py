"""The opening deal in the order of its cards, in sentences made from the sheet."""

from collections.abc import Iterator

from lammer.rules.description import UNDER
from lammer.rules.drawing import draws
from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet
from lammer.rules.signage import natural_name


def deal_rules(sheet: Sheet) -> list[PostedRule]:
    return [PostedRule(text, sheet.clause(key)) for key, text in _sentences(sheet)]


def _sentences(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The key of the sheet and the sentence for it."""
    rules, face = sheet.rules, sheet.rules.deal.player_cards
    yield "deal.player_cards", f"Box by box, clockwise, every hand gets a first card, face {face}."
    if rules.first_ace.player == "wins":
        yield "first_ace.player", "A hand whose first card is an ace wins and is paid before the dealer gets a card."
    yield "dealer.hole_card", f"The dealer then gets a card face up{_if_needed(sheet)}."
    if rules.first_ace.dealer == "wins":
        yield (
            "first_ace.dealer",
            "If the dealer's card is an ace, the dealer wins every hand not yet paid, and the deal ends.",
        )
    yield "deal.player_cards", f"In the same order every hand{' still in play' * _ends(sheet)} gets a second card."
    name = natural_name(sheet)
    if rules.natural.paid == "at once":
        yield "natural.paid", f"A {name} wins and is paid at once, before the dealer's second card."
    elif rules.dealer.pushes_on_22 and not rules.natural.beats_22:
        yield "natural.paid", f"A {name} is paid when the dealer's hand is complete."
    else:
        yield "natural.paid", f"A {name} is paid when it is known that the dealer has none."
    if rules.dealer.hole_card:
        yield "dealer.hole_card", f"The dealer gets a second card face down{_if_needed(sheet)}."
    yield from _check(sheet)
    yield "split.order", "The hands are played in turn, split hands from the first on; drawn cards are dealt face up."
    if not rules.dealer.hole_card:
        yield "dealer.hole_card", "Only after the last player the dealer gets the second card."
    yield "dealer.stand_on_hard", f"At last the dealer draws, if a wager depends on it, and {draws(sheet)}."


def _ends(sheet: Sheet) -> bool:
    """Whether a hand can end during the opening deal."""
    return "wins" in (sheet.rules.first_ace.player, sheet.rules.first_ace.dealer)


def _if_needed(sheet: Sheet) -> str:
    return ", if a wager is still to be decided" if _ends(sheet) else ""


def _check(sheet: Sheet) -> Iterator[tuple[str, str]]:
    dealer = sheet.rules.dealer
    if not dealer.hole_card:
        return
    if not dealer.peek_under:
        yield "dealer.peek_under", "The dealer does not look at it before the players have played."
        return
    under = " or ".join(UNDER[value] for value in dealer.peek_under)
    ends = f"a {natural_name(sheet)} of the dealer ends the round"
    yield "dealer.peek_under", f"Under {under} the dealer looks at it before the players play; {ends}."
