"""The terminal table, driven as a person or a pipe would drive it."""

import fcntl
import io
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from lammer.cards.card import parse_card
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play
from lammer.table.notation import read_round
from lammer.table.replay import RecordChecker
from lammer.table.shoe import Shoe, ShoeEmpty
from lammer.table.shuffle import commitment

BETS = {
    "sd-blackjack": "10",
    "sd-free-bet": "10 pot-of-gold=5 tip=1",
    "triple-win-20": "10 tw20-bonus=5",
    "free-money": "7.50 gold-rush=1 dealer-22=2",
    "european-free-bet": "10 push-22=5",
    "sd-blackjack+blazing-7s": "10 blazing-7s=1",
}
KEYS = ["h", "s", "s", "f", "f", "p", "p", "d", "o", "i", "e", "n", "n", "d 2", "i 2.50", "m", "l", "zz", ""]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.StringIO):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Person(Terminal):
    """Somebody who types lines and then raises an exception, such as Ctrl-C."""

    def __init__(self, *lines: str, then: type[BaseException] | None = None) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self._then = then

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        if not line and self._then is not None:
            raise self._then
        return line


@pytest.fixture(autouse=True)
def _window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def play(game: str, *lines: str, code: int = 0, bankroll: int = 100_000, **more: Any) -> str:
    """What is shown to somebody who pipes these lines in."""
    out = more.pop("out", None) or io.StringIO()
    source = more.pop("in_", None) or io.StringIO("".join(f"{line}\n" for line in lines))
    more.setdefault("seed", "table")
    sheet = load_sheet(game, more.pop("overrides", ()))
    assert run_play(PlaySettings(sheet, bankroll, in_=source, out=out, **more)) == code
    return str(out.getvalue())


def records(path: Path) -> list[dict[str, Any]]:
    """Rounds of a log; the lines that open a shoe are left out."""
    return [entry for entry in map(json.loads, path.read_text().splitlines()) if "notation" in entry]


def stack(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    """The shoe deals these cards and no other."""
    codes = [parse_card(card) for card in reversed(cards.split())]

    def draw(_shoe: Shoe) -> int:
        if not codes:
            raise ShoeEmpty("the stacked cards are dealt")
        return codes.pop()

    monkeypatch.setattr(Shoe, "draw", draw)


class Output(io.StringIO):
    """A screen whose last words can be read, drawn on or spoken."""

    def __init__(self, *, drawn: bool) -> None:
        super().__init__()
        self._drawn, self.last = drawn, ""

    def isatty(self) -> bool:
        return self._drawn

    def write(self, text: str) -> int:
        self.last = text if text.strip() else self.last
        return super().write(text)


class Improviser(io.StringIO):
    """Answers prompts at random, sensibly or not, for so many rounds."""

    def __init__(self, out: Output, seed: str, rounds: int, keys: list[str]) -> None:
        super().__init__()
        self._out, self._chance, self._rounds, self._keys = out, random.Random(seed), rounds, keys

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        if "Your bet?" not in self._out.last or self._chance.random() < 0.2:
            return self._chance.choice(self._keys) + "\n"
        self._rounds -= 1
        return "\n" if self._rounds >= 0 else ""


def scripted(game: str, seed: int, lines: int) -> list[str]:
    chance = random.Random(f"{game} {seed}")
    return [BETS[game], *(chance.choice(KEYS) for _ in range(lines))]


def _pair(text: str) -> tuple[str, str]:
    spot, _, amount = text.partition("=")
    return spot, amount


def put_up(entry: dict[str, Any]) -> int:
    """Own money a round took."""
    total = 0
    for seat in entry["seats"]:
        total += sum(hand["own"] for hand in seat["hands"]) + seat.get("insurance_wager", 0)
        total += sum(amount for spot, amount in seat["wagers"].items() if spot != "main")
        total += seat.get("tip", {"wager": 0})["wager"]
    return total


def brought(entry: dict[str, Any]) -> int:
    """What a round brought the player: the tip is the dealers' unless the round is void."""
    tips = sum(seat["tip"]["wager"] for seat in entry["seats"] if "tip" in seat and not entry.get("void"))
    return int(sum(seat["net"] for seat in entry["seats"]) - tips)


def final_bankroll(shown: str) -> int:
    last = re.findall(r"Your bankroll is (\d+)(?:\.(\d\d))?\.", ESCAPES.sub("", shown))[-1]
    return int(last[0]) * 100 + int(last[1] or 0)


# Hundreds of rounds over every game


@pytest.mark.parametrize("drawn", [False, True], ids=["plain", "drawn"])
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("game", BETS)
def test_any_input_plays_and_the_money_adds_up(game: str, seats: int, drawn: bool, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    out, (main, *sides) = Output(drawn=drawn), BETS[game].split()
    bet: dict[str, Any] = {"bet": parse_money(main)}
    bet["sides"] = {spot: parse_money(text) for spot, text in map(_pair, sides)}
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
    assert shown.index("Box 1: The first card is an ace: it wins at once!") < shown.index("Dealer shows")


def test_the_meter_is_shown() -> None:
    assert "progressive meter 10000" in play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "q", out=Terminal())
    assert "The meter shows 10000." in play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "s", "q")


