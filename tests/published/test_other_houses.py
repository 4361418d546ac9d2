"""Published edges of Free Bet in other houses, to the digits printed, or the exact figure that refutes them.

Where a figure is refuted, the same figure plus what explains the difference is in docs/findings.md.
"""

import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.compositions import UNSPLIT
from lammer.exact.evs import action_values, checked_up_card
from lammer.exact.finding import edge, shoe_of
from lammer.exact.play import ByChart
from lammer.exact.stakes import NUMBERS, OWN
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import Chart, house_chart

NO_FOURS = 'free.split_values=["A","2","3","5","6","7","8","9"]'
DIGITS = 0.005
"""Half of the last digit of an edge printed like 1.01%."""


def _edge(game: str, *overrides: str) -> float:
    return 100 * edge(load_sheet(game, overrides)).house_edge


@pytest.mark.parametrize(
    ("game", "simulated", "exact"), [("nevada-free-bet", 1.04, 1.014341), ("ride-free", 1.12, 1.092468)]
)
def test_simulated_edges_of_nevada(game: str, simulated: float, exact: float) -> None:
    """Both simulations are 0.03% above the best play from a fresh shoe: they deal to a cut card (+0.014%), by simpler
    play. What no re-split of aces costs, 0.08%, agrees to the digits printed."""
    assert _edge(game) == pytest.approx(exact, abs=5e-7)
    assert _edge(game) == pytest.approx(simulated, abs=0.03)
    assert _edge("ride-free") - _edge("nevada-free-bet") == pytest.approx(1.12 - 1.04, abs=DIGITS)


@pytest.mark.parametrize("game", ["rainbow-birmingham", "rendezvous-brighton"])
def test_the_british_edge_is_that_of_a_game_in_which_fours_do_not_split_free(game: str) -> None:
    """Both houses print 1.01%, and one of them 0.73% "if the option to split fours is taken up". In both games fours
    split free, so the second figure is theirs; both are about 0.03% above the best play."""
    assert _edge(game) == pytest.approx(0.702752, abs=5e-7)
    assert _edge(game, NO_FOURS) == pytest.approx(0.973592, abs=5e-7)
    assert _edge(game, NO_FOURS) - _edge(game) == pytest.approx(1.01 - 0.73, abs=2 * DIGITS)
    assert _edge(game) == pytest.approx(0.73, abs=0.03)
    assert abs(_edge(game) - 1.01) > 0.3


def test_fives_that_do_not_split_free_cost_nothing() -> None:
    """A pair of fives is better doubled."""
    assert _edge("rainbow-birmingham") == pytest.approx(_edge("rendezvous-brighton"), abs=1e-12)


def test_golden_nugget_2012_optimal() -> None:
    """Published 0.625% for the best play, 0.64% simulated. The best play gives 0.630486% if the dealer hits soft 17;
    with the dealer standing it would be half of that, so the dealer hit."""
    assert _edge("golden-nugget-2012") == pytest.approx(0.630486, abs=5e-7)
    assert _edge("golden-nugget-2012") == pytest.approx(0.625, abs=0.006)
    assert _edge("golden-nugget-2012", "dealer.soft_17=stand") == pytest.approx(0.319650, abs=5e-7)
    early = ("surrender.late=true", "dealer.peek_under=[]")
    assert _edge("golden-nugget-2012", *early) == pytest.approx(-0.288284, abs=5e-7)
    sheet = load_sheet("golden-nugget-2012")
    assert 100 * edge(sheet, ByChart(house_chart(sheet))).house_edge == pytest.approx(0.64, abs=0.006)


def test_a_chart_with_one_play_for_own_and_free_hands_is_dearer() -> None:
    """Simpler play moves an edge towards the simulated figures."""
    sheet = load_sheet("nevada-free-bet")
    own = {cell: wishes for cell, wishes in house_chart(sheet).cells.items() if cell[0] == "own"}
    both = own | {("free", *cell[1:]): wishes for cell, wishes in own.items()}
    assert 100 * edge(sheet, ByChart(Chart("one for both", both))).house_edge == pytest.approx(1.019672, abs=5e-7)


def test_zombie_blackjack_with_eight_decks_and_one_split() -> None:
    """Published as 1.03%, an RTP of 98.97%, by descriptions of the online game, which splits once."""
    online = ("shoe.decks=8", "split.maximum_hands=2")
    assert _edge("zombie-blackjack", *online) == pytest.approx(1.03, abs=DIGITS)
    assert _edge("zombie-blackjack", *online) == pytest.approx(1.031618, abs=5e-7)
    assert _edge("zombie-blackjack") == pytest.approx(0.908393, abs=5e-7)


@pytest.mark.parametrize(("decks", "best"), [(6, "double"), (8, "hit")])
def test_zombie_blackjack_9_against_5_is_doubled_with_six_decks_only(decks: int, best: str) -> None:
    """A published difference between the two charts; 7-2 is the closest of these hands."""
    sheet = load_sheet("zombie-blackjack", (f"shoe.decks={decks}",))
    assert next(iter(action_values(analysed_tables(sheet), shoe_of(sheet)[0], (2, 7), 5))) == best


def test_a_boxed_bust_is_worth_what_each_busting_card_makes_it_worth() -> None:
    """The chance that hand and dealer both bust, against the dealer's chances after each card that busts the hand."""
    sheet = load_sheet("zombie-blackjack")
    here = checked_up_card(analysed_tables(sheet), shoe_of(sheet)[0], (10, 6), 10).situation(UNSPLIT, 0)
    place = int(here.family.place[here.hands.of(10, 6)])
    busts = [card for card in range(10) if here.family.after[place, card] < 0]
    slow = sum(here.draw[place, card] * here.bust_worth(OWN, place, card) for card in busts)
    broke = here.pays.broke(OWN) * sum(here.draw[place, card] for card in busts)
    assert slow - broke == pytest.approx(float(here.revived(NUMBERS[OWN])[place]), abs=1e-14)
    assert slow - broke > 0.05
