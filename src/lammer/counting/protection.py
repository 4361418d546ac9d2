"""What a bet is worth to a counter who makes it only when the count says that it wins.

Let E be the expectation of the bet from the full shoe of N cards, e_c its effects of removal, and D the cards dealt
before a round, k of them, with n = N − k left. The counter knows of D only the running count r. The chance of r is
exact (``count_distribution.py``), and so is the expectation given r of a bet that certain cards decide
(``deciding_cards.py``). For the main game and bets on lammers it is a curve through exact analyses
(``count_curve.py``). For other bets a linear model is used, in which the expectation of the round is

    E + (N − 1)/n · Σ_{c in D} (e_c − ē).

The expected sum of effects given r is exact. The true count is −52 times the mean tag of the cards left, as everywhere:
c = 52·(r − N·t̄)/n, with t̄ the mean tag of the full shoe, 0 for a balanced count. On the line of regression, with
b = Σ (e_c − ē)(t_c − t̄) / Σ (t_c − t̄)² over all cards, the expectation is E + (N − 1)/52·b·(c + 52·t̄). It is 0 at the
trigger c = −52·E / ((N − 1)·b) − 52·t̄, which is the same at every depth. In the other models the trigger is the true
count that wins the most with one deck behind the cut card. The counter bets if the true count is at least the trigger;
if b < 0, at most.

In the long run a round begins after k cards once in every μ shoes, with μ the mean number of cards of a round. If the k
cards D made long rounds, it is less often: once in μ_D shoes, with μ_D the mean from a shoe of the composition of D. In
the linear model, with d_c the effect of removal of c on μ, μ_D = μ − (N − 1)/k · Σ_{c in D} (d_c − d̄). So the bets of
a shoe are Σ_{k < cut} E[1/μ_D; bet at k]. A shoe has (cut + (μ − 1)/2) / μ rounds, because its last round ends behind
the cut card.
"""

from collections.abc import Iterable, Mapping
from math import ceil
from typing import NamedTuple, Protocol

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.counting.best_tags import NoCount
from lammer.counting.cards_per_round import CardsPerRound
from lammer.counting.count_distribution import CountDistribution, count_distribution
from lammer.counting.count_finding import correlation_with
from lammer.counting.effects import Effects
from lammer.counting.tags import Tags
from lammer.exact.hands import Floats

CUTS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Decks behind the cut card."""
LEAST_BEHIND = 13
"""Cards behind the deepest cut card that is considered: a round needs some."""
CLOSE = 1e-9
"""A true count this close to the trigger is at the trigger."""
DIGITS = 9
"""True counts with the same digits are the same."""

RARE = 5e-7
"""A bet that is made in fewer of all rounds is never made."""
LOSES = (
    "Where a win is negative, the bet loses at and beyond the trigger with that cut card; if it wins at no true count, "
    "the trigger is that of the linear model."
)


class ByCount(Protocol):
    """A model of a bet that is better than the linear one."""

    @property
    def model(self) -> str: ...

    def by_count(self, shoe: CountDistribution, tags: Tags, /) -> tuple[Floats, Floats]:
        """By k and running count: the chance of the count in a round in which the bet is offered, and that times the
        expectation."""


class TableTerms(NamedTuple):
    """How the table is dealt, and what the counter bets. ``bet`` is the wager on the bet in question."""

    cards_per_round: float
    rounds_per_hour: float = 60.0
    bet: float = 1.0
    offered: float = 1.0
    """The share of rounds in which the bet can be made."""

    def rounds(self, cut: float) -> float:
        """The rounds of a shoe whose cut card comes after ``cut`` cards."""
        return (cut + (self.cards_per_round - 1) / 2) / self.cards_per_round


class CutWorth(NamedTuple):
    """What the bet is worth with one position of the cut card. Wins are in the currency of the bet."""

    behind: float
    """Decks behind the cut card."""
    share: float
    """The share of all rounds in which the bet is made."""
    edge: float
    """The player's expectation in these rounds, in wagers."""
    bets_per_shoe: float
    win_per_shoe: float
    win_per_round: float
    win_per_hour: float


def never_made(worths: Iterable[CutWorth]) -> bool:
    """Whether the count does not reach the trigger with any of these cut cards."""
    return all(one.share < RARE for one in worths)


class CountedBet(NamedTuple):
    """A bet that is made by a count. ``bets[k]`` is the chance that it is made in a round that begins after k cards,
    ``wins[k]`` what that round wins on average, in wagers."""

    model: str
    """How its expectation given the count is computed: exact, curve or linear."""
    tags: Tags
    correlation: float
    trigger: float
    """The true count from which on the bet is made."""
    high: bool
    """Whether the bet is made at high counts; else at low ones."""
    bets: Floats
    wins: Floats

    @property
    def cards(self) -> int:
        return len(self.bets)

    def at_cut(self, behind: float, terms: TableTerms) -> CutWorth:
        """``behind`` is in decks."""
        cut = self.cards - round(DECK_SIZE * behind)
        bets, wins, rounds = float(self.bets[:cut].sum()), float(self.wins[:cut].sum()), terms.rounds(cut)
        per_shoe = terms.offered / terms.cards_per_round
        won = wins * per_shoe * terms.bet
        return CutWorth(
            behind,
            bets * per_shoe / rounds,
            wins / bets if bets > 0 else 0.0,
            bets * per_shoe,
            won,
            won / rounds,
            won / rounds * terms.rounds_per_hour,
        )

    def cards_behind_for(self, amount: float, terms: TableTerms) -> int | None:
        """The least number of cards behind the cut card for which the bet wins less than an amount per hour. 0 if it
        does so however deep the shoe is dealt, None if it never does."""
        for cut in range(1, self.cards - LEAST_BEHIND + 1):
            if self.at_cut((self.cards - cut) / DECK_SIZE, terms).win_per_hour >= amount:
                return self.cards - cut + 1 if cut > 1 else None
        return 0


