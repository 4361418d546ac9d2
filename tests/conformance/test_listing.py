"""The list of the kit's cases is that of the folder: a new file is in it, and nothing is left out."""

from pathlib import Path

import pytest

from lammer.conformance.listing import all_cases, attached_together, cases_of, posted_paytables
from lammer.rules.files import SHEETS_VARIABLE, SHIPPED
from lammer.rules.loader import game_names
from tests.new_side_bets import HEAD, TWENTY_ONE_PLUS_THREE

GAME = HEAD + TWENTY_ONE_PLUS_THREE
BET = HEAD.replace('extends = "sd-blackjack"', 'attaches_to = ["sd-blackjack", "any"]').replace(
    "two-new-bets", "new-bet"
) + TWENTY_ONE_PLUS_THREE.replace("twenty-one-plus-three", "new-bet")


def parts_of(game: str) -> set[str]:
    return set(game.split("+"))


def test_every_file_of_the_folder_is_in_a_case() -> None:
    named = set().union(*(parts_of(case.game) for case in all_cases()))
    assert named == {path.stem for path in SHIPPED.glob("*.toml")}


def test_every_paytable_is_posted_once() -> None:
    cases = [case for case in all_cases() if case.game.count("+") < 2]
    bets = [one for case in cases for one in case.sheet().side_bets.items()]
    assert {(bet_id, bet.paytable) for bet_id, bet in bets} == {
        (bet_id, name) for bet_id, bet in bets for name in bet.paytables
    }
    assert len(posted_paytables()) > 20


def test_several_side_bets_are_tested_together() -> None:
    assert max(len(parts_of(case.game)) for case in attached_together()) > 5


def test_files_of_ones_own_are_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.toml").write_text(GAME, encoding="utf-8")
    (tmp_path / "bet.toml").write_text(BET, encoding="utf-8")
    assert "new-bet" not in set().union(*(parts_of(case.game) for case in all_cases()))
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path))
    games = [case.game for case in all_cases()]
    assert "two-new-bets" in games
    assert "sd-blackjack+new-bet" in games
    assert len(cases_of("new-bet")) > 2, "one game of each kind"
    assert {case.game.partition("+")[0] for case in cases_of("new-bet")} <= set(game_names())
