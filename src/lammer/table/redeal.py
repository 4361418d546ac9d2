"""Replays many finished rounds from their notation to compute their payments; similar rounds share the work.

Every distinct state is computed once by the table and cached, with the words that follow it. Two rounds share a state
if everything that the rules may still read is the same in both (``still_read``). If no bet depends on suits, cards that
differ only in their suit count as the same card; if pairs also go by value, so do tens and faces. ``read_round`` is the
slow and obvious way to the same result, and tests compare the two.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Generic, TypeVar

from lammer.cards.card import CODES, NAMES, VALUE_LETTERS, VALUES
from lammer.cards.hand import hand_total
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.table.actions import Action, Refused, card
from lammer.table.dealing import DEALER, opening_target
from lammer.table.notation import LETTERS, Load, read_round
from lammer.table.round import apply
from lammer.table.sidebets import FACES, dealer_has_natural
from lammer.table.state import Hand, Round, Stage, Status, Waits

NEW_STATES = 3
"""The number of new states cached per round, so that common beginnings are cached far and rare ones hardly."""
MAX_KEPT = 120_000
"""About a hundred megabytes."""

Result = TypeVar("Result")
_NATURAL, _NO_NATURAL = "a natural", "no natural"
"""The only difference between hole cards while players play."""
_STEPS = {name: card(code) for name, code in CODES.items()} | {
    letters: Action(kind) for letters, kind in LETTERS.items()
}
_BY_SUIT = {word: word for word in _STEPS}
_BY_RANK = _BY_SUIT | {name: name[0] for name in CODES}
_BY_FACE = _BY_RANK | {name: name for name in CODES if name[0] in FACES}
_BY_VALUE = _BY_SUIT | {name: VALUE_LETTERS[VALUES[code]] for name, code in CODES.items()}
"""The key of each word; words with the same key count as the same. No decision has the letter of a rank."""


class _State(Generic[Result]):
    """A state that several rounds have in common, and the following states by the next word.

    While players play, hole cards differ only in whether the dealer has a natural. So rounds that differ only in the
    hole card share such a state (``hidden``) until the dealer's turn."""

    __slots__ = ("deals_hole", "further", "hidden", "result", "round")

    def __init__(self, round_: Round, *, merged: bool) -> None:
        self.round = round_
        self.further: dict[Hashable, _State[Result]] = {}
        self.hidden = merged and _is_hidden(round_)
        self.deals_hole = merged and _deals_hole(round_)
        """Whether the next card is the hole card."""
        self.result: Result | None = None
        """The result of the round, if it is over."""


class _Head(Generic[Result]):
    """A game with its bets closed."""

    def __init__(self, round_: Round) -> None:
        self.reads_suits = reads_suits(round_)
        self.start = _State[Result](round_, merged=not self.reads_suits)
        self.limit = round_.sheet.rules.points.limit
        self.decks = round_.sheet.rules.shoe.decks
        self.alike = alike_on(round_)
        """Keys of words: words that count as the same have the same key."""
        self.states: dict[Hashable, _State[Result]] = {}


class _Unusual(Exception):
    """A line that only ``read_round`` can handle: an absence, a reason, or a fault."""


class Redealer(Generic[Result]):
    """A function of a line written by ``write_round``. It returns ``read`` of the finished round, and raises
    NotationError for a line that cannot have been dealt. ``load`` loads the sheet of a game. ``read`` must not use the
    cards, because it may get another round with the same settlement."""

    def __init__(self, read: Callable[[Round], Result], load: Load = load_sheet) -> None:
        self._read, self._load = read, load
        self._heads: dict[str, _Head[Result]] = {}
        self._kept = 0

    def __call__(self, notation: str) -> Result:
        head, bar, script = notation.partition(" |")
        words = [word for word in script.split() if word != "|"]
        try:
            begun = self._heads.get(head) or self._begin(head)
            if not bar or _too_many_alike(words, begun.decks):
                raise _Unusual
            return self._dealt(begun, words)
        except (_Unusual, Refused):
            return self._read(read_round(notation, load=self._load).round)

    def _begin(self, head: str) -> _Head[Result]:
        found = _Head[Result](read_round(f"{head} |", load=self._load, unfinished=True).round)
        if self._kept < MAX_KEPT:
            self._kept += 1
            self._heads[head] = found
        return found

    def _dealt(self, begun: _Head[Result], words: list[str]) -> Result:
        at, new, alike = begun.start, 0, begun.alike
        dealer: tuple[int, ...] = ()
        total: Hashable = None
        for done, word in enumerate(words):
            known: Hashable = alike.get(word)
            if known is None:
                _with_amount(word)
                known = word
            if at.deals_hole and word in CODES:
                dealer = (at.round.dealer[0], CODES[word])
                total = hand_total(dealer, begun.limit)
                known = _NATURAL if total[0] == begun.limit else _NO_NATURAL
            further = at.further.get(known) or at.further.get((known, total))
            if further is None:
                round_ = _with_dealer(at.round, dealer, begun.limit) if at.hidden else at.round
                if new >= NEW_STATES or self._kept >= MAX_KEPT:
                    return self._result(_State(_applied(round_, words[done:]), merged=False))
                new += 1
                further = self._next(begun, _applied(round_, [word]))
                parts = (at.hidden or at.deals_hole) and not further.hidden
                at.further[(known, total) if parts else known] = further
            at = further
        return self._result(at)

    def _next(self, begun: _Head[Result], round_: Round) -> _State[Result]:
        """The state of a round: a cached one, if the rules make no difference."""
        if begun.reads_suits:
            self._kept += 1
            return _State(round_, merged=False)
        key = still_read(round_, begun.alike)
        found = begun.states.get(key)
        if found is None:
            self._kept += 1
            found = begun.states[key] = _State(round_, merged=True)
        return found

    def _result(self, state: _State[Result]) -> Result:
        if state.result is None:
            if state.round.waits is not Waits.NOTHING:
                raise _Unusual
            state.result = self._read(state.round)
        return state.result


