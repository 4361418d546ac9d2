"""Every side bet that attaches to any game, at a table of the floor: random play adds up, and the verifier agrees. The
dealer's share of a won bet goes from the bank to the dealers' tips."""

from pathlib import Path

import pytest

from lammer.floor.accounts import tips
from lammer.floor.verify.walk import verify_play
from lammer.rules.loader import load_sheet
from tests.floor_play import Play, new_play
from tests.sheets import side_bet_sheets


def _for_a_table_without_a_jackpot() -> str:
    bets = [name for name in side_bet_sheets() if not load_sheet(f"sd-blackjack+{name}").jackpots]
    return "+".join(["sd-blackjack", *bets])


def _played(folder: Path) -> Play:
    play = new_play(folder, _for_a_table_without_a_jackpot(), 3, seed=5)
    for _ in range(12):
        assert play.round()
    return play


def test_random_play_with_all_of_them_adds_up_and_pays_the_dealers(tmp_path: Path) -> None:
    play = _played(tmp_path)
    verdict = verify_play(str(tmp_path / "floor.db"), processes=0)
    assert verdict.faults == ()
    assert verdict.rounds == 12
    assert play.floor.journal.balance(tips("t")).credit > 0, "no bet that pays the dealers was won: choose another seed"


def test_a_share_that_the_dealers_did_not_get_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    monkeypatch.setattr("lammer.floor.money.dealers_share", lambda _: 0)
    _played(tmp_path)
    assert verify_play(str(tmp_path / "floor.db"), processes=0).faults
