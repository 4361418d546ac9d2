"""What a cut card and more seats do to an edge, beside the exact edge from a full shoe."""

import pytest

from lammer.exact.play import ByChart
from lammer.exact.refusals import NotAnalysed
from lammer.report.effect import Effect, effect
from lammer.simulate.estimates import estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import CHUNK, Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.sheets import posted


def effect_of(game: str, *, seats: int = 1, cut: int = 0, rounds: int = 8 * CHUNK) -> Effect:
    sheet = posted(game)
    play = ByChart(house_chart(sheet))
    table = KernelTable(sheet, plays_of(sheet, play.chart), seats=seats)
    return effect(sheet, play, estimate(table, run(table, Plan(2, rounds, cut)).tally))


def beyond_chance(found: Effect) -> bool:
    low, high = found.interval_95
    return abs(found.difference) > 2 * (high - low) / 2


@pytest.mark.parametrize("seats", [1, 4])
def test_seats_at_a_fresh_shoe_change_nothing(seats: int) -> None:
    """Shuffled cards do not know who takes them."""
    assert not beyond_chance(effect_of("sd-free-bet", seats=seats))


def test_a_cut_card_in_one_deck_costs_the_player() -> None:
    """Rounds that take few cards, tens and naturals among them, leave room for one more: it comes without them."""
    found = effect_of("sd-blackjack[shoe.decks=1]", cut=26, rounds=32 * CHUNK)
    assert beyond_chance(found)
    assert found.difference > 0


def test_what_is_not_analysed_has_no_effect_to_tell() -> None:
    with pytest.raises(NotAnalysed, match=r"draw\.must_through"):
        effect_of("sd-blackjack[draw.must_through=21,draw.may_on_limit=true]", cut=200, rounds=1000)
