"""One hand against an up card: the exact value of every action, the dealer's final hands, and the next card.

``read_hand`` says what is wrong with a hand that cannot be, without any analysis; ``hand_report`` works it out.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from lammer.cards.card import ACE, LETTER_VALUES, TEN, VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.errors import LammerError
from lammer.exact.refusals import NotAnalysed
from lammer.rule_tables.legality import UNSPLIT as NOT_SPLIT
from lammer.rule_tables.legality import Source
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS
from lammer.table.phrases import CHOICE_WORDS

CARDS_IN_DECK = {value: 16 if value == TEN else 4 for value in range(ACE, TEN + 1)}
MAX_CARDS = 400
"""Letters of a field that are read."""
MIN_LEFT = 26
"""Cards that any hand and the dealer can be finished with."""


class BadHand(LammerError, ValueError):
    """``field`` is the control that the sentence belongs to: cards, up, removed, stake or hands."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field, self.text = field, text


class HandAsked(NamedTuple):
    """Cards as values. ``free``: the stake is a lammer. ``hands`` on the box, this one included; more than one come
    from a split, and the first card of each is one of the pair."""

    cards: tuple[int, ...]
    up: int
    removed: tuple[int, ...] = ()
    free: bool = False
    hands: int = 1


class ValuedAction(TypedDict):
    action: str
    word: str
    value: float


class DealerEnd(TypedDict):
    """``end`` is a total, ``bust`` or ``natural``."""

    end: str
    chance: float


class NextCard(TypedDict):
    """A card that a hit may bring: its chance, the hand it makes, and what that is worth when played best."""

    card: str
    chance: float
    total: int
    soft: bool
    bust: bool
    best: str
    value: float


class HandReport(TypedDict):
    """``given`` says what is known of the dealer's hole card. ``why`` explains a lammer that is played otherwise than
    own money. ``own`` are the values of the same hand with own money, where the stake is a lammer."""

    sheet: str
    hand: str
    total: int
    soft: bool
    given: str
    values: list[ValuedAction]
    own: list[ValuedAction]
    why: str
    dealer: list[DealerEnd]
    next_cards: list[NextCard]
    refused: list[str]


def read_hand(sheet: Sheet, cards: str, up: str, removed: str = "", stake: str = "own", hands: int = 1) -> HandAsked:
    """A hand as written: values by letter, like ``8 8`` or ``A6``. Raises BadHand beside what is wrong."""
    tables = rule_tables(sheet)
    asked = HandAsked(
        _values("cards", cards), _up(up), tuple(sorted(_values("removed", removed))), stake == "free", hands
    )
    _check_hand(tables, asked)
    _check_split(tables, asked)
    _check_shoe(tables, asked)
    return asked


def _values(field: str, text: str) -> tuple[int, ...]:
    letters = text.upper().replace("10", "T").replace(" ", "").replace(",", "")[:MAX_CARDS]
    wrong = next((letter for letter in letters if letter not in "A23456789TJQK"), None)
    if wrong is not None:
        raise BadHand(field, f"{wrong!r} is not a card; write A, 2 to 9 or T")
    return tuple(LETTER_VALUES.get(letter, TEN) for letter in letters)


def _up(text: str) -> int:
    found = _values("up", text)
    if len(found) != 1:
        raise BadHand("up", "choose one up card")
    return found[0]


def hand_total_of(cards: tuple[int, ...], limit: int) -> tuple[int, bool]:
    total, soft = 0, False
    for value in cards:
        total, soft = add_card(total, soft, value, limit)
    return total, soft


