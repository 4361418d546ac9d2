"""A progressive jackpot in the terminal: wagers advance its meters by the terms, awards come off them, and it is kept
between games."""

import io
import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import SHEETS
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play
from lammer.table.notation import read_round
from tests.surfaces.play_table import play, records, stack
from tests.surfaces.test_cli import lammer

GAME, BET = "sd-blackjack+blazing-7s", "10 blazing-7s=5"
NOTHING, COLOUR, SUITED = "9h 8c 9d Tc", "7h 7h 7d Tc", "7h 7h 7h Tc"
SEED = 1_000_000
FIXED = "a fixed amount per wager"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "lammer" / "jackpots.json"


def evening(kept: Path | None, *lines: str, game: str = GAME, seed: str | None = None, **more: Any) -> str:
    """All that is said, on one line."""
    return " ".join(play(game, *lines, "q", seed=seed, jackpots=kept, **more).split())


def levels_of(kept: Path, name: str = "blazing-7s PT1, 6 decks") -> dict[str, dict[str, int]]:
    levels: dict[str, dict[str, int]] = json.loads(kept.read_text())["jackpots"][name]
    return levels


def test_sd_19_4__a_wager_advances_the_meter_and_the_next_game_goes_on_from_there(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, f"{NOTHING} {NOTHING}")
    log = tmp_path / "log.jsonl"
    shown = evening(kept, BET, "s", "10 blazing-7s=1", "s", log=log)
    assert "The meter stands at 10000. It is kept for your next game." in shown
    assert "Your progressive wager advances the meter by 1 to 10001." in shown
    assert "Your progressive wager advances the meter by 0.20 to 10001.20." in shown
    assert [entry["meters"] for entry in records(log)] == [{"meter": SEED + 100}, {"meter": SEED + 120}]
    assert levels_of(kept)["meter"]["amount"] == SEED + 120
    stack(monkeypatch, NOTHING)
    assert "The meter stands at 10001.20." in evening(kept, "10 only", "s")
    assert levels_of(kept)["meter"]["amount"] == SEED + 120


def test_sd_19_6_i__an_award_comes_off_the_kept_meter(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, COLOUR)
    log = tmp_path / "log.jsonl"
    shown = evening(kept, BET, "s", log=log)
    assert records(log)[0]["seats"][0]["side"]["blazing-7s"]["net"] == (SEED + 100) // 10 - 500
    assert "The meter now stands at 9000.90." in shown
    assert levels_of(kept)["meter"]["amount"] == SEED + 100 - (SEED + 100) // 10
    assert read_round(records(log)[0]["notation"]).round.meters[0].amount == 900_090


def test_sd_19_6_vii__a_full_award_leaves_the_reset_amount_and_the_reserve(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, f"{NOTHING} {SUITED}")
    shown = evening(kept, BET, "s", BET, "s")
    assert "The meter pays 10002!" in shown
    assert "The meter is reset to 10000.30." in shown
    assert "The meter shows 10000.30." in shown
    assert (levels_of(kept)["meter"]["amount"], levels_of(kept)["meter"]["reserve"]) == (SEED + 30, 0)


