"""Hands with marked cards: what they win, and how many lights they get.

A hand is known by its values, by the marked cards that left the round for lights (``gone``) and by the marked cards it
kept (``kept``). Marks are spread evenly over the cards of their value that nobody has seen, whatever the hole card is,
so with x of them unseen, n of which are marked, a card of that value is marked with chance n/x. A marked card that
comes to a hand c and does not bust it is kept, or traded: the hand then has a light more and waits for a card again,

    D(c, g) = Σ p_j · W(c + j, g) + p · μ · (max(W(c + m), light + D(c, g + 1)) − W(c + m)),

so the hands are worked out from the highest hard total down, and for each from many cards gone to none.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import Family
from lammer.exact.dealer import dealer_chances
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.play_kernels import PLAYS, Nets
from lammer.exact.split_cards import MANY_CARDS
from lammer.exact.up_card import Against
from lammer.rule_tables.plays import Play

NET, LIGHTS, NONE = 0, 1, 2
"""What is known of a hand, the last axis of every array here: its net, its lights on average, and from NONE on the
chances of 0, 1, 2 … lights and of more."""
COUNTED, COUNTED_CARDS = 4, 6
"""So many of those chances: of lights, and of cards that may be marked."""
KEPT, KEPT_TENS = 3, 2
"""0, 1, 2 marked cards kept; of tens 0 or more, because after two of them no further one is playable."""
MOST_GONE, MOST_GONE_SPLIT = 8, 4
"""More marked cards that leave in one round are not followed; in a large shoe fewer for split pairs, which changes the
figures by less than 1e-8."""
EXACT_GONE = 3
"""In a large shoe the dealer's chances with more marked cards gone are continued in a straight line. They then carry a
weight of about one in a million, and the figures change by less than 1e-11."""
TEN_PLACE = 9


class Marks(NamedTuple):
    """The marked cards behind an up card."""

    place: int
    """Of their value, 0 the ace."""
    number: float
    """So many are unseen."""
    trades: bool
    """Whether a light is for a traded card. Else every playable card of the value counts as one, marked or not: play
    does not look at marks then, and an equal share of those cards is marked."""
    worth: float
    """Of a light, or of such a card, in wagers."""
    most: int = MOST_GONE
    """So many may leave in one round."""
    quick: bool = False
    """Only nets and lights are wanted, not the chances of numbers of lights or the effect of cards kept."""

    @property
    def gone(self) -> int:
        """Numbers of marked cards gone that are told apart, from 0 on."""
        return 1 + int(min(self.number, self.most)) if self.trades else 1

    @property
    def kept(self) -> int:
        if self.quick or not self.trades:
            return 1
        return KEPT_TENS if self.place == TEN_PLACE else KEPT

    @property
    def features(self) -> int:
        return NONE + (0 if self.quick else COUNTED if self.trades else COUNTED_CARDS)

    def score(self, values: Floats) -> Floats:
        found: Floats = values[..., NET] + self.worth * values[..., LIGHTS]
        return found


class CardsLeft(NamedTuple):
    """The dealer and the next card, by removed cards of a pair × marked cards gone × hand."""

    chances: Floats
    draw: Floats
    marked: Floats
    """removed × gone × kept × hands: chance that the next card is marked, if it is of that value."""


class Decided(NamedTuple):
    """What is decided for hands, by hand or by removed × gone × kept × hands: the play, and whether a marked card that
    comes with a hit, and with a double, is traded. None is decided by the best score."""

    plays: Ints | None = None
    hit: Bools | None = None
    double: Bools | None = None


def settled(net: Floats | float, marks: Marks) -> Floats:
    """A hand that has this net and gets no light any more."""
    found = np.zeros((*np.shape(net), marks.features))
    found[..., NET], found[..., NONE : NONE + 1] = net, 1.0
    return found


def lit(values: Floats) -> Floats:
    """One light more."""
    found = np.empty_like(values)
    found[..., NET], found[..., LIGHTS] = values[..., NET], values[..., LIGHTS] + 1
    if values.shape[-1] > NONE:
        found[..., NONE] = 0.0
        found[..., NONE + 1 :] = values[..., NONE:-1]
        found[..., -1] += values[..., -1]
    return found


def cards_left(
    against: Against, marks: Marks, cards: Ints, pair: int = 0, removed: tuple[int, ...] = (0,)
) -> CardsLeft:
    """For hands of these cards, hands × 10, with further cards of a pair removed."""
    left = unseen_by(against, marks, cards, pair, removed)
    return CardsLeft(_chances(against, left), against.cards.draws.next_card(left), marked_share(marks, left))


def unseen_by(against: Against, marks: Marks, cards: Ints, pair: int, removed: tuple[int, ...]) -> Floats:
    """removed × gone × hands × 10: unseen cards."""
    left = against.unseen - np.broadcast_to(cards, (len(removed), marks.gone, len(cards), 10))
    left[..., pair] -= np.array(removed)[:, None, None]
    left[..., marks.place] -= np.arange(marks.gone)[None, :, None]
    return np.maximum(left, 0.0)


def marked_share(marks: Marks, left: Floats) -> Floats:
    """removed × gone × kept × hands: how many of the unseen cards of the marked value are marked."""
    if not marks.trades:
        return np.ones((*left.shape[:2], 1, left.shape[2]))
    unseen = np.maximum(marks.number - np.arange(marks.gone)[:, None] - np.arange(marks.kept), 0.0)
    unseen[-1] = 0.0  # so many are never gone
    share: Floats = unseen[None, :, :, None] / np.maximum(left[..., marks.place], 1.0)[:, :, None]
    return np.minimum(share, 1.0)


def _chances(against: Against, left: Floats) -> Floats:
    removed, gone, hands, _ = left.shape
    exact = gone if against.unseen.sum() < MANY_CARDS else min(gone, EXACT_GONE)
    rows = np.ascontiguousarray(left[:, :exact]).reshape(-1, 10)
    found = dealer_chances(against.dealer, against.up, rows).reshape(removed, exact, hands, -1)
    if exact == gone:
        return found
    step = found[:, -1:] - found[:, -2:-1]
    more = found[:, -1:] + step * np.arange(1, gone - exact + 1)[None, :, None, None]
    return np.concatenate([found, more], axis=1)


class HandGroup(NamedTuple):
    """Hands of one family, all or some of them, highest hard total first."""

    cards: Ints
    after: Ints
    """hands × 10: place in this group after one more card, −1 beyond the limit."""
    total: Ints
    hard: Ints
    legal: Bools
    """hands × PLAYS."""
    natural: Bools

    def slices(self) -> Iterator[slice]:
        """Hands with the same hard total."""
        edges = [0, *(np.flatnonzero(np.diff(self.hard)) + 1).tolist(), len(self.hard)]
        yield from map(slice, edges, edges[1:])


def group_of(
    against: Against, family: Family, legal: Bools, natural: Bools, places: Ints | None = None
) -> tuple[HandGroup, Ints]:
    """The hands at these places, and the place of each hand of the family in the group."""
    places = family.places if places is None else places
    where = np.full(len(family.hands) + 1, -1)
    where[places] = np.arange(len(places))
    cards = against.grid.hands.cards[family.hands[places]]
    after = where[family.after[places]]
    group = HandGroup(cards, after, family.total[places], family.hard[places], legal[places], natural[places])
    return group, where[:-1]


class LitHands:
    """The values of a group of hands for one stake: removed × gone × kept × hands × features. The last hand is a
    bust."""

    def __init__(self, group: HandGroup, left: CardsLeft, nets: Nets, marks: Marks, decided: Decided) -> None:
        """``nets`` are those of one kind of stake."""
        self.group, self._left, self._nets, self._marks, self._given = group, left, nets, marks, decided
        shape = left.marked.shape
        self.values = np.empty((*shape[:-1], len(group.hard) + 1, marks.features))
        self.values[..., -1, :] = settled(nets.broke[0, 0], marks)
        self.plays = np.full(shape, -1)
        self.traded = {play: np.zeros(shape, dtype=np.bool_) for play in (Play.HIT, Play.DOUBLE, Play.FREE_DOUBLE)}
        self._doubled = {play: self._stand(net) for play, net in self._doubles()}
        stand = self._stand(nets.stand[0])
        for where in group.slices():
            self._work_out(where, stand[:, :, where])

    def _doubles(self) -> Iterator[tuple[Play, Floats]]:
        for play, nets in ((Play.DOUBLE, self._nets.paid), (Play.FREE_DOUBLE, self._nets.free)):
            if self.group.legal[:, play].any():
                yield play, nets[0]

    def _stand(self, nets: Floats) -> Floats:
        """removed × gone × hands."""
        found: Floats = np.einsum("arhc,hc->arh", self._left.chances, nets[self.group.total])
        return found

    def _by_class(self, nets: Floats, where: slice) -> Floats:
        """Net of hands that end before the dealer's cards matter much."""
        found: Floats = nets[0, 0] + self._left.chances[:, :, where] @ nets[0, 1:]
        return found

    def _work_out(self, where: slice, stand: Floats) -> None:
        legal, natural = self.group.legal[where], self.group.natural[where]
        if natural.any():
            stand = np.where(natural, self._by_class(self._nets.natural, where), stand)
        found = np.zeros((PLAYS, *self.values[..., where, :].shape))
        found[Play.STAND] = settled(stand, self._marks)[:, :, None]
        if legal[:, Play.HIT].any():
            found[Play.HIT] = self._drawn(where, Play.HIT, self.values)
        for play, doubled in self._doubled.items():
            if legal[:, play].any():
                bust = np.full((*doubled.shape[:-1], 1), self._nets.broke[0, 1 if play is Play.DOUBLE else 2])
                ends = settled(np.concatenate([doubled, bust], axis=-1), self._marks)[:, :, None]
                found[play] = self._drawn(where, play, np.broadcast_to(ends, self.values.shape))
        if legal[:, Play.SURRENDER].any():
            given_up = self._by_class(self._nets.surrender, where)
            found[Play.SURRENDER] = settled(given_up, self._marks)[:, :, None]
        scores = np.where(legal.T[:, None, None, None, :], self._marks.score(found), -np.inf)
        given = self._given.plays
        best = scores.argmax(axis=0) if given is None else np.broadcast_to(given[..., where], scores.shape[1:])
        self.plays[..., where] = best
        self.values[..., where, :] = np.take_along_axis(found, np.maximum(best, 0)[None, ..., None], axis=0)[0]

    def _drawn(self, where: slice, play: Play, values: Floats) -> Floats:
        """One more card for these hands, if the hand is worth ``values`` then."""
        after, marks = self.group.after[where], self._marks
        draw = self._left.draw[:, :, where][:, :, None]
        marked = self._left.marked[..., where]
        found = np.zeros((*marked.shape, marks.features))
        for card in range(10):
            chance = draw[..., card] * (1 - marked if card == marks.place else 1)
            found += chance[..., None] * values[..., after[:, card], :]
        there = after[:, marks.place]
        weight = (draw[..., marks.place] * marked)[..., None]
        kept = values[..., there, :]
        if not marks.trades:
            return found + weight * np.where((there >= 0)[:, None], lit(kept), kept)
        kept = np.concatenate([kept[:, :, 1:], kept[:, :, -1:]], axis=2)
        given = self._given.hit if play is Play.HIT else self._given.double
        found, traded = with_trades(found, weight, kept, marks.score, there >= 0, _at(given, where))
        self.traded[play][..., where] = traded
        return found


def _at(given: Bools | None, where: slice) -> Bools | None:
    return None if given is None else given[..., where]


def with_trades(
    found: Floats, weight: Floats, kept: Floats, score: Callable[[Floats], Floats], playable: Bools, given: Bools | None
) -> tuple[Floats, Bools]:
    """Adds the marked cards, of which each is kept or traded for another card, to the other next cards. Axes are
    removed × gone × kept × hands × features. Also which of them are traded."""
    traded = np.zeros(kept.shape[:-1], dtype=np.bool_)
    found = found.copy()
    found[:, -1] += weight[:, -1] * kept[:, -1]
    for gone in reversed(range(found.shape[1] - 1)):
        trade = lit(found[:, gone + 1])
        better = score(trade) > score(kept[:, gone]) if given is None else given
        traded[:, gone] = better & playable
        found[:, gone] += weight[:, gone] * np.where(traded[:, gone, ..., None], trade, kept[:, gone])
    return found, traded
