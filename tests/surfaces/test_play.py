"""lammer play as a person meets it: what is said and drawn, what is taken and refused, and that the money adds up."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from lammer.cards.money import money_text, parse_money
from lammer.table.notation import read_round
from tests.surfaces.play_table import (
    BETS,
    ESCAPES,
    KEYS,
    Improviser,
    Output,
    Person,
    Terminal,
    brought,
    final_bankroll,
    pair,
    play,
    put_up,
    records,
    scripted,
    stack,
)

# Hundreds of rounds over every game


@pytest.mark.parametrize("drawn", [False, True], ids=["plain", "drawn"])
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("game", BETS)
def test_any_input_plays_and_the_money_adds_up(game: str, seats: int, drawn: bool, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    out, (main, *sides) = Output(drawn=drawn), BETS[game].split()
    bet: dict[str, Any] = {"bet": parse_money(main)}
    bet["sides"] = {spot: parse_money(text) for spot, text in map(pair, sides)}
    person = Improviser(out, f"{game}{seats}", 40, KEYS)
    shown = play(
        game, in_=person, out=out, seats=seats, bankroll=150_000, seed=f"{game}{seats}", log=log, hints=True, **bet
    )
    bankroll = 150_000
    entries = records(log)
    assert len(entries) >= 40
    for entry in entries:
        assert put_up(entry) <= bankroll
        bankroll += brought(entry)
        assert bankroll >= 0
        assert read_round(entry["notation"]).round.void == entry.get("void", False)
    assert final_bankroll(shown) == bankroll
    assert [entry["round"] for entry in entries] == list(range(1, len(entries) + 1))


def test_the_whole_evening_is_repeated_by_its_seed() -> None:
    lines = scripted("sd-free-bet", 5, 100)
    assert play("sd-free-bet", *lines, seed="a") == play("sd-free-bet", *lines, seed="a")
    assert play("sd-free-bet", *lines, seed="a") != play("sd-free-bet", *lines, seed="b")


@pytest.mark.parametrize("game", BETS)
def test_plain_has_no_escapes_and_no_long_line(game: str) -> None:
    shown = play(game, "?", *scripted(game, 2, 200), seats=2)
    assert "\x1b" not in shown
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 60), (44, 20)])
@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("game", BETS)
def test_drawn_lines_fit_the_window(
    game: str, seats: int, width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    shown = play(game, *scripted(game, 3, 200), seats=seats, out=Terminal())
    game_part = ESCAPES.sub("", shown.split("\x1b[?1049l")[0])
    commitments = re.compile(r"[0-9a-f]{64}|^echo |^python3|^print")
    assert max(cell_len(line) for line in game_part.splitlines() if not commitments.search(line)) <= width


@pytest.mark.parametrize("seats", [1, 7])
def test_drawn_tables_fit_the_height(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    eights, box = "8h " * seats, "8h 8d 3h Th 3d Td 3c Tc 3s Ts "
    stack(monkeypatch, f"{eights} 6c {eights} Tc {box * seats} 5d")
    lines = ["10 pot-of-gold=5 tip=1", *["p", "p", "p", "f", "f", "f", "f"] * seats, "q"]
    shown = play("sd-free-bet", *lines, seats=seats, out=Terminal(), bankroll=10_000_000)
    tables = [ESCAPES.sub("", frame) for frame in shown.split("\x1b[2J")[1:]]
    assert len(tables) == 7 * seats + 1
    assert "hand 4" in tables[4]
    assert all("▶" in table for table in tables[:-1])
    assert max(len(table.split("\x1b")[0].splitlines()) for table in tables[:-1]) <= 24
    assert "Round 1: +" in shown


# Hidden cards


@pytest.mark.parametrize("drawn", [False, True], ids=["plain", "drawn"])
@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("sd-free-bet", "8h 6c 8d Tc", "8h 6c 8d 2s"), ("triple-win-20", "8h 9c 8d 2s", "8h 9c 8d 5h")],
)
def test_two_hole_cards_look_alike(
    game: str, first: str, second: str, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for cards in (first, second):
        stack(monkeypatch, cards)
        out = Terminal() if drawn else io.StringIO()
        text = play(game, in_=Person("", "10", "z", "?", "", "", "", "l", "f"), out=out, hints=True)
        shown.append(text[: text.rindex("Your move?")])
        assert "Your move?" in text
    assert shown[0] == shown[1]


def test_control_another_up_card_does_not_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for cards in ("8h 6c 8d Tc", "8h 5c 8d Tc"):
        stack(monkeypatch, cards)
        shown.append(play("sd-free-bet", "10").split("The round is declared")[0])
    assert shown[0] != shown[1]


# What is said and drawn


def test_free_choices_are_marked_and_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 8d Tc 3h Th 2d 9c 5d")
    shown = play("sd-free-bet", "10 pot-of-gold=5", "p", "f", "f", "q")
    assert "You may: FREE split (p), hit (h), stand (s), double 10 (d), split 10 (o)" in shown
    assert "Dealer shows six of clubs.\nYour hand: eight of hearts, eight of diamonds, 16." in shown
    assert "Pot of Gold wins 150: 3 lammers." in shown
    assert "3 lammers go to the Pot of Gold spot." in shown


def test_lammers_are_drawn_apart_from_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 8d Tc 3h Th 2d 9c 5d")
    shown = ESCAPES.sub("", play("sd-free-bet", "10 pot-of-gold=5", "p", "f", "f", "q", out=Terminal()))
    assert "●10  ◉ FREE 10" in shown
    assert "Pot of Gold ●5 ◉◉ 10 to 1" in shown
    assert "[f] FREE double" in shown


def test_dealer_22_has_its_banner(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 9d Tc 6d")
    assert "DEALER 22 — PUSH" in play("sd-free-bet", "10", "s", "q", out=Terminal())
    stack(monkeypatch, "Th 6c 9d Tc 6d")
    assert "DEALER 22" not in play("sd-blackjack", "10", "s", "q", out=Terminal())


def test_instant_wins_are_told_as_they_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Ah 9h 6c 5d Tc Td")
    shown = play("triple-win-20", "10", "s", "q", seats=2)
    assert shown.index("Box 1: The first card is an ace: it wins at once! It is paid 10") < shown.index("Dealer shows")


def test_sd_18_4__a_win_at_once_is_in_the_purse_while_the_round_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Ah 9h 6c 5d Tc Td")
    shown = play("triple-win-20", "10 tw20-bonus=5", "s", "q", seats=2, out=Terminal())
    shown = ESCAPES.sub("", shown)
    purse = f"purse {money_text(100_000 - 1500 + 1000 + 3500)} · on the table 15"
    assert purse in shown
    assert "●10 paid 10" in shown
    assert "Bonus ●5 paid 35" in shown


def test_sd_18_10__the_pay_schedule_is_on_the_layout_and_in_the_help() -> None:
    output = play("triple-win-20", "?", "q").replace("\n", " ")
    for row in (
        "two-card 20: 1:1, paid at once [SD.18 (10)]",
        "two-card 20 of suited kings, queens or jacks: 3:2, paid at once [SD.18 (10)]",
        "first-card ace (11): 1:1, paid at once [SD.18 (10); SD.18 (4)]",
        "any other win: 1:1 [SD.18 (10)]",
    ):
        assert row in output
    drawn = play("triple-win-20", "10", "s", "s", "q", out=Terminal())
    assert "of suited kings, queens or jacks 3:2 · first-card ace (11) 1:1" in drawn


def test_special_pays_are_the_sheets_and_not_the_games() -> None:
    """Changed values are posted as changed; a game that has no special pay posts none."""
    plays_on = play("triple-win-20", "?", "q", overrides=("first_ace.player=plays on", "natural.suited_faces_pay=1:1"))
    assert "first-card ace (11)" not in plays_on
    assert "suited kings, queens or jacks:" not in plays_on
    shown = play("sd-blackjack", "?", "q", overrides=("first_ace.player=wins", "pay.win=2:1"))
    assert "first-card ace (11): 2:1, paid at once" in shown
    assert "blackjack: 3:2 [SD(e)]" in play("sd-blackjack", "?", "q")


def test_the_meter_is_shown() -> None:
    assert "progressive meter 10000" in play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "q", out=Terminal())
    assert "The meter shows 10000." in play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "s", "q")


def test_an_award_stays_off_the_meter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack(monkeypatch, "7h 7d 7h Tc Th 6c 9d Tc 5c")
    shown = play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "10", "s", "q", log=tmp_path / "log")
    assert "The meter pays 1000.02!" in shown
    won, next_ = records(tmp_path / "log")
    assert next_["seats"][0]["wagers"] == {"main": 1000, "blazing-7s": 100}
    assert won["meters"] == {"meter": 1_000_020}
    assert next_["meters"] == {"meter": 1_000_020 - 100_002 + 20}, "each wager advances the meter first"


def test_european_insurance_and_even_money(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th Ac 9d 5c 4c")
    shown = play("european-free-bet", "20", "i 3", "m", "7.50", "s", "q")
    assert "The amount must be 2.50 to 10 in steps of 2.50 [EU 7.4]." in shown
    assert "You insure for 7.50." in shown
    assert "Insurance loses 7.50." in shown
    stack(monkeypatch, "Ah Tc Kd")
    shown = play("european-free-bet", "20", "e", "q")
    assert "even-money" not in shown.replace("even money", "")
    assert "wins 20, even money" in shown


def test_hints_compare_with_the_house_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 8d Tc Td Tc")
    shown = play("sd-free-bet", "10", "s", "q", hints=True)
    assert "The house chart says free split, and you chose stand." in shown


def test_help_shows_signals_and_paytables_with_clauses() -> None:
    shown = play("sd-free-bet", "?", "q")
    assert "free split: hold out two fingers, face down, beside the wager [SD.14 3(d)]" in shown
    assert "free double: point with one finger beside the wager [SD.14 3(h)]" in shown
    assert "7 lammers: 1000 to 1" in shown
    assert "[SD.14 3(j)]" in shown
    assert "777 suited: 100% of the meter" in play("sd-blackjack+blazing-7s", "?", "q")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (
            "european-free-bet",
            "This is a training table: hints are allowed. At other tables devices are forbidden [EU 8].",
        ),
        ("sd-free-bet", "This is a training table: hints are allowed."),
    ],
)
def test_the_table_says_that_it_is_for_training(game: str, said: str) -> None:
    shown = " ".join(play(game, "q").split())
    assert said in shown
    assert ("EU 8" in shown) == ("EU 8" in said)


def test_help_shows_the_posted_rules() -> None:
    shown = " ".join(play("european-free-bet", "?", "q").split())
    assert "Watch your payouts. [EU 1.12]" in shown
    assert "The house's responsibility for chips ends when a win is paid out. [EU 1.12]" in shown
    assert "Watch your payouts" not in play("sd-free-bet", "?", "q")


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    colours = re.compile(r"\x1b\[[0-9;]*(?:3[0-7]|4[0-7]|38;|48;)[0-9;]*m")
    assert colours.search(play("sd-free-bet", "10", out=Terminal()))
    assert not colours.search(play("sd-free-bet", "10", out=Terminal(), colour=False))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours.search(play("sd-free-bet", "10", out=Terminal()))
    assert colours.search(play("sd-free-bet", "10", out=Terminal(), colour=True))


def test_a_dumb_terminal_is_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in play("sd-free-bet", "10", "q", out=Terminal())


# Input that cannot be taken


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Write the main bet first, like 10."),
        ("ten", "'ten' is not an amount"),
        ("1", "The table minimum is 5 [house]."),
        ("501", "The maximum for a bettor is 500 [house]."),
        ("10 pog=5", "This table has no side bet 'pog'; it offers pot-of-gold."),
        ("10 pot-of-gold=500", "Pot of Gold accepts 1 to 100 [house]."),
        ("10 pot-of-gold=1 pot-of-gold=1", "There is already a wager on Pot of Gold [SD.14 2]."),
        ("10 20", "'10 20' contains two main bets"),
        ("10 tip=0", "A wager is a positive amount"),
        ("-5", "'-5' is not an amount"),
        ("9" * 5000, "is not an amount"),
        ("400", "400 takes 400; you have 300."),
        ("\x1b[A\x00", "is not an amount"),
    ],
)
def test_a_bet_that_is_not_taken_is_explained(line: str, said: str) -> None:
    shown = play("sd-free-bet", line, "q", bankroll=30_000)
    assert said in " ".join(shown.split("\n"))
    assert "No rounds were played." in shown


def test_a_play_that_is_not_legal_is_refused_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 6d Tc 2d 9h")
    shown = play("sd-free-bet", "10", "f", "p", "r", "d 11", "h 3", "d x", "s", "q")
    assert "A free double needs a two-card 9, 10, 11; this is 16 [SD.14 1(a)]." in shown
    assert "Only two cards of one value may be split" in shown
    assert "There is no late surrender [SD.14 1(k)]." in shown
    assert "The amount must be 0.01 to 10 [SD(g); A16]." in shown
    assert "Hit takes no amount." in shown
    assert "'d x' is not possible now" in shown


def test_what_the_purse_cannot_cover_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c Td Tc 9h")
    shown = play("free-money", "10", "d", "p", "s", "q", bankroll=1_500)
    assert shown.count("Double 10 is not affordable") == 1
    assert "double 10 is not affordable: it needs your own money, and you have 5 left." in shown
    assert "split 10 is not affordable" in shown


def test_a_short_purse_doubles_for_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack(monkeypatch, "6h 6c 6d Tc 9h Td")
    shown = play("sd-blackjack", "10", "d 7", "d", "q", bankroll=1_500, log=tmp_path / "log")
    assert "You have 5 left." in shown
    assert "double for less 5 (d)" in shown
    assert records(tmp_path / "log")[0]["seats"][0]["hands"][0]["own"] == 1_500
