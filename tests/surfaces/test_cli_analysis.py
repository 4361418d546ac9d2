"""The analysis commands as processes."""

import json
import signal
from pathlib import Path

import pytest

from lammer.surfaces.cli.progress import Progress
from tests.surfaces.commands import run
from tests.surfaces.test_cli import lammer


def test_edge_in_json_says_what_it_is() -> None:
    output = json.loads(lammer("edge", "sd-free-bet", "--decks", "8", "--json").stdout)
    assert output["sheet"] == "sd-free-bet@2[shoe.decks=8]"
    assert output["house_edge"] == pytest.approx(0.010094, abs=1e-6)
    assert output["ev"] == -output["house_edge"]
    assert {"strategy_class", "assumptions", "seconds", "method"} <= set(output)
    assert output["sd"] == pytest.approx(1.069, abs=1e-3)
    assert sum(one["probability"] for one in output["results"]) == pytest.approx(1, abs=1e-9)
    assert sum(one["net"] * one["probability"] for one in output["results"]) == pytest.approx(output["ev"], abs=1e-9)
    assert output["house_edge_at_risk"] == pytest.approx(output["house_edge"] / output["at_risk"], abs=1e-11)


def test_edge_of_a_chart_is_no_better() -> None:
    quick = ("--no-spread", "--json")  # the spread takes longest, and nothing here depends on it
    best = json.loads(lammer("edge", "triple-win-20", *quick).stdout)["house_edge"]
    assert json.loads(lammer("edge", "triple-win-20", "--strategy", "house", *quick).stdout)["house_edge"] > best
    assert "house edge 0.440647%" in lammer("edge", "triple-win-20").stdout


def test_evs_name_the_best_action_first() -> None:
    output = json.loads(lammer("evs", "sd-free-bet", "8h 8d", "--up", "6", "--json").stdout)
    assert next(iter(output["values"])) == "free-split"
    on_lammer = json.loads(lammer("evs", "sd-free-bet", "9h 8d", "--up", "7", "--free", "--json").stdout)
    assert next(iter(on_lammer["values"])) == "hit"
    fewer = json.loads(lammer("evs", "sd-free-bet", "8h 8d", "--up", "6", "--remove", "5c 5d", "--json").stdout)
    assert fewer["values"] != output["values"]
    assert "best" in lammer("evs", "sd-free-bet", "8h 8d", "--up", "6c").stdout


def test_sidebets_list_outcomes() -> None:
    output = json.loads(lammer("sidebets", "sd-free-bet", "--json").stdout)
    assert [(bet["id"], bet["paytable"]) for bet in output] == [
        ("pot-of-gold", "01"),
        ("pot-of-gold", "02"),
        ("insurance", "under A"),
    ]
    assert sum(outcome["probability"] for outcome in output[0]["outcomes"]) == pytest.approx(1, abs=1e-10)
    assert output[0]["house_edge"] == pytest.approx(0.0823903377, abs=1e-9)


