"""An outcome of a side bet: conditions on the cards it reads and on the round, which must all hold."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from lammer.cards.card import RANKS, VALUES
from lammer.rules.conditions.cards import Cards, Detail, Facts, codes_named
from lammer.rules.conditions.words import (
    EXACTLY,
    NOTHING,
    Aspect,
    CardConditions,
    Names,
    Number,
    Word,
    Written,
    in_number,
    number_text,
    words_of,
)

FIRST_CARD, FIRST_TWO = "my first card", "my first two cards"
UP_CARD, DEALER_NATURAL = "the up card", "the dealer's natural"
FINAL_HAND, LAMMERS = "the dealer's final hand", "the lammers of the round"
IN_ORDER = "my cards in the order dealt"
"""All cards of the box, also those of split hands."""
ROUNDS_WON = "the results of my rounds"
SPLIT_HANDS = "my split hands"
FIRST_FOUR = "my first four cards"
"""The two cards of each of the two hands that a box is dealt, before a swap."""
DECIDED_BY_PLAY = frozenset({LAMMERS, IN_ORDER, ROUNDS_WON, SPLIT_HANDS})
"""Inputs that depend on how the main game is played."""
Reading = Literal[
    "my first card",
    "my first two cards",
    "the up card",
    "the dealer's natural",
    "the dealer's final hand",
    "the lammers of the round",
    "my cards in the order dealt",
    "the results of my rounds",
    "my split hands",
    "my first four cards",
]
"""The inputs that a side bet may read."""
Settled = Literal[
    "after the deal",
    "after the peek",
    "when the dealer is done",
    "when my cards decide",
    "before the second card",
    "as soon as it is known",
]
"""When a side bet is settled."""


class Hand(NamedTuple):
    """Some cards, and whether all of them have been dealt."""

    facts: Facts
    whole: bool = True


NO_HAND = Hand(Cards((), 21), whole=False)


class Seen(NamedTuple):
    """The inputs of a side bet."""

    together: Hand
    """All cards that the bet reads."""
    mine: Hand = NO_HAND
    up: Hand = NO_HAND
    dealer: Hand = NO_HAND
    dealer_natural: bool = False
    lammers: int = 0
    limit: int = 21
    wins: int = 0
    """Rounds won in a row since the wager was placed."""
    split: tuple[Hand, ...] = ()
    """The first two cards of each of the two hands that the first split makes; later splits change nothing."""


class RoundWord(NamedTuple):
    """A condition on the round. ``reads`` lists inputs, of which the bet must read at least one."""

    holds: Callable[[Seen, Any], bool]
    reads: tuple[str, ...]
    says: Callable[[Any], str]


def _my_natural(seen: Seen, wanted: bool) -> bool:
    mine = seen.mine
    return mine.whole and (mine.facts.number == 2 and mine.facts.total == seen.limit) == wanted


def _above_up(height: Callable[[int], int]) -> Callable[[Seen, bool], bool]:
    """Compares ranks by their height; equal ranks are not higher."""

    def holds(seen: Seen, wanted: bool) -> bool:
        mine, up = seen.mine.facts.first, seen.up.facts.first
        return mine is not None and up is not None and (height(mine) > height(up)) == wanted

    return holds


def _ace_low(code: int) -> int:
    return code // 4


def _ace_high(code: int) -> int:
    return _ace_low(code) or len(RANKS)


class SplitHands(Written):
    """The number of the first two split hands whose first two cards are these, in any order."""

    exactly: Names
    number: Number


def _split_hands(seen: Seen, wanted: SplitHands) -> bool:
    whole = [hand.facts for hand in seen.split if hand.whole]
    return len(whole) > 0 and in_number(sum(EXACTLY.holds(facts, wanted.exactly) for facts in whole), wanted.number)


def _split_text(wanted: SplitHands) -> str:
    return f"{number_text(wanted.number)} of your first two split hands: {EXACTLY.says(wanted.exactly)}"


def _yes_no(yes: str, no: str) -> Callable[[Any], str]:
    return lambda wanted: yes if wanted else no


DEALER_HAS_NATURAL = RoundWord(
    lambda seen, wanted: seen.dealer_natural == wanted,
    (DEALER_NATURAL,),
    _yes_no("the dealer has a natural", "the dealer has no natural"),
)
DEALER_BUSTS = RoundWord(
    lambda seen, wanted: seen.dealer.whole and (seen.dealer.facts.total > seen.limit) == wanted,
    (FINAL_HAND,),
    _yes_no("the dealer busts", "the dealer does not bust"),
)
HAVE_NATURAL = RoundWord(_my_natural, (FIRST_TWO,), _yes_no("you have a natural", "you have no natural"))
HIGHER, NOT_HIGHER = "your first card is higher than the up card", "your first card is not higher than the up card"
ABOVE_UP = RoundWord(_above_up(_ace_high), (UP_CARD,), _yes_no(HIGHER, NOT_HIGHER))
ABOVE_UP_ACE_LOW = RoundWord(_above_up(_ace_low), (UP_CARD,), _yes_no(f"{HIGHER}, aces low", f"{NOT_HIGHER}, aces low"))
LAMMERS_NUMBER = RoundWord(
    lambda seen, number: in_number(seen.lammers, number),
    (LAMMERS,),
    lambda number: f"{number_text(number)} lammer{'' if number == 1 else 's'}",
)
OF_SPLIT_HANDS = RoundWord(_split_hands, (SPLIT_HANDS,), _split_text)

WON_IN_A_ROW = RoundWord(
    lambda seen, number: in_number(seen.wins, number),
    (ROUNDS_WON,),
    lambda number: f"{number_text(number)} round{'' if number == 1 else 's'} won in a row",
)


class Outcome(CardConditions):
    """Conditions on all cards that the bet reads, on some of them (``mine``, ``up``, ``dealer``), and on the round."""

    mine: CardConditions | None = None
    up: CardConditions | None = None
    dealer: CardConditions | None = None
    dealer_natural: Annotated[bool | None, DEALER_HAS_NATURAL] = None
    dealer_bust: Annotated[bool | None, DEALER_BUSTS] = None
    my_natural: Annotated[bool | None, HAVE_NATURAL] = None
    higher_than_up: Annotated[bool | None, ABOVE_UP] = None
    lammers: Annotated[Number | None, LAMMERS_NUMBER] = None
    higher_than_up_ace_low: Annotated[bool | None, ABOVE_UP_ACE_LOW] = None
    wins_in_a_row: Annotated[Number | None, WON_IN_A_ROW] = None
    split_hands: Annotated[SplitHands | None, OF_SPLIT_HANDS] = None

    @property
    def compares_with_up(self) -> bool:
        """Whether it compares the first card with the up card."""
        return self.higher_than_up is not None or self.higher_than_up_ace_low is not None


SCOPES = {"together": "", "mine": "your cards: ", "up": "the up card: ", "dealer": "the dealer's hand: "}
"""The cards to which conditions can apply, and the beginning of their sentences."""
_SCOPE_READS = {"mine": (FIRST_CARD, FIRST_TWO, IN_ORDER, FIRST_FOUR), "up": (UP_CARD,), "dealer": (FINAL_HAND,)}
_CARDS = (FIRST_CARD, FIRST_TWO, UP_CARD, FINAL_HAND, IN_ORDER, FIRST_FOUR)


def card_words(outcome: Outcome) -> Iterator[tuple[str, Word, Any]]:
    """Every condition on cards, with the cards to which it applies."""
    for scope in SCOPES:
        conditions = outcome if scope == "together" else getattr(outcome, scope)
        for word, argument in words_of(conditions) if conditions is not None else ():
            yield scope, word, argument


def round_words(outcome: Outcome) -> Iterator[tuple[RoundWord, Any]]:
    for name, field in Outcome.model_fields.items():
        argument = getattr(outcome, name)
        for word in field.metadata if argument is not None else ():
            if isinstance(word, RoundWord):
                yield word, argument


def sentence(outcome: Outcome) -> str:
    """The conditions in words."""
    cards = [SCOPES[scope] + word.says(argument) for scope, word, argument in card_words(outcome)]
    cards = [text.replace("the up card: every card is", "the up card is") for text in cards]
    return ", ".join(cards + [word.says(argument) for word, argument in round_words(outcome)]) or "anything"


class CardFeatures(NamedTuple):
    """The features of cards that outcomes use. Cards with the same features are equivalent."""

    lists: tuple[tuple[str, ...], ...]
    about: frozenset[Aspect]
    detail: Detail

    def of(self, code: int, *, value: bool = False) -> tuple[object, ...]:
        """The features of a card; ``value`` always includes its value."""
        member = tuple(code in codes_named(names) for names in self.lists)
        ranked, valued = "ranks" in self.about, value or "values" in self.about
        return member, "suits" in self.about and code % 4, ranked and code // 4, valued and VALUES[code]


def features_used(outcomes: Mapping[str, Outcome]) -> CardFeatures:
    words = [(word, argument) for one in outcomes.values() for _, word, argument in card_words(one)]
    lists = tuple(dict.fromkeys(names for word, argument in words for names in word.lists(argument)))
    splits = [one.split_hands.exactly for one in outcomes.values() if one.split_hands is not None]
    lists = tuple(dict.fromkeys((*lists, *(names for exactly in splits for names in EXACTLY.lists(exactly)))))
    about = NOTHING.union(*(word.about(argument) for word, argument in words))
    details = [word.detail(argument) for word, argument in words]
    detail = max([Detail.VALUES, *details, *(EXACTLY.detail(exactly) for exactly in splits)])
    if any(one.compares_with_up for one in outcomes.values()):
        about, detail = about | {"ranks"}, max(detail, Detail.RANKS)
    if any(one.my_natural is not None for one in outcomes.values()):
        about = about | {"values"}
    return CardFeatures(lists, about, detail)


def unread(outcome: Outcome, reads: tuple[str, ...]) -> Iterator[str]:
    """Inputs that the conditions use but the bet does not read."""
    for scope, _, _ in card_words(outcome):
        if not set(_SCOPE_READS.get(scope, _CARDS)) & set(reads):
            yield " or ".join(_SCOPE_READS.get(scope, _CARDS))
    for word, _ in round_words(outcome):
        if not set(word.reads) & set(reads):
            yield " or ".join(word.reads)


def by_natural_only(reads: tuple[str, ...], outcomes: Mapping[str, Outcome]) -> bool:
    """Whether the bet reads the player's first two cards only to see if they are a natural."""
    scopes = {scope for one in outcomes.values() for scope, _, _ in card_words(one)}
    higher = any(one.compares_with_up for one in outcomes.values())
    return FIRST_TWO in reads and scopes <= {"up", "dealer"} and not higher


