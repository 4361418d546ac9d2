"""Drills: hands of one class, with spaced repetition of hands that were answered wrongly.

A hand is identified by its key, like ``8,8/6`` or ``8,3/6/free``: the values of its cards, the up card, and ``free``
for a hand on a lammer. Suits and all other cards are random. A hand answered wrongly is repeated three hands later;
each right answer triples the interval, and after four right answers in a row the hand is learned.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from lammer.cards.card import VALUES
from lammer.decisions.situation import Decision, Situation, decision_of
from lammer.decisions.values import value_decision
from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.table.actions import FREE_SPLIT, MAIN, PASS, STAND, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.round import actor, legal
from lammer.table.state import Question, Round, Waits

Below = Callable[[int], int]
"""A function of n that returns a uniform random number in 0 … n − 1."""
CLOSE = 0.05
"""A decision is close if the second-best choice costs less than this, in original wagers."""
SOON, FACTOR, LEARNED = 3, 3, 4
TRIES = 400
WAGER = 1000


class Drill(StrEnum):
    PAIRS = "pairs"
    SOFT = "soft"
    FREE = "free"
    CLOSE = "close"
    MISTAKES = "mistakes"


class NoSuchHand(LammerError):
    """The game has no hand of this class, or no hand was answered wrongly yet."""


class Card(NamedTuple):
    """The state of a hand: right answers in a row, and the number of answers after which it is due again."""

    level: int
    due: int


class Memory(NamedTuple):
    """The number of answers given, and the hands answered wrongly, by key."""

    answered: int = 0
    cards: Mapping[str, Card] = {}

    def due(self) -> str | None:
        """The hand that has been due longest."""
        waiting = [(one.due, key) for key, one in self.cards.items() if one.due <= self.answered]
        return min(waiting)[1] if waiting else None

    def after(self, key: str, *, right: bool) -> "Memory":
        answered, cards = self.answered + 1, dict(self.cards)
        level = cards[key].level + 1 if right and key in cards else 0
        if not right:
            cards[key] = Card(0, answered + SOON)
        elif key in cards and level >= LEARNED:
            del cards[key]
        elif key in cards:
            cards[key] = Card(level, answered + SOON * FACTOR**level)
        return Memory(answered, cards)

    def with_hands(self, keys: Iterable[str]) -> "Memory":
        """Hands that were got wrong elsewhere are due at once; those that are known here keep their level."""
        new = {key: Card(0, self.answered) for key in keys if key not in self.cards}
        return self._replace(cards={**self.cards, **new})


def key_of(situation: Situation) -> str:
    lammer = "/free" if situation.split == "free" else ""
    return f"{','.join(map(str, situation.cards))}/{situation.up}{lammer}"


def next_hand(sheet: Sheet, drill: Drill, memory: Memory, below: Below) -> Played:
    """A round that waits for the player's decision. Hands that are due are dealt first. Raises NoSuchHand."""
    due = memory.due()
    if due is None and drill is Drill.MISTAKES and memory.cards:
        due = min(memory.cards, key=lambda key: memory.cards[key].due)
    if due is None and drill is Drill.MISTAKES:
        raise NoSuchHand("you have made no mistakes yet: play, or choose another drill")
    if due is not None:
        found = deal_key(sheet, due, below)
        if found is not None:
            return found
    for _ in range(TRIES):
        dealt = random_hand(sheet, drill, below)
        if dealt is not None and _belongs(sheet, drill, dealt):
            return dealt
    raise NoSuchHand(f"{sheet.name} has no hands for this drill")


def random_hand(sheet: Sheet, drill: Drill, below: Below) -> Played | None:
    """A random hand, chosen so that it is often of the class; None if it leaves no decision, or the shoe lacks its
    cards."""
    dealt = _dealt(sheet, drill, below)
    return dealt if dealt is not None and _possible(sheet, dealt) else None


def deal_key(sheet: Sheet, key: str, below: Below) -> Played | None:
    """Deals the hand with this key; None if the game cannot deal it. Cards after the second one are dealt by hits."""
    cards, _, rest = key.partition("/")
    up, _, lammer = rest.partition("/")
    values = [int(value) for value in cards.split(",")]
    if not all(1 <= value <= 10 for value in (*values, int(up))) or not 2 <= len(values) <= 12:
        return None
    for _ in range(20):
        found = _free_hand(sheet, values, int(up), below) if lammer else _hand(sheet, values, int(up), below)
        if found is not None and _possible(sheet, found) and key_of(_decision(found.round).situation) == key:
            return found
    return None


