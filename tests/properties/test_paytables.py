"""Paytables that fit what was asked: the search against trying every table, and figures against their definition."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.errors import BadArgument
from lammer.workbench.paytables import LEFT_OUT, BetOdds, Figures, Other, Wanted, figures, matching_tables

SIXTEENTHS = BetOdds(
    "to 1",
    (("best", Fraction(1, 16)), ("middle", Fraction(2, 16)), ("lowest", Fraction(4, 16))),
    (Other("none", Fraction(9, 16), Fraction(-1)),),
)


def of(odds: BetOdds, pays: tuple[int, ...]) -> Figures:
    return figures(odds, {name: pay for (name, _), pay in zip(odds.rows, pays, strict=True)})


def tried(odds: BetOdds, wanted: Wanted) -> list[tuple[int, ...]]:
    """Every table that fits, nearest to the middle of the range first."""
    choices = [*sorted(set(wanted.pays)), *([LEFT_OUT] if wanted.leave_out else [])]
    found = []
    for pays in product(choices, repeat=len(odds.rows)):
        if any(below > above for above, below in pairwise(pays)) or pays[0] == LEFT_OUT:
            continue
        table = of(odds, pays)
        if wanted.edge_from <= table.house_edge <= wanted.edge_to and table.hit_rate >= wanted.hit_from:
            found.append((abs(2 * table.house_edge - wanted.edge_from - wanted.edge_to), pays))
    return [pays for _, pays in sorted(found)]


def test_figures_of_a_table_worked_out_by_hand() -> None:
    table = of(SIXTEENTHS, (4, 2, 1))
    assert table.house_edge == Fraction(9 - 4 - 4 - 4, 16)
    assert table.hit_rate == Fraction(7, 16)
    assert table.sd == pytest.approx(((16 + 8 + 4 + 9) / 16 - (3 / 16) ** 2) ** 0.5)
    assert [row.returned for row in table.rows] == [Fraction(5, 16), Fraction(6, 16), Fraction(8, 16)]
    for at, row in enumerate(table.rows):
        assert row.break_even is not None
        fair = [Fraction(pays) for pays in (4, 2, 1)]
        fair[at] = row.break_even
        returned = sum(chance * pays for (_, chance), pays in zip(SIXTEENTHS.rows, fair, strict=True))
        assert returned == Fraction(9, 16)


def test_a_pay_for_1_includes_the_stake() -> None:
    to_1, for_1 = of(SIXTEENTHS, (4, 2, 1)), of(SIXTEENTHS._replace(basis="for 1"), (5, 3, 2))
    assert (to_1.house_edge, to_1.hit_rate, to_1.sd) == (for_1.house_edge, for_1.hit_rate, for_1.sd)
    assert [row.break_even for row in for_1.rows] == [row.break_even + 1 for row in to_1.rows if row.break_even]
    assert of(SIXTEENTHS._replace(basis="for 1"), (5, 3, 1)).hit_rate == Fraction(3, 16)


def test_a_pay_to_2_is_half_of_a_pay_to_1() -> None:
    to_1, to_2 = of(SIXTEENTHS, (4, 2, 1)), of(SIXTEENTHS._replace(basis="to 2"), (8, 4, 2))
    assert (to_1.house_edge, to_1.hit_rate, to_1.sd) == (to_2.house_edge, to_2.hit_rate, to_2.sd)
    assert [row.break_even for row in to_2.rows] == [2 * row.break_even for row in to_1.rows if row.break_even]


def test_the_search_finds_tables_that_pay_to_2() -> None:
    odds = SIXTEENTHS._replace(basis="to 2")
    wanted = Wanted(Fraction(0), Fraction(1, 8), Fraction(0), (1, 2, 3, 5, 8, 9), leave_out=True)
    found = matching_tables(odds, wanted)
    assert [one.pays for one in found.tables] == tried(odds, wanted)
    assert any(pay % 2 for one in found.tables for pay in one.pays)


def test_a_row_that_never_comes_up_has_no_fair_pay() -> None:
    odds = SIXTEENTHS._replace(rows=(*SIXTEENTHS.rows, ("never", Fraction(0))))
    assert of(odds, (4, 2, 1, 1)).rows[-1].break_even is None


chances = st.lists(st.integers(1, 30), min_size=2, max_size=5).map(lambda parts: [Fraction(x, 120) for x in parts])
part = st.fractions(Fraction(-1, 2), Fraction(1), max_denominator=40)


@given(
    chances=chances.filter(lambda parts: sum(parts) <= 1),
    basis=st.sampled_from(["to 1", "for 1"]),
    pays=st.sets(st.integers(1, 40), min_size=1, max_size=6),
    ends=st.tuples(part, part).map(sorted),
    hit=st.fractions(0, Fraction(1, 2), max_denominator=20),
    leave_out=st.booleans(),
    meter=st.fractions(0, 3, max_denominator=3),
)
@settings(max_examples=150, deadline=None)
def test_the_search_finds_what_trying_every_table_finds(
    chances: list[Fraction], basis: str, pays: set[int], ends: list[Fraction], hit: Fraction, leave_out: bool,
    meter: Fraction,
) -> None:  # fmt: skip
    *rows, last = chances
    others = (Other("meter", last, meter), Other("none", 1 - sum(chances, Fraction(0)), Fraction(-1)))
    odds = BetOdds("to 1" if basis == "to 1" else "for 1", tuple((str(at), one) for at, one in enumerate(rows)), others)
    wanted = Wanted(ends[0], ends[1], hit, tuple(pays), leave_out, limit=7)
    expected, found = tried(odds, wanted), matching_tables(odds, wanted)
    assert (found.number, found.stopped) == (len(expected), "")
    assert [one.pays for one in found.tables] == expected[:7]
    for one in found.tables:
        assert (one.house_edge, one.hit_rate, one.sd) == of(odds, one.pays)[1:]


def test_a_table_on_the_boundary_fits() -> None:
    """1/10 has no finite binary form; an edge of exactly 10% lies within 10% to 10%."""
    odds = BetOdds("to 1", (("win", Fraction(3, 10)),), (Other("none", Fraction(7, 10), Fraction(-1)),))
    wanted = Wanted(Fraction("0.1"), Fraction("0.1"), Fraction("0.3"), (1, 2, 3))
    assert [one.pays for one in matching_tables(odds, wanted).tables] == [(2,)]
    assert matching_tables(odds, wanted._replace(hit_from=Fraction("0.301"))).number == 0


def test_a_search_that_is_too_long_says_so() -> None:
    wanted = Wanted(Fraction(-20), Fraction(10), Fraction(0), tuple(range(1, 30)))
    whole = matching_tables(SIXTEENTHS, wanted)
    assert (whole.number, whole.stopped, len(whole.tables)) == (29 * 30 * 31 // 6, "", wanted.limit)
    short = matching_tables(SIXTEENTHS, wanted._replace(steps=100))
    assert short.stopped == "steps"
    assert 0 < short.number < whole.number
    assert matching_tables(SIXTEENTHS, wanted._replace(pays=tuple(range(1, 200)), seconds=-1)).stopped == "time"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"pays": ()}, "pays"),
        ({"pays": (5, -1)}, "pays"),
        ({"edge_from": Fraction(1, 2)}, "edge"),
        ({"hit_from": Fraction(3, 2)}, "hit"),
    ],
)
def test_bad_wishes_are_refused(change: dict[str, Any], key: str) -> None:
    wanted = Wanted(Fraction(1, 20), Fraction(3, 50), Fraction(0), (1, 2, 3))
    with pytest.raises(BadArgument) as refused:
        matching_tables(SIXTEENTHS, wanted._replace(**change))
    assert refused.value.argument == key
    with pytest.raises(BadArgument):
        matching_tables(SIXTEENTHS._replace(basis="for 1"), wanted._replace(pays=(0, 1)))
