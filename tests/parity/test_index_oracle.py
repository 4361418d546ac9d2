"""Indices against the exact best play from depleted shoes, whose plays are valued anew."""

from functools import cache

import numpy as np
import pytest

import lammer
from lammer.counting.hand_plays import (
    FIRST,
    Origin,
    cards_seen,
    family_of,
    origins,
    times_reached,
    worths_of_plays,
)
from lammer.counting.index_plays import LAMMER_HANDS, OWN_HANDS
from lammer.counting.linear_model import depths
from lammer.counting.systems import systems
from lammer.exact.analysed import analysed_tables
from lammer.exact.hands import Floats
from lammer.exact.play import Optimal
from lammer.exact.shoe import full_shoe
from lammer.exact.stakes import FREE
from lammer.exact.up_card import Against
from lammer.exact.values import Game, Worth
from lammer.rule_tables.plays import Play

STEPS, CLOSE, SHOES = (-2, 0, 2), 0.4, 8
HI_LO = np.array([float(tag) for tag in systems()["hi-lo"].tags.by_value])
DECISIONS = [
    (OWN_HANDS, "hard 12", 4, Play.STAND, Play.HIT),
    (OWN_HANDS, "soft 18", 5, Play.DOUBLE, Play.STAND),
    (LAMMER_HANDS, "hard 12", 4, Play.STAND, Play.HIT),
    (LAMMER_HANDS, "hard 16", 10, Play.STAND, Play.HIT),
]


@cache
def game() -> lammer.Game:
    return lammer.load("sd-free-bet")


@cache
def full() -> Game:
    return Game(analysed_tables(game().sheet), full_shoe(6), Optimal())


@cache
def reached(worth: Worth, origin: Origin) -> Floats:
    return times_reached(full(), worth, origin)


def depleted(step: int) -> Floats:
    """Five decks, a typical composition for a true count of 2 · step: tens and aces for low cards. With fewer cards
    the cards of the hand itself weigh more than in the full shoe, which the index is for."""
    return np.array([20 + step, *[20 - step] * 5, 20, 20, 20, 80 + 4 * step], dtype=np.float64)


def points(worth: Worth, here: Worth, origin: Origin, hand: str, plays: tuple[Play, Play]) -> Floats:
    """Frequency, true count and lead of every hand of a cell in one shoe."""
    family, often = family_of(worth, origin), reached(worth, origin)
    kind, total = hand.split()
    rows = np.flatnonzero((family.soft == (kind == "soft")) & (family.total == int(total)) & (often > 0))
    values = worths_of_plays(worth, here, origin)[rows][:, list(plays)]
    seen = cards_seen(worth, origin)[rows]
    left = np.maximum(here.against.unseen + np.eye(10)[worth.against.up - 1] - seen, 0.0)
    found = np.column_stack([often[rows], -52 * (left @ HI_LO) / left.sum(axis=1), values])
    found = found[np.isfinite(found).all(axis=1)]
    return np.column_stack([found[:, :2], found[:, 2] - found[:, 3]])


@cache
def crossing(stake: str, hand: str, up: int, plays: tuple[Play, Play]) -> float:
    """Where the line through the leads is 0."""
    worth, found = next(one for one in full().worths if one.against.up == up), []
    chosen = [one for one in origins(worth) if (one.kind == FREE) == (stake == LAMMER_HANDS)]
    for step in STEPS:
        here = Worth(Against(full().tables, up, depleted(step)), Optimal())
        found += [points(worth, here, origin, hand, plays) for origin in chosen]
    often, count, lead = np.concatenate(found).T
    slope, start = np.polyfit(count, lead, 1, w=np.sqrt(often))
    return float(-start / slope)


@pytest.mark.parametrize(("stake", "hand", "up", "high", "low"), DECISIONS)
def test_the_better_play_changes_where_the_index_says(stake: str, hand: str, up: int, high: Play, low: Play) -> None:
    letter, names = "T" if up == 10 else str(up), {high.kind, low.kind}
    (found,) = (one for one in game().indices().of(hand, letter, stake) if {one.play, one.other} == names)
    exact = crossing(stake, hand, up, (high, low))
    assert found.true_count == pytest.approx(exact, abs=CLOSE)
    assert found.above == (found.other == high.kind)


def test_another_count_has_another_index() -> None:
    """The negative control: with tags of the opposite sign the index is not where the play changes."""
    turned = game().indices("1 -1 -1 -1 -1 -1 0 0 0 1")
    (found,) = (one for one in turned.of("hard 12", "4") if {one.play, one.other} == {"hit", "stand"})
    exact = crossing(OWN_HANDS, "hard 12", 4, (Play.STAND, Play.HIT))
    assert abs(found.true_count - exact) > 2 * CLOSE


def test_the_gain_is_that_of_random_shoes() -> None:
    """Shoes of every depth down to the cut card: the plays of a hand are valued exactly, and the count chooses. Twice
    the gain would be noticed."""
    up, part = 5, 0.75
    (found,) = game().indices(penetration=part).of("hard 12", str(up))
    assert (found.play, found.other, found.above) == ("stand", "hit", False)
    worth = next(one for one in full().worths if one.against.up == up)
    cards, random, gains = full_shoe(6).astype(int), np.random.default_rng(4), []
    for left in np.repeat(depths(int(cards.sum()), part), SHOES):
        shoe = random.multivariate_hypergeometric(cards, round(left)).astype(np.float64)
        here = Worth(Against(full().tables, up, shoe), Optimal())
        often, count, lead = points(worth, here, FIRST, "hard 12", (Play.HIT, Play.STAND)).T
        gains.append(100 * float((often * lead)[count < found.true_count].sum()))
    error = float(np.std(gains) / np.sqrt(len(gains)))
    assert abs(np.mean(gains) - found.gain) < 4 * error
    assert abs(np.mean(gains) - 2 * found.gain) > 4 * error


def test_split_hands_come_up_as_often_as_the_exact_analysis_says() -> None:
    for worth in full().worths[4:6]:
        for origin in origins(worth):
            if origin == FIRST:
                continue
            value = origin.pair + 1
            rule = worth.split_rule(value)
            assert rule is not None
            family, often = family_of(worth, origin), times_reached(full(), worth, origin)
            first = times_reached(full(), worth, FIRST)[worth.place(value, value)]
            wanted = first * worth.split_hands(value).number(rule)[origin.kind]
            assert often[family.two].sum() == pytest.approx(wanted, rel=1e-9)
