"""``--attach`` means the same as a plus in every command that takes a game; sheets say where their rules come from."""

import json

import pytest

from lammer.rules.lint import lint
from lammer.rules.loader import load_sheet
from tests.surfaces.commands import commands, run

PLUS, ATTACHED = "sd-blackjack+21-plus-3+royal-match", ("--attach", "21-plus-3", "--attach", "royal-match")


@pytest.mark.parametrize(
    "words",
    [
        ("sidebets", "--brief"),
        ("rules", "show"),
        ("deal", "--rounds", "2", "--seed", "1", "--side", "21-plus-3=5"),
        ("play", "--seed", "1", "--plain"),
    ],
)
def test_attach_is_a_plus(words: tuple[str, ...]) -> None:
    at = 2 if words[0] == "rules" else 1
    plus = run(*words[:at], PLUS, *words[at:], stdin="q\n")
    attached = run(*words[:at], "sd-blackjack", *ATTACHED, *words[at:], stdin="q\n")
    assert plus.code == 0, plus.error
    assert (attached.code, _timeless(attached.out)) == (plus.code, _timeless(plus.out))
    assert words[0] == "play" or "21-plus-3" in plus.out


def _timeless(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if " rounds in " not in line)


def test_every_command_with_set_and_a_game_has_attach() -> None:
    """``--set`` marks the commands that load the sheet of a named game."""
    helps = {
        " ".join(chain): run(*chain, "--help").out for chain, app in commands() if chain and not list(_members(app))
    }
    taking = {name for name, text in helps.items() if "--set" in text and "GAME" in text}
    assert {"edge", "sidebets", "simulate", "check", "play", "deal", "rules show"} <= taking
    assert {name for name in taking if "--attach" not in helps[name]} == set()


def _members(app: object) -> list[str]:
    return [name for name in app if not name.startswith("-")]  # type: ignore[attr-defined]


def test_a_game_that_does_not_fit_is_refused_with_clause_and_reason() -> None:
    done = run("sidebets", "triple-win-20", "--attach", "21-plus-3")
    assert done.code == 2
    assert (
        "first_ace.player [21+3 reads]: does not fit triple-win-20, where it is wins; it needs plays on" in done.error
    )
    assert "ends the deal before the second card" in done.error


def test_side_bets_as_json_have_every_paytable() -> None:
    output = json.loads(run("sidebets", PLUS, "--json").out)
    assert {(one["id"], one["paytable"]) for one in output if one["id"] != "insurance"} == {
        *(("21-plus-3", name) for name in ("v1", "v2", "v3", "live", "top-3")),
        *(("royal-match", name) for name in ("V1", "V2")),
    }


def test_sheets_say_where_their_rules_come_from() -> None:
    listed = {one["id"]: one for one in json.loads(run("games", "--json").out)}
    assert (listed["sd-free-bet"]["origin"], listed["sd-free-bet"]["kind"]) == ("regulation", "game")
    assert listed["european-free-bet"]["origin"] == "casino's rules"
    assert (listed["buster"]["origin"], listed["buster"]["kind"]) == ("public description", "side bet")
    assert "triple-win-20" not in listed["buster"]["fits"]
    linted = str(lint(load_sheet("sd-blackjack+buster"))[0])
    assert "buster is not from the regulation's text" in linted
    assert "unknown: South Dakota's own paytables" in linted
    assert "public description" in run("rules", "show", "sd-blackjack+buster", "side_bets").out
