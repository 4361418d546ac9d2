"""How wagers are settled, in sentences made from the sheet: what the short description of a game leaves out."""

from collections.abc import Iterator
from fractions import Fraction

from lammer.cards.money import Odds
from lammer.rules.description import UNDER
from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet
from lammer.rules.signage import natural_name


def settlement_rules(sheet: Sheet) -> list[PostedRule]:
    return [PostedRule(text, sheet.clause(key)) for key, text in _sentences(sheet)]


def _sentences(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The key of the sheet and the sentence for it."""
    rules, natural = sheet.rules, natural_name(sheet)
    ties = "Equal totals push: the wager is returned." if rules.dealer.tie == "push" else "Equal totals lose."
    yield "dealer.tie", ties
    if rules.free.double_totals or rules.free.split_values:
        yield "free.win_pays", "A winning hand is paid for its own money and for every lammer on it."
        yield "free.loss_takes", "A losing hand loses its own money. A lost lammer costs the player nothing."
        yield "free.tie_returns", "A tied hand gets its own money back. A tied lammer pays nothing."
    takes = "only the original wager of a doubled or split hand"
    if rules.dealer.natural_takes == "all":
        takes = "all own money on the hands, also that of doubles and splits"
    yield "dealer.natural_takes", f"A {natural} of the dealer takes {takes}."
    if rules.pay.collected == "after all payouts of the box":
        yield "pay.collected", "Bets and wins of a box are collected after all its payouts."
    yield from _insurance(sheet)
    if not rules.surrender.late:
        yield "surrender.late", "There is no surrender."


def _insurance(sheet: Sheet) -> Iterator[tuple[str, str]]:
    insurance, natural = sheet.rules.insurance, sheet.rules.natural
    if not insurance.under:
        yield "insurance.under", "There is no insurance."
        return
    yield "insurance.under", f"Insurance is offered when the dealer shows {_under(insurance.under)}."
    yield "insurance.maximum_of_stake", f"It is a wager of up to {_part(insurance.maximum_of_stake)} the hand's wager."
    yield (
        "insurance.pays",
        f"It pays {_odds(insurance.pays)} if the dealer has a {natural_name(sheet)}, and loses otherwise.",
    )
    yield from _insured(sheet)
    if natural.even_money_under:
        text = f"A {natural_name(sheet)} may be paid {_odds(natural.even_money_pays)} at once instead, against"
        yield "natural.even_money_under", f"{text} {_under(natural.even_money_under)}."


def _insured(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The smallest amount, the time, and what else may be insured."""
    insurance = sheet.rules.insurance
    if insurance.minimum_of_table_minimum.numerator:
        smallest = _part(insurance.minimum_of_table_minimum)
        yield "insurance.minimum_of_table_minimum", f"It is at least {smallest} the table minimum."
    if insurance.step_of_minimum.numerator:
        yield "insurance.step_of_minimum", f"It is a multiple of {_part(insurance.step_of_minimum)} the table minimum."
    if insurance.top_up:
        yield "insurance.top_up", "It is placed before any hand draws a card, and later only after a double or split."
        yield "insurance.top_up_of", _added(sheet)
    else:
        yield "insurance.under", "It is placed before any hand draws a card."
    may = "may" if insurance.insures_natural else "may not"
    yield "insurance.insures_natural", f"A {natural_name(sheet)} {may} be insured."


def _added(sheet: Sheet) -> str:
    part = _part(sheet.rules.insurance.maximum_of_stake)
    if sheet.rules.insurance.top_up_of == "the added stake":
        return f"After a double or split with own money up to {part} the added money may be insured."
    return f"After a double or split with own money, insurance may be raised to {part} the whole if there was some."


def _under(letters: tuple[str, ...]) -> str:
    return " or ".join(UNDER[letter] for letter in letters)


def _part(odds: Odds) -> str:
    part = Fraction(*odds)
    return "half" if part == Fraction(1, 2) else "all of" if part == 1 else f"{part} of"


def _odds(odds: Odds) -> str:
    return str(odds).replace(":", " to ")
