"""The worth of every action with a hand, exactly, from any shoe: what a coach or a counter asks."""

import numpy as np

from lammer.exact.against import Against, Situation
from lammer.exact.grid import grid_for
from lammer.exact.hands import Floats
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, STAND, SURRENDER, best_plays
from lammer.exact.play import Optimal, bust_of
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import natural_results
from lammer.exact.terms import FREE, OWN, Terms
from lammer.exact.worth import Worth

NAMES = {"stand": STAND, "double": DOUBLE, "free-double": FREE_DOUBLE, "surrender": SURRENDER}


def action_values(
    terms: Terms, shoe: Floats, cards: tuple[int, ...], up: int, *, free: bool = False
) -> dict[str, float]:
    """Action → expected net in original wagers, for card values 1 … 10; given that the dealer has shown no natural
    where the dealer looks for one, and with a natural still possible where not.

    ``shoe`` is what was there before the up card and the hand were dealt. A free hand is one that a free split added:
    its first card is the pair's, whose twin lies in another hand. Splitting it again is not valued here.
    Raises NotAnalysed for hands that cannot be, or are over.
    """
    _check(terms, shoe, cards, up, free)
    against = Against(terms, grid_for(terms.limit, max(2, terms.most_hands)), up, shoe)
    worth, kind = Worth(against, Optimal()), FREE if free else OWN
    if not free and len(cards) == 2 and against.grid.hands.total[against.grid.hands.of(*cards)] == terms.limit:
        return {"natural": _natural(against, cards)}
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


def _natural(against: Against, cards: tuple[int, ...]) -> float:
    """A natural is not played; with a peek, what it brings when the dealer has none."""
    found = natural_results(against.terms, against, cards[0], cards[1])
    worth = sum(net * chance for net, chance in found)
    if not against.peeks or against.terms.natural_at_once:
        return worth
    tie = against.natural_chance(*cards)
    return (worth + (0.0 if against.terms.natural_ties else tie)) / (1 - tie)


def _check(terms: Terms, shoe: Floats, cards: tuple[int, ...], up: int, free: bool) -> None:
    left = shoe.copy()
    for value in (up, *cards, *((cards[0],) if free else ())):
        left[value - 1] -= 1
    if (left < 0).any():
        twin = " and the twin of its first card" if free else ""
        raise NotAnalysed(f"the shoe does not hold the up card, the hand{twin}")
    if (terms.first_ace_player and cards[0] == 1) or (terms.first_ace_dealer and up == 1):
        raise NotAnalysed("a first-card ace has ended this round: there is nothing to play")
    if free and cards[0] not in terms.free_split:
        raise NotAnalysed("no free split makes such a hand: its first card must be of a pair that splits free")
