"""The index plays of a game with one count, and the index of insurance."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, LETTER_VALUES, VALUES
from lammer.cards.hand import natural_partner
from lammer.counting.count_slopes import slopes
from lammer.counting.finding import ShoeKnown
from lammer.counting.index_plays import LAMMER_HANDS, OWN_HANDS, IndexPlay, IndexTables, Lead
from lammer.counting.systems import System
from lammer.counting.true_counts import learned_index
from lammer.exact.finding import played_game
from lammer.exact.play import Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.rules.removal_chances import without_card
from lammer.rules.sheet import Sheet

DIGITS = 6
METHOD = (
    "leads and effects of removal from exact analyses, hands played on as from the full shoe; index and gain in the "
    "linear normal model of the true count, flat bets, all depths down to the cut card alike"
)
NOTHING = 1e-12
"""A count moves the expectation of insurance by less if it tells nothing about it: this is rounding."""
TAKE, DECLINE = "take", "decline"


class IndexFinding(NamedTuple):
    sheet: str
    shoe: str
    system: System
    rounding: str
    """How the player rounds a true count."""
    penetration: float
    plays: tuple[IndexPlay, ...]
    """The largest gain first."""
    insurance: tuple[IndexPlay, ...]
    """One for each up card under which it is offered, if the count tells anything about it."""
    offers_insurance: bool
    stopped: bool
    """Whether the computation was stopped, so that only the index of insurance is known."""

    def of(self, stake: str) -> list[IndexPlay]:
        """Own hands or hands on a lammer."""
        return [one for one in self.plays if one.stake == stake]

    def learned(self, one: IndexPlay) -> int:
        """The rounded true count at which the play changes."""
        return learned_index(one.true_count, self.rounding)

    def as_json(self) -> dict[str, Any]:
        gains = {stake: sum(one.gain for one in self.of(stake)) for stake in (OWN_HANDS, LAMMER_HANDS)}
        return {
            "sheet": self.sheet,
            "shoe": self.shoe,
            "count": self.system.name,
            "tags": self.system.tags.by_letter,
            "true_count": self.rounding,
            "penetration": self.penetration,
            "method": METHOD,
            "index_plays": [self._json(one) for one in self.plays],
            "insurance": [self._json(one) for one in self.insurance],
            "offers_insurance": self.offers_insurance,
            "gain_per_100_rounds": {stake: round(gain, DIGITS) for stake, gain in gains.items()},
            "stopped": self.stopped,
        }

    def _json(self, one: IndexPlay) -> dict[str, Any]:
        return {
            "stake": one.stake,
            "hand": one.hand,
            "up": one.up,
            "play": one.play,
            "other": one.other,
            "when": "at or above" if one.above else "below",
            "count": self.learned(one),
            "index": round(one.true_count, DIGITS),
            "per_100_rounds": round(100 * one.frequency, DIGITS),
            "gain_per_100_rounds": round(one.gain, DIGITS),
        }


class AskedIndices(NamedTuple):
    """The count, how the true count is rounded, and the part of the shoe in front of the cut card."""

    system: System
    rounding: str
    penetration: float

    @property
    def tags(self) -> list[float]:
        return [float(tag) for tag in self.system.tags.by_value]


def indices_of(
    sheet: Sheet, shoe: ShoeKnown, asked: AskedIndices, on_progress: Callable[[], None] = lambda: None
) -> IndexFinding:
    """The index plays of a game; ``on_progress`` is called ``steps_of_indices`` times."""
    plays = tuple(_index_plays(sheet, shoe, asked, on_progress))
    return insurance_only(sheet, shoe, asked)._replace(plays=plays, stopped=False)


def insurance_only(sheet: Sheet, shoe: ShoeKnown, asked: AskedIndices) -> IndexFinding:
    """What is known at once: the index of insurance."""
    insurance, offered = tuple(_insurance(sheet, shoe, asked)), bool(sheet.rules.insurance.under)
    return IndexFinding(sheet.ref, shoe.text, *asked, (), insurance, offered, stopped=True)


def steps_of_indices(shoe: ShoeKnown) -> int:
    return 1 + int((shoe.by_value >= 1).sum())


def _index_plays(
    sheet: Sheet, shoe: ShoeKnown, asked: AskedIndices, on_progress: Callable[[], None]
) -> list[IndexPlay]:
    full = played_game(sheet, shoe.by_value, Optimal(), shoe.cards)
    if full.tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: index plays are computed for games with one hand per box only")
    tables = IndexTables(full, asked.tags)
    on_progress()
    for value in range(1, 11):
        if shoe.by_value[value - 1] >= 1:
            # Ten-values are taken alike: any of them is the one that is missing.
            code = next(code for code, count in enumerate(shoe.cards.counts) if count and VALUES[code] == value)
            tables.add(value, full.without(value, without_card(shoe.cards, code)))
            on_progress()
    return tables.index_plays(asked.penetration)


def _insurance(sheet: Sheet, shoe: ShoeKnown, asked: AskedIndices) -> Iterator[IndexPlay]:
    """The expectation of insurance is (pays + 1)·f − 1, where f is the part of the unseen cards that makes a natural:
    linear in the composition, so that only the count is a model here. Of the cards seen only the up card is known."""
    rules, cards = sheet.rules, shoe.by_value
    pays, most = (one[0] / one[1] for one in (rules.insurance.pays, rules.insurance.maximum_of_stake))
    for letter in rules.insurance.under:
        up = LETTER_VALUES[letter]
        partner = natural_partner(up, rules.points.limit)
        if partner is None or cards[up - 1] < 1:
            continue
        seen = (np.arange(1, 11) == up).astype(np.float64)
        about = slopes(cards, seen[None], asked.tags)
        unseen = float(about.unseen[0])
        part = float((cards - seen)[partner - 1]) / unseen
        effects = (pays + 1) * (part - (np.arange(1, 11) == partner)) / (unseen - 1)
        often, b = float(cards[up - 1] / cards.sum()), float(about.weights[:, 0] @ effects)
        if abs(b) * float(about.spread[0]) < NOTHING:
            continue
        slope = often * b * (unseen - 1) / DECK_SIZE
        # The lead of declining over taking, in original wagers.
        taking = Lead(often, often * ((pays + 1) * part - 1), slope, slope * float(about.start[0]), 0.0)
        declining = taking._replace(spread=often * b * float(about.spread[0])).times(-most)
        yield declining.index_play((OWN_HANDS, "insurance", letter, DECLINE, TAKE), int(cards.sum()), asked.penetration)
