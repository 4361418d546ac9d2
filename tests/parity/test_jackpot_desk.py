"""The simulation's meters are the desk's, to the cent: the same money and the same awards leave the same amounts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.cards.card import parse_card
from lammer.progressive.accounts import level_sums
from lammer.progressive.analysis import new_standing
from lammer.progressive.desk import Desk, card_digest, create_desk
from lammer.progressive.growth_simulation import LevelPaths, link_paths
from lammer.progressive.meters import advance, share_of
from lammer.progressive.state import Carried
from lammer.progressive.terms import LevelTerms, Terms, load_terms

ODD = ("levels.meter.increment=123457", "levels.meter.reserve=31337", "levels.meter.limit=1000400")
HANDS = [
    # wagers by spot, cards by spot, up card, and what each spot wins
    ({1: 100, 3: 500}, {1: "7h 7h", 3: "2c 9d"}, "7d", {1: ("777 same colour", 10)}),
    ({1: 500, 2: 500, 7: 500}, {1: "2c 2d", 2: "3c 4d", 7: "Kc Qd"}, "7d", {}),
    ({2: 100}, {2: "7s 7s"}, "7s", {2: ("777 suited", 100)}),
    ({2: 100, 4: 500}, {2: "7c 7c", 4: "7s 7c"}, "7c", {4: ("777 same colour", 10), 2: ("777 suited", 100)}),
    ({5: 500}, {5: "9c 9d"}, "7d", {}),
]

advances = st.one_of(
    st.fixed_dictionaries({"increment": st.integers(0, 400_000)}),
    st.fixed_dictionaries({"per_wager": st.integers(0, 400)}),
)
levels = st.builds(
    lambda grows, **more: LevelTerms(**grows, **more),
    grows=advances,
    seed=st.integers(1, 10**7),
    reserve=st.integers(0, 100_000),
    limit=st.one_of(st.just(0), st.integers(0, 2 * 10**7)),
)
steps = st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 10**6), st.sampled_from([None, 10, 100])), max_size=12)


@given(levels, st.integers(0, 10**7), st.integers(0, 10**6), steps, st.integers(0, 999_999))
def test_paths_do_the_arithmetic_of_a_meter(
    terms: LevelTerms, meter: int, reserve: int, taken: list[tuple[int, int, int | None]], left: int
) -> None:
    carried = Carried(meter=left, reserve=left // 2)
    paths = LevelPaths(terms, (10, 100), meter, reserve, carried, 2)
    for wagered, wagers, percent in taken:
        part = advance(terms, carried, meter, wagered, wagers)
        meter, reserve, carried = meter + part.meter, reserve + part.overflow + part.reserve, part.carried
        paths.take(np.array([wagered, wagered // 3]), np.array([wagers, wagers // 3]))
        if percent is not None:
            meter -= share_of(meter, percent).amount
            meter, reserve = (meter + terms.seed + reserve, 0) if percent == 100 else (meter, reserve)
            paths.pay(np.array([True, False]), percent)
        assert (paths.meter[0], paths.reserve[0]) == (meter, reserve)
        assert (paths.left[0], paths.reserve_left[0]) == (carried.meter, carried.reserve)


class Floor:
    """A link with its people, and a hand from opening to end."""

    def __init__(self, terms: Terms, books: Path) -> None:
        self.desk: Desk = create_desk(books)
        self.desk.create("create", "main", terms, "erin", "E")
        self.keys = 0
        for name, role in (("dana", "dealer"), ("sam", "supervisor")):
            self.do("enrol", "erin", name=name, role=role, card=card_digest(name))
        self.do("approve-table", "erin", name="T1")
        self.do("open-link", "erin")

    def do(self, kind: str, actor: str, table: str = "", **body: Any) -> None:
        self.keys += 1
        self.desk.do(kind, str(self.keys), actor, "main", table, **body)

    def hand(self, wagers: dict[int, int], cards: dict[int, str], up: str, wins: dict[int, tuple[str, int]]) -> None:
        self.do("open", "dana", "T1")
        self.do("wager", "dana", "T1", wagers=wagers)
        self.do("take", "dana", "T1")
        dealt = {spot: [parse_card(card) for card in two.split()] for spot, two in cards.items()}
        self.do("deal", "dana", "T1", cards=dealt, up=parse_card(up))
        for spot, (outcome, _) in sorted(wins.items(), reverse=True):
            self.do("select", "dana", "T1", spot=spot, outcome=outcome)
            self.do("confirm", "sam", "T1", spot=spot)
            self.do("swipe", "erin", "T1", spot=spot)
        self.do("end", "dana", "T1")


@pytest.mark.parametrize(
    "changes",
    [(), ODD[:2], ODD, ("levels.meter.per_wager=37", *ODD[1:])],
    ids=["shipped", "odd rates", "odd rates and a limit", "a fixed amount and a limit"],
)
def test_paths_do_what_the_desk_books(changes: tuple[str, ...], tmp_path: Path) -> None:
    """The desk takes hand by hand; a path takes all money up to an award in one."""
    terms = load_terms("blazing-7s", changes)
    floor = Floor(terms, tmp_path / "books.db")
    paths = link_paths(terms, new_standing(terms), 2)["meter"]
    kept = number = 0
    for wagers, cards, up, wins in HANDS * 3:
        floor.hand(wagers, cards, up, wins)
        kept, number = kept + sum(wagers.values()), number + len(wagers)
        for _, (_, percent) in sorted(wins.items(), reverse=True):
            paths.take(np.array([kept, 0]), np.array([number, 0]))
            paths.pay(np.array([True, False]), percent)
            kept = number = 0
    paths.take(np.array([kept, 0]), np.array([number, 0]))
    sums = level_sums(floor.desk.journal.balances(), "main", "meter")
    carried = floor.desk.link("main").carried["meter"]
    assert (paths.meter[0], paths.reserve[0]) == (sums.meter, sums.reserve)
    assert (paths.left[0], paths.reserve_left[0]) == (carried.meter, carried.reserve)
    assert sum(amount[0] for amount in paths.paid.values()) == sums.awards
    assert sums.awards > 0 < paths.short[0]
    floor.desk.journal.close()
