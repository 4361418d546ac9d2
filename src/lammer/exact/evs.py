"""The worth of every action with a hand, exactly, from any shoe: what a coach or a counter asks."""

import numpy as np

from lammer.exact.against import Against, Situation
from lammer.exact.grid import grid_for
from lammer.exact.hands import Floats
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, STAND, SURRENDER, best_plays
from lammer.exact.play import Optimal, bust_of
from lammer.exact.terms import FREE, OWN, Terms
from lammer.exact.worth import Worth

NAMES = {"stand": STAND, "double": DOUBLE, "free-double": FREE_DOUBLE, "surrender": SURRENDER}


def action_values(
    terms: Terms, shoe: Floats, cards: tuple[int, ...], up: int, *, free: bool = False
) -> dict[str, float]:
    """Action → expected net in original wagers, for card values 1 … 10, given that the dealer has shown no natural.

    ``shoe`` is what was there before the up card and the hand were dealt. A free hand is one that a free split added:
    its first card is the pair's, whose twin lies in another hand. Splitting it again is not valued here.
    """
    against = Against(terms, grid_for(terms.limit, max(2, terms.most_hands)), up, shoe)
    worth, kind = Worth(against, Optimal()), FREE if free else OWN
    here = against.situation(cards[0] - 1, 1) if free else worth.first
    place = int(here.family.place[against.grid.hands.of(*cards)])
    plays = here.plays(kind)
    values = {name: float(plays[place, play]) for name, play in NAMES.items() if np.isfinite(plays[place, play])}
    if here.options.hit[place]:
        values["hit"] = _hit(here, kind, place)
    if len(cards) == 2 and cards[0] == cards[1] and not free:
        worths = worth.split_worths(cards[0])
        if worths:
            best = max(worths, key=lambda rule: worths[rule])
            values["free-split" if best.first_adds == FREE else "split"] = worths[best]
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def _hit(here: Situation, kind: str, place: int) -> float:
    """One more card, then the best play for the stake."""
    after = here.family.after
    values, _ = best_plays(after, here.draw, here.plays(kind), here.options.hit, bust_of(kind))
    there = after[place]
    return float(here.draw[place] @ np.where(there >= 0, values[there], bust_of(kind)))
