"""How a game is dealt and what happens in irregularities, in sentences made from the sheet."""

from collections.abc import Iterator

from lammer.cards.money import money_text
from lammer.rules.drawing import standing_totals
from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet

Sentences = Iterator[tuple[str, str]]
"""The key of the sheet and the sentence for it."""
LAST_RESORT = {"supervisor": "the supervisor cuts", "dealer": "the dealer cuts"}
DECLINED_DRAW = {
    "stays with the hand": "A bet of another bettor stays with the hand, whatever it draws.",
    "stands on its total": "A bet that does not follow a draw stands on the total the hand had.",
}
DECLINED_DOUBLE = {
    "takes the card": "A bet that does not follow a double takes the card without more money.",
    "may decline the card": "A bet that does not follow a double may decline the card too.",
}
ABSENT_BETS = {
    "taken off the field": "A winning or tied bet of an absent player is taken off the field.",
    "left on the field": "Bets and wins of an absent player are left on the field.",
}
LOST = {
    "stays lost": "A bet that had already lost in a void round stays lost.",
    "returned": "A bet that had already lost in a void round is returned too.",
}
WON = {
    "stays won": "A win that was already paid in a void round stays won.",
    "taken back": "A win that was already paid in a void round is taken back.",
}
TIPS = {
    "returned": "Tips of a void round are returned.",
    "go to the dealers": "Tips of a void round go to the dealers.",
}


def dealing_rules(sheet: Sheet) -> list[PostedRule]:
    return _with_clauses(sheet, _dealing(sheet))


def irregularity_rules(sheet: Sheet) -> list[PostedRule]:
    return _with_clauses(sheet, _irregularities(sheet))


def _with_clauses(sheet: Sheet, sentences: Sentences) -> list[PostedRule]:
    return [PostedRule(text, sheet.clause(key)) for key, text in sentences]


def _dealing(sheet: Sheet) -> Sentences:
    shoe, limits = sheet.rules.shoe, sheet.rules.limits
    yield "shoe.decks", f"The game is dealt from a shoe of {_decks(shoe.decks)} of 52 cards."
    yield from _cut(sheet)
    yield "shoe.burn", _burned(shoe.burn)
    fewest = f"A shoe is over when fewer than {shoe.minimum_cards_per_box} cards are left for each box and the dealer."
    yield "shoe.minimum_cards_per_box", fewest
    yield "limits.boxes", f"The table has {_many(limits.boxes, 'box', 'boxes')}."
    yield "limits.bettors", f"A box has room for {_many(limits.bettors, 'bettor', 'bettors')}."
    wager = f"A main wager is {money_text(limits.minimum)} to {money_text(limits.maximum)}"
    whose = "; the maximum is for all bettors of a box together" if limits.apply_to == "box" else ""
    yield "limits.minimum", f"{wager}{whose}."
    yield "limits.bets_close", f"Bets close {limits.bets_close}."
    yield "points.faces", "Jacks, queens and kings count 10, other cards their number."
    yield "points.ace", "An ace counts 11, or 1 where 11 would make the total too high."


def _cut(sheet: Sheet) -> Sentences:
    cut = sheet.rules.cut
    if cut.offered == "house":
        yield "cut.offered", "The house cuts the cards; the cut is not offered to the players."
    else:
        yield "cut.offered", "The cut is offered to the players in turn, beginning on the dealer's far left."
        if cut.later == "dealt the cut card":
            yield "cut.later", "A later shoe is first offered to the player who was dealt the cut card."
        yield "cut.last_resort", f"If every player declines, {LAST_RESORT[cut.last_resort]}."
    yield "cut.minimum_decks", f"A cut leaves at least {_decks(cut.minimum_decks)} on either side."
    place = f"{cut.card_minimum_decks:g} to {_decks(cut.card_maximum_decks)}"
    yield "cut.card_minimum_decks", f"The cut card is placed {place} from the end of the shoe."


def _irregularities(sheet: Sheet) -> Sentences:
    mistaken = "The sheet has no rule for a card that the dealer draws by mistake."
    if sheet.rules.dealer.mistaken_card == "burned":
        mistaken = f"A card that the dealer draws by mistake on a total of {standing_totals(sheet)} is burned."
    yield "dealer.mistaken_card", mistaken
    yield from _absent(sheet)
    if sheet.rules.limits.bettors > 1:
        yield from _company(sheet)
    yield from _void(sheet)


def _absent(sheet: Sheet) -> Sentences:
    absent = sheet.rules.absent
    called = "Nobody" if absent.called == "nobody" else f"The {absent.called}"
    yield "absent.called", f"{called} is called for a player who is absent."
    draws = f"draws to {absent.draw_through} and stands on {absent.draw_through + 1} or more"
    yield "absent.draw_through", f"The hand of an absent player {draws}."
    yield "absent.bets", ABSENT_BETS[absent.bets]


def _company(sheet: Sheet) -> Sentences:
    company = sheet.rules.company
    yield "company.decides", "The owner of a box decides how its hands are played."
    if sheet.rules.absent.second_decides:
        yield "absent.second_decides", "If the owner is absent, the bettor on the second place of the box decides."
    yield "company.declined_split", "A bet that does not follow a split stays behind the first card."
    yield "company.declined_draw", DECLINED_DRAW[company.declined_draw]
    yield "company.declined_double", DECLINED_DOUBLE[company.declined_double]
    yield "company.even_money", "Every bettor of a box decides alone about even money."


def _void(sheet: Sheet) -> Sentences:
    void = sheet.rules.void
    yield "posted.interrupted", "An interrupted round is void: own money still at stake is returned."
    yield "void.already_lost", LOST[void.already_lost]
    yield "void.already_won", WON[void.already_won]
    yield "void.tips", TIPS[void.tips]
    yield "void.reason", "The reason is recorded."


def _burned(cards: int) -> str:
    if not cards:
        return "No card is burned."
    return f"{_many(cards, 'card is', 'cards are')} burned after the cut."


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _decks(number: float) -> str:
    """A part of a deck is not "1 decks"."""
    return f"{number:g} {'deck' if number <= 1 else 'decks'}"
