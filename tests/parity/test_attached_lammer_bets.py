"""A bet on lammers as a sheet of its own, attached to a game where hands of any number of cards double free."""

from pathlib import Path

import pytest

from lammer.exact.combined_play import joint
from lammer.exact.finding import played_game, shoe_of
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import Optimal
from lammer.exact.sidebets import side_bets
from lammer.floor.pit.spreads import spreads_of
from lammer.rules.files import SHIPPED
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet

GAME = "golden-nugget-2012"
HEAD = f"""
id = "lammer-bet"
version = 1
name = "Pot of Gold"
summary = "The lammers of a round."
source = "house rules"
attaches_to = ["{GAME}"]

"""
PAYS = {"01": (3, 10, 30, 60, 100, 300, 1000), "02": (3, 12, 30, 50, 100, 100, 100)}
BET = "pot-of-gold"


@pytest.fixture
def attached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sheet:
    """The block of South Dakota's sheet in a file of its own."""
    start, _, block = (SHIPPED / "sd-free-bet.toml").read_text(encoding="utf-8").partition(f"[side_bets.{BET}]")
    assert start
    (tmp_path / "lammer-bet.toml").write_text(f"{HEAD}[side_bets.{BET}]{block}", encoding="utf-8")
    monkeypatch.setenv("LAMMER_SHEETS", str(tmp_path))
    return load_sheet(f"{GAME}+lammer-bet")


def test_every_paytable_has_its_exact_edge(attached: Sheet) -> None:
    game = played_game(attached, shoe_of(attached)[0], Optimal())
    chances = lammer_chances(game)
    found = {one.paytable: one.house_edge for one in side_bets(attached, game) if one.id == BET}
    for name, pays in PAYS.items():
        net = float(chances.counts @ [-1, *pays]) - chances.dealer_natural
        assert found[name] == pytest.approx(-net, abs=1e-12)
    assert found == pytest.approx({"01": 0.05907842, "02": 0.05161789}, abs=5e-9)


def test_joint_play_splits_fives_and_pays_for_splits_of_fours(attached: Sheet) -> None:
    """Fours do not split free here, but each of two fours may draw to a free double."""
    bet, game = attached.side_bets[BET], played_game(attached, shoe_of(attached)[0], Optimal())
    together = joint(game, bet, bet.paytables["01"], 1.0)
    assert {(flip.hand, flip.before, flip.after) for flip in together.flips} == {
        ((5, 5), "free-double", "free-split"),
        ((4, 4), "hit", "split"),
    }
    net = float(together.chances.counts @ [-1, *PAYS["01"]]) - together.chances.dealer_natural
    assert -net == pytest.approx(0.01301931, abs=5e-9)


def test_the_pit_expects_what_the_bet_brings(attached: Sheet) -> None:
    """The spread of the game is stored; the bet's own is found without the minutes that the game's would take."""
    spreads, game = spreads_of(attached), spreads_of(load_sheet(GAME))
    assert spreads.main == game.main
    assert spreads.sides[BET].edge == pytest.approx(0.05907842, abs=5e-9)
