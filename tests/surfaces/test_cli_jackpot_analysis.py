"""``lammer progressive analyze`` as a user meets it."""

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lammer.errors import BadArgument
from lammer.ledger.refusals import LedgerFault
from lammer.progressive.desk import create_desk
from lammer.progressive.refusals import StepRefused, TermsFault
from lammer.progressive.terms import load_terms
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.progressive.analyze import analyze_app


def analyzed(*arguments: str) -> int:
    code: int = analyze_app(list(arguments), result_action="return_value")
    return code


def json_output(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert analyzed(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_a_page_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyzed("--years", "1", "--paths", "100") == 0
    page = capsys.readouterr().out
    for shown in (
        "71.164019%",
        "22,462.41",
        "112,312.07",
        "62,666.5",
        "16,836.76",
        "86.983149%",
        "simulated: 12 months",
    ):
        assert shown in page
    assert max(map(len, page.splitlines())) <= 110


def test_without_years_only_what_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    found = json_output(capsys, "--years", "0", "--meter", "meter=22462.41", "--reserve", "meter=10000")
    assert found["simulated"] is None
    today = found["today"]
    assert today["stakes"][0]["return"] == pytest.approx(1, abs=1e-6)
    assert today["levels"][0]["reserve_covers_seed"] == {"chance": 1.0, "is": "exact"}


def test_stakes_may_be_mixed_and_terms_changed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--terms", "blazing-7s-three-meters", "--set", "levels.minor.seed=60000", "--years", "1")
    found = json_output(capsys, *arguments, "--wager", "1=4", "--wager", "5", "--paths", "50", "--seed", "9")
    assert found["pace"]["wagers_per_hour"] == {"100": 240, "500": 60}
    assert found["today"]["levels"][2]["meter"] == 60_000
    assert found["simulated"]["wagers"] == 12 * 300 * 365
    assert [level["level"] for level in found["simulated"]["levels"]] == ["mega", "major", "minor"]


def test_a22__a_fixed_amount_per_wager_is_analyzed_and_simulated_like_the_rate_it_is_for_one_stake(
    capsys: pytest.CaptureFixture[str],
) -> None:
    years = ("--years", "1", "--paths", "50")
    fixed, rate = json_output(capsys, "--set", "levels.meter.per_wager=20", *years), json_output(capsys, *years)
    assert [fixed[part] for part in ("today", "long_run", "simulated")] == [
        rate[part] for part in ("today", "long_run", "simulated")
    ]
    mix = ("--wager", "1=4", "--wager", "5=1", "--years", "0")
    fixed, rate = json_output(capsys, "--set", "levels.meter.per_wager=20", *mix), json_output(capsys, *mix)
    assert (fixed["long_run"]["return_from_increments"], rate["long_run"]["return_from_increments"]) == (
        pytest.approx(0.2 / 1.8, abs=1e-9),
        0.2,
    )


def test_the_fan_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fan.csv"
    assert analyzed("--years", "1", "--paths", "50", "--csv", str(path)) == 0
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 13
    assert rows[0]["percentile_50"] == "10000.00"
    assert "simulated" in capsys.readouterr().out


def test_a_jackpot_of_the_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = tmp_path / "books.db"
    desk = create_desk(books)
    desk.create("1", "main", load_terms("blazing-7s", ["levels.meter.seed=1234500"]), "erin")
    desk.journal.close()
    found = json_output(capsys, "--db", str(books), "--link", "main", "--years", "0")
    assert found["today"]["levels"][0]["meter"] == 1_234_500
    other = json_output(capsys, "--db", str(books), "--link", "main", "--years", "0", "--meter", "meter=1")
    assert other["today"]["levels"][0]["meter"] == 100
    with pytest.raises(StepRefused, match="there is no link 'other'"):
        analyzed("--db", str(books), "--link", "other")


@pytest.mark.parametrize(
    ("arguments", "fault", "text"),
    [
        (("--terms", "none"), TermsFault, "no such terms"),
        (("--set", "levels.none.seed=1"), TermsFault, "KEY=VALUE"),
        (("--wager", "2"), TermsFault, "a progressive wager is 1 or 5"),
        (("--wager", "1", "--wager", "1"), BadOption, "is repeated"),
        (("--wager", "1=0"), BadOption, "--wager 1=0"),
        (("--meter", "mega=1"), BadOption, "the levels are meter"),
        (("--reserve", "meter=x"), BadOption, "not an amount"),
        (("--db", "none.db", "--link", "main"), LedgerFault, "no books"),
        (("--db", "none.db"), LedgerFault, "no books"),
        (("--db", "none.db", "--link", "main", "--set", "a=1"), BadOption, "leave out --terms, --game and --set"),
        (("--link", "main"), BadOption, "add --db"),
        (("--wagers-per-hour", "0"), BadOption, "above 0"),
        (("--wagers-per-hour", "nan"), BadOption, "above 0"),
        (("--hours-per-day", "25"), BadOption, "up to 24"),
        (("--years", "101"), BadOption, "0 to 100"),
        (("--paths", "1"), BadOption, "at least 2"),
        (("--paths", "1e7"), BadOption, "up to 1,000,000"),
        (("--seed", "-1"), BadArgument, "0 or more"),
        (("--years", "0", "--csv", "fan.csv"), BadOption, "--csv"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], fault: type[Exception], text: str) -> None:
    with pytest.raises(fault, match=text):
        analyzed(*arguments)


def run(code: str) -> subprocess.Popen[str]:
    start = f"import sys; from lammer.surfaces.cli.progressive.analyze import analyze_app; {code}"
    return subprocess.Popen(
        [sys.executable, "-c", start],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def test_ctrl_c_keeps_what_is_exact() -> None:
    process = run("sys.exit(analyze_app(['--years', '100', '--paths', '1e6'], result_action='return_value'))")
    assert process.stdout is not None
    page = ""
    try:
        while "house edge 13" not in page:
            page += process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    finally:
        process.kill()  # it would go on for many minutes
    assert process.returncode == 130, error
    assert error == "lammer: stopped; the exact figures are complete\n"


def test_without_numpy_what_is_exact_is_told() -> None:
    process = run("sys.modules['numpy'] = None; sys.exit(analyze_app([], result_action='return_value'))")
    page, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    assert "86.983149%" in page
    assert "simulated" not in page
    assert "the simulation needs numpy" in error


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    analyze_app(["--help"], result_action="return_value")
    assert "lammer progressive analyze --meter meter=18500" in capsys.readouterr().out


THREE_METERS = ("--terms", "blazing-7s-three-meters", "--years", "0")


def test_a_break_even_meter_above_the_limit_is_called_out_of_reach(capsys: pytest.CaptureFixture[str]) -> None:
    """Only mega has no limit."""
    for stake in json_output(capsys, *THREE_METERS)["today"]["stakes"]:
        assert stake["break_even_above_limit"] == {"major": 2_500_000, "minor": 500_000}
        assert stake["break_even_meters"]["minor"] > 500_000
    assert analyzed(*THREE_METERS) == 0
    page = capsys.readouterr().out
    assert "major cannot break even for 1: its meter stops at its limit of 25,000.00" in page
    assert "minor cannot break even for 5: its meter stops at its limit of 5,000.00" in page
    assert "mega cannot" not in page


@pytest.mark.parametrize(("limit", "out_of_reach"), [(3_209_399, True), (3_209_401, False), (0, False)])
def test_a_limit_that_just_suffices(capsys: pytest.CaptureFixture[str], limit: int, out_of_reach: bool) -> None:
    one = json_output(capsys, *THREE_METERS, "--set", f"levels.major.limit={limit}")["today"]["stakes"][0]
    assert one["break_even_meters"]["major"] == pytest.approx(3_209_400, abs=0.5)
    assert ("major" in one["break_even_above_limit"]) is out_of_reach
