"""The coach over HTTP: an answer for every hand of every game, from the cards that the asking seat may see."""

from collections import Counter
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.cards.card import VALUES, parse_card
from lammer.exact.analysed import analysed_tables
from lammer.exact.evs import action_values
from lammer.exact.finding import shoe_of
from lammer.floor.house import Floor, create_floor
from lammer.floor.state import round_of
from lammer.rules.loader import load_sheet
from lammer.surfaces.web import guard
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.coach import verdicts
from lammer.surfaces.web.limits import UNLIMITED
from lammer.surfaces.web.people import People
from lammer.table.round import legal
from lammer.table.state import Waits
from tests.floor_play import new_play
from tests.surfaces.leak_check import GAMES
from tests.surfaces.rigged_server import rig_for_a_test

ASKED, MAX_ROUNDS = 12, 20
TW = "triple-win-20"
Ask = Callable[[str, str], Any]


def asks(floor: Floor) -> Ask:
    """Asks the coach of a table as a player. A fault of the server is an answer of 500, as it is outside. The server's
    clock, which would deal by itself, does not run."""
    people = People(b"a secret of this test")
    app = create_app(floor, people, UNLIMITED)
    client = TestClient(app, base_url="http://floor.test", raise_server_exceptions=False)

    def ask(table: str, player: str) -> Any:
        client.cookies.clear()
        client.cookies.set("lammer", people.cookie(player))
        return client.get(f"/api/tables/{table}/coach")

    return ask


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 1e9)


@pytest.mark.parametrize("game", [*GAMES, "sd-blackjack", f"{TW} down"])
def test_it_has_an_answer_for_every_hand_of_every_game(game: str, tmp_path: Path) -> None:
    name, _, down = game.partition(" ")
    play = new_play(tmp_path, name, 3, seed=31, overrides=("deal.player_cards=down",) if down else ())
    ask, asked, others = asks(play.floor), 0, Counter[int]()

    def look() -> None:
        nonlocal asked
        table = play.floor.table("t")
        for player in ("p1", "p2", "p3", "somebody"):
            answer = ask("t", player)
            assert answer.status_code in (200, 409), answer.text
            others[answer.status_code] += 1
            if answer.status_code == 200:
                asked += 1
                _is_advice(answer.json(), {option.kind for option in legal(round_of(table))})

    for _ in range(MAX_ROUNDS):
        if asked < ASKED:
            play.round(look)
    assert asked >= ASKED or load_sheet(name).rules.posted.devices == "forbidden"
    assert others[409] > asked


def _is_advice(advice: dict[str, Any], legal_now: set[str]) -> None:
    valued = {one["action"]: one["worth"] for one in advice["values"]}
    assert set(valued) | set(advice["unvalued"]) == legal_now
    assert set(advice["unvalued"]) <= {"split", "free-split"}
    assert all(isfinite(worth) for worth in valued.values())
    assert advice["best"] == max(valued, key=lambda action: valued[action])


Opens = Callable[..., Floor]


@pytest.fixture
def opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Tables whose shoes deal what they are told, with ann on box 1 and bob on box 2, up to ann's decision."""

    def opened(game: str, overrides: tuple[str, ...] = (), **rounds: str) -> Floor:
        rig_for_a_test(monkeypatch, {name: [line] for name, line in rounds.items()})
        floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
        for name in rounds:
            floor.open_table(f"open {name}", "house", name, game, overrides, turn_seconds=0)
            for box, player in enumerate(("ann", "bob"), 1):
                floor.buy_in(f"buy {name} {player}", "house", player, 100_000)
                floor.do("sit", f"sit {name} {player}", player, name, box=box)
                floor.do("bet", f"bet {name} {player}", player, name, box=box, bets={"main": 1000})
            floor.do("deal", f"deal {name}", "house", name)
        return floor

    return opened


@pytest.mark.parametrize("line", ["| 8h Th 6c Ad 7d Tc", "| 2h Th 6c Ad 7d Tc"])
def test_an_ace_as_second_card_of_triple_win_20_is_played(opens: Opens, line: str) -> None:
    floor = opens(TW, t=line)
    ask = asks(floor)
    answer = ask("t", "ann")
    assert answer.status_code == 200, answer.text
    assert {one["action"] for one in answer.json()["values"]} >= {"hit", "stand", "double"}


def test_a_hand_of_a_free_split_is_valued_with_the_card_of_its_pair(opens: Opens) -> None:
    """The lammer's hand is 8 and 3, of a pair of eights, whatever their order is; each card is counted once."""
    floor = opens("sd-free-bet", t="| 8h Th 6c 8d 9d Tc | FP Ts S 3h")
    for at, action in enumerate(("free-split", "stand")):
        floor.do("act", f"act {at}", "ann", "t", action=action)
    ask = asks(floor)
    worths = {one["action"]: one["worth"] for one in ask("t", "ann").json()["values"]}
    sheet = load_sheet("sd-free-bet")
    shoe, _ = shoe_of(sheet)
    for card in ("Ts", "Th", "9d"):
        shoe[VALUES[parse_card(card)] - 1] -= 1
    exact = action_values(analysed_tables(sheet), shoe, (8, 3), 6, free=True)
    assert worths == {action: pytest.approx(exact[action]) for action in worths}
    assert set(worths) == {"hit", "stand", "double", "free-double"}


@pytest.mark.parametrize(("dealt", "alike"), [("down", True), ("up", False)])
def test_a_neighbours_hidden_card_changes_nothing(opens: Opens, dealt: str, alike: bool) -> None:
    """With the cards dealt up, which is the control, they are seen and do count."""
    floor = opens(TW, (f"deal.player_cards={dealt}",), one="| Th 9h 6c 5d 9d Tc", other="| Th 2h 6c 5d 3d Tc")
    ask = asks(floor)
    one, other = (ask(table, "ann").json() for table in ("one", "other"))
    assert (one == other) is alike


def test_a_game_that_cannot_be_analysed_is_refused_in_words(opens: Opens) -> None:
    floor = opens("sd-blackjack", ("draw.must_through=21", "draw.may_on_limit=true"), t="| Th 9h 6c 5d 9d Tc")
    ask = asks(floor)
    answer = ask("t", "ann")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-analysed")
    assert "draw.must_through" in answer.json()["error"]["text"]


def test_it_speaks_only_when_it_is_your_turn(opens: Opens) -> None:
    """Insurance is a decision like any other."""
    floor = opens("sd-blackjack", t="| Th 9h Ac 5d 9d 7c")
    assert round_of(floor.table("t")).waits is Waits.ANSWER
    ask = asks(floor)
    advice = ask("t", "ann").json()
    assert advice["best"] == "pass"
    assert advice["text"].startswith("Insurance against an ace: no insurance is best")
    assert ask("t", "bob").json()["error"]["code"] == "not-your-turn"


def test_what_a_choice_cost_is_told_afterwards_and_to_its_player_alone(opens: Opens) -> None:
    floor = opens("sd-free-bet", t="| 8h Th 6c 8d 6d Tc")
    floor.do("act", "act 1", "ann", "t", action="stand")
    mine, bobs = (verdicts(floor.table("t"), name) for name in ("ann", "bob"))
    (decision,) = mine["decisions"]
    assert (mine["round"], bobs["decisions"]) == (1, [])
    assert (decision["grade"], decision["best"]) == ("blunder", "free-split")
    assert decision["text"] == "Pair of 8 against 6: you stood. Blunder: it cost 0.953 bets; FREE split was best."
