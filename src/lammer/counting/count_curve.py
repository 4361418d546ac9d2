"""The expectation of the main game and of bets on lammers by true count, from exact analyses of mean shoes.

Given the true count c, the share of the value v among the cards left is on average p_v·(1 − u·(t_v − t̄)), with p_v its
share in the full shoe, t_v its tag and u = c / (52·σ²), where σ² is the variance of the tags over the cards. Shoes with
these shares are analysed exactly for some u, and a polynomial through their expectations is the curve f. Hands are
played as from the full shoe. Cards of the round may then be regarded as drawn before the k cards that the counter sees,
so that over all running counts r the expectation is that of the full shoe, E, whatever k is. A shoe is not its mean,
though, and f does not average to E. What is missing depends on k and hardly on r, so

    E(bet | r, k) = E + f(u) − Σ_r P(r)·f(u).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from lammer.counting.count_distribution import CountDistribution
from lammer.counting.effects import MAIN
from lammer.counting.held_play import Held
from lammer.counting.tags import Tags
from lammer.exact.finding import played_game
from lammer.exact.hands import Floats
from lammer.exact.play import Optimal
from lammer.exact.round import round_worth
from lammer.exact.sidebets import bets_on_lammers, lammer_bets
from lammer.exact.values import Game
from lammer.rules.sheet import Sheet

TILTS = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""The mean shoes that are analysed: by how much of their share the cards with the tag farthest from the mean differ."""
Curves = dict[str, list[float]]
"""By the name of a bet: its expectation from each mean shoe, less that from the full shoe."""


class CountCurve(NamedTuple):
    """``ev`` is the expectation from the full shoe, ``moved`` by how much it differs at each of ``TILTS``."""

    ev: float
    moved: tuple[float, ...]

    @property
    def model(self) -> str:
        return "curve"

    def by_count(self, shoe: CountDistribution, _tags: Tags) -> tuple[Floats, Floats]:
        """By k and running count: the chance of the count, and that times the expectation."""
        cards, chances = shoe.cards, shoe.chances
        tags, numbers = np.array(list(shoe.numbers)), np.array(list(shoe.numbers.values()))
        mean = (tags * numbers).sum() / cards
        variance, farthest = ((tags - mean) ** 2 * numbers).sum() / cards, abs(tags - mean).max()
        dealt = np.arange(cards + 1)[:, None]
        left = np.maximum(cards - dealt, 1)  # no division by 0; no round begins without cards
        moved = self._at((shoe.counts[None, :] - dealt * mean) / left / variance * farthest)
        moved -= (chances * moved).sum(axis=1, keepdims=True)
        return chances, chances * (self.ev + moved)

    def _at(self, tilts: Floats) -> Floats:
        """The values of the curve. Beyond the analysed shoes it continues as a straight line."""
        curve = np.polyfit(TILTS, self.moved, len(TILTS) - 1)
        within = tilts.clip(TILTS[0], TILTS[-1])
        found: Floats = np.polyval(curve, within) + np.polyval(np.polyder(curve), within) * (tilts - within)
        return found


def has_curve(sheet: Sheet, bet: str) -> bool:
    return bet == MAIN or bet in bets_on_lammers(sheet)


def count_curves(sheet: Sheet, shoe: Floats, tags: Tags, on_progress: Callable[[], None] = lambda: None) -> Curves:
    """For the main game and every paytable of a bet on lammers, from a shoe by value. ``on_progress`` is called for
    each of ``TILTS``."""
    held, before = _full_shoe(sheet, tuple(shoe.tolist()))
    found: Curves = {name: [] for name in before}
    for tilt in TILTS:
        after = _worths(sheet, played_game(sheet, mean_shoe(shoe, tags, tilt), held)) if tilt else before
        for name, ev in after.items():
            found[name].append(ev - before[name])
        on_progress()
    return found


@lru_cache(maxsize=1)
def _full_shoe(sheet: Sheet, shoe: tuple[float, ...]) -> tuple[Held, dict[str, float]]:
    """The play that is held, and what bets are worth; the same for all counts."""
    game = played_game(sheet, np.array(shoe), Optimal())
    return Held(game), _worths(sheet, game)


def mean_shoe(shoe: Floats, tags: Tags, tilt: float) -> Floats:
    """The shoe with as many cards in which the cards with the tag farthest from the mean have their share changed by
    ``tilt``, and the others in proportion: down if the tag is above the mean."""
    whole = np.array(tags.whole, dtype=np.float64)
    apart = whole - (whole * shoe).sum() / shoe.sum()
    found: Floats = shoe * (1 - tilt * apart / abs(apart).max())
    return found


def _worths(sheet: Sheet, game: Game) -> dict[str, float]:
    bets = {f"{one.id} {one.paytable}": -one.house_edge for one in lammer_bets(sheet, game)}
    return {MAIN: round_worth(game)} | bets
