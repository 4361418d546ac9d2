"""Every side bet that attaches to any game, at a table of the floor: random play adds up, and the verifier agrees. The
dealer's share of a won bet goes from the bank to the dealers' tips."""

from pathlib import Path

import pytest

from lammer.conformance.listing import usual_host
from lammer.floor import money
from lammer.floor.accounts import tips
from lammer.floor.verify.walk import verify_play
from lammer.rules.loader import load_sheet
from lammer.table.state import Round
from tests.floor_play import Play, new_play
from tests.sheets import side_bet_sheets


def _for_a_table_without_a_jackpot() -> str:
    shown_here = [name for name in side_bet_sheets() if usual_host(name) == "sd-blackjack"]
    bets = [name for name in shown_here if not load_sheet(f"sd-blackjack+{name}").jackpots]
    return "+".join(["sd-blackjack", *bets])


def _played(folder: Path, monkeypatch: pytest.MonkeyPatch, *, pays: bool) -> tuple[Play, int]:
    """Twelve rounds, and more until a bet is won that pays the dealers. With ``pays`` False they do not get it."""
    real, shares = money.dealers_share, list[int]()

    def watched(round_: Round) -> int:
        shares.append(real(round_))
        return shares[-1] if pays else 0

    monkeypatch.setattr("lammer.floor.money.dealers_share", watched)
    play, rounds = new_play(folder, _for_a_table_without_a_jackpot(), 3, seed=5), 0
    while rounds < 12 or not any(shares):
        assert play.round()
        rounds += 1
    return play, rounds


def test_random_play_with_all_of_them_adds_up_and_pays_the_dealers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, rounds = _played(tmp_path, monkeypatch, pays=True)
    verdict = verify_play(str(tmp_path / "floor.db"), processes=0)
    assert verdict.faults == ()
    assert verdict.rounds == rounds
    assert play.floor.journal.balance(tips("t")).credit > 0


def test_a_share_that_the_dealers_did_not_get_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    _played(tmp_path, monkeypatch, pays=False)
    assert verify_play(str(tmp_path / "floor.db"), processes=0).faults
