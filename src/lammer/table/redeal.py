"""Many finished rounds dealt again from their notation, for what they pay: rounds that begin alike share the work.

The rounds of a long log have few different bets, and their first cards repeat. Such a beginning is dealt once and
kept. Where nothing on the table reads suits, cards that differ in their suit alone count as the same card; where pairs
go by value too, so do tens and faces.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from lammer.cards.card import CODES, VALUE_LETTERS, VALUES
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.table.actions import Action, Refused, card
from lammer.table.notation import LETTERS, Load, read_round
from lammer.table.round import apply
from lammer.table.sidebets import FACES
from lammer.table.state import Round, Waits

NEW_WORDS = 3
"""By how many words a round lengthens what is kept of rounds like it: so common beginnings are kept far, rare ones
hardly."""
MOST_KEPT = 120_000
"""About a hundred megabytes."""

_STEPS = {name: card(code) for name, code in CODES.items()} | {
    letters: Action(kind) for letters, kind in LETTERS.items()
}
_BY_SUIT = {word: word for word in _STEPS}
_BY_RANK = _BY_SUIT | {name: name[0] for name in CODES}
_BY_FACE = _BY_RANK | {name: name for name in CODES if name[0] in FACES}
_BY_VALUE = _BY_SUIT | {name: VALUE_LETTERS[VALUES[code]] for name, code in CODES.items()}
"""What each word counts as. No letter of a decision is that of a rank."""


class _Beginning(NamedTuple):
    """A round as far as some rounds have it in common, and how they go on, by their next word."""

    round: Round
    further: dict[str, "_Beginning"]


class _Head(NamedTuple):
    """A game with its bets closed."""

    start: _Beginning
    decks: int
    alike: dict[str, str]
    """Words that count as the same have the same value here."""


class Redealer:
    """``load`` finds the sheet of a game. Calling it gives the round at the end of a line that ``write_round`` wrote;
    it raises NotationError for a line that cannot have been dealt."""

    def __init__(self, load: Load = load_sheet) -> None:
        self._load = load
        self._heads: dict[str, _Head] = {}
        self._kept = 0

    def __call__(self, notation: str) -> Round:
        head, bar, script = notation.partition(" |")
        words = [word for word in script.split() if word != "|"]
        try:
            steps = [_STEPS.get(word) or _with_amount(word) for word in words]
            begun = self._heads.get(head) or self._begin(head)
            round_ = self._dealt(begun, words, steps)
        except (KeyError, Refused):
            # An absence, a reason; or a fault, which the reader tells with its place.
            return read_round(notation, load=self._load).round
        if round_.waits is not Waits.NOTHING or not bar or _too_many_alike(words, begun.decks):
            return read_round(notation, load=self._load).round
        return round_

    def _begin(self, head: str) -> _Head:
        round_ = read_round(f"{head} |", load=self._load, unfinished=True).round
        found = _Head(_Beginning(round_, {}), round_.sheet.rules.shoe.decks, alike_on(round_))
        if self._kept < MOST_KEPT:
            self._kept += 1
            self._heads[head] = found
        return found

    def _dealt(self, begun: _Head, words: list[str], steps: list[Action]) -> Round:
        at, done, new, alike = begun.start, 0, 0, begun.alike
        for word in words:
            known = alike.get(word, word)
            further = at.further.get(known)
            if further is None:
                if new >= NEW_WORDS or self._kept >= MOST_KEPT:
                    break
                new += 1
                self._kept += 1
                further = at.further[known] = _Beginning(apply(at.round, steps[done])[0], {})
            at, done = further, done + 1
        round_ = at.round
        for step in steps[done:]:
            round_ = apply(round_, step)[0]
        return round_


@lru_cache(maxsize=4096)
def _with_amount(word: str) -> Action:
    """A decision with an amount, like D10; KeyError for any other word."""
    match = re.fullmatch(r"([A-Z]{1,2})(\d{1,12}(?:\.\d\d)?)", word, re.ASCII)
    if match is None:
        raise KeyError(word)
    return Action(LETTERS[match[1]], amount=parse_money(match[2]))


def _too_many_alike(words: list[str], decks: int) -> bool:
    """More copies of a card than there are decks."""
    return len(words) - len(set(words)) >= decks and any(
        times > decks for word, times in Counter(words).items() if word in CODES
    )


def alike_on(round_: Round) -> dict[str, str]:
    """Which words count as the same at this table."""
    if reads_suits(round_):
        return _BY_SUIT
    natural = round_.sheet.rules.natural
    if natural.suited_faces_pay != natural.pays:
        return _BY_FACE
    return _BY_VALUE if round_.sheet.rules.split.pairs == "value" else _BY_RANK


def reads_suits(round_: Round) -> bool:
    """Whether a bet of this round looks at cards closely. A natural of two faces may be, too: see ``alike_on``."""
    bets = round_.sheet.rules.side_bets
    wagered = {wager.bet for box in round_.boxes for bettor in box.bettors for wager in bettor.sides}
    return any(bets[bet].lammers is None for bet in wagered)