def counted_bet(
    effects: Effects, tags: Tags, length: CardsPerRound, known: ByCount | None = None, *, whole: bool = False
) -> CountedBet:
    """A bet by a count, in rounds of some length; in the linear model unless a better one is given. With ``whole`` the
    trigger is a whole true count. Raises NoCount if the count says nothing about the bet."""
    seen = correlation_with(effects, tags)
    if not effects.countable or abs(seen) < CLOSE:
        raise NoCount("the count says nothing about this bet")
    numbers, means = _by_tag(effects.by_card, effects.counts, tags)
    cards, total = effects.cards, sum(tag * number for tag, number in numbers.items())
    mean_tag = total / cards
    both = sum(numbers[tag] * (means[tag] - effects.mean) * (tag - mean_tag) for tag in numbers)
    spread = sum(number * (tag - mean_tag) ** 2 for tag, number in numbers.items())
    sign, scale = 1 if both > 0 else -1, _scale(tags)
    trigger = sign * DECK_SIZE * (-effects.ev * spread / ((cards - 1) * both) - mean_tag) / scale
    trigger = ceil(trigger - CLOSE) if whole else trigger
    shoe = count_distribution(numbers)
    dealt = np.arange(cards)[:, None]
    true_counts = sign * DECK_SIZE * (shoe.counts[None, :] - total) / (cards - dealt) / scale
    often = _begin(effects, tags, length, shoe)
    if known is None:
        chances, values = shoe.chances[:-1], _linear(effects, shoe, means)
    else:
        chances, values = (one[:-1] for one in known.by_count(shoe, tags))
        trigger = best_trigger(true_counts, chances, often * values, trigger, whole=whole)
    made = often * (true_counts >= trigger - CLOSE)
    bets, wins = ((made * one).sum(axis=1) for one in (chances, values))
    model = "linear" if known is None else known.model
    return CountedBet(model, tags, seen, sign * trigger, sign > 0, bets, wins)


def _linear(effects: Effects, shoe: CountDistribution, means: Mapping[int, float]) -> Floats:
    """By k and running count: the chance of the count times the expectation in the linear model."""
    dealt, chances = np.arange(shoe.cards)[:, None], shoe.chances[:-1]
    moved = shoe.sums(means)[:-1] - dealt * effects.mean * chances
    found: Floats = effects.ev * chances + (shoe.cards - 1) / (shoe.cards - dealt) * moved
    return found


def best_trigger(true_counts: Floats, chances: Floats, wins: Floats, otherwise: float, *, whole: bool) -> float:
    """The true count that wins the most if every bet at or above it is made, with one deck behind the cut card, or half
    a smaller shoe; ``otherwise`` if none wins."""
    cut = max(len(wins) - DECK_SIZE, len(wins) // 2)
    possible = chances[:cut] > 0
    rounded = np.floor(true_counts + CLOSE) if whole else true_counts.round(DIGITS)
    counts, places = np.unique(rounded[:cut][possible], return_inverse=True)
    won = np.bincount(places, wins[:cut][possible])[::-1].cumsum()[::-1]
    best = int(won.argmax())
    return float(counts[best]) if won[best] > 0 else otherwise


def _begin(effects: Effects, tags: Tags, length: CardsPerRound, shoe: CountDistribution) -> Floats:
    """By k and running count: μ / μ_D, how often a round begins there, compared with the average."""
    longer = {code: length.effects[VALUES[code] - 1] for code in effects.by_card}
    numbers, means = _by_tag(longer, effects.counts, tags)
    mean = sum(means[tag] * number for tag, number in numbers.items()) / shoe.cards
    dealt, chances = np.arange(shoe.cards)[:, None], shoe.chances[:-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = (shoe.cards - 1) / dealt * (shoe.sums(means)[:-1] / chances - dealt * mean)
    found: Floats = 1 / (1 - np.nan_to_num(moved, posinf=0.0, neginf=0.0) / length.mean)
    return found


def _by_tag(
    effects: Mapping[int, float], counts: Mapping[int, int], tags: Tags
) -> tuple[dict[int, int], dict[int, float]]:
    """The cards of each tag as a whole number, and their mean effect."""
    numbers: dict[int, int] = {}
    totals: dict[int, float] = {}
    for code, effect in effects.items():
        tag = tags.whole[VALUES[code] - 1]
        numbers[tag] = numbers.get(tag, 0) + counts[code]
        totals[tag] = totals.get(tag, 0.0) + counts[code] * effect
    return numbers, {tag: totals[tag] / number for tag, number in numbers.items()}


def _scale(tags: Tags) -> float:
    """What the tags are multiplied by to be the smallest whole numbers."""
    return next(whole / float(tag) for whole, tag in zip(tags.whole, tags.by_value, strict=True) if tag)
