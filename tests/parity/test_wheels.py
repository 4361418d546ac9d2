"""Wheels in the kernel: the table pays the same for the kernel's stops, stops come by weight, and others are paid."""

import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from lammer.conformance.kernels import Parity
from lammer.rules import loader
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import fixed_side_bets
from lammer.simulate.estimates import SideEstimate, estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.new_side_bets import HEAD, sheet_from

BET, SIDES, ROUNDS = "bonus-spin", {"bonus-spin": 500}, 1_000_000
BLOCK = (Path(loader.__file__).parent / "sheets" / "bonus-spin.toml").read_text(encoding="utf-8").split("\n\n", 3)[3]


def _even(folder: Path) -> Sheet:
    """The bet with stops of equal weights, so that each of them is spun often."""
    return sheet_from(folder, HEAD + re.sub(r"weight = \d+", "weight = 1", BLOCK))


def _dealt(sheet: Sheet, seats: int, seed: int = 1) -> SideEstimate:
    table = KernelTable(sheet, plays_of(sheet, house_chart(sheet)), wager=1000, sides=SIDES, seats=seats)
    return estimate(table, run(table, Plan(seed, ROUNDS // seats, 0), 1).tally).sides[0]


def test_the_table_pays_every_stop_as_the_kernel_does(tmp_path: Path) -> None:
    """Aces and tens come first, so that several seats spin in a round and pay each other."""
    sheet = _even(tmp_path)
    parity, random = Parity(sheet, house_chart(sheet), 3, SIDES), np.random.default_rng(1)
    rich = np.array(sorted(parity.kernel.decks, key=lambda code: code // 4 not in (0, 9)), dtype=np.uint8)
    stops, most = set[int](), 0
    for _ in range(60):
        cards = (*random.permutation(rich[:48]).tolist(), *random.permutation(rich[48:]).tolist())
        kernel = parity.by_kernel(cards)
        assert parity.by_table(cards, parity.stops) == kernel
        stops, most = stops | set(parity.stops), max(most, len(parity.stops))
        if parity.stops:
            other = tuple(stop % 12 + 1 for stop in parity.stops)
            assert parity.by_table(cards, other) != kernel, "a control: other stops pay otherwise"
    assert (stops, most) == (set(range(1, 13)), 3)


def test_stops_come_by_weight() -> None:
    sheet = load_sheet("sd-blackjack+bonus-spin")
    (exact,) = (one for one in fixed_side_bets(sheet) if one.id == BET)
    dealt = _dealt(sheet, 1)
    compared = 0
    for outcome in exact.outcomes:
        if (expected := outcome.probability * ROUNDS) >= 10:
            error = sqrt(expected * (1 - outcome.probability)) / ROUNDS
            assert abs(dealt.chances[outcome.name] - outcome.probability) < 4.5 * error, outcome.name
            compared += 1
    assert compared == 12, "all but the two rarest stops, another ace, and no ace"


def test_the_edge_is_the_exact_one(tmp_path: Path) -> None:
    sheet = _even(tmp_path)
    (exact,) = (one for one in fixed_side_bets(sheet) if one.id == BET)
    dealt = _dealt(sheet, 1)
    assert abs(dealt.net.value + exact.house_edge) < 4.5 * dealt.net.error < abs(exact.house_edge) / 10


def test_what_the_spins_of_others_pay_is_part_of_the_edge(tmp_path: Path) -> None:
    """By linearity two other seats add twice the mean of a spin's amount for others, times the chance of a natural."""
    sheet = _even(tmp_path)
    others = Fraction(sum(stop.others for stop in sheet.side_bets[BET].paytables["5"].wheels["blackjack spin"]), 12)
    decks = sheet.rules.shoe.decks
    natural = 2 * Fraction(4 * decks * 16 * decks, 52 * decks * (52 * decks - 1))
    (exact,) = (one for one in fixed_side_bets(sheet) if one.id == BET)
    dealt, pays = _dealt(sheet, 3), {one.name: one.pays for one in exact.outcomes}
    from_others = dealt.net.value - sum(chance * pays[name] for name, chance in dealt.chances.items())
    assert from_others == pytest.approx(float(2 * natural * others / 500), abs=0.015)
    assert from_others > 0.2


def test_too_many_stops_are_refused(tmp_path: Path) -> None:
    more = BLOCK.replace("{ weight = 1, share", "{ weight = 1, prize = 100 },\n  { weight = 1, share")
    sheet = sheet_from(tmp_path, HEAD + more)
    with pytest.raises(NotSimulated, match="13 kinds of outcome with the stops of its wheels"):
        KernelTable(sheet, plays_of(sheet, house_chart(sheet)), wager=1000, sides=SIDES)