def test_compare_makes_a_table() -> None:
    output = json.loads(lammer("compare", "triple-win-20", "--vary", "shoe.decks=2,6", "--json").stdout)
    assert [row["sheet"] for row in output] == ["triple-win-20@2[shoe.decks=2]", "triple-win-20@2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["edge", "sd-free-bet", "--decks", "7"], "SD.14 1(j)"),
        (["edge", "sd-free-bet", "--strategy", "no-such.csv"], "cannot be read"),
        (["evs", "sd-free-bet", "8h", "--up", "6"], "two or more cards"),
        (["evs", "sd-free-bet", "8h 1x", "--up", "6"], "is not a card"),
        (["evs", "sd-free-bet", "Th Td 5c", "--up", "6"], "at most 21"),
        (["evs", "sd-blackjack", "8h 8d", "--up", "8", "--decks", "1", "--remove", "8c 8s"], "does not hold"),
        (["compare", "sd-free-bet", "--vary", "shoe.decks"], "KEY=VALUE"),
    ],
)
def test_mistakes_are_sentences(arguments: list[str], message: str) -> None:
    done = lammer(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_strategy_is_a_chart_that_edge_can_read(tmp_path: Path) -> None:
    chart = tmp_path / "chart.csv"
    chart.write_text(lammer("strategy", "triple-win-20", "--format", "csv").stdout, encoding="utf-8")
    by_file, by_name = (
        json.loads(lammer("edge", "triple-win-20", "--strategy", given, "--no-spread", "--json").stdout)
        for given in (str(chart), "total")
    )
    assert by_file["house_edge"] == by_name["house_edge"]
    output = json.loads(lammer("strategy", "triple-win-20", "--json").stdout)
    assert output["cells"]["own"]["hard"]["16"]["T"] == "S"


def test_edge_of_a_chart_names_its_dearest_cells() -> None:
    output = json.loads(lammer("edge", "sd-blackjack", "--strategy", "standard", "--no-spread", "--json").stdout)
    assert sum(cell["cost"] for cell in output["cells"]) == pytest.approx(output["cost"], abs=1e-11)
    assert {"stake", "section", "hand", "up", "reach", "cost", "better"} == set(output["cells"][0])
    assert "sd" not in output
    text = lammer("edge", "sd-blackjack", "--strategy", "standard", "--no-spread").stdout
    assert "against optimal play" in text
    assert "16" in text.splitlines()[-1]


def test_any_shoe_can_be_asked_about() -> None:
    full = json.loads(lammer("edge", "sd-blackjack", "--no-spread", "--json").stdout)
    counted = "24,24,24,24,24,24,24,24,24,96"
    same = json.loads(lammer("edge", "sd-blackjack", "--no-spread", "--json", "--cards", counted).stdout)
    assert same["house_edge"] == full["house_edge"]
    gone = json.loads(lammer("edge", "sd-blackjack", "--no-spread", "--json", "--remove", "5c 5d 5h").stdout)
    assert gone["house_edge"] < full["house_edge"]
    assert gone["shoe"] == "6 decks without 5c 5d 5h"


@pytest.mark.parametrize(
    ("cards", "ev"),
    [
        ("0,0,0,0,0,0,0,0,0,96", 0.0),  # 20 against 20
        # The nine is the up card: 4 split hands of 20 win against 19; the hole card: one wins; the player's: it loses.
        ("0,0,0,0,0,0,0,0,1,60", 3 / 61),
        # The ace is the player's: 3:2, or the dealer's: lost; else it wins if one of the 6 cards to split tens is it.
        ("1,0,0,0,0,0,0,0,0,60", (2 * 1.5 - 2 + 6) / 61),
    ],
)
def test_a_shoe_of_hardly_anything_but_tens(cards: str, ev: float) -> None:
    output = json.loads(run("edge", "sd-blackjack", "--no-spread", "--fresh", "--json", "--cards", cards).out)
    assert output["ev"] == pytest.approx(ev, abs=1e-12)


def test_effects_by_card_say_which_play_they_are_of() -> None:
    lines = run("eor", "triple-win-20").out.splitlines()
    named = [line for line in lines if line.endswith("by card")]
    assert named == ["main game, optimal: by card", "main game, chart held: by card", "tw20-bonus PT1: by card"]


def test_side_bets_of_any_shoe() -> None:
    """Insurance is easy to check by hand: 96 ten-values of 311 cards beside the up card, or 94 of 309."""
    for remove, (tens, cards) in {"": (96, 311), "Kc Kd": (94, 309)}.items():
        done = lammer("sidebets", "free-money", "--json", *(("--remove", remove) if remove else ()))
        found = {(bet["id"], bet["paytable"]): bet for bet in json.loads(done.stdout)}
        chance = found["insurance", "under A"]["outcomes"][0]["probability"]
        assert chance == pytest.approx(tens / cards, abs=1e-12)
        assert found["insurance", "under A"]["shoe"] == ("6 decks without Kc Kd" if remove else "6 decks")
    by_value = lammer("sidebets", "sd-free-bet", "--json", "--cards", "24,24,24,24,24,24,24,24,24,96")
    whole = lammer("sidebets", "sd-free-bet", "--json")
    edges = [[bet["house_edge"] for bet in json.loads(done.stdout)] for done in (by_value, whole)]
    assert edges[0] == pytest.approx(edges[1], abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("edge", "sd-blackjack", "--cards", "1,2,3"), "write ten counts"),
        (("edge", "sd-blackjack", "--cards", "1,1,1,1,1,1,1,1,1,1"), "more cards than the 10"),
        (("edge", "sd-blackjack", "--remove", "5x"), "5x"),
        (("edge", "sd-blackjack", "--decks", "1", "--remove", "5c 5d 5h 5s 5c"), "2 × 5c"),
        (("sidebets", "triple-win-20", "--cards", "9,9,9,9,9,9,9,9,9,36"), "tw20-bonus.outcomes: they depend on suits"),
        (("sidebets", "sd-free-bet", "--remove", "5x"), "5x"),
        (("sidebets", "sd-free-bet", "--plays", "joint", "--strategy", "house"), "leave out --strategy"),
        (("sidebets", "sd-free-bet", "--plays", "joint", "--ratio", "-1"), "0 or more"),
        (("sidebets", "sd-free-bet", "--meter", "meter=5"), "no meter"),
        (("sidebets", "sd-blackjack+blazing-7s", "--meter", "maxi=5"), "mega"),
        (("sidebets", "sd-blackjack+blazing-7s", "--meter", "mega=5", "--meter", "mega=6"), "twice"),
        (("sidebets", "sd-free-bet", "--plays", "joint", "--ratio", "inf"), "0 or more"),
        (("sidebets", "sd-free-bet", "--ratio", "2"), "--plays joint"),
        (("sidebets", "sd-blackjack", "--plays", "joint"), "no bet on lammers"),
        (("edge", "sd-blackjack", "--results", "--no-spread"), "leave out --no-spread"),
        (("edge", "sd-blackjack", "--cells", "-1"), "0 or more"),
        (("edge", "sd-blackjack", "--decks", "2", "--cards", "4,4,4,4,4,4,4,4,4,16"), "leave one out"),
        (("edge", "sd-blackjack", "--decks", "infinite", "--remove", "5c"), "leave one out"),
        (("edge", "sd-blackjack", "--cards", "²,4,4,4,4,4,4,4,4,16"), "write ten counts"),
        (
            ("edge", "sd-blackjack", "--set", "draw.must_through=21", "--set", "draw.may_on_limit=true"),
            "can never stand",
        ),
        (("eor", "sd-blackjack", "--decks", "infinite"), "infinitely many"),
        (("eor", "sd-blackjack", "--side", "pot-of-gold"), "choose from 'main game', insurance"),
        (("eor", "sd-blackjack", "--json", "--csv", "-"), "leave one out"),
        (("count", "sd-blackjack", "--system", "no-such"), "hi-lo"),
        (("count", "sd-blackjack", "--tags", "A"), "like A=-1"),
        (("count", "sd-blackjack", "--level", "4"), "choose from 1, 2, 3"),
        (("protect", "sd-blackjack", "--side", "pot-of-gold"), "choose from 'main game', insurance"),
        (("protect", "sd-blackjack", "--bet", "0"), "--bet 0: the minimum is 5"),
        (("protect", "sd-blackjack", "--worth-less-than", "x"), "--worth-less-than"),
        (("protect", "sd-blackjack", "--rounds-per-hour", "0"), "like 60"),
        (("protect", "sd-blackjack", "--level", "4"), "choose from 1, 2, 3"),
        (("indices", "sd-blackjack", "--count", "no-such"), "--count no-such: write one of hi-lo"),
        (("indices", "sd-blackjack", "--count", "1 1 1 1 1 1 1 1 1 1"), "the count tells nothing"),
        (("indices", "sd-blackjack", "--top", "-1"), "--top -1"),
        (("indices", "blackjack-switch"), "one hand per box"),
        (("evs", "triple-win-20", "Ah 5d", "--up", "6"), "first-card ace"),
        (("evs", "sd-free-bet", "8h 8d", "--up", "5", "--cards", "9,9,9,9,0,9,9,9,9,36"), "does not hold"),
        (("evs", "sd-blackjack", "8h 2d", "--up", "5", "--free"), "no free split"),
        (("strategy", "sd-blackjack", "--json", "--format", "csv"), "leave one out"),
    ],
)
def test_what_cannot_be_analysed_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = lammer(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_protection_names_its_model_and_keeps_its_figures() -> None:
    asked = ("protect", "sd-blackjack", "--side", "insurance")
    first, again = (lammer(*asked, "--json") for _ in range(2))
    assert first.stdout == again.stdout
    assert "kept" in again.stderr
    found = json.loads(first.stdout)
    assert [count["model"] for bet in found["bets"] for count in bet["counts"]] == ["exact", "exact"]
    assert "model exact" in found["method"]
    assert {"model", "exact"} <= set(lammer(*asked, "--brief").stdout.split())


def test_joint_play_and_meters_in_json() -> None:
    joint = json.loads(lammer("sidebets", "sd-free-bet", "--plays", "joint", "--ratio", "1", "--json").stdout)[0]
    alone = json.loads(lammer("sidebets", "sd-free-bet", "--json").stdout)[0]
    assert joint["house_edge"] < alone["house_edge"]
    assert {flip["hand"] for flip in joint["flips"]} == {"5,5"}
    assert joint["main_house_edge"] - 0.010143 == pytest.approx(0.00144, abs=2e-5)
    sevens = ("sidebets", "sd-blackjack+blazing-7s", "--meter", "meter=22462.41", "--json")
    meter = json.loads(lammer(*sevens).stdout)[0]["meter"]
    assert meter["return"] == pytest.approx(1, abs=1e-6)
    assert meter["awards"][0]["wagers_between"] == pytest.approx(62_666.5, abs=0.05)


def test_a_natural_is_worth_what_it_pays() -> None:
    assert json.loads(lammer("evs", "sd-blackjack", "Ah Td", "--up", "6", "--json").stdout)["values"] == {
        "natural": 1.5
    }
    assert json.loads(lammer("evs", "sd-blackjack", "Ah Td", "--up", "A", "--json").stdout)["values"] == {
        "natural": 1.5
    }


def test_values_in_brackets_can_be_varied() -> None:
    lines = lammer("compare", "sd-free-bet", "--vary", "free.double_totals=[9,10,11],[10,11]").stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["[9,10,11]", "[10,11]"]


def test_a_sheet_of_ones_own_is_linted_with_its_readings(tmp_path: Path) -> None:
    shipped = Path("src/lammer/rules/sheets/triple-win-20.toml").read_text(encoding="utf-8")
    own = tmp_path / "my20.toml"
    own.write_text(shipped.replace('id = "triple-win-20"', 'id = "my20"'), encoding="utf-8")
    assert "standing on hard 17" in lammer("rules", "lint", str(own)).stdout


def test_evs_of_split_hands() -> None:
    free = json.loads(lammer("evs", "sd-free-bet", "8h 8d", "--up", "T", "--free", "--json").stdout)
    assert next(iter(free["values"])) == "free-split"
    assert free["hands"] == 2
    third = lammer("evs", "sd-free-bet", "8h 8d", "--up", "T", "--free", "--hands", "4").stdout
    assert "one of 4 split hands, on a lammer" in third
    assert "split  " not in third
    own = lammer("evs", "sd-blackjack", "8h 3d", "--up", "6", "--split").stdout
    assert "one of 2 split hands, on own money" in own
    assert own.splitlines()[2].startswith("double")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--hands", "3"), "add --split or --free"),
        (("--free", "--split"), "leave one out"),
        (("--free", "--hands", "5"), "becomes 2 to 4 hands"),
    ],
)
def test_evs_of_hands_that_cannot_be(more: tuple[str, ...], message: str) -> None:
    done = lammer("evs", "sd-free-bet", "8h 8d", "--up", "6", *more)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["count", "indices"])