def _applied(round_: Round, words: list[str]) -> Round:
    for word in words:
        round_ = apply(round_, _STEPS.get(word) or _with_amount(word))[0]
    return round_


def _with_dealer(round_: Round, dealer: tuple[int, ...], limit: int) -> Round:
    total, soft = hand_total(dealer, limit)
    return round_._replace(dealer=dealer, dealer_total=total, dealer_soft=soft)


def _is_hidden(round_: Round) -> bool:
    """Whether there is a hole card of which only a natural has been checked."""
    return len(round_.dealer) == 2 and round_.stage in (Stage.INSURING, Stage.PLAYING)


def _deals_hole(round_: Round) -> bool:
    dealing = round_.stage is Stage.DEALING and round_.waits is Waits.CARD
    return dealing and len(round_.dealer) == 1 and opening_target(round_) == DEALER


def still_read(round_: Round, alike: dict[str, str]) -> Hashable:
    """Everything that the rules may still read of a round, if no bet depends on suits. Of the cards these are: a first
    card, two cards of one value (which may be a pair, or a natural that pays more), the dealer's up card until the
    dealer's turn, and after that the dealer's total. Of other hands the rules read their totals and whether they have
    two cards."""
    dealer, stage = round_.dealer, round_.stage
    boxes = tuple([(box.bettors, tuple([_hand_read(hand, alike) for hand in box.hands])) for box in round_.boxes])
    read: Hashable = (round_.dealer_total, round_.dealer_soft, min(len(dealer), 3))
    if _is_hidden(round_):
        read = dealer_has_natural(round_)
    up = VALUES[dealer[0]] if dealer and (len(dealer) == 1 or stage in _UP_CARD_READ) else 0
    return (boxes, up, read, stage, round_.waits, *round_[_AFTER_DEALER:])


_AFTER_DEALER = Round._fields.index("dealer_soft") + 1


_UP_CARD_READ = (Stage.DEALING, Stage.INSURING, Stage.PLAYING)


_OPENED = Hand._fields.index("opened")
"""Only bets that depend on suits read it, and then states are not shared."""


def _hand_read(hand: Hand, alike: dict[str, str]) -> Hashable:
    cards, rest = hand.cards, hand[1:_OPENED] + hand[_OPENED + 1 :]
    if hand.status is Status.STOOD:
        return hand.status, hand.total, hand.stakes
    if hand.status is Status.BUST:
        return hand.status, hand.boxed, hand.stakes
    if len(cards) == 1:
        return alike[NAMES[cards[0]]], *rest
    if len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]:
        return alike[NAMES[cards[0]]], alike[NAMES[cards[1]]], *rest
    return min(len(cards), 3), *rest


@lru_cache(maxsize=4096)
def _with_amount(word: str) -> Action:
    """A decision with an amount, like D10."""
    match = re.fullmatch(r"([A-Z]{1,2})(\d{1,12}(?:\.\d\d)?)", word, re.ASCII)
    if match is None or match[1] not in LETTERS:
        raise _Unusual(word)
    return Action(LETTERS[match[1]], amount=parse_money(match[2]))


def _too_many_alike(words: list[str], decks: int) -> bool:
    """Whether there are more copies of a card than decks."""
    return len(words) - len(set(words)) >= decks and any(
        times > decks for word, times in Counter(words).items() if word in CODES
    )


def alike_on(round_: Round) -> dict[str, str]:
    """The keys of words at this table; words with the same key count as the same."""
    if reads_suits(round_):
        return _BY_SUIT
    natural = round_.sheet.rules.natural
    if natural.suited_faces_pay != natural.pays:
        return _BY_FACE
    return _BY_VALUE if round_.sheet.rules.split.pairs == "value" else _BY_RANK


def reads_suits(round_: Round) -> bool:
    """Whether a bet of this round may depend on suits. For naturals of two faces see ``alike_on``. Bets that are placed
    after the up card is seen are not known beforehand, so they count. Two hands whose cards may be swapped count too:
    ``still_read`` forgets the cards of a hand."""
    if round_.sheet.rules.lights is not None:
        return True
    bets = round_.sheet.rules.side_bets
    if round_.sheet.rules.hands.swap != "none":
        return True
    if any(bet.placed_later for bet in bets.values()):
        return True
    wagered = {wager.bet for box in round_.boxes for bettor in box.bettors for wager in bettor.sides}
    return any(bets[bet].lammers is None and bets[bet].streak is None for bet in wagered)