def test_a22__terms_with_a_fixed_amount_advance_by_it(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = tmp_path / "fixed.toml"
    text = (SHEETS / "blazing-7s.toml").read_text(encoding="utf-8")
    terms.write_text(text.replace("increment = { value = 200000", "per_wager = { value = 25"), encoding="utf-8")
    stack(monkeypatch, f"{NOTHING} 9h 9h 8c 9d 9d Tc")
    advances = (f"sevens_bets.blazing-7s.advances={FIXED}",)
    shown = evening(kept, BET, "s", terms=str(terms), overrides=advances)
    assert "advances the meter by 0.25 to 10000.25." in shown
    shown = evening(kept, "10 blazing-7s=1", "s", "s", terms=str(terms), overrides=advances, seats=2)
    assert "advances the meter by 0.50 to 10000.75." in shown
    with pytest.raises(
        TermsFault, match=f"its meters advance by a rate of each wager in the sheet, but by {FIXED} in the terms"
    ):
        play(GAME, terms=str(terms))
    with pytest.raises(TermsFault, match="by a rate of each wager in the terms; name other terms"):
        play(GAME, overrides=advances)


def test_three_meters_advance_each_by_its_own_terms(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, NOTHING)
    three = ("sevens_bets.blazing-7s.paytable=PT3",)
    shown = evening(kept, BET, "s", overrides=three)
    assert "advances the mega meter by 0.60 to" in shown
    assert "advances the minor meter by 0.20 to" in shown
    assert set(levels_of(kept, "blazing-7s PT3, 6 decks")) == {"mega", "major", "minor"}


def test_every_paytable_has_its_own_jackpot(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for paytable in ("PT1", "PT2", "PT1-envy"):
        stack(monkeypatch, NOTHING)
        evening(kept, BET, "s", overrides=(f"sevens_bets.blazing-7s.paytable={paytable}",))
    kept_ones = json.loads(kept.read_text())["jackpots"]
    assert {levels["meter"]["amount"] for levels in kept_ones.values()} == {SEED + 100}
    assert len(kept_ones) == 3


def test_a_game_that_a_seed_repeats_begins_with_the_sheets_amounts(kept: Path) -> None:
    first, again = (evening(kept, BET, *"ssssss", seed="a") for _ in range(2))
    assert first == again
    assert "It is not kept after this game." in first
    assert "advances the meter by 1 to 10001." in first
    assert not kept.exists()


@pytest.mark.parametrize(("cards", "meter"), [("9h 8c 9d", SEED), ("9h 8c 9d Tc", SEED + 100)])
def test_an_interrupted_round_keeps_a_wager_that_was_evaluated(
    kept: Path, monkeypatch: pytest.MonkeyPatch, cards: str, meter: int
) -> None:
    """The wager is not returned once the starting cards are there (SD.19 (5), (6)); before, its part of the meter goes
    back with it."""
    stack(monkeypatch, cards)
    evening(kept, BET, "h")  # the stacked cards are dealt: the round is void
    assert (levels_of(kept)["meter"]["amount"] if kept.exists() else SEED) == meter


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"jackpots": {"blazing-7s PT1, 6 decks": {"meter": {"amount": -5}}}}', '"\\ud800"', "\0"]
)
def test_a_damaged_file_is_moved_aside_and_the_jackpot_begins_anew(
    kept: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    kept.parent.mkdir()
    kept.write_text(text)
    stack(monkeypatch, NOTHING)
    shown = evening(kept, BET, "s")
    assert "The jackpot of earlier games cannot be read" in shown
    assert levels_of(kept)["meter"]["amount"] == SEED + 100
    assert (kept.parent / "jackpots.json.damaged").read_text() == text


def test_a_sheet_with_other_amounts_has_another_jackpot(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, f"{NOTHING} {NOTHING}")
    evening(kept, BET, "s")
    content = json.loads(kept.read_text())
    content["jackpots"]["blazing-7s PT1, 6 decks"]["meter"]["start"] = 5
    kept.write_text(json.dumps(content))
    assert "The meter stands at 10000." in evening(kept, BET, "s")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that cannot be made: a file is in its place."""
    (tmp_path / "file").write_text("in the way")
    return tmp_path / "file" / "jackpots.json"


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, f"{NOTHING} {NOTHING}")
    shown = evening(nowhere, BET, "s", BET, "s")
    assert shown.count("cannot be kept for your next game") + shown.count("cannot be read") == 1
    assert "2 rounds played" in shown


def test_a_read_only_folder_keeps_the_old_file_whole(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, f"{NOTHING} {NOTHING}")
    evening(kept, BET, "s")
    before = kept.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "cannot be kept for your next game" in evening(kept, BET, "s")
    assert kept.read_bytes() == before
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_the_command_keeps_it_in_the_users_data_folder(tmp_path: Path) -> None:
    outputs = []
    for _ in range(2):
        done = lammer("play", GAME, "--plain", stdin=f"{BET}\n" + "s\n" * 6, XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert "The meter stands at 10000." in outputs[0]
    assert "The meter stands at 10000." not in outputs[1]
    assert (tmp_path / "lammer" / "jackpots.json").exists()


def test_a_progressive_without_terms_plays_and_says_that_its_meter_stays() -> None:
    """A sheet of one's own whose levels no shipped terms have."""
    out = io.StringIO()
    sheet = load_sheet(GAME)
    bet = sheet.side_bets["blazing-7s"]
    table = bet.paytables["PT1"]
    shares = {row: share.model_copy(update={"level": "mega"}) for row, share in table.shares.items()}
    other = bet.model_copy(update={"paytables": {"PT1": table.model_copy(update={"shares": shares})}})
    rules = sheet.rules.model_copy(update={"side_bets": {"blazing-7s": other}})
    assert run_play(PlaySettings(replace(sheet, rules=rules), 100_000, in_=io.StringIO("q\n"), out=out, seed="a")) == 0
    assert "wagers do not advance them" in " ".join(out.getvalue().split())
