"""Paytables of real games: the figures of `lammer sidebets`, and play for a bet and the main game together."""

from fractions import Fraction

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets
from lammer.workbench.paytables import Wanted
from lammer.workbench.side_bet_tables import joint_play, odds_of, search, side_bet_tables

PLAYED = ("sd-free-bet", ("split.maximum_hands=2",))
"""A bet on lammers, in a game that is analysed quickly."""
POT = "side_bets.pot-of-gold.paytables.01"


@pytest.mark.parametrize("game", ["triple-win-20", "sd-blackjack+blazing-7s"])
def test_figures_are_those_of_the_side_bets(game: str) -> None:
    sheet = load_sheet(game)
    report = side_bet_tables(sheet)
    assert report["refused"] == []
    findings = list(fixed_side_bets(sheet))
    assert [(one["bet"], one["paytable"]) for one in report["tables"]] == [(one.id, one.paytable) for one in findings]
    for one, found in zip(report["tables"], findings, strict=True):
        assert one["house_edge"] == pytest.approx(found.house_edge, abs=1e-11)
        assert {row["outcome"]: row["chance"] for row in one["rows"]} == pytest.approx(
            {outcome.name: outcome.probability for outcome in found.outcomes}, abs=1e-11
        )
        assert sum(row["returned"] for row in one["rows"]) == pytest.approx(1 - found.house_edge, abs=1e-10)
        if one["key"]:
            assert sum(chance for _, chance in odds_of(sheet, one["bet"], one["paytable"]).rows) < 1


def test_a_fair_pay_makes_the_bet_fair() -> None:
    sheet = load_sheet("triple-win-20")
    odds = odds_of(sheet, "tw20-bonus", "PT1")
    rows = side_bet_tables(sheet)["tables"][0]["rows"]
    for row in rows:
        if row["pays"] is not None:
            assert row["break_even"] is not None
            moved = row["chance"] * (row["break_even"] - row["pays"])
            assert sum(one["chance"] * one["net"] for one in rows) + moved == pytest.approx(0, abs=1e-9)
    assert sum(chance for _, chance in odds.rows) + sum(one.chance for one in odds.others) == 1


def test_a_found_table_is_set_by_its_override() -> None:
    sheet = load_sheet("triple-win-20")
    wanted = Wanted(Fraction("0.05"), Fraction("0.06"), Fraction(0), (2, 5, 7, 8, 10, 20, 25, 50), leave_out=True)
    found = search(sheet, "tw20-bonus", "PT1", wanted)
    assert found["number"] > 0
    for one in found["tables"][:5]:
        table = side_bet_tables(load_sheet("triple-win-20", (one["override"],)))["tables"][0]
        figures = [table[name] for name in ("value", "house_edge", "hit_rate", "sd")]
        assert figures == [one[name] for name in ("value", "house_edge", "hit_rate", "sd")]
        assert 0.05 <= one["house_edge"] <= 0.06


def test_joint_play_splits_fives_and_gains_what_both_bets_gain() -> None:
    sheet = load_sheet(*PLAYED)
    report = joint_play(sheet, "pot-of-gold", 1.0)
    assert "5,5" in {one["hand"] for one in report["changes"]}
    assert report["main_joint"] > report["main_alone"]
    assert report["bet_joint"] < report["bet_alone"]
    gain = report["main_alone"] - report["main_joint"] + report["bet_alone"] - report["bet_joint"]
    assert report["gain"] == pytest.approx(gain, abs=1e-11)
    assert report["gain"] > 0
    table = next(one for one in side_bet_tables(sheet)["tables"] if one["key"] == POT)
    assert table["house_edge"] == pytest.approx(report["bet_alone"], abs=1e-11)
    assert table["on_play"]
    assert joint_play(sheet, "pot-of-gold", 0.0)["gain"] == 0


def test_a_bet_that_is_not_followed_is_refused_and_the_others_stay() -> None:
    sheet = load_sheet("free-money", ("side_bets.gold-rush.lammers.unit=hand",))
    report = side_bet_tables(sheet)
    assert "lammers.unit=hand" in report["refused"][0]
    assert {one["bet"] for one in report["tables"]} == {"dealer-22", "insurance"}
