"""The commands as a user meets them: real processes, real exit codes, nothing but a sentence for a mistake."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lammer import __version__
from lammer.cache import package_hash
from lammer.rules.loader import sheet_names
from tests import warm
from tests.sheets import PLAIN, side_bet_sheets
from tests.surfaces.real_terminal import RealTerminal
from tests.waiting import until


def lammer(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80", **env}
    return subprocess.run(
        [*warm.command(), *arguments], input=stdin, capture_output=True, text=True, env=environment, timeout=120
    )


def interrupted(*arguments: str, number: signal.Signals = signal.SIGINT) -> tuple[str, str]:
    """What a command prints that is stopped by Ctrl-C or a signal once it has dealt something: its bar shows that. It
    must end as stopped ones do."""
    terminal = RealTerminal("from lammer.surfaces.cli import main; main()", *arguments, piped=True)
    try:
        terminal.until("left")
        if number is signal.SIGINT:
            terminal.press("\x03")
        else:
            terminal.process.send_signal(number)
        assert terminal.process.stdout is not None
        out = terminal.process.stdout.read().decode()
        assert terminal.until_over() == 128 + number, terminal.shown
        return out, terminal.shown
    finally:
        terminal.close()


def records(*arguments: str) -> list[dict[str, Any]]:
    done = lammer("deal", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_games_lists_every_game() -> None:
    listed = json.loads(lammer("games", "--json").stdout)
    assert {game["id"] for game in listed} == set(sheet_names())
    assert {one["id"] for one in listed if one["kind"] == "side bet"} == set(side_bet_sheets())
    assert "Pot of Gold" in lammer("games", "--json").stdout
    assert lammer("games").returncode == 0


def test_rules_show_names_a_clause_for_every_value() -> None:
    shown = json.loads(lammer("rules", "show", "sd-free-bet", "--json").stdout)
    assert shown["sheet"] == "sd-free-bet@2"
    assert all(value["clause"] for value in shown["values"].values())
    assert shown["values"]["shoe.decks"] == {
        "value": 6,
        "kind": "rule",
        "clause": ["SD.14 1(j)"],
        "allowed": [6, 8],
        "note": "",
    }
    assert "SD.14 1(a)" in lammer("rules", "show", "sd-free-bet", "free").stdout


def test_rules_show_tells_rules_from_statements() -> None:
    shown = json.loads(lammer("rules", "show", "sd-blackjack+blazing-7s", "--json").stdout)["values"]
    stated = {
        key.removeprefix("side_bets.blazing-7s.jackpot.")
        for key, entry in shown.items()
        if entry["kind"] == "statement"
    }
    assert stated >= {"equipment", "plays_for", "notified", "completed_by", "after_full_award", "envy_to"}
    assert stated >= {"percent_pays_from", "fixed_pays_from", "posted.interrupted", "points.ace"}
    assert {shown[key]["kind"] for key in ("shoe.decks", "dealer.soft_17", "void.tips")} == {"rule"}
    text = lammer("rules", "show", "triple-win-20", "dealer.stand_on_hard").stdout
    assert "repealed text, house choice" in " ".join(text.split())


def test_rules_show_of_an_unknown_section_names_the_known_ones() -> None:
    done = lammer("rules", "show", "sd-free-bet", "nonsense")
    assert done.returncode == 2
    assert "dealer" in done.stderr


def test_rules_lint_warns_with_the_figure() -> None:
    (remark,) = json.loads(lammer("rules", "lint", "european-free-bet", "--json").stdout)
    assert remark["clause"] == "EU 6"
    assert remark["figure"] == pytest.approx(0.8548, abs=1e-4)
    assert lammer("rules", "lint", "european-free-bet").returncode == 0
    assert lammer("rules", "lint", "european-free-bet", "--strict").returncode == 1
    assert lammer("rules", "lint", "free-money", "--strict").returncode == 0


def test_rules_lint_quotes_exact_edges() -> None:
    output = lammer("rules", "lint", "triple-win-20", "--set", "dealer.stand_on_hard=17").stdout
    assert "exact house edge -6.209066%" in output
    assert "0.4406% standing on hard 16, -6.2091% standing on hard 17" in output
    assert "the player is 6.2091% ahead" in output
    rich = 'lammer_bets.pot-of-gold.paytables.01={basis="to 1",rows={"1 lammer"=6}}'
    assert (
        "Pot of Gold 01 favours the player, with an advantage of"
        in lammer("rules", "lint", "sd-free-bet", "--set", rich).stdout
    )


def test_rules_lint_warns_of_lights_that_favour_the_player() -> None:
    (remark,) = json.loads(lammer("rules", "lint", "sd-blackjack+ten-sticks-21", "--json").stdout)
    assert remark["key"] == "lights.prize"
    assert "with a wager of 5 and Ten sticks 21 the player is 7.5736% ahead of the house" in remark["text"]
    lower = lammer("rules", "lint", "sd-blackjack+ten-sticks-21", "--set", "lights.prize=100").stdout
    assert "no warnings" in lower


def test_rules_lint_of_a_sheet_that_pays_more_than_it_takes() -> None:
    table = 'dealer_22_bets.push-22.paytables.PT1={basis="to 1",rows={"22"=14}}'
    remarks = json.loads(lammer("rules", "lint", "european-free-bet", "--set", table, "--json").stdout)
    assert any("favours the player" in remark["text"] for remark in remarks)


def test_rules_diff_tells_both_values() -> None:
    changed = json.loads(lammer("rules", "diff", "sd-free-bet", "european-free-bet", "--json").stdout)
    assert changed["dealer.soft_17"] == {"sd-free-bet@2": "hit", "european-free-bet@2": "stand"}


def test_rules_schema_is_json() -> None:
    assert json.loads(lammer("rules", "schema").stdout)["title"] == "lammer rule sheet"


@pytest.mark.parametrize("game", PLAIN)
def test_deal_gives_one_record_a_line(game: str) -> None:
    dealt = records(game, "--rounds", "20", "--seed", "7", "--seats", "2")
    assert [entry["round"] for entry in dealt] == list(range(1, 21))
    for entry in dealt:
        assert [seat["seat"] for seat in entry["seats"]] == [1, 2]
        for seat in entry["seats"]:
            sides = sum(side["net"] for side in seat["side"].values())
            assert seat["net"] == sum(hand["net"] for hand in seat["hands"]) + sides + seat["insurance"]


def test_the_same_seed_deals_the_same_rounds() -> None:
    same = [records("free-money", "--rounds", "30", "--seed", "s", "--shoe", "fresh") for _ in range(2)]
    assert same[0] == same[1]
    assert same[0] != records("free-money", "--rounds", "30", "--seed", "t", "--shoe", "fresh")
    assert len({entry["shoe"]["seed"] for entry in same[0]}) == 30


@pytest.mark.parametrize(
    ("game", "side", "bet_id", "paytable"),
    [
        ("sd-free-bet", "pot-of-gold:02=5", "pot-of-gold", "02"),
        ("sd-free-bet", "Pot of Gold:POG 02=5", "pot-of-gold", "02"),
        ("free-money", "dealer-22:3=5", "dealer-22", "PT3"),
        ("european-free-bet", "push-22=5", "push-22", "PT1"),
        ("triple-win-20", "tw20-bonus=5", "tw20-bonus", "PT1"),
        ("sd-blackjack", "blazing-7s:PT3=1", "blazing-7s", "PT3"),
    ],
)
def test_deal_takes_side_bets_by_paytable(game: str, side: str, bet_id: str, paytable: str) -> None:
    (entry,) = records(game, "--rounds", "1", "--seed", "1", "--side", side)
    assert entry["game"] == game
    assert entry["paytables"][bet_id] == paytable
    assert set(entry["seats"][0]["side"]) == set(entry["seats"][0]["wagers"]) - {"main"} == {bet_id}


def test_deal_takes_meters() -> None:
    (entry,) = records("sd-blackjack", "--rounds", "1", "--side", "blazing-7s:PT3=1", "--meter", "mega=123.45/50")
    assert entry["meters"]["mega"] == 12345
    assert entry["meters_reset"]["mega"] == 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["deal", "sd-free-bet", "--set", "shoe.decks=7"], "SD.14 1(j)"),
        (["deal", "nope"], "no such sheet"),
        (["deal", "sd-free-bet", "--bet", "1"], "table minimum"),
        (["deal", "sd-free-bet", "--bet", "lots"], "not an amount"),
        (["deal", "sd-free-bet", "--seats", "8"], "boxes 1 to 7"),
        (["deal", "sd-free-bet", "--rounds", "-3"], "whole number"),
        (["deal", "sd-free-bet", "--side", "dealer-22=5"], "pot-of-gold"),
        (["deal", "sd-free-bet", "--side", "pot-of-gold:09=5"], "01, 02"),
        (["deal", "sd-free-bet", "--side", "pot-of-gold"], "ID=AMOUNT"),
        (["deal", "sd-free-bet", "--side", "pot-of-gold=5", "--side", "pot-of-gold=5"], "twice"),
        (["deal", "sd-free-bet", "--meter", "mega=5"], "levels"),
        (["deal", "sd-free-bet", "--strategy", "no-such-file.csv"], "cannot be read"),
        (["deal", "blazing-7s"], "sd-blackjack+blazing-7s"),
        (["replay", "no-such-file.jsonl"], "cannot be read"),
        (["rules", "show", "free-money+blazing-7s"], "attaches to sd-blackjack"),
        (["frobnicate"], "frobnicate"),
        (["deal"], "game"),
    ],
)
def test_a_users_mistake_is_a_sentence_and_exit_code_2(arguments: Sequence[str], message: str) -> None:
    done = lammer(*arguments)
    assert done.returncode == 2
    assert message.lower() in done.stderr.lower()
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_replay_finds_every_payment_right(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    dealt = lammer("deal", "sd-free-bet", "--rounds", "50", "--seed", "1", "--side", "pot-of-gold=5", "--json").stdout
    file.write_text(dealt, encoding="utf-8")
    assert lammer("replay", str(file)).returncode == 0
    output = json.loads(lammer("replay", str(file), "--json").stdout)
    assert output == {"file": str(file), "records": 50, "unproven": 0, "faults": [], "warnings": []}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda entry: entry["seats"][0]["hands"][0].update(net=1), "seats[0].hands[0].net"),
        (lambda entry: entry["seats"][0]["hands"][0].update(result="void"), "seats[0].hands[0].result"),
        (lambda entry: entry["seats"][0]["hands"][0]["cards"].reverse(), "seats[0].hands[0].cards[0]"),
        (lambda entry: entry["seats"][0].update(net=99), "seats[0].net"),
        (
            lambda entry: entry["seats"][0]["side"]["pot-of-gold"].update(outcome="7 lammers"),
            "seats[0].side.pot-of-gold",
        ),
        (lambda entry: entry["dealer"].update(total=16), "dealer.total"),
        (lambda entry: entry["dealer"].pop("cards"), "dealer.cards"),
        (lambda entry: entry.update(extra=1), "extra"),
        (lambda entry: entry.pop("notation"), "notation"),
        (lambda entry: entry["shoe"].update(seed="00" * 32), "shoe.commitment"),
        (lambda entry: entry["shoe"].update(first=17), "shoe.first"),
        (lambda entry: entry.update(game="free-money"), "game"),
    ],
)
def test_replay_says_where_a_record_is_wrong(change: Any, path: str) -> None:
    entries = records("sd-free-bet", "--rounds", "3", "--seed", "5", "--side", "pot-of-gold=5")
    change(entries[1])
    done = lammer("replay", "-", "--json", stdin="".join(json.dumps(entry) + "\n" for entry in entries))
    assert done.returncode == 1
    faults = json.loads(done.stdout)["faults"]
    # A round moved in its shoe also leaves a gap before the next one.
    assert min(fault["line"] for fault in faults) == 2
    assert {fault["line"] for fault in faults} == ({2, 3} if path == "shoe.first" else {2})
    assert any(fault["path"].startswith(path) for fault in faults)


def test_replay_reads_notation_and_points_at_the_fault() -> None:
    good = "sd-free-bet 1:10 8h 6c 8d Tc FP 3h FD Th 2d FD 9c 5d\n"
    assert lammer("replay", "-", stdin=good).returncode == 0
    done = lammer("replay", "-", stdin=good + "\n# a remark\nsd-free-bet 1:10 8h 6c 7d Tc FP\n")
    assert done.returncode == 1
    assert "-:4: column 30" in done.stdout
    assert "SD(h)" in done.stdout


def test_replay_of_rubbish_is_no_traceback() -> None:
    done = lammer("replay", "-", stdin='{"game": \n[1]\n{}\n{"notation": 5}\nwhat is this\n')
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout


def test_own_sheet_is_dealt_and_replayed_by_path(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.toml"
    sheet.write_text(
        'id = "mine"\nversion = 3\nname = "Mine"\nsummary = "Mine."\nsource = "me"\nextends = "sd-free-bet"\n'
        '[dealer]\nsoft_17 = { value = "stand", clause = "house" }\n',
        encoding="utf-8",
    )
    dealt = lammer("deal", str(sheet), "--rounds", "5", "--seed", "1", "--json").stdout
    assert '"game":"mine","version":3' in dealt
    assert lammer("replay", "-", "--sheet", str(sheet), stdin=dealt).returncode == 0
    assert lammer("replay", "-", stdin=dealt, LAMMER_SHEETS=str(tmp_path)).returncode == 0
    assert lammer("replay", "-", stdin=dealt).returncode == 1


def test_help_has_examples_and_fits_80_columns() -> None:
    for command in ([], ["play"], ["deal"], ["replay"], ["games"], ["rules"]):
        done = lammer(*command, "--help")
        assert done.returncode == 0
        assert "Examples:" in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_and_installs_nothing(shell: str, tmp_path: Path) -> None:
    done = lammer("completion", shell, HOME=str(tmp_path))
    assert done.returncode == 0
    assert "replay" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_version_names_the_sources() -> None:
    assert lammer("--version").stdout == f"lammer {__version__} (sources {package_hash()})\n"


def test_version_and_help_load_no_heavy_part() -> None:
    code = "import sys; from lammer.surfaces.cli import main\ntry: main(sys.argv[1:])\nfinally: print(*sys.modules)"
    for word, heavy in (("--version", False), ("--help", False), ("games", True)):  # games is the control
        done = subprocess.run([sys.executable, "-c", code, word], capture_output=True, text=True, check=True)
        loaded = set(done.stdout.splitlines()[-1].split())
        assert "cyclopts" in loaded
        assert bool(loaded & {"pydantic", "numpy", "numba", "sqlalchemy", "lammer.rules"}) is heavy


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = (
        f"{sys.executable} -c 'from lammer.surfaces.cli import main; main()' deal sd-free-bet --rounds 3000 | head -1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_output_that_nobody_reads_is_no_success() -> None:
    """The command ends as others do that write into a closed pipe."""
    read, write = os.pipe()
    os.close(read)
    words = [*warm.command(), "deal", "sd-free-bet", "--rounds", "3000"]
    done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, timeout=120)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


NESTED = "[" * 5000
LONG = "9" * 5000


@pytest.mark.parametrize(
    "line",
    [
        "sd-free-bet 1:10 | Kh Kd 8s 2d | S I99999999999999999999",
        f"sd-free-bet {LONG}:10 | Kh",
        f"sd-free-bet 1:10 | Kh !{LONG}",
        "sd-blackjack+blazing-7s meter=1.2.3 1:10 | Kh",
        "x" * 300 + " 1:10",
        f'{{"a": {NESTED}',
        f'{{"round": {LONG}}}',
        '{"shoe": {"commitment": "x", "seed": "' + "00" * 32 + '", "decks": 300, "cut": 1}}',
    ],
)
def test_a_hopeless_line_is_told_and_the_next_one_still_checked(line: str) -> None:
    done = lammer("replay", "-", stdin=f"{line}\nsd-free-bet 1:10 | 8h 6c 7d Tc | FP\n")
    assert done.returncode == 1
    assert "-:1: " in done.stdout
    assert "-:2: " in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("extends = 5\n", "extends"),
        ('extends = "sd-free-bet"\nchart = "nope"\n', "chart"),
        ('extends = "sd-free-bet"\n[shoe]\ndecks = { value = 6, clause = { a = 1 } }\n', "shoe.decks"),
        (
            'extends = "sd-free-bet"\n[shoe]\ndecks = { value = 6, allowed = 6, clause = "house" }\n',
            "shoe.decks.allowed",
        ),
        ('extends = "sd-free-bet"\nrequires = 5\n', "requires"),
        ('extends = "sd-free-bet"\n[cut]\nminimum_decks = { value = 4.0, clause = "house" }\n', "cut.minimum_decks"),
        (
            'extends = "free-money"\n[dealer_22_bets.dealer-22.paytables]\n'
            'PT1 = { value = { basis = "to 1", rows = { "zzz" = 3 } }, clause = "house" }\n',
            "zzz",
        ),
        ('extends = "nowhere"\n', "extends"),
    ],
)
def test_a_faulty_sheet_is_told_by_key(body: str, key: str, tmp_path: Path) -> None:
    sheet = tmp_path / "t.toml"
    sheet.write_text(
        f'id = "t"\nversion = 1\nname = "[bold]T[/nope]"\nsummary = "T."\nsource = "t"\n{body}', encoding="utf-8"
    )
    for command in (["deal", str(sheet)], ["rules", "lint", str(sheet)]):
        done = lammer(*command)
        if done.returncode == 0 and "chart" in body and command[0] == "rules":
            continue
        assert done.returncode == 2
        assert key in done.stderr
        assert "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) < 5


def test_a_bad_sheet_in_the_folder_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("id = 5\n", encoding="utf-8")
    done = lammer("games", LAMMER_SHEETS=str(tmp_path))
    assert "sd-free-bet" in done.stdout
    assert "bad.toml" in done.stderr


@pytest.mark.parametrize("redirect", [">/dev/full", ">&-", "<&- | cat"])
def test_streams_that_fail_are_no_traceback(redirect: str) -> None:
    command = f"{sys.executable} -m lammer replay - {redirect}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, input="")
    assert "Traceback" not in done.stderr


def _interruptible() -> None:
    """A shell starts background jobs with Ctrl-C switched off, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_deal_keeps_its_results_when_interrupted(number: signal.Signals, code: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lammer", "deal", "sd-free-bet", "--rounds", "1e9", "--seed", "1", "--json"]
    out = tmp_path / "out"
    with out.open("w") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE, text=True, preexec_fn=_interruptible)
    try:
        assert until(lambda: out.stat().st_size >= 10_000)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == code
    assert "interrupted after" in errors
    assert lammer("replay", str(out)).returncode == 0