def _decision(round_: Round) -> Decision:
    found = decision_of(round_)
    assert found is not None  # the round waits for the player
    return found


def _possible(sheet: Sheet, dealt: Played) -> bool:
    """Whether no card occurs more often than in the shoe."""
    copies = Counter(action.card for action in dealt.log if action.card >= 0)
    return max(copies.values()) <= sheet.rules.shoe.decks


def _belongs(sheet: Sheet, drill: Drill, dealt: Played) -> bool:
    decision = _decision(dealt.round)
    actions = {offer.action for offer in decision.offers}
    if drill is Drill.PAIRS:
        return bool(actions & {"split", "free-split"})
    if drill is Drill.SOFT:
        return decision.hand_class == "soft"
    if drill is Drill.FREE:
        return decision.situation.split == "free" or bool(actions & {"free-double", "free-split"})
    choices = value_decision(sheet, decision).choices
    return len(choices) > 1 and 0 < choices[0].worth - choices[1].worth < CLOSE


def _dealt(sheet: Sheet, drill: Drill, below: Below) -> Played | None:
    one, other, up = (1 + below(10) for _ in range(3))
    if drill is Drill.PAIRS or (drill is Drill.FREE and below(3) == 0):
        return _hand(sheet, [one, one], up, below)
    if drill is Drill.SOFT:
        return _hand(sheet, [2 + below(8), 1], up, below)
    if drill is Drill.FREE and below(2):
        return _free_hand(sheet, [one, other], up, below)
    if drill is Drill.FREE:
        total = 9 + below(3)
        return _hand(sheet, [2 + below(total - 3), 0], up, below, total)
    return _hand(sheet, [one, other], up, below)


def _hand(sheet: Sheet, values: list[int], up: int, below: Below, total: int = 0) -> Played | None:
    """A hand with these values; cards after the second one are dealt by hits. With ``total`` the second card makes up
    that total."""
    if total:
        values = [values[0], total - values[0]]
    first = _code(values[0], below)
    second = first // 4 * 4 + below(4) if values[1] == values[0] else _code(values[1], below)
    script = [first, _code(up, below), second]
    live = _begun(sheet, script, below)
    for value in values[2:]:
        if live is None or Action("hit").kind not in {option.kind for option in legal(live.round)}:
            return None
        live.do(Action("hit"))
        live = _go_on(live, [_code(value, below)], below)
    return live.played() if live is not None else None


def _free_hand(sheet: Sheet, values: list[int], up: int, below: Below) -> Played | None:
    """The hand on a lammer after a free split; the other hand has stood."""
    live = _begun(sheet, [_code(values[0], below), _code(up, below), _code(values[0], below)], below)
    if live is None or FREE_SPLIT.kind not in {option.kind for option in legal(live.round)}:
        return None
    live.do(FREE_SPLIT)
    script = [_code(10, below), _code(values[1], below)]
    while (live := _go_on(live, script, below)) is not None:
        if _decision(live.round).situation.split == "free":
            return live.played()
        if STAND.kind not in {option.kind for option in legal(live.round)}:
            return None
        live.do(STAND)
    return None


def _begun(sheet: Sheet, script: list[int], below: Below) -> LiveRound | None:
    wager = max(WAGER, sheet.rules.limits.minimum)
    live = LiveRound(close_bets(open_round(sheet), (bet(1, wager, MAIN),)))
    return _go_on(live, script, below)


def _go_on(live: LiveRound, script: list[int], below: Below) -> LiveRound | None:
    """Deals the cards of the script, then random ones, until the player is to act; None if the round ends before."""
    while live.round.waits in (Waits.CARD, Waits.ANSWER):
        if live.round.waits is Waits.CARD:
            live.do(card(script.pop(0) if script else below(52)))
        elif live.round.asks[0].about in (Question.INSURANCE, Question.SWITCH):
            live.do(PASS)
        else:
            return None
    return live if live.round.waits is Waits.PLAY and actor(live.round) is not None else None


def _code(value: int, below: Below) -> int:
    """The code of a random card with this value."""
    fitting = [code for code in range(52) if VALUES[code] == value]
    return fitting[below(len(fitting))]
