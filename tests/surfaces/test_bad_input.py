"""Every bad input of the command line is refused with an exit code, one line that says what to do, and no traceback.

A row is a command line and words of its refusal. ``{files}`` is a folder of bad charts, sheets and records, see
``bad_files.py``. What needs a process or a terminal of its own stands in ``test_bad_process.py``.
"""

import io
import json
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from lammer.strategy.chart import shipped_chart, write_chart
from lammer.surfaces.cli import main
from lammer.surfaces.cli.options import must_be_writable
from tests.surfaces.bad_files import write_bad_files

AMOUNTS = [
    ("deal sd-free-bet --rounds 1 --bet 10,5", "'10,5' is not an amount; write it like 10, 7.50 or 1,000"),
    ("deal sd-free-bet --rounds 1 --bet 1,00", "like 10, 7.50 or 1,000"),
    ("deal sd-free-bet --rounds 1 --bet ,100", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 1000,000", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 1,0000", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 0,100", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 10.5,0", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 1_000", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 1e3", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet 10.505", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet ''", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet -5", "not an amount"),
    ("deal sd-free-bet --rounds 1 --bet \u0661\u0660", "not an amount"),
    ("deal sd-free-bet --rounds 1 --side pot-of-gold=1,5", "--side pot-of-gold: '1,5' is not an amount"),
    ("deal sd-blackjack --side blazing-7s=1 --meter meter=10000,18", "--meter: '10000,18' is not an amount"),
    ("deal sd-blackjack --side blazing-7s=1 --meter meter=", "not an amount"),
    ("deal sd-blackjack --side blazing-7s=1 --meter meter=5/1,0", "not an amount"),
    ("deal sd-blackjack --side blazing-7s=1 --meter meter=5 --meter meter=6", "--meter meter=6: meter is given twice"),
    ("play sd-free-bet --bet 10,5", "--bet: '10,5' is not an amount"),
    ("play sd-free-bet --bankroll 1,0", "--bankroll: '1,0' is not an amount"),
    ("simulate sd-free-bet --bet 10,5", "--bet: '10,5' is not an amount"),
    ("simulate sd-free-bet --bankroll 50,0", "--bankroll: '50,0' is not an amount"),
    ("sidebets sd-blackjack+blazing-7s --meter meter=10000,18", "--meter meter: '10000,18' is not an amount"),
    ("progressive analyze --meter meter=10000,18", "--meter meter: '10000,18' is not an amount"),
    ("progressive analyze --wager 1,5", "--wager: '1,5' is not an amount"),
    ("progressive reconcile meter=10000,18 --as sam --db {files}/jackpot.db", "meter: '10000,18' is not an amount"),
    ("progressive wager T1 1=1,5 --as dana --db {files}/jackpot.db", "1: '1,5' is not an amount"),
    (
        "progressive adjust meter 1,5 --reason x --note n --approved-by eli --as erin --db {files}/jackpot.db",
        "AMOUNT: '1,5' is not an amount",
    ),
]
COUNTS = [
    ("deal sd-free-bet --rounds 1,0", "--rounds: '1,0' is not a whole number"),
    ("deal sd-free-bet --rounds 1__0", "1000, 1,000 or 1e6"),
    ("deal sd-free-bet --rounds 1.5", "not a whole number"),
    ("deal sd-free-bet --rounds 0", "at least 1"),
    ("deal sd-free-bet --rounds -3", "not a whole number"),
    ("deal sd-free-bet --rounds ''", "not a whole number"),
    ("deal sd-free-bet --rounds inf", "not a whole number"),
    ("deal sd-free-bet --rounds 1e40", "--rounds: 1e40 is too many; at most 1e15"),
    ("simulate sd-free-bet --rounds 1e40", "too many"),
    ("simulate sd-free-bet --rounds 1,0", "not a whole number"),
    ("simulate sd-free-bet --bankroll 100 --horizon 1,0", "--horizon: '1,0' is not a whole number"),
    ("simulate sd-free-bet --bankroll 100 --horizon 1e40", "--horizon: 1e40 is too many"),
    ("sweep sd-free-bet --rounds 1e40", "too many"),
    ("check sd-free-bet --rounds 1e40", "too many"),
    ("progressive analyze --paths 1,0", "--paths: '1,0' is not a whole number"),
    ("progressive analyze --wager 1=0", "--wager 1=0"),
]
CHARTS = [
    ("edge sd-free-bet --strategy {files}/cut-off.csv", "cut-off.csv: has no cell for own hard 12–20"),
    ("edge sd-free-bet --strategy {files}/cut-off.csv", "--partial fills them with the best play"),
    ("simulate sd-free-bet --strategy {files}/cut-off.csv", "has no cell for"),
    ("check sd-free-bet --strategy {files}/cut-off.csv", "has no cell for"),
    ("sweep sd-free-bet --strategy {files}/cut-off.csv", "has no cell for"),
    ("compare sd-free-bet --vary shoe.decks=6,8 --strategy {files}/cut-off.csv", "has no cell for"),
    ("sidebets sd-free-bet --strategy {files}/cut-off.csv", "has no cell for"),
    ("deal sd-free-bet --strategy {files}/cut-off.csv", "has no cell for"),
    (
        "edge sd-free-bet --strategy {files}/one-cell.toml",
        "has no cell for own hard 4–11, own hard 12 against 3–A, own hard 13–20",
    ),
    ("edge sd-free-bet --strategy {files}/hole.csv", "has no cell for own hard 16 against T"),
    ("edge sd-free-bet --strategy {files}/no-pairs.csv", "has no cell for own pair A–T"),
    ("edge sd-free-bet --strategy {files}/twice.csv", "twice.csv, line 4: own hard 8 is already in line 3"),
    ("edge sd-free-bet --strategy {files}/overlap.json", "overlap.json, own.hard.7-9: own hard 7 is given twice"),
    ("edge sd-free-bet --strategy {files}/same-key.json", "same-key.json: '12' is given twice"),
    ("edge sd-free-bet --strategy {files}/endless.csv", "endless.csv, line 2: cannot be read as CSV"),
    ("edge sd-free-bet --strategy {files}/nul.csv", "nul.csv"),
    ("edge sd-free-bet --strategy {files}", "cannot be read"),
    ("edge sd-free-bet --strategy nowhere.csv", "nowhere.csv: cannot be read"),
    ("edge sd-free-bet --strategy ''", "--strategy"),
    ("edge sd-free-bet --partial", "--partial fills a chart file: add --strategy FILE"),
    ("deal sd-free-bet --partial", "--partial fills a chart file: add --strategy FILE"),
    ("simulate sd-free-bet --strategy house --partial", "--partial fills a chart file"),
]
SHEETS = [
    ("rules show 'sd-free-bet[shoe.decks=7]'", "shoe.decks"),
    ("rules show 'sd-free-bet[shoe.decks=8'", "sd-free-bet[shoe.decks=8: the bracket is never closed"),
    ("rules show 'sd-free-bet[shoe.decks=8]x'", "write GAME[key=value,…]"),
    ("rules show 'sd-free-bet@9[shoe.decks=8]'", "version"),
    ("rules show 'sd-free-bet@x'", "version"),
    ("edge 'sd-free-bet[shoe.decks=8]' --set shoe.decks=6", "shoe.decks: is set twice"),
    ("rules show 'sd-free-bet+pot-of-gold'", "pot-of-gold"),
    ("rules show sd-free-bet+", "there is no such sheet"),
    ("rules show ''", "there is no such sheet"),
    ("rules show {files}/nowhere.toml", "there is no such file. lammer games lists shipped sheets"),
    ("rules show {files}/one-sell.toml", "there is no such file. Did you mean 'one-cell.toml'?"),
    ("rules show {files}", "there is no such file"),
    ("rules show {files}/own", "there is no such file"),
    ("rules show {files}/endless.csv", "cannot be read as TOML"),
    ("rules show {files}/cut-off.csv", "cannot be read as TOML"),
]
CARDS = [
    ("edge sd-free-bet --remove '5c 5c 5c 5c 5c 5c 5c'", "--remove: 7 × 5c, but 6 decks hold 6"),
    ("evs sd-free-bet '8h 8d' --up 6c --remove '6c 6c 6c 6c 6c 6c'", "7 × 6c, but 6 decks hold 6"),
    ("evs sd-free-bet '6c 6c' --up 2 --remove '6c 6c 6c 6c 6c'", "7 × 6c, but 6 decks hold 6"),
    ("evs sd-blackjack '6c 6c' --up 6c --decks 2", "3 × 6c, but 2 decks hold 2"),
    ("evs sd-blackjack '8h 8d' --up 6 --decks 1 --remove '6c 6d 6h 6s'", "the shoe does not hold"),
    ("strategy sd-free-bet --remove '5c 5c 5c 5c 5c 5c 5c'", "7 × 5c"),
    ("edge sd-free-bet --remove 5x", "--remove: '5x' is not a card"),
    ("edge sd-free-bet --cards 24,24,24,24,24,24,24,24,24,129", "more than 8 decks hold"),
    ("edge sd-free-bet --cards 24,24,24", "--cards 24,24,24: write ten counts"),
    ("edge sd-free-bet --cards 0,0,0,0,0,0,0,0,0,0", "--cards"),
    ("edge sd-free-bet --cards 4,4,4,4,4,4,4,4,4,16 --remove '5c 5d 5h 5s 5c'", "--remove: more cards"),
    ("evs sd-free-bet '8h' --up 6", "write two or more cards"),
    ("evs sd-free-bet '' --up 6", "write two or more cards"),
    ("evs sd-free-bet 'Th Td 5c' --up 6", "21"),
    ("evs sd-free-bet '8h 8x' --up 6", "'8x' is not a card"),
    ("evs sd-free-bet '8h 8d' --up 11", "--up: '11' is not a card"),
    ("evs sd-free-bet '8h 8d' --up ''", "--up: '' is not a card"),
]
OPTIONS = [
    ("simulate sd-blackjack --shoe cut --cut-decks nan", "--cut-decks nan"),
    ("simulate sd-blackjack --shoe cut --cut-decks inf", "--cut-decks inf"),
    ("simulate sd-blackjack --shoe cut --cut-decks -1", "--cut-decks -1"),
    ("simulate sd-blackjack --shoe cut --cut-decks 6", "--cut-decks 6"),
    ("simulate sd-blackjack --cut-decks 1", "add --shoe cut"),
    ("sweep sd-blackjack --shoe cut --cut-decks nan", "--cut-decks nan"),
    ("simulate sd-free-bet --horizon 1000", "--horizon needs a bankroll: add --bankroll"),
    ("simulate sd-free-bet --bankroll 0", "--bankroll: a bankroll must be above 0"),
    ("simulate sd-free-bet --threads -1", "--threads -1"),
    ("simulate sd-free-bet --seats 0", "--seats 0"),
    ("simulate sd-free-bet --seed -1", "--seed -1"),
    ("simulate sd-free-bet --bet 0", "--bet"),
    ("simulate sd-free-bet --bet 100000", "--bet: the maximum for a bettor is 500"),
    ("simulate sd-free-bet --side pot-of-gold=0", "--side pot-of-gold: a wager is a positive amount"),
    ("simulate sd-free-bet --side pot-of-gold=500", "--side pot-of-gold: Pot of Gold accepts 1 to 100"),
    ("deal sd-free-bet --side pot-of-gold=0", "--side pot-of-gold: a wager is a positive amount"),
    ("deal sd-free-bet --bet 0", "--bet: a wager is a positive amount"),
    ("simulate sd-free-bet --count nonsense", "--count nonsense"),
    ("simulate sd-free-bet --save {files}/nowhere/run.json", "--save {files}/nowhere/run.json"),
    ("simulate sd-free-bet --save {files}", "--save {files}: this is a folder"),
    ("simulate sd-free-bet --save {files}/cut-off.csv", "cut-off.csv: this is not a file of sums"),
    ("simulate sd-free-bet --save /dev/null/run.json", "--save /dev/null/run.json"),
    ("sweep sd-free-bet --save {files}/cut-off.csv", "this is a file; name a folder"),
    ("sweep sd-free-bet --save {files}/cut-off.csv/sums", "--save {files}/cut-off.csv/sums"),
    ("check sd-free-bet --seed -1", "--seed -1"),
    ("sweep sd-free-bet --seed 5-1", "--seed 5-1"),
    ("serve --workers 0", "--workers 0: write 1 or more"),
    ("serve --workers -3", "--workers -3: write 1 or more"),
    ("serve --port 99999", "port"),
    ("serve --port -1", "port"),
    ("serve --users {files}/twice.csv", "twice.csv"),
    ("progressive demo --maximum-hands -5", "--maximum-hands -5: write 1 or more"),
    ("progressive demo --maximum-hands 0", "--maximum-hands 0: write 1 or more"),
    ("progressive analyze --years -1", "--years -1"),
    ("progressive analyze --csv {files}/nowhere/fan.csv", "--csv {files}/nowhere/fan.csv"),
    ("strategy sd-blackjack --csv {files}/nowhere/chart.csv", "--csv {files}/nowhere/chart.csv: cannot be written"),
    ("compare sd-blackjack --vary shoe.decks=6,8 --csv {files}", "--csv {files}: this is a folder"),
    ("sweep sd-free-bet --csv /dev/null/edges.csv", "--csv /dev/null/edges.csv"),
    ("strategy sd-blackjack --csv - --json", "--json and --csv both set the output: leave one out"),
    ("deal sd-free-bet --strategy total --partial", "--partial fills a chart file: add --strategy FILE"),
    ("progressive status --db {files}/nowhere.db", "nowhere.db"),
    ("progressive status --db {files}/cut-off.csv", "cut-off.csv"),
    ("progressive verify --db {files}/nowhere.db", "nowhere.db"),
    ("progressive verify --db {files}/jackpot.db --head {files}/cut-off.csv", "--head"),
    ("progressive verify --db {files}/jackpot.db --head {files}/nowhere", "--head {files}/nowhere"),
    ("replay {files}/nowhere.jsonl", "nowhere.jsonl: cannot be read"),
    ("replay {files}", "cannot be read"),
    ("replay - --sheet nowhere", "nowhere: there is no such sheet"),
    ("shoe 00", "is not a seed"),
]
PLAY = [
    ("play sd-free-bet --bet 1", "--bet: the table minimum is 5"),
    ("play sd-free-bet --bet 100000", "--bet"),
    ("play sd-free-bet --bet 500 --bankroll 100", "--bet"),
    ("play sd-free-bet --side pot-of-gold=0.01", "--side"),
    ("play sd-free-bet --side pot-of-gold=5000", "--side"),
    ("play sd-free-bet --side dealer-22=5", "--side dealer-22"),
    ("play sd-free-bet --seats 0", "--seats 0"),
    ("play sd-free-bet --seats 8", "--seats 8"),
    ("play sd-free-bet --bankroll 1", "--bankroll"),
    ("play sd-free-bet --log {files}/nowhere/log.jsonl", "--log {files}/nowhere/log.jsonl"),
    ("play sd-free-bet --log {files}", "--log {files}"),
]
ROWS = [*AMOUNTS, *COUNTS, *CHARTS, *SHEETS, *CARDS, *OPTIONS, *PLAY]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bad_files(tmp_path_factory.mktemp("bad"))


@pytest.fixture(autouse=True)
def _own_streams(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Nobody types, nothing lies in the folder, and the command's signals are not the tests'."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def refusal(line: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a refusal. The note that kernels are being compiled may come before it."""
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(line))
    captured = capsys.readouterr()
    assert ended.value.code == 2, captured
    assert captured.out == ""
    return [line for line in captured.err.splitlines() if "lammer: compiling" not in line]


@pytest.mark.parametrize(("line", "message"), ROWS, ids=[line for line, _ in ROWS])
def test_a_bad_input_is_refused_in_one_line(
    line: str, message: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (said,) = refusal(line.replace("{files}", str(files)), capsys)
    assert said.startswith("lammer: ")
    assert message.replace("{files}", str(files)) in said


# What the same inputs are when they are good


def test_thousands_are_set_apart_by_commas(capsys: pytest.CaptureFixture[str]) -> None:
    maximum = "--set limits.maximum=10000000"
    for text, amount in (("1,000", "1000"), ("12,345.50", "12345.50"), ("$20", "20"), ("1000", "1000")):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(f"deal sd-free-bet --seed 1 --rounds 1 --bet '{text}' {maximum}"))
        assert ended.value.code == 0
        assert f" 1:{amount} |" in capsys.readouterr().out


def test_a_partial_chart_is_filled_with_the_best_play_and_says_so(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def edge(more: str) -> tuple[dict[str, object], str]:
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(f"edge sd-free-bet --no-spread --json {more}"))
        assert ended.value.code == 0
        captured = capsys.readouterr()
        return json.loads(captured.out), captured.err

    best, _ = edge("--strategy total")
    # The first rows are those of the best chart: filled up, the chart is the best one.
    found, said = edge(f"--strategy {files}/cut-off.csv --partial")
    assert found["house_edge"] == pytest.approx(best["house_edge"], abs=1e-12)
    assert "cells filled with the best play" in str(found["strategy_class"])
    assert "filled with the best play: own hard 12–20, own soft 12–20, own pair A–T, free hard" in said
    whole = tmp_path / "whole.csv"
    whole.write_text(write_chart(shipped_chart("free-bet")), encoding="utf-8")
    plain, said = edge(f"--strategy {whole} --partial")
    assert (plain["strategy_class"], said.strip()) == (str(whole), "")


def test_a_save_path_is_tested_before_dealing_and_left_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.json"
    must_be_writable("--save", path)
    assert not path.exists()
    path.write_text("sums", encoding="utf-8")
    must_be_writable("--save", path)
    assert path.read_text(encoding="utf-8") == "sums"