def _check_hand(tables: RuleTables, asked: HandAsked) -> None:
    if len(asked.cards) < 2:
        raise BadHand("cards", "a hand has at least two cards")
    total, _ = hand_total_of(asked.cards, tables.limit)
    if total > tables.limit:
        raise BadHand("cards", f"this hand is over: {total} is more than {tables.limit}")
    at = next((at for at in range(2, len(asked.cards)) if _ends(tables, asked, at)), 0)
    if at:
        held = " ".join(VALUE_LETTERS[value] for value in asked.cards[:at])
        raise BadHand("cards", f"no card is drawn to {held}: that hand is over")
    if asked.cards[0] in tables.dealing.first_values:
        raise BadHand("cards", f"a first card {VALUE_LETTERS[asked.cards[0]]} ends the round at once")
    if asked.up in tables.dealing.up_values:
        raise BadHand("up", f"an up card {VALUE_LETTERS[asked.up]} ends the round at once")


def _ends(tables: RuleTables, asked: HandAsked, at: int) -> bool:
    """Whether the first cards of the hand are already all it can have."""
    source = Source(asked.cards[0], asked.free) if asked.hands > 1 else NOT_SPLIT
    return Play.HIT not in tables.legality.plays(source, *hand_total_of(asked.cards[:at], tables.limit), at)


def _check_split(tables: RuleTables, asked: HandAsked) -> None:
    legality, first = tables.legality, asked.cards[0]
    if asked.hands == 1:
        if asked.free:
            raise BadHand("hands", "a hand with a lammer comes from a split: choose two or more hands")
        return
    maximum, letter = legality.maximum_hands_of(first), VALUE_LETTERS[first]
    if maximum < 2:
        raise BadHand("hands", f"a pair of {letter} is not split in this game")
    if asked.hands > maximum:
        raise BadHand("hands", f"a pair of {letter} becomes at most {maximum} hands in this game")
    if asked.free and Play.FREE_SPLIT not in legality.pair_plays(NOT_SPLIT, first, 1):
        raise BadHand("stake", f"a pair of {letter} is not split free in this game")


def _check_shoe(tables: RuleTables, asked: HandAsked) -> None:
    """The hand, the up card, the first cards of the other hands and what is removed must be in the shoe."""
    left = {value: count * tables.decks for value, count in CARDS_IN_DECK.items()}
    parts = (("cards", (*asked.cards, *asked.cards[:1] * (asked.hands - 1))), ("up", (asked.up,)))
    for field, cards in (*parts, ("removed", asked.removed)):
        for value in cards:
            left[value] -= 1
            if left[value] < 0:
                held = CARDS_IN_DECK[value] * tables.decks
                raise BadHand(field, f"the shoe holds only {held} cards of value {VALUE_LETTERS[value]}")
    if sum(left.values()) < MIN_LEFT:
        raise BadHand("removed", f"too few cards are left in the shoe; leave at least {MIN_LEFT}")


