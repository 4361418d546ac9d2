"""How free bets are marked and settled, and what is split and doubled for own money, in sentences."""

from collections.abc import Iterator

from lammer.cards.card import VALUE_LETTERS
from lammer.rules.guide import NAMES
from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet

Sentences = Iterator[tuple[str, str]]
"""The key of the sheet and the sentence for it."""


def lammer_rules(sheet: Sheet) -> list[PostedRule]:
    """Empty if the game has no free bets."""
    free = sheet.rules.free
    if not free.double_totals and not free.split_values:
        return []
    return [
        PostedRule(text, sheet.clause(key)) for key, text in (*_marked(sheet), *_own_money(sheet), *_settled(sheet))
    ]


def _marked(sheet: Sheet) -> Sentences:
    free = sheet.rules.free
    if free.double_totals:
        text = "The dealer marks a free double by a lammer beside the wager; the hand gets one more card."
        yield "free.double_totals", text
        again = "may double free too, on the same totals" if free.double_after_split else "does not double free"
        yield "free.double_after_split", f"A hand of a split {again}."
    if free.split_values:
        text = "After a free split the own wager is on the first hand, and a lammer of the same value on the second."
        yield "free.split_values", text


def _own_money(sheet: Sheet) -> Sentences:
    """What the player pays for."""
    free, double, split = sheet.rules.free, sheet.rules.double, sheet.rules.split
    paid = [value for value in VALUE_LETTERS.values() if value not in free.split_values]
    if free.split_values and paid:
        yield "split.where_free", f"Pairs of {_names(paid)} are split for an equal wager of own money."
    if free.split_values:
        may = "may also" if split.where_free and not free.automatic else "may not"
        yield "split.where_free", f"A pair that splits free {may} be split for own money."
    if free.double_totals:
        may = "may also" if double.where_free and not free.automatic else "may not"
        yield "double.where_free", f"A hand that doubles free {may} be doubled for own money."
    if free.split_values and double.after_split:
        amount = "up to the value" if double.for_less else "by the value"
        may = f"may be doubled for own money, {amount} of the lammer" if double.on_free_hand else "is not doubled"
        yield "double.on_free_hand", f"A hand on a lammer that does not double free {may}."


def _settled(sheet: Sheet) -> Sentences:
    free = sheet.rules.free
    if free.bust_of_original == "face down":
        text = (
            "If the hand with the own wager busts while hands on lammers are in play, it is turned face down with the"
        )
        yield "free.bust_of_original", f"{text} wager on top, and the wager is collected at the end of the round."
    # A bet on lammers says itself which of them count; the texts differ in where the dealer moves them.
    if all(bet.lammers is None for bet in sheet.side_bets.values()):
        yield "free.win_pays", "The dealer collects the lammers when the hands are settled."
    if free.tips_ride:
        yield "free.tips_ride", "A bet for the dealers beside a player's bet gets the same free splits and doubles."


def _names(values: list[str]) -> str:
    """Tens and faces are the last ones."""
    *first, last = [NAMES[value] for value in values]
    return f"{', '.join(first)}{',' if ' and ' in last else ' and'} {last}" if first else last
