"""How an evening ends, and the shoes it was dealt from."""

import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lammer.surfaces.cli.options import BadOption
from lammer.table.replay import RecordChecker
from tests.surfaces.commands import carried_out
from tests.surfaces.play_table import (
    Improviser,
    Output,
    Person,
    Terminal,
    environment,
    final_bankroll,
    play,
    records,
    stack,
)

# Ends


def test_too_small_a_bankroll_does_not_begin() -> None:
    with pytest.raises(BadOption, match=r"--bankroll 4\.99: the table minimum is 5 \[house\]"):
        play("sd-free-bet", bankroll=499)
    with pytest.raises(BadOption, match="--seats 8: "):
        play("sd-free-bet", seats=8)


def test_out_of_money_ends_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Th 6c 6d Tc 5d")
    shown = play("sd-free-bet", "10", "s", "10", bankroll=1_000)
    assert "Your money is below the table minimum." in shown
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
    with pytest.raises(BadOption, match=r"--log .*/no/log: cannot be written"):
        play("sd-free-bet", "10", log=tmp_path / "no" / "log")


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
    opened = [shlex.split(words.replace("\\\n", "")) for words in re.findall(r"lammer (shoe (?:.*\\\n)*.*)", shown)]
    assert len(committed) > 2
    assert [carried_out(shlex.join(["lammer", *words])).out.split()[1] for words in opened] == committed


def test_a_shoe_that_runs_out_voids_the_round_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 4d Tc 2c")
    shown = play("sd-free-bet", "10", "h", "h", "q")
    assert "The round is interrupted: the shoe has run out of cards." in shown
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
    done = subprocess.run(["sh", "-c", check], capture_output=True, text=True, check=True, env=environment())
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
    assert "'many' is not a number of cards." in shown
    entry = records(tmp_path / "log")[0]
    assert entry["shoe"]["cut"] == 100
    assert "let the supervisor cut" in shown
    assert play("european-free-bet", in_=Person("q"), plain=True).count("No rounds were played.") == 1
