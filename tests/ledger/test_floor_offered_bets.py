"""A side bet placed after the up card, at a table of the floor: asked, held, paid, and found right by the verifier."""

from pathlib import Path

import pytest

from lammer.floor.state import round_of
from lammer.floor.verify.walk import verify_play
from lammer.rules.loader import SHEETS_VARIABLE
from lammer.table.state import Question
from tests.floor_play import new_play
from tests.new_side_bets import BUST_BONUS, HEAD


def test_random_play_with_it_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "bonus.toml").write_text(HEAD + BUST_BONUS, encoding="utf-8")
    monkeypatch.setenv(SHEETS_VARIABLE, str(sheets))
    play, asked, placed = new_play(tmp_path, "two-new-bets", 2, seed=3), list[str](), set[int]()

    def watch() -> None:
        table = play.floor.table("t")
        round_ = round_of(table) if table.inputs else None
        if round_ is None or not round_.asks:
            return
        placed.update(wager.amount for box in round_.boxes for bettor in box.bettors for wager in bettor.sides)
        if round_.asks[0].about is Question.SIDE_BET:
            seen = play.floor.view("t", "p1")["play"]
            question = seen["ask"] if seen else None
            assert question is not None
            assert question["bet"] == "bust-bonus"
            asked.append(question["text"])

    for _ in range(8):
        assert play.round(watch)
    assert set(asked) == {"Bust Bonus? Bet 1 to 100."}
    assert placed == {100}
    (bonus,) = [bet for bet in play.floor.view("t")["side_bets"] if bet["id"] == "bust-bonus"]
    assert bonus["placed_later"] is True
    assert "ace: 3 to 1 (the up card is an ace, the dealer busts)" in bonus["pays"]
    verdict = verify_play(str(tmp_path / "floor.db"), processes=0)
    assert verdict.rounds == 8
    assert verdict.faults == ()