def test_an_award_stays_off_the_meter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack(monkeypatch, "7h 7d 7h Tc Th 6c 9d Tc 5c")
    shown = play("sd-blackjack+blazing-7s", "10 blazing-7s=1", "s", "10", "s", "q", log=tmp_path / "log")
    assert "1000 comes off the meter!" in shown
    assert records(tmp_path / "log")[1]["meters"] == {"meter": 900_000}


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
        ("10 pot-of-gold=500", "Pot of Gold takes 1 to 100 [house]."),
        ("10 pot-of-gold=1 pot-of-gold=1", "There is a wager on Pot of Gold already [SD.14 2]."),
        ("10 20", "'10 20' names two main bets"),
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
    assert "No round was played." in shown


def test_a_play_that_is_not_legal_is_refused_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 6d Tc 2d 9h")
    shown = play("sd-free-bet", "10", "f", "p", "r", "d 11", "h 3", "d x", "s", "q")
    assert "A free double needs a two-card 9, 10, 11; this is 16 [SD.14 1(a)]." in shown
    assert "Only two cards of one value may be split" in shown
    assert "There is no late surrender [SD.14 1(k)]." in shown
    assert "The amount must be 0.01 to 10 [SD(g); A16]." in shown
    assert "Hit takes no amount." in shown
    assert "'d x' is no choice here" in shown


def test_what_the_purse_cannot_cover_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c Td Tc 9h")
    shown = play("free-money", "10", "d", "p", "s", "q", bankroll=1_500)
    assert shown.count("Double 10 is not affordable") == 1
    assert "double 10 is not affordable: it takes your own money, and you have 5 left." in shown
    assert "split 10 is not affordable" in shown


def test_a_short_purse_doubles_for_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack(monkeypatch, "6h 6c 6d Tc 9h Td")
    shown = play("sd-blackjack", "10", "d 7", "d", "q", bankroll=1_500, log=tmp_path / "log")
    assert "You have 5 left." in shown
    assert "double for less 5 (d)" in shown
    assert records(tmp_path / "log")[0]["seats"][0]["hands"][0]["own"] == 1_500


# Ends


def test_too_small_a_bankroll_does_not_begin() -> None:
    assert "does not reach it" in play("sd-free-bet", code=2, bankroll=499)
    assert "cannot seat you on 8 boxes" in play("sd-free-bet", code=2, seats=8)


def test_out_of_money_ends_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 6d Tc 5d")
    shown = play("sd-free-bet", "10", "s", "10", bankroll=1_000)
    assert "Your money is used up for this table." in shown
    assert "1 round played, 10 wagered, net -10." in shown


def test_fewer_boxes_when_the_purse_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th Th 6c 6d 6d Tc 5d")
    shown = play("sd-free-bet", "5", "s", "s", "q", seats=2, bankroll=1_500)
    assert "Your bankroll covers 1 of your boxes at the minimum" in shown


