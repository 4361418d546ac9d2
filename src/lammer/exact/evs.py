"""The exact value of every action with a hand, from any shoe."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.play import Optimal, may_keep, split_plays, split_stakes
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import natural_results
from lammer.exact.splits import Begun, SplitRule
from lammer.exact.stakes import ADDED, FREE, NUMBERS, OWN
from lammer.exact.up_card import Against, HandValues
from lammer.exact.values import SplitHands
from lammer.rule_tables import ends
from lammer.rule_tables.legality import UNSPLIT as NOT_SPLIT
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables

VALUED = (Play.STAND, Play.DOUBLE, Play.FREE_DOUBLE, Play.SURRENDER)
"""Plays whose worth does not depend on what is played afterwards."""


class FromSplit(NamedTuple):
    """The hand comes from a split: its stake, and the number of hands on the box, this one included.

    The first card of each of them is of the pair's value. Of the others nothing more is known; whoever has seen their
    further cards takes those out of the shoe.
    """

    kind: str = OWN
    hands: int = 2


def action_values(
    tables: RuleTables,
    shoe: Floats,
    cards: tuple[int, ...],
    up: int,
    split: FromSplit | None = None,
    *,
    free: bool = False,
    one_rank: bool | None = None,
) -> dict[str, float]:
    """Action → expected net in original wagers, for card values 1 … 10; given that the dealer has shown no natural
    where the dealer looks for one, and with a natural still possible where not.

    ``shoe`` is the shoe before the up card, the hand and the first cards of other split hands were dealt.
    A split is worth what all hands bring that come of this one; hands elsewhere are not counted. ``free`` is short for
    one of two hands, on a lammer. ``one_rank``: whether two ten-values are of one rank; it must be given where only
    those are a pair.
    Raises NotAnalysed for hands that cannot be, or are over.
    """
    split = FromSplit(FREE) if free and split is None else split
    against = checked_up_card(tables, shoe, cards, up, split)
    if split is None and len(cards) == 2 and tables.dealing.is_natural(cards[0], cards[1]):
        return {"natural": _natural(against, cards)}
    kind, hands = split or FromSplit(OWN, 1)
    here = against.situation(cards[0] - 1 if split else UNSPLIT, hands - 1)
    values = _plain_values(here, kind, cards)
    if len(cards) == 2 and cards[0] == cards[1] and _is_pair(against, cards[0], one_rank):
        keeps = may_keep(against, cards[0], kind if split else None, hands)
        values = {**(values if keeps else {}), **_split_values(against, cards[0], split)}
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def _is_pair(against: Against, value: int, one_rank: bool | None) -> bool:
    """Whether two cards of a value are a pair."""
    if not against.pairs_by_rank(value - 1):
        return True
    if one_rank is None:
        raise NotAnalysed("split.pairs=rank: whether two ten-values are a pair depends on their rank")
    return one_rank


def checked_up_card(
    tables: RuleTables, shoe: Floats, cards: tuple[int, ...], up: int, split: FromSplit | None = None
) -> Against:
    """The up card and the shoe it came from. Raises NotAnalysed for hands that cannot be, or are over."""
    _check(tables, shoe, cards, up, split)
    return Against(tables, up, shoe)


def one_card_value(against: Against, cards: tuple[int, ...], split: FromSplit | None = None) -> float:
    """A hand of two cards that takes one card and stands, with nothing added to its stake. A double for part of the
    wager is worth so much of the way from here to the full double, since pays are linear in what is added."""
    kind, hands = split or FromSplit(OWN, 1)
    here = against.situation(cards[0] - 1 if split else UNSPLIT, hands - 1)
    place = int(here.family.place[here.hands.of(*cards)])
    return float(here.doubled(slice(place, place + 1), NUMBERS[kind])[0])


def natural_worth(against: Against, cards: tuple[int, ...]) -> float:
    """A natural before the dealer has looked for one."""
    return sum(net * chance for net, chance in natural_results(against, cards[0], cards[1]))


def _plain_values(here: HandValues, kind: str, cards: tuple[int, ...]) -> dict[str, float]:
    """Everything but a split."""
    place = int(here.family.place[here.hands.of(*cards)])
    plays = here.plays(kind)
    values = {play.kind: float(plays[place, play]) for play in VALUED if np.isfinite(plays[place, play])}
    if here.options.legal(kind)[Play.HIT][place]:
        values["hit"] = _hit(here, kind, place)
    return values


def _hit(here: HandValues, kind: str, place: int) -> float:
    """One more card, then the best play for the stake."""
    after, broke = here.family.after, here.pays.broke(kind)
    values = here.best((kind,))[0][:, 0]
    there = after[place]
    hit = here.draw[place] @ np.where(there >= 0, values[there], broke)
    return float(hit + here.revived(NUMBERS[kind])[place])


def _split_values(against: Against, value: int, split: FromSplit | None) -> dict[str, float]:
    """Splitting a pair, free or for money, while the box has room for another hand."""
    values: dict[str, float] = {}
    for play, _, worth in split_choices(against, value, split):
        values[play.kind] = max(worth, values.get(play.kind, worth))
    return values


def split_choices(against: Against, value: int, split: FromSplit | None) -> Iterator[tuple[Play, SplitRule, float]]:
    """Every legal way to split a pair, with its worth."""
    kind, hands = split or FromSplit(OWN, 1)
    maximum, later = against.tables.legality.maximum_hands, split_stakes(against, value)[1]
    again = bool(split_plays(against, value, OWN))
    must = {kind for kind in (OWN, FREE, ADDED) if not may_keep(against, value, kind)}
    plain = SplitHands(against, value - 1, Optimal())
    for play in sorted(split_plays(against, value, kind if split else None, hands), reverse=True):
        adds = FREE if play is Play.FREE_SPLIT else against.pays.paid_stake
        kinds = sorted({kind, adds, later}) if again else []
        begun = Begun((kind, adds), hands - 1)
        for subset in chain.from_iterable(combinations(kinds, count) for count in range(len(kinds) + 1)):
            if must & set(kinds) <= set(subset):
                rule = SplitRule(adds, frozenset((each, later) for each in subset), maximum)
                yield play, rule, plain.split_worth(rule, begun)


def _natural(against: Against, cards: tuple[int, ...]) -> float:
    """The value of a natural, which is not played; with a peek, given that the dealer has none."""
    worth = natural_worth(against, cards)
    pays = against.pays.natural(ends.NATURAL, NUMBERS[OWN])
    if not against.peeks or pays.settled:
        return worth
    tie = against.cards.natural_chance(*cards)
    return (worth - tie * pays.natural) / (1 - tie)


def _check(tables: RuleTables, shoe: Floats, cards: tuple[int, ...], up: int, split: FromSplit | None) -> None:
    if split:
        _check_split(tables, cards[0], split)
    elsewhere = split.hands - 1 if split else 0
    left = shoe.copy()
    for value in (up, *cards, *((cards[0],) * elsewhere)):
        left[value - 1] -= 1
    if (left < 0).any():
        others = " and the first cards of the other hands" if split else ""
        raise NotAnalysed(f"the shoe does not hold the up card, the hand{others}")
    if cards[0] in tables.dealing.first_values or up in tables.dealing.up_values:
        raise NotAnalysed("a first-card ace has ended this round: there is nothing to play")


def _check_split(tables: RuleTables, value: int, split: FromSplit) -> None:
    maximum = tables.legality.maximum_hands_of(value)
    if not 2 <= split.hands <= maximum:
        possible = f"2 to {maximum}" if maximum > 2 else "2" if maximum == 2 else "no"
        raise NotAnalysed(f"{split.hands} hands: a pair like this one becomes {possible} hands in this game")
    if split.kind == FREE and Play.FREE_SPLIT not in tables.legality.pair_plays(NOT_SPLIT, value, 1):
        raise NotAnalysed("no free split makes such a hand: its first card must be of a pair that splits free")