def hand_report(sheet: Sheet, asked: HandAsked, _on_progress: Callable[[], None] = lambda: None) -> HandReport:
    """Exact for the shoe less the cards that are named."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.evs import action_values
    from lammer.exact.finding import shoe_of
    from lammer.exact.stakes import FREE, OWN

    tables = rule_tables(sheet)
    total, soft = hand_total_of(asked.cards, tables.limit)
    report = HandReport(
        sheet=sheet.ref,
        hand=" ".join(VALUE_LETTERS[value] for value in asked.cards),
        total=total,
        soft=soft,
        given=_given(tables, asked.up),
        values=[],
        own=[],
        why="",
        dealer=[],
        next_cards=[],
        refused=[],
    )
    try:
        tables = analysed_tables(sheet)
        shoe, _ = shoe_of(sheet)
        for value in asked.removed:
            shoe[value - 1] -= 1
        values = action_values(tables, shoe, asked.cards, asked.up, _split(asked, FREE if asked.free else OWN))
        report["values"] = _valued_actions(values)
        if asked.free:
            own = action_values(tables, shoe, asked.cards, asked.up, _split(asked, OWN))
            report["own"], report["why"] = _valued_actions(own), _why(values, own)
        report["dealer"], report["next_cards"] = _around(tables, shoe, asked)
    except NotAnalysed as why:
        report["refused"] = [str(why)]
    return report


def _given(tables: RuleTables, up: int) -> str:
    """Nothing for an up card that makes no natural."""
    if tables.dealing.drawing.partner(up) is None:
        return ""
    return "the dealer has no natural" if tables.dealing.peeks[up] else "the dealer has not checked for a natural"


def _split(asked: HandAsked, kind: str) -> Any:
    from lammer.exact.evs import FromSplit

    return FromSplit(kind, asked.hands) if asked.hands > 1 else None


def _valued_actions(values: Mapping[str, float]) -> list[ValuedAction]:
    return [
        {"action": action, "word": action_word(action), "value": round(value, DIGITS)}
        for action, value in values.items()
    ]


def action_word(action: str) -> str:
    word = CHOICE_WORDS.get(action, action)
    return f"FREE {word}" if action.startswith("free-") else word


def _why(free: Mapping[str, float], own: Mapping[str, float]) -> str:
    """Why a lammer is played otherwise than own money; empty where it is not."""
    best, usual = next(iter(free)), next(iter(own))
    if best == usual or usual not in free or best not in own:
        return ""
    gain, loss = free[best] - free[usual], own[usual] - own[best]
    return (
        f"With own money {action_word(usual)} is better by {loss:.4f}. With a lammer {action_word(best)} is better by "
        f"{gain:.4f}: a lammer wins like a wager but loses nothing, so only winning more often counts, and going over "
        "costs no more than a push."
    )


def _around(tables: RuleTables, shoe: Any, asked: HandAsked) -> tuple[list[DealerEnd], list[NextCard]]:
    from lammer.exact.compositions import UNSPLIT
    from lammer.exact.evs import checked_up_card
    from lammer.exact.stakes import FREE, OWN

    split = _split(asked, FREE if asked.free else OWN)
    against = checked_up_card(tables, shoe, asked.cards, asked.up, split)
    here = against.situation(asked.cards[0] - 1 if split else UNSPLIT, asked.hands - 1)
    place = int(here.family.place[here.hands.of(*asked.cards)])
    dealer = [
        DealerEnd(end=_end(tables, class_), chance=round(float(here.met(class_)[place]), DIGITS))
        for class_ in here.cards.classes
    ]
    return _joined(dealer), _next_cards(tables, here, place, asked, FREE if asked.free else OWN)


def _end(tables: RuleTables, class_: int) -> str:
    from lammer.exact.classes import BUST_CLASS, NATURAL

    if class_ == NATURAL:
        return "natural"
    # A total of 22 is kept apart from other busts where it pushes; it is told apart here too.
    return "bust" if class_ == BUST_CLASS else str(class_)


def _joined(ends: list[DealerEnd]) -> list[DealerEnd]:
    """Ends with the same name as one."""
    found: dict[str, float] = {}
    for one in ends:
        found[one["end"]] = found.get(one["end"], 0.0) + one["chance"]
    return [{"end": end, "chance": round(chance, DIGITS)} for end, chance in found.items()]


def _next_cards(tables: RuleTables, here: Any, place: int, asked: HandAsked, kind: str) -> list[NextCard]:
    """Nothing where the hand takes no card."""
    if not here.options.legal(kind)[Play.HIT][place]:
        return []
    all_values, policies = here.best((kind,))
    values, policy = all_values[:, 0], policies[0]
    found: list[NextCard] = []
    for value in (*range(2, 11), 1):
        after = int(here.family.after[place, value - 1])
        total, soft = hand_total_of((*asked.cards, value), tables.limit)
        worth = here.bust_worth(kind, place, value - 1) if after < 0 else float(values[after])
        found.append(
            {
                "card": VALUE_LETTERS[value],
                "chance": round(float(here.draw[place, value - 1]), DIGITS),
                "total": total,
                "soft": soft,
                "bust": after < 0,
                "best": "" if after < 0 else action_word(Play(int(policy[after])).kind),
                "value": round(worth, DIGITS),
            }
        )
    return found