@pytest.mark.parametrize(
    ("then", "code"), [(None, 0), (KeyboardInterrupt, 130), (EOFError, 0)], ids=["end", "ctrl-c", "ctrl-d"]
)
@pytest.mark.parametrize("drawn", [False, True], ids=["plain", "drawn"])
def test_leaving_mid_round_finishes_it_by_the_rule_for_absent_players(
    then: type[BaseException] | None, code: int, drawn: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "Th 6c 6d Tc 5d 8h 6c 8d Tc 2c Th Ts 5h")
    person = Person("", "10", "s", "20 pot-of-gold=5 tip=1", "p", then=then)
    out = Terminal() if drawn else io.StringIO()
    shown = play("sd-free-bet", in_=person, out=out, log=tmp_path / "log", code=code)
    first, second = records(tmp_path / "log")
    assert "absent" not in first["seats"][0]
    # The free split stays; the first hand draws from 10 to 20 and loses to 21, one lammer pays the Pot of Gold 3 to 1.
    assert second["seats"][0]["absent"]
    assert second["seats"][0]["net"] == -2000 + 1500
    assert final_bankroll(shown) == 100_000 - 1_000 - 500 - 100


def test_quitting_mid_round_asks_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack(monkeypatch, "8h 6c 8d Tc 2c 9d")
    shown = play("sd-free-bet", "10", "q", "n", "q", "y", log=tmp_path / "log")
    assert shown.count("Leave in the middle of the round?") == 2
    (seat,) = records(tmp_path / "log")[0]["seats"]
    assert seat["absent"]
    assert seat["hands"][0]["cards"] == ["8h", "8d", "2c"]


def test_the_drawn_table_gives_the_screen_back() -> None:
    shown = play("sd-free-bet", "10", out=Terminal(), in_=Person("", "10", then=KeyboardInterrupt), code=130)
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l") == 1
    assert "Thank you for playing." in shown.split("\x1b[?1049l")[1]


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    assert "The log cannot be written" in play("sd-free-bet", "10", code=2, log=tmp_path / "no" / "log")


def test_nobody_reads_any_more(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            if "Your move?" in text:
                raise BrokenPipeError
            return super().write(text)

    log = tmp_path / "log"
    play("sd-free-bet", *["10"] * 20, out=Closed(), log=log)
    assert records(log)[-1]["seats"][0]["absent"]


# Shoes


def test_every_seed_shown_opens_its_commitment() -> None:
    out = Output(drawn=False)
    person = Improviser(out, "shoes", 12, ["s", "h", "n"])
    shown = play("sd-blackjack", in_=person, out=out, seats=2, bet=1_000, overrides=("shoe.decks=1",))
    committed = re.findall(r"commitment, to check it later, is\n([0-9a-f]{64})", shown)
    opened = re.findall(r"lammer shoe ([0-9a-f]{64})", shown)
    assert len(committed) > 2
    assert [commitment(bytes.fromhex(seed), 1) for seed in opened] == committed


def test_a_shoe_that_runs_out_voids_the_round_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 4d Tc 2c")
    shown = play("sd-free-bet", "10", "h", "h", "q")
    assert "The round is declared interrupted" in shown
    assert "Round 1: 0. Bankroll 1000.\nYour bet?" in shown


def test_a_shoe_for_every_round_is_the_one_committed_to(tmp_path: Path) -> None:
    out, log = Output(drawn=True), tmp_path / "log"
    person = Improviser(out, "thin", 6, ["h", "n"])
    thin = ("shoe.decks=1", "shoe.burn=10")
    shown = play("sd-blackjack", in_=person, out=out, seats=7, bet=500, overrides=thin, log=log)
    entries = records(log)
    committed = re.findall(r"commitment, to check it later, is\n([0-9a-f]{64})", shown)
    assert [entry["shoe"]["commitment"] for entry in entries] == committed[: len(entries)]


def test_the_check_shown_can_be_run() -> None:
    shown = play("sd-free-bet", "q")
    lammer = f"{sys.executable} -c 'from lammer.surfaces.cli import main; main()'"
    check = shown[shown.index("lammer shoe ") : shown.index("Thank you")].replace("lammer", lammer, 1)
    done = subprocess.run(["sh", "-c", check], capture_output=True, text=True, check=True, env=_environment())
    assert done.stdout.splitlines()[0].removeprefix("commitment ") in shown


def test_a_log_tells_no_seed_before_its_shoe_is_over(tmp_path: Path) -> None:
    out, log = Output(drawn=False), tmp_path / "log"
    person = Improviser(out, "shoes", 12, ["s", "h", "n"])
    play("sd-blackjack", in_=person, out=out, seats=2, bet=1_000, overrides=("shoe.decks=1",), log=log)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert all("seed" not in entry["shoe"] for entry in lines if "notation" in entry)
    checker = RecordChecker()
    assert [fault for at, entry in enumerate(lines) for fault in checker.check(at, entry)] == []
    assert checker.unopened == 0
    lines[0]["shoe"]["first"] += 1
    again = RecordChecker()
    assert min(at for line, entry in enumerate(lines) for at, _ in again.check(line, entry)) == 0


def test_the_player_cuts(tmp_path: Path) -> None:
    shown = play("european-free-bet", in_=Person("7", "many", "100", "10", "q", "y"), plain=True, log=tmp_path / "log")
    assert "A cut takes 52 to 260 cards" in shown
    assert "'many' is no number of cards." in shown
    entry = records(tmp_path / "log")[0]
    assert entry["shoe"]["cut"] == 100
    assert "let the supervisor cut" in shown
    assert play("european-free-bet", in_=Person("q"), plain=True).count("No round was played.") == 1


# A real terminal


def _environment() -> dict[str, str]:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**os.environ, "PYTHONPATH": path, "TERM": "xterm-256color"}