def test_overrides_that_need_quotes_come_back_from_the_notation() -> None:
    paytable = 'lammer_bets.pot-of-gold.paytables.01={basis="to 1",rows={"1 lammer"=5}}'
    dealt = lammer("deal", "sd-free-bet", "--set", paytable, "--set", "signals.hit=a, [b]", "--rounds", "3", "--json")
    assert dealt.returncode == 0
    assert lammer("replay", "-", stdin=dealt.stdout).returncode == 0


def test_replay_misses_no_round_and_no_card() -> None:
    lines = [json.dumps(entry) for entry in records("sd-free-bet", "--rounds", "6", "--seed", "5")]
    for broken in (lines[:2] + lines[3:], lines + lines[:1], lines[:3] + lines[2:]):
        assert lammer("replay", "-", stdin="\n".join(broken)).returncode == 1
        assert lammer("replay", "-", "--sample", stdin="\n".join(broken)).returncode == 0


def test_a_meter_win_leaves_its_level_lower_for_the_next_round() -> None:
    shown = [
        entry["meters"]["meter"]
        for entry in records("sd-blackjack", "--rounds", "60", "--seed", "13", "--seats", "7", "--side", "blazing-7s=1")
    ]
    assert len(set(shown)) > 1
    assert shown == sorted(shown, reverse=True)
