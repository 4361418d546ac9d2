"""The rules of a game in one paragraph, made from its sheet: what somebody who knows blackjack asks first."""

from collections.abc import Iterator

from lammer.rules.drawing import draws
from lammer.rules.guide import guide
from lammer.rules.sheet import Sheet
from lammer.rules.signage import has_suited_faces, natural_name

UNDER = {"A": "an ace", "T": "a ten"} | {str(number): f"a {number}" for number in range(2, 10)} | {"8": "an 8"}


def description(sheet: Sheet) -> str:
    goal, *others = (rule.text for rule in guide(sheet))
    return " ".join([goal, *_sentences(sheet), *others])


def _sentences(sheet: Sheet) -> Iterator[str]:
    yield f"{_decks(sheet)}."
    yield f"The dealer {_dealer(sheet)}."
    yield _naturals(sheet)
    rules = sheet.rules
    if rules.dealer.pushes_on_22:
        spared = f" but a {natural_name(sheet)}" * rules.natural.beats_22
        yield f"A dealer 22 pushes every hand{spared}."
    if rules.first_ace.player == "wins":
        yield "An ace as a player's first card wins at once."
    if rules.first_ace.dealer == "wins":
        yield "An ace as the dealer's first card beats every hand not yet paid."
    yield f"{rules.double.cards.capitalize()} cards may be doubled{', also after a split' * rules.double.after_split}."
    yield _aces(sheet)


def _decks(sheet: Sheet) -> str:
    decks, allowed = sheet.rules.shoe.decks, sheet.entries["shoe.decks"].allowed or ()
    known = "One deck" if decks == 1 else f"{decks} decks"
    if len(allowed) < 2:
        return known
    run = tuple(allowed) == tuple(range(min(allowed), max(allowed) + 1))
    choice = f"{min(allowed)} to {max(allowed)}" if run else " or ".join(map(str, allowed))
    return f"{known} ({choice} are allowed)"


def _dealer(sheet: Sheet) -> str:
    dealer = sheet.rules.dealer
    if not dealer.hole_card:
        return f"has no hole card, takes the second card after the players and {draws(sheet)}"
    under = [UNDER[value] for value in dealer.peek_under]
    checks = f"checks for a natural under {' or '.join(under)}" if under else "does not check for a natural"
    return f"has a hole card, {checks} and {draws(sheet)}"


def _naturals(sheet: Sheet) -> str:
    natural, name = sheet.rules.natural, natural_name(sheet)
    at_once = natural.paid == "at once"
    text = f"A {name} pays {natural.pays}{' at once' * at_once}"
    if has_suited_faces(sheet):
        text += f", of suited kings, queens or jacks {natural.suited_faces_pay}"
    if at_once:
        return f"{text}. A {name} of the dealer beats every hand not yet paid."
    return f"{text}; the dealer's beats it." if natural.both == "dealer wins" else f"{text}."


def _aces(sheet: Sheet) -> str:
    split = sheet.rules.split
    cards = "take one card each" if split.one_card_on_aces else "are played like other hands"
    again = "may be split again" if split.resplit_aces else "are not split again"
    return f"Split aces {cards} and {again}."