SIT_DOWN = """
import sys
from pathlib import Path
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play
sys.exit(run_play(PlaySettings(load_sheet("sd-free-bet"), 100000, bet=1000, seed="pty", log=Path(sys.argv[1]))))
"""


class Seat:
    """A player in a pseudo-terminal of 80 by 24."""

    def __init__(self, log: Path) -> None:
        self._master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        environment = {key: value for key, value in _environment().items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIT_DOWN, str(log)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )
        self.shown = ""

    def until(self, *texts: str) -> str:
        """Reads until one of the texts appears after what was read before."""
        fresh, end = "", time.monotonic() + 30
        while not any(text in fresh for text in texts):
            assert time.monotonic() < end, f"waited for {texts}, got {fresh!r}"
            if select.select([self._master], [], [], 0.1)[0]:
                fresh += os.read(self._master, 65536).decode(errors="replace")
        self.shown += fresh
        return fresh

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def leave(self) -> int:
        self.until("Thank you for playing.")
        return self.process.wait(timeout=30)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self.slave)


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    player = Seat(tmp_path / "log")
    yield player
    player.close()


def test_single_keys_play_in_a_real_terminal(seat: Seat, tmp_path: Path) -> None:
    seat.until("let the dealer cut:")
    seat.press("100\r")
    seat.until("Your bet?")
    seat.press("2\x7f15 pot-of-gold=5\r")
    while "Your move?" in seat.until("Your move?", "Your bet?", "Insurance?"):
        seat.press("\x1b[As")
    seat.press("q")
    assert seat.leave() == 0
    entry = records(tmp_path / "log")[0]
    assert entry["seats"][0]["wagers"] == {"main": 1500, "pot-of-gold": 500}
    assert entry["shoe"]["cut"] == 100
    assert "╭───" in seat.shown
    assert termios.tcgetattr(seat.slave) == seat.modes


@pytest.mark.parametrize(
    ("how", "code"), [("\x03", 130), ("\x04", 0), (signal.SIGTERM, 143)], ids=["ctrl-c", "ctrl-d", "terminated"]
)
def test_leaving_a_real_terminal_restores_it(seat: Seat, tmp_path: Path, how: str | int, code: int) -> None:
    seat.until("let the dealer cut:")
    seat.press("\r")
    seat.until("Your bet?")
    while "Your move?" not in seat.shown:
        seat.press("\r")
        seat.until("Your move?", "Your bet?")
    if isinstance(how, str):
        seat.press(how)
    else:
        seat.process.send_signal(how)
    assert seat.leave() == code
    assert records(tmp_path / "log")[-1]["seats"][0]["absent"]
    assert termios.tcgetattr(seat.slave) == seat.modes
    assert "\x1b[?1049l" in seat.shown
    assert "Traceback" not in seat.shown
