"""The bet against one's own hand in the terminal, the commands, Python and the report of a player."""

import json

import pytest

import lammer
from lammer.floor.pit.theory import round_theory
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.records import seat_records
from lammer.table.view import seat_view
from lammer.training.expectation import expectation_of
from lammer.training.report import RoundPlayed
from tests.rounds import finished, under_way
from tests.surfaces.commands import run
from tests.surfaces.play_table import play, stack

GAME = "winners-option"
BOTH_BUST = f"{GAME} 1:against=10 | Th 6c 6d Tc | Td 6h"


def test_the_terminal_plays_the_hand_and_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 6d Tc Td 6h")
    shown = " ".join(play(GAME, "against=10", "q", plain=True).split())
    assert "Your hand draws, by the dealer's rules." in shown
    assert "Your bet against the hand loses 5, both bust." in shown
    assert "Your move?" not in shown
    assert "Round 1: -5." in shown
    assert "1 round played, 10 wagered" in shown


def test_the_first_bet_may_be_against_and_help_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 8d Tc 5h")
    shown = " ".join(play(GAME, "?", "", "q", plain=True, against=True, bet=2000).split())
    assert "Enter bets against=20." in shown
    assert "against=5 bets against your own hand" in shown
    assert "Your hand stands on 18, by the dealer's rules." in shown
    assert "Your bet against the hand wins 20, the dealer has more." in shown
    drawn = play("zombie-blackjack", "10", "h", "q", plain=True)
    assert "against=" not in drawn


def test_the_terminal_says_that_a_bust_is_boxed(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 7c 6d 6c Ts Tc")
    shown = " ".join(play("zombie-blackjack", "10", "h", "q", plain=True).split())
    assert "Bust. The hand is boxed: it wins if the dealer busts with more than 22." in shown
    stack(monkeypatch, "Th 6c 6d 6c Ts")
    assert "boxed" not in play("zombie-blackjack", "10", "h", "q", plain=True)
    hand = seat_view(under_way("zombie-blackjack 1:10 | Th 7c 6d 6c | H Ts"))["boxes"][0]["hands"][0]
    assert hand["boxed"]


def test_commands_take_against() -> None:
    output = json.loads(run("edge", GAME, "--against", "--decks", "1", "--json").out)
    assert output["house_edge"] == pytest.approx(0.0411888411, abs=1e-10)
    assert [one["net"] for one in output["results"]] == [-1, -0.5, 0, 1]
    entries = [json.loads(line) for line in run("deal", GAME, "--against", "--rounds", "3", "--json").out.splitlines()]
    assert all(entry["seats"][0]["wagers"] == {"against": 1000} for entry in entries)
    assert "3 rounds" in run("deal", GAME, "--against", "--rounds", "3").out
    simulated = json.loads(run("simulate", GAME, "--against", "--rounds", "1e5", "--json").out)
    assert simulated["path"] == "fast"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("edge", "sd-blackjack", "--against"), "--against: this game has no bet against one's own hand"),
        (("deal", "sd-blackjack", "--against"), "--against: this game has no bet against one's own hand"),
        (("play", "sd-blackjack", "--against"), "--against: this game has no bet against one's own hand"),
        (("edge", GAME, "--against", "--strategy", "house"), "leave out --strategy"),
        (("simulate", GAME, "--against", "--strategy", "total"), "leave out --strategy"),
    ],
)
def test_against_is_refused_where_it_makes_no_sense(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.code != 0
    assert message in done.error


def test_python_takes_against() -> None:
    game = lammer.load(GAME, decks=1)
    assert game.edge(against=True, spread=False).house_edge == pytest.approx(0.0411888411, abs=1e-10)
    assert game.edge(spread=False).house_edge == pytest.approx(0.0000812, abs=1e-6)
    round_ = game.table(seed=1).deal(10, against=True)
    assert round_.over
    assert round_.record["seats"][0]["wagers"] == {"against": 1000}
    assert game.simulate(1e5, against=True).house_edge == pytest.approx(0.041, abs=0.015)
    with pytest.raises(lammer.Refused, match="no bet against"):
        lammer.load("sd-blackjack").edge(against=True)
    with pytest.raises(lammer.BadArgument, match="dealer's rules"):
        game.edge("house", against=True)


def test_a_sheet_cannot_lose_more_than_the_bet() -> None:
    with pytest.raises(SheetFaults, match="more than the bet"):
        load_sheet(GAME, ("against.both_bust_loses=3:2",))


def test_expectations_are_those_of_the_bet() -> None:
    """The pit's theory and a player's report take the edge of the bet that was made."""
    found = expectation_of(load_sheet(GAME))
    assert found is not None
    assert found.against == pytest.approx(-0.040802962, abs=1e-9)
    assert RoundPlayed("t", 1, "", 0, -500, {}, (), found, against=1000).expected == pytest.approx(-40.80, abs=0.01)
    assert RoundPlayed("t", 1, "", 1000, -500, {}, (), found).expected == pytest.approx(-6.15, abs=0.01)
    assert round_theory(finished(BOTH_BUST)).win == pytest.approx(40.80, abs=0.01)
    settlement = finished(BOTH_BUST).round.settlement
    assert settlement is not None
    assert seat_records(finished(BOTH_BUST).round, settlement)[0]["hands"][0]["against"]


def test_the_view_hides_the_hole_card_while_the_hand_is_drawn() -> None:
    lines = [f"{GAME} 1:against=10 | Th 6c 6d {hole}" for hole in ("Tc", "2c")]
    assert len({json.dumps(seat_view(under_way(line), 1)) for line in lines}) == 1
