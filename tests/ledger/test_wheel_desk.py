"""A jackpot with a wheel at the desk: stops are entered with the cards, and every stop is a hand that is selected."""

from pathlib import Path
from typing import Any

import pytest

from lammer.progressive.analysis import new_standing, stake_today
from lammer.progressive.award_timing import row_chances
from lammer.progressive.recall import recall
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import load_terms
from lammer.progressive.wheel_pays import pays_of
from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets
from tests.jackpot import DEALER, LINK, SECOND, SUPERVISOR, Jackpot, cards, new_jackpot

TERMS, SPIN, SEED, ADVANCE = "bonus-spin", "blackjack spin", 1_000_000, 105
HANDS = {1: cards("9h 8c"), 3: cards("Ah Kd"), 5: cards("As 9d")}


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    made = new_jackpot(tmp_path, TERMS)
    made.do("open", DEALER, "T1")
    made.do("wager", DEALER, "T1", wagers=dict.fromkeys(HANDS, 500))
    made.do("take", DEALER, "T1")
    return made


def dealt(jackpot: Jackpot, stop: int) -> None:
    jackpot.do("deal", DEALER, "T1", cards=HANDS, stops={3: stop})


@pytest.mark.parametrize(
    ("code", "stops"),
    [("no-stop", {}), ("no-stop", {3: 13}), ("no-spin", {3: 1, 5: 2}), ("no-spin", {3: 1, 7: 2}), ("no-stop", {3: 0})],
)
def test_a_stop_for_every_spin_and_for_nothing_else(jackpot: Jackpot, code: str, stops: dict[int, int]) -> None:
    assert jackpot.refused("deal", DEALER, "T1", cards=HANDS, stops=stops)[0] == code


def test_the_stop_is_selected_and_others_are_paid_from_the_tray(jackpot: Jackpot) -> None:
    dealt(jackpot, 6)
    tray = jackpot.held("tray")
    assert jackpot.refused("select", DEALER, "T1", spot=3, outcome=f"{SPIN}, stop 6")[0] == "out-of-order"
    jackpot.select(5, "ace, no blackjack")
    assert jackpot.refused("select", DEALER, "T1", spot=3, outcome=f"{SPIN}, stop 5")[0] == "not-this-hand"
    jackpot.select(3, f"{SPIN}, stop 6")
    jackpot.do("end", DEALER, "T1")
    assert jackpot.held("tray") == tray - 1000 - 4000 - 2 * 1500
    recalled = recall(jackpot.desk.journal, LINK, "T1", 1)
    assert [(one["spot"], one["stop"], sum(one["weights"])) for one in recalled["spins"]] == [(3, 6, 40_000)]


def test_others_are_paid_when_the_card_completes_a_large_prize(jackpot: Jackpot) -> None:
    dealt(jackpot, 7)
    jackpot.select(5, "ace, no blackjack")
    jackpot.select(3, f"{SPIN}, stop 7")
    assert jackpot.refused("end", DEALER, "T1")[0] == "not-approved"
    tray = jackpot.held("tray")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=3)
    jackpot.swipe(SECOND, 3)
    assert jackpot.held("tray") == tray - 20_000 - 2 * 5000
    jackpot.do("end", DEALER, "T1")
    assert jackpot.held("tray") == tray - 20_000 - 2 * 5000 - 1000


def test_the_last_stop_wins_the_meter(jackpot: Jackpot) -> None:
    dealt(jackpot, 12)
    jackpot.select(5, "ace, no blackjack")
    jackpot.select(3, f"{SPIN}, stop 12")
    assert jackpot.approve(3) == SEED + ADVANCE
    assert jackpot.sums("wheel").meter_holds


def test_wrong_cards_are_dealt_again_with_their_stop(jackpot: Jackpot) -> None:
    dealt(jackpot, 2)
    again: dict[str, Any] = {"cards": HANDS, "up": -1, "note": "the wheel stopped at 1", "stops": {3: 1}}
    jackpot.do("redeal", SUPERVISOR, "T1", **again)
    assert jackpot.desk.table(LINK, "T1").stops == {3: 1}


def test_the_return_is_that_of_the_exact_side_bet() -> None:
    terms = load_terms(TERMS)
    (exact,) = (one for one in fixed_side_bets(load_sheet(terms.sheet)) if one.id == TERMS)
    assert stake_today(terms, new_standing(terms), 500).house_edge == pytest.approx(exact.house_edge, abs=1e-12)
    won = {one.name: one.probability for one in exact.outcomes if one.pays > -1}
    assert row_chances(terms) == pytest.approx(won, abs=1e-15)


def test_prizes_are_for_one_stake() -> None:
    with pytest.raises(TermsFault, match="the prizes of the wheel are for a wager of 5"):
        load_terms(TERMS, ["jackpot.stakes=[1000]"])


def test_prizes_are_multiples_of_the_stake() -> None:
    """A jackpot pays multiples of a wager; a wheel with another prize is refused with the prize."""
    sheet = load_sheet("sd-blackjack+bonus-spin")
    paytable = sheet.side_bets[TERMS].paytables["5"]
    stops = paytable.wheels[SPIN]
    uneven = paytable.model_copy(update={"wheels": {SPIN: (stops[0].model_copy(update={"prize": 4100}), *stops[1:])}})
    assert pays_of(paytable, 500).rows[f"{SPIN}, stop 1"] == 8
    with pytest.raises(TermsFault, match="a prize of 41 is not a multiple of the wager of 5"):
        pays_of(uneven, 500)
