"""Slices of a simulation add up to the run of the command line, whatever the table."""

from collections import Counter

import pytest

from lammer.api.analysis import best_chart_of
from lammer.api.shoes import ShoeChoice
from lammer.api.simulation import Wagers, cards_before_cut, kernel_table
from lammer.api.strategies import play_for
from lammer.errors import BadArgument
from lammer.rules.loader import load_sheet
from lammer.simulate import run as running
from lammer.simulate.estimates import estimate
from lammer.simulate.run import Plan, run
from lammer.workbench.simulator import MAX_CHUNKS, MAX_ROUNDS, check_rounds, simulation_slice, slices_of

CHUNK = 5_000


@pytest.mark.parametrize(("shoe", "seats"), [("fresh", 1), ("cut", 3)])
def test_slices_add_up_to_the_run(shoe: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", CHUNK)
    sheet = load_sheet("sd-free-bet")
    play = play_for("house", sheet, lambda: best_chart_of(sheet, ShoeChoice()))
    table = kernel_table(sheet, play, Wagers(1000, {}, seats))
    plan = Plan(7, 4 * CHUNK + 100, cards_before_cut(sheet, shoe, None))
    whole = estimate(table, run(table, plan, 1).tally)
    nets: Counter[int] = Counter()
    lammers: Counter[int] = Counter()
    natural = squares = first = steps = 0

    def on_progress() -> None:
        nonlocal steps
        steps += 1

    while first < plan.chunks():
        part = simulation_slice(table, plan, first, 2, on_progress)
        assert (part["first"], part["chunks"], part["seats"]) == (first, 5, seats)
        for one in part["nets"]:
            nets[one["net"]] += one["rounds"]
        for number, rounds in enumerate(part["lammers"]):
            lammers[number] += rounds
        natural += part["dealer_natural"]
        squares += part["squares"]
        first = part["next"]
    rounds, unit = nets.total(), table.terms.unit / table.wager
    assert (steps, rounds) == (5, whole.rounds)
    assert {net * table.terms.unit / table.wager: number / rounds for net, number in nets.items()} == whole.results
    mean = sum(net * number for net, number in nets.items()) / rounds
    assert -mean * unit == whole.house_edge
    assert {str(number): count / rounds for number, count in lammers.items() if count} == whole.lammers
    assert natural / rounds == whole.dealer_natural
    assert (squares > 0) == (seats > 1)


def test_a_run_has_at_most_sixty_slices_and_a_slice_a_bounded_size() -> None:
    assert slices_of(1) == (1, 1)
    assert slices_of(1 << 20) == (1, 1)
    assert slices_of((1 << 20) + 1) == (2, 1)
    chunks, number = slices_of(MAX_ROUNDS)
    assert number <= MAX_CHUNKS
    assert chunks <= 60 * number


@pytest.mark.parametrize("rounds", [0, -5, MAX_ROUNDS + 1])
def test_rounds_that_cannot_be_dealt_are_refused(rounds: int) -> None:
    with pytest.raises(BadArgument):
        check_rounds(rounds)
