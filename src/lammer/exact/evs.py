"""The worth of every action with a hand, exactly, from any shoe: what a coach or a counter asks."""

from itertools import chain, combinations
from typing import NamedTuple

import numpy as np

from lammer.exact.against import Against, Situation
from lammer.exact.grid import UNSPLIT, grid_for
from lammer.exact.hands import Floats
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, STAND, SURRENDER, best_plays
from lammer.exact.play import Optimal, bust_of, paid_stake, split_stakes
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import natural_results
from lammer.exact.splits import Begun, SplitCards, SplitRule, split_worth
from lammer.exact.terms import FREE, OWN, Terms
from lammer.exact.worth import SplitHands

NAMES = {"stand": STAND, "double": DOUBLE, "free-double": FREE_DOUBLE, "surrender": SURRENDER}


class FromSplit(NamedTuple):
    """The hand comes from a split: whose money plays it, and how many hands the box has, this one included.

    The first card of each of them is of the pair's value. Of the others nothing more is known; whoever has seen their
    further cards takes those out of the shoe.
    """

    kind: str = OWN
    hands: int = 2


def action_values(
    terms: Terms, shoe: Floats, cards: tuple[int, ...], up: int, split: FromSplit | None = None, *, free: bool = False
) -> dict[str, float]:
    """Action → expected net in original wagers, for card values 1 … 10; given that the dealer has shown no natural
    where the dealer looks for one, and with a natural still possible where not.

    ``shoe`` is what was there before the up card, the hand and the first cards of other hands of a split were dealt.
    A split is worth what all hands bring that come of this one; hands elsewhere are not counted. ``free`` is short for
    one of two hands, on a lammer.
    Raises NotAnalysed for hands that cannot be, or are over.
    """
    split = FromSplit(FREE) if free and split is None else split
    _check(terms, shoe, cards, up, split)
    against = Against(terms, grid_for(terms.limit, max(2, terms.most_hands)), up, shoe)
    first = split is None and len(cards) == 2
    if first and against.grid.hands.total[against.grid.hands.of(*cards)] == terms.limit:
        return {"natural": _natural(against, cards)}
    kind, hands = split or FromSplit(OWN, 1)
    here = against.situation(cards[0] - 1 if split else UNSPLIT, hands - 1)
    values = _plain_values(here, kind, cards)
    if len(cards) == 2 and cards[0] == cards[1]:
        values |= _split_values(against, cards[0], split)
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def _plain_values(here: Situation, kind: str, cards: tuple[int, ...]) -> dict[str, float]:
    """Everything but a split."""
    place = int(here.family.place[here.hands.of(*cards)])
    plays = here.plays(kind)
    values = {name: float(plays[place, play]) for name, play in NAMES.items() if np.isfinite(plays[place, play])}
    if here.options.hit[place]:
        values["hit"] = _hit(here, kind, place)
    return values


def _hit(here: Situation, kind: str, place: int) -> float:
    """One more card, then the best play for the stake."""
    after = here.family.after
    values, _ = best_plays(after, here.draw, here.plays(kind), here.options.hit, bust_of(kind))
    there = after[place]
    return float(here.draw[place] @ np.where(there >= 0, values[there], bust_of(kind)))


def _split_values(against: Against, value: int, split: FromSplit | None) -> dict[str, float]:
    """Splitting a pair, free or for money, while the box has room for another hand."""
    terms, (kind, hands) = against.terms, split or FromSplit(OWN, 1)
    again = value != 1 or terms.resplit_aces
    if hands >= terms.most_hands or (split and not again):
        return {}
    later = split_stakes(terms, value)[1]
    cards, plain = SplitCards(against, value - 1), SplitHands(against, value - 1, Optimal())
    values = {}
    for name, adds in _ways_to_split(terms, value, split).items():
        kinds = sorted({kind, adds, later}) if again else []
        subsets = chain.from_iterable(combinations(kinds, count) for count in range(len(kinds) + 1))
        rules = (SplitRule(adds, frozenset((each, later) for each in subset), terms.most_hands) for subset in subsets)
        begun = Begun((kind, adds), hands - 1)
        values[name] = max(split_worth(cards, rule, plain.worth, begun) for rule in rules)
    return values


def _ways_to_split(terms: Terms, value: int, split: FromSplit | None) -> dict[str, str]:
    """Legal splits of a pair, and the stake of the hand that each adds."""
    free = value in terms.free_split and (split is None or terms.free_resplit)
    paid = {"split": paid_stake(terms)} if terms.split_where_free or not free else {}
    return ({"free-split": FREE} if free else {}) | paid


def _natural(against: Against, cards: tuple[int, ...]) -> float:
    """A natural is not played; with a peek, what it brings when the dealer has none."""
    found = natural_results(against.terms, against, cards[0], cards[1])
    worth = sum(net * chance for net, chance in found)
    if not against.peeks or against.terms.natural_at_once:
        return worth
    tie = against.natural_chance(*cards)
    return (worth + (0.0 if against.terms.natural_ties else tie)) / (1 - tie)


def _check(terms: Terms, shoe: Floats, cards: tuple[int, ...], up: int, split: FromSplit | None) -> None:
    if split:
        _check_split(terms, cards[0], split)
    elsewhere = split.hands - 1 if split else 0
    left = shoe.copy()
    for value in (up, *cards, *((cards[0],) * elsewhere)):
        left[value - 1] -= 1
    if (left < 0).any():
        others = " and the first cards of the other hands" if split else ""
        raise NotAnalysed(f"the shoe does not hold the up card, the hand{others}")
    if (terms.first_ace_player and cards[0] == 1) or (terms.first_ace_dealer and up == 1):
        raise NotAnalysed("a first-card ace has ended this round: there is nothing to play")


def _check_split(terms: Terms, value: int, split: FromSplit) -> None:
    most = terms.most_hands if value != 1 or terms.resplit_aces else min(2, terms.most_hands)
    if not 2 <= split.hands <= most:
        told = f"2 to {most}" if most > 2 else "2" if most == 2 else "no"
        raise NotAnalysed(f"{split.hands} hands: a pair like this one becomes {told} hands in this game")
    if split.kind == FREE and value not in terms.free_split:
        raise NotAnalysed("no free split makes such a hand: its first card must be of a pair that splits free")