def test_counting_keeps_what_is_done_on_ctrl_c(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal comes when the first shoe of the main game is done: side bets and insurance are known then."""
    words = command, "sd-blackjack+lucky-ladies", "--decks", "1", "--fresh", "--json"
    steps = 0 if command == "indices" else 1

    def step(_: Progress) -> None:
        nonlocal steps
        if steps == 0:
            signal.raise_signal(signal.SIGINT)
        steps -= 1

    monkeypatch.setattr(Progress, "step", step)
    done = run(*words)
    output = json.loads(done.out)
    assert (done.code, output["stopped"]) == (130, True)
    if command == "indices":
        assert (len(output["index_plays"]), len(output["insurance"])) == (0, 1)
    else:
        assert [bet["bet"].partition(" ")[0] for bet in output["side_bets"]] == ["lucky-ladies"]


def test_protection_says_that_the_simulator_is_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.surfaces.cli.simulation.options.compiled_before", lambda _kernel: False)
    words = "protect", "sd-blackjack", "--side", "insurance"
    assert "compiling what this command needs of the simulator" in run(*words, "--fresh").error
    assert "compiling" not in run(*words).error, "the cards of a round are kept"


def test_protect_says_that_a_trigger_is_never_reached_and_that_a_bet_loses() -> None:
    never = lammer("protect", "european-free-bet", "--side", "push-22", "--brief").stdout
    assert never.count(" exact  never ") == 2
    words = "protect", "sd-blackjack+push-22", "--side", "push-22"
    loses = lammer(*words).stdout
    assert "-8.89" in loses
    assert "Where a win is negative, " in loses
    assert "Where a win is negative, " not in never


def test_protection_keeps_what_is_done_on_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal comes in the first analysis by true count: the effects of removal are kept for the next time."""
    monkeypatch.setattr("lammer.counting.count_curve.count_curves", lambda *_: signal.raise_signal(signal.SIGINT))
    words = "protect", "sd-blackjack", "--set", "shoe.decks=1", "--set", "split.maximum_hands=1", "--json"
    done = run(*words, "--fresh")
    assert (done.code, json.loads(done.out)["stopped"]) == (130, True)
    monkeypatch.undo()
    done = run(*words)
    assert (done.code, json.loads(done.out)["stopped"]) == (0, False)
