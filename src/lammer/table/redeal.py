"""Many finished rounds dealt again from their notation, for what they pay: rounds that begin alike share the work.

The rounds of a long log have few different bets, and their first cards repeat. Such a beginning is dealt once and
kept. Where nothing on the table reads suits, cards that differ in their suit alone count as the same card.
"""

from collections import Counter
from typing import NamedTuple

from lammer.cards.card import CODES
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.table.actions import Action, Refused, card
from lammer.table.notation import LETTERS, Load, read_round
from lammer.table.round import apply
from lammer.table.state import Round, Waits

KEPT_WORDS = 6
"""How much of a round is kept: the opening cards of one box and the dealer, and a little more."""
MOST_KEPT = 120_000
"""About a hundred megabytes."""

_STEPS = {name: card(code) for name, code in CODES.items()} | {
    letters: Action(kind) for letters, kind in LETTERS.items()
}


class _Beginning(NamedTuple):
    """A round as far as some rounds have it in common, and how they go on, by their next word."""

    round: Round
    further: dict[str, "_Beginning"]


class _Head(NamedTuple):
    """A game with its bets closed."""

    start: _Beginning
    decks: int
    by_rank: bool
    """Suits do not matter."""


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
            steps = [_STEPS[word] for word in words]
            begun = self._heads.get(head) or self._begin(head)
            round_ = self._dealt(begun, words, steps)
        except (KeyError, Refused):
            # An amount, an absence, a reason; or a fault, which the reader tells with its place.
            return read_round(notation, load=self._load).round
        if round_.waits is not Waits.NOTHING or not bar or _too_many_alike(words, begun.decks):
            return read_round(notation, load=self._load).round
        return round_

    def _begin(self, head: str) -> _Head:
        round_ = read_round(f"{head} |", load=self._load, unfinished=True).round
        found = _Head(_Beginning(round_, {}), round_.sheet.rules.shoe.decks, not reads_suits(round_))
        if self._kept < MOST_KEPT:
            self._kept += 1
            self._heads[head] = found
        return found

    def _dealt(self, begun: _Head, words: list[str], steps: list[Action]) -> Round:
        at, done = begun.start, 0
        for word in words[:KEPT_WORDS]:
            known = word[0] if begun.by_rank and word in CODES else word
            further = at.further.get(known)
            if further is None:
                if self._kept >= MOST_KEPT:
                    break
                self._kept += 1
                further = at.further[known] = _Beginning(apply(at.round, steps[done])[0], {})
            at, done = further, done + 1
        round_ = at.round
        for step in steps[done:]:
            round_ = apply(round_, step)[0]
        return round_


def _too_many_alike(words: list[str], decks: int) -> bool:
    """More copies of a card than there are decks."""
    return len(words) - len(set(words)) >= decks and any(
        times > decks for word, times in Counter(words).items() if word in CODES
    )


def reads_suits(round_: Round) -> bool:
    """Whether a bet of this round, or its natural, is paid by suits."""
    sheet: Sheet = round_.sheet
    reading = {
        bet
        for bets in (sheet.rules.dealer_22_bets, sheet.rules.first_cards_bets, sheet.rules.sevens_bets)
        for bet in bets
    }
    wagered = {wager.bet for box in round_.boxes for bettor in box.bettors for wager in bettor.sides}
    natural = sheet.rules.natural
    return bool(wagered & reading) or natural.suited_faces_pay != natural.pays
