"""One name, one meaning: options that several commands have, their older names, and mistyped ones."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from lammer.rules.wording import explained, nearest
from lammer.strategy.chart import shipped_chart, write_chart
from tests.surfaces.commands import commands, run

SHORT = "--rounds", "1000", "--threads", "1"


def first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".")


def options() -> dict[str, dict[str, list[str]]]:
    """Option → first sentence of its help → the commands that say so."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for chain, app in commands():
        if app.default_command is None:
            continue
        for argument in app.assemble_argument_collection(parse_docstring=True):
            if argument.parse and argument.show and argument.index is None:
                found[argument.name][first_sentence(argument.parameter.help or "")].append(" ".join(chain))
    return found


TWO_MEANINGS = {"--side", "--output", "--brief"}
"""A bet to make or a bet to analyse; a file or the folder of the documentation; less of what a command prints."""


def test_an_option_means_the_same_in_every_command() -> None:
    several = {name: dict(uses) for name, uses in options().items() if len(uses) > 1}
    assert set(several) == TWO_MEANINGS
    assert len(options()["--seed"].popitem()[1]) >= 7


def test_every_argument_and_option_is_explained() -> None:
    for chain, app in commands():
        if app.default_command is not None:
            for argument in app.assemble_argument_collection(parse_docstring=True):
                assert argument.parameter.help or not argument.show, (chain, argument.name)


def test_the_options_the_commands_share_are_where_they_belong() -> None:
    using = {name: {command for uses in found.values() for command in uses} for name, found in options().items()}
    assert using["--bankroll"] == {"play", "risk", "simulate"}
    assert using["--shoe"] == {"deal", "simulate", "sweep"}
    assert using["--csv"] == {"strategy", "compare", "eor", "sweep", "progressive analyze", "pit report", "pit forms"}
    charts = {"edge", "sidebets", "compare", "simulate", "by-count", "risk", "sweep", "check", "deal", "card"}
    assert using["--strategy"] == charts
    assert using["--seed"] >= {"play", "deal", "simulate", "check", "sweep", "progressive analyze", "progressive demo"}


