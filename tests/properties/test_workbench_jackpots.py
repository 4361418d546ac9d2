"""A progressive on the workbench: its curve, its what-ifs, its refusals."""

import pytest

from lammer.errors import BadArgument
from lammer.progressive.analysis import analyse, new_standing
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import load_terms, shipped_terms, terms_fitting
from lammer.rules.loader import load_sheet
from lammer.workbench.jackpots import (
    Asked,
    check_growth,
    jackpot,
    jackpot_figures,
    jackpot_growth,
    progressive_games,
    return_curve,
    term_clauses,
    term_controls,
)

GAME = "sd-blackjack+blazing-7s"
PLAIN = Asked("blazing-7s", {}, {}, {}, 300, 12, 100)


def test_every_shipped_terms_belong_to_a_game_and_have_clauses() -> None:
    assert {name for game in progressive_games() for name in terms_fitting(load_sheet(game))} == set(shipped_terms())
    assert terms_fitting(load_sheet("sd-free-bet")) == []
    for name in shipped_terms():
        assert all(control.clause for control in term_controls(name))
        levels = list(load_terms(name).levels)
        assert term_clauses(name)[f"levels.{levels[0]}.limit" if len(levels) == 1 else "jackpot.decks"]


def test_figures_are_those_of_the_analysis() -> None:
    agreed = load_terms("blazing-7s")
    figures = jackpot_figures(load_sheet(GAME), PLAIN)
    assert figures.pop("curves")
    assert figures == analyse(agreed, new_standing(agreed), PLAIN.pace).as_json()


def test_the_decks_are_those_of_the_sheet() -> None:
    agreed = load_terms("blazing-7s", ("jackpot.decks=8",))
    figures = jackpot_figures(load_sheet(GAME, ("shoe.decks=8", "dealer.soft_17=stand")), PLAIN)
    figures.pop("curves")
    assert figures == analyse(agreed, new_standing(agreed), PLAIN.pace).as_json()


def test_the_curve_crosses_1_at_the_break_even_meter() -> None:
    for game, name in [(one, name) for one in progressive_games() for name in terms_fitting(load_sheet(one))]:
        asked = PLAIN._replace(terms=name, stake=load_terms(name).stakes[0])
        agreed, standing = jackpot(load_sheet(game), asked)
        found = analyse(agreed, standing, asked.pace)
        for level in agreed.levels:
            curve = return_curve(agreed, standing, level)
            assert curve["meters"] == sorted(set(curve["meters"]))
            for today, one in zip(found.stakes, curve["stakes"], strict=True):
                low, high = one["returns"][0], one["returns"][-1]
                at = today.break_even[level]
                assert low + (high - low) * at / curve["meters"][-1] == pytest.approx(1, abs=1e-9)


def test_what_if_on_terms_meters_and_pays() -> None:
    sheet = load_sheet(GAME)
    agreed, standing = jackpot(sheet, PLAIN._replace(values={"levels.meter.seed": 2_000_000}, meters={"meter": 5}))
    assert (agreed.levels["meter"].seed, standing.meters) == (2_000_000, {"meter": 5})
    key = "side_bets.blazing-7s.paytables.PT1"
    value = sheet.side_bets["blazing-7s"].paytables["PT1"]
    rows = ",".join(f'"{row}"={pays + 1}' for row, pays in value.rows.items())
    shares = ",".join(f'"{row}"={{level="{one.level}",percent={one.percent}}}' for row, one in value.shares.items())
    changed = load_sheet(GAME, (f'{key}={{basis="{value.basis}",rows={{{rows}}},shares={{{shares}}}}}',))
    assert jackpot(changed, PLAIN)[0].rows == {row: pays + 1 for row, pays in value.rows.items()}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"meters": {"meter": -1}}, "meters.meter"),
        ({"meters": {"other": 1}}, "meters.other"),
        ({"reserves": {"meter": -1}}, "reserves.meter"),
        ({"stake": 7}, "stake"),
        ({"wagers": 0}, "wagers"),
        ({"hours": 25}, "hours"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(change: dict[str, object], key: str) -> None:
    with pytest.raises(BadArgument) as refused:
        jackpot(load_sheet(GAME), PLAIN._replace(**change))  # type: ignore[arg-type]
    assert refused.value.argument == key


def test_terms_that_do_not_fit_are_refused_by_their_key() -> None:
    with pytest.raises(TermsFault) as refused:
        jackpot(load_sheet(GAME), PLAIN._replace(values={"levels.meter.increment": -1}))
    assert list(refused.value.keys) == ["levels.meter.increment"]


def test_growth_is_repeatable_and_reports_every_month() -> None:
    steps: list[int] = []
    once = jackpot_growth(load_sheet(GAME), PLAIN, 1, 20, 3, lambda: steps.append(1))
    assert once == jackpot_growth(load_sheet(GAME), PLAIN, 1, 20, 3)
    assert (len(steps), len(once["fan"])) == (12, 13)
    for years, paths in ((0, 20), (99, 20), (1, 1), (1, 10**9)):
        with pytest.raises(BadArgument):
            check_growth(years, paths)