Check = Callable[[Seen], bool]


def run_length(outcomes: Mapping[str, Outcome]) -> int:
    """The most cards in the order dealt that a condition asks for."""
    starts = [conditions.starts for one in outcomes.values() for conditions in (one, one.mine) if conditions]
    return max((start.number for start in starts if start is not None), default=0)


def _card_check(scope: str, word: Word, argument: Any) -> Check:
    holds, needs_all = word.holds, word.needs_all

    def check(seen: Seen) -> bool:
        hand: Hand = getattr(seen, scope)
        return (hand.whole or not needs_all) and holds(hand.facts, argument)

    return check


def _card_possible(scope: str, word: Word, argument: Any) -> Check:
    def check(seen: Seen) -> bool:
        hand: Hand = getattr(seen, scope)
        return not hand.whole and word.possible(hand.facts, argument)

    return check


def _round_check(word: RoundWord, argument: Any) -> Check:
    return lambda seen: word.holds(seen, argument)


class Classifier:
    """Returns the outcomes that hold, best first."""

    def __init__(self, outcomes: Mapping[str, Outcome]) -> None:
        self._possible = {
            name: [_card_possible(*condition) for condition in card_words(one)] for name, one in outcomes.items()
        }
        self._outcomes = [
            (
                name,
                [
                    *(_card_check(*condition) for condition in card_words(one)),
                    *(_round_check(*condition) for condition in round_words(one)),
                ],
            )
            for name, one in outcomes.items()
        ]

    def __call__(self, seen: Seen) -> tuple[str, ...]:
        return tuple(name for name, checks in self._outcomes if all(check(seen) for check in checks))

    def may_improve(self, seen: Seen, rows: Collection[str]) -> bool:
        """Whether more cards may bring one of these outcomes that is better than the first of them that holds."""
        held = self(seen)
        for name in (name for name, _ in self._outcomes if name in rows):
            if name in held:
                return False
            if all(check(seen) for check in self._possible[name]):
                return True
        return False