@pytest.mark.parametrize("strategy", ["house", "standard", "free-bet", "chart.csv"])
def test_deal_takes_a_chart_by_name_or_file(strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chart.csv").write_text(write_chart(shipped_chart("free-bet")), encoding="utf-8")
    done = run("deal", "sd-free-bet", "--rounds", "20", "--seed", "x", "--strategy", strategy)
    assert done.code == 0, done.error
    assert done.out.count("sd-free-bet") == 20


def test_deal_plays_by_the_best_chart_and_refuses_what_is_no_chart() -> None:
    assert run("deal", "sd-free-bet", "--rounds", "3", "--strategy", "total").code == 0
    done = run("deal", "sd-free-bet", "--strategy", "composition")
    assert (done.code, done.out) == (2, "")
    assert done.error.startswith("lammer: --strategy composition: ")


@pytest.mark.parametrize("command", ["simulate", "deal"])
def test_a_seed_is_any_text(command: str) -> None:
    same, again, other = (run(command, "sd-free-bet", *SHORT[:2], "--seed", seed, "--json") for seed in ("a", "a", "b"))
    outputs = [[line for line in done.out.splitlines() if '"seconds"' not in line] for done in (same, again, other)]
    assert same.code == 0
    assert outputs[0] == outputs[1] != outputs[2]


@pytest.mark.parametrize("seed", ["-1", "1.5", "1,000"])
def test_a_number_that_is_no_seed_is_refused(seed: str) -> None:
    done = run("simulate", "sd-free-bet", *SHORT, "--seed", seed)
    assert done.code == 2
    assert done.error == f"lammer: --seed {seed}: write a whole number, 0 or more, or any word\n"


def test_whole_numbers_deal_what_they_always_did() -> None:
    output = json.loads(run("simulate", "sd-free-bet", *SHORT, "--seed", "7", "--json").out)
    assert output["seed"] == 7


@pytest.mark.parametrize(
    ("older", "today"),
    [
        (
            ["simulate", "sd-blackjack", *SHORT, "--bank", "500"],
            ["simulate", "sd-blackjack", *SHORT, "--bankroll", "500"],
        ),
        (["simulate", "sd-blackjack", *SHORT, "--bank=500"], ["simulate", "sd-blackjack", *SHORT, "--bankroll=500"]),
        (["sweep", "sd-free-bet", *SHORT, "--seeds", "3"], ["sweep", "sd-free-bet", *SHORT, "--seed", "3"]),
        (
            ["evs", "sd-free-bet", "8h 8d", "--up", "6", "--shoe", "4,4,4,4,4,4,4,4,4,16"],
            ["evs", "sd-free-bet", "8h 8d", "--up", "6", "--cards", "4,4,4,4,4,4,4,4,4,16"],
        ),
        (
            ["progressive", "analyze", "--years", "0", "--stake", "5"],
            ["progressive", "analyze", "--years", "0", "--wager", "5"],
        ),
        (["strategy", "sd-blackjack", "--format", "csv"], ["strategy", "sd-blackjack", "--csv", "-"]),
    ],
)
def test_an_older_name_still_works_and_is_not_shown(older: list[str], today: list[str]) -> None:
    before, now = run(*older), run(*today)
    assert now.code == 0, now.error
    assert without_seconds(before.out) == without_seconds(now.out)
    name = next(word for word in older if word not in today)
    assert f"{name.partition('=')[0]} " not in run(*today[: 2 if today[0] == "progressive" else 1], "--help").out


def without_seconds(text: str) -> list[str]:
    """Seconds differ from run to run; they are the last thing in a line."""
    return [line.rpartition(" in ")[0] if " s, " in line else line.rstrip("0123456789.") for line in text.splitlines()]


@pytest.mark.parametrize("last", [["--csv"], ["--csv", "--seats", "1"]])
def test_a_sweep_still_prints_csv_when_no_file_is_named(last: list[str]) -> None:
    done = run("sweep", "sd-free-bet", *SHORT, *last)
    assert done.out.startswith("game,strategy,sheet,seeds,rounds,")


@pytest.mark.parametrize(
    "command",
    [
        ["strategy", "sd-blackjack"],
        ["compare", "sd-blackjack", "--vary", "shoe.decks=6,8"],
        ["sweep", "sd-blackjack", *SHORT],
        ["progressive", "analyze", "--years", "1", "--paths", "10"],
    ],
)
def test_csv_goes_to_a_file_or_is_printed(command: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert run(*command, "--csv", str(path)).code == 0
    written = path.read_text(encoding="utf-8")
    assert len(written.splitlines()) > 1
    printed = run(*command, "--csv", "-").out
    assert written.splitlines()[0] in printed.splitlines()


MISTAKES = {
    ("dela",): "Unknown command 'dela'. Did you mean 'deal'? See lammer --help.",
    ("foo",): "Unknown command 'foo'. See lammer --help.",
    ("sd-free-bet",): "sd-free-bet is a game; play it with lammer play sd-free-bet",
    ("progressive", "opne"): "progressive: Unknown command 'opne'. Did you mean 'open'? See lammer progressive --help.",
    ("rules", "foo"): "rules: Unknown command 'foo'. See lammer rules --help.",
    ("--foo",): "Unknown option '--foo'. See lammer --help.",
    ("deal", "sd-free-bet", "--roudns", "5"): "deal: Unknown option '--roudns'. Did you mean '--rounds'? "
    "See lammer deal --help.",
    ("serve", "--prot=3"): "serve: Unknown option '--prot'. Did you mean '--port'? See lammer serve --help.",
    ("deal",): "deal: GAME is missing; see lammer deal --help",
    ("compare", "sd-free-bet"): "nothing to compare: name a second game, or add --vary KEY=VALUE,VALUE or --effects",
    ("progressive", "open", "T1"): "progressive open: --as is missing; see lammer progressive open --help",
    ("simulate", "sd-free-bet", "--rounds"): "simulate: --rounds needs a value; see lammer simulate --help",
    ("deal", "sd-free-bet", "--seats", "x"): "deal: --seats: 'x' is not a whole number; write one like 3",
    ("deal", "sd-free-bet", "--json=maybe"): "deal: --json: 'maybe' is not true or false",
    ("deal", "sd-free-bet", "--seats", "1", "--seats", "2"): "deal: --seats is given twice; give it once",
    (
        "simulate",
        "sd-free-bet",
        "--shoe",
        "kut",
    ): "simulate: --shoe: 'kut' is not a choice; choose from fresh, cut, csm. Did you mean 'cut'?",
    ("play", "sd-free-bet", "extra", "words"): "play: unexpected 'extra words'; see lammer play --help",
    (
        "edge",
        "sd-free-bet",
        "--strategy",
        "hosue",
    ): "--strategy: there is no chart or file 'hosue'. Did you mean 'house'? "
    "Charts are house, total, composition, blackjack-switch, choctaw, free-bet, jamul, standard, triple-win-20, "
    "zombie-blackjack",
    ("deal", "sd-free-bet", "--set", "shoe.decks=nan"): "--set: shoe.decks [SD.14 1(j)]: should be a whole number, "
    "found nan",
    ("deal", "sd-free-bet", "--set", "dealer.soft_17=1"): "--set: dealer.soft_17 [SD.14 1(h)]: should be 'hit' or "
    "'stand', found 1",
    ("progressive", "analyze", "--set", "levels.meter.seed=x"): "blazing-7s: levels.meter.seed: should be a whole "
    "number, found 'x'",
}


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_told_in_one_line(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    lines = [line for line in done.error.splitlines() if "lammer: compiling" not in line]
    assert lines == [f"lammer: {MISTAKES[words]}"]


def test_a_mistyped_game_is_guessed() -> None:
    assert "Did you mean 'sd-free-bet'?" in run("deal", "sd-free-bte").error
    assert "Did you mean" not in run("deal", "baccarat").error


def test_a_close_name_is_found_whatever_its_case() -> None:
    assert nearest("SD-Free-Bte", ["sd-free-bet", "free-money"]) == "sd-free-bet"
    assert nearest("zzz", ["sd-free-bet"]) == ""


def test_pydantics_errors_are_told_in_plain_words() -> None:
    def message(kind: str, **more: object) -> str:
        return explained({"type": kind, "loc": ("a", 1), "msg": "Input should be odd", "input": None, **more})

    assert message("missing") == "a.1: is missing"
    assert message("extra_forbidden") == "a.1: is not known here; leave it out"
    assert message("int_type") == "a.1: should be a whole number, found nothing"
    assert message("bool_parsing", input="x") == "a.1: should be true or false, found 'x'"
    assert message("greater_than_equal", ctx={"ge": 1}, input=0) == "a.1: should be at least 1, found 0"
    assert message("something_else", input=True) == "a.1: should be odd, found true"
    assert message("value_error", msg="Value error, no such odds", input="3") == "a.1: no such odds, found '3'"
