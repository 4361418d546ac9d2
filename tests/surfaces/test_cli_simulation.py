"""The simulation commands as processes."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lammer.exact.finding import edge
from lammer.exact.play import ByChart
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart
from lammer.surfaces.cli.simulation.simulate import simulate_app
from tests.surfaces.test_cli import interrupted, lammer


def test_simulate_in_json_says_what_it_is() -> None:
    command = ("simulate", "sd-free-bet", "--rounds", "2e6", "--seed", "3", "--json")
    output = json.loads(lammer(*command).stdout)
    assert output["rounds"] == 2_000_000
    assert output["path"] == "fast"
    assert output["interval_95"][0] < output["ev"] < output["interval_95"][1]
    assert sum(one["probability"] for one in output["results"]) == pytest.approx(1)
    again = json.loads(
        lammer("simulate", "sd-free-bet", "--rounds", "2e6", "--seed", "3", "--threads", "1", "--json").stdout
    )
    assert again["results"] == output["results"]


def test_simulate_takes_side_bets_seats_and_counts() -> None:
    sides = ("--side", "gold-rush=5", "--side", "dealer-22=5")
    output = json.loads(lammer("simulate", "free-money", "--rounds", "1e6", *sides, "--json").stdout)
    assert [side["id"] for side in output["sides"]] == ["gold-rush", "dealer-22"]
    counted = ("--shoe", "cut", "--cut-decks", "1.5", "--seats", "3", "--count", "hi-lo")
    text = lammer("simulate", "sd-blackjack", "--rounds", "5e5", *counted).stdout
    assert "by true count" in text
    assert "3 seats" in text


def test_simulate_tells_what_a_cut_card_and_seats_do() -> None:
    command = ("simulate", "sd-blackjack", "--shoe", "cut", "--seats", "2", "--rounds", "1e6")
    output = json.loads(lammer(*command, "--json").stdout)
    assert output["effect"]["difference"] == output["house_edge"] - output["effect"]["fresh_shoe_edge"]
    low, high = output["effect"]["interval_95"]
    assert high - low == pytest.approx(output["interval_95"][1] - output["interval_95"][0])
    assert "against one seat and a fresh shoe, 0.618149% exactly" in lammer(*command).stdout
    assert "effect" not in json.loads(lammer("simulate", "sd-blackjack", "--rounds", "1e6", "--json").stdout)
    refused = lammer(*command, "--set", "draw.must_through=21", "--set", "draw.may_on_limit=true")
    assert refused.returncode == 0
    assert "fresh shoe: not computed, draw.must_through" in refused.stdout


def test_check_says_in_one_line_whether_they_agree() -> None:
    done = lammer("check", "triple-win-20", "--rounds", "2e6")
    assert done.returncode == 0
    assert "exact and simulated agree" in done.stdout.splitlines()[0]


CHECK = ("check", "sd-blackjack", "--set", "split.maximum_hands=1", "--rounds", "1e6")


def test_check_states_its_limit() -> None:
    done = lammer(*CHECK)
    assert done.returncode == 0
    line = done.stdout.splitlines()[1]
    assert re.search(r"worst of 8 figures [+-]\d\.\d\d standard errors; limit 3\.84,", line)


def test_check_fails_when_a_figure_is_outside() -> None:
    """A limit that nothing can keep stands for a figure that is wrong."""
    code = "import lammer.report.check as it; it.limit = lambda _: 1e-9; from lammer.surfaces.cli import main; main()"
    beyond = subprocess.run([sys.executable, "-c", code, *CHECK], capture_output=True, text=True)
    assert beyond.returncode == 1, beyond.stderr
    assert "exact and simulated DIFFER" in beyond.stdout


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What ``lammer simulate`` prints, in this process."""
    assert simulate_app(list(arguments), result_action="return_value") == 0
    return capsys.readouterr().out


ROLLED = ("sd-free-bet", "--set", "split.maximum_hands=1", "--bankroll", "500", "--json")


def test_a_bankroll_is_judged_by_exact_figures_where_there_are_some(capsys: pytest.CaptureFixture[str]) -> None:
    first, other = (
        json.loads(simulated(capsys, *ROLLED, "--rounds", "1e5", "--seed", seed))["bankroll"] for seed in ("1", "2")
    )
    assert first["basis"] == "exact"
    assert set(first["intervals_95"].values()) == {None}
    assert {what: first[what] for what in ("n0", "ruin_within_horizon", "house_edge", "sd")} == {
        what: other[what] for what in ("n0", "ruin_within_horizon", "house_edge", "sd")
    }
    assert first["n0"] == pytest.approx((first["sd"] / first["house_edge"]) ** 2)
    sheet = load_sheet("sd-free-bet", ("split.maximum_hands=1",))
    assert first["house_edge"] == pytest.approx(edge(sheet, ByChart(house_chart(sheet))).house_edge, abs=1e-12)


@pytest.mark.parametrize(
    ("more", "method", "because"),
    [
        (("--side", "pot-of-gold=5"), "diffusion", "side bets"),
        (("--shoe", "cut"), "lattice", "a cut card"),
        (("--bet", "5.55"), "lattice", "pays that are rounded"),
    ],
)
def test_a_bankroll_from_simulated_figures_has_intervals(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], method: str, because: str
) -> None:
    bankroll = json.loads(simulated(capsys, *ROLLED, "--rounds", "1e6", "--horizon", "1000", *more))["bankroll"]
    assert (bankroll["basis"], bankroll["method"]) == ("simulated", method)
    low, high = bankroll["intervals_95"]["n0"]
    assert low < bankroll["n0"] < high
    low, high = bankroll["intervals_95"]["ruin_within_horizon"]
    assert low < bankroll["ruin_within_horizon"] <= high
    text = simulated(capsys, *ROLLED[:-1], "--rounds", "1e4", *more)
    assert f"with 95% intervals (no exact results: {because}" in text


def test_a_mean_that_may_be_nothing_has_no_end_of_n0(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(simulated(capsys, *ROLLED, "--rounds", "100", "--shoe", "cut"))
    low, high = output["interval_95"]
    assert low < 0 < high
    assert output["bankroll"]["intervals_95"]["n0"][1] is None
    assert "or more) (N0)" in simulated(capsys, *ROLLED[:-1], "--rounds", "100", "--shoe", "cut")


def test_a_count_with_one_round_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("sd-blackjack", "--shoe", "cut", "--count", "hi-lo", "--rounds", "3000")
    bins = json.loads(simulated(capsys, *command, "--json"))["counts"]
    assert any(one["rounds"] == 1 for one in bins)
    for one in bins:
        assert (one["sd"] is None) is (one["error"] is None) is (one["rounds"] == 1)
    lines = simulated(capsys, *command).split("by true count")[1].splitlines()
    rows = {int(line.split()[0]): line.split() for line in lines[2:] if line}
    for one in bins:
        assert (rows[one["true_count"]][3:] == ["-", "-"]) is (one["rounds"] == 1)


def test_the_lammers_table_lists_lammers_alone(capsys: pytest.CaptureFixture[str]) -> None:
    text = simulated(capsys, "sd-free-bet", "--rounds", "1e5")
    averages, lammers = text.split("in a round")[1].split("lammers, where the dealer had no natural")
    assert [line.split()[0] for line in lammers.splitlines()[2:6]] == ["0", "1", "2", "3"]
    assert "natural" not in lammers
    assert 0.04 < float(re.findall(r"dealer natural +([\d.]+)", averages)[0]) < 0.055


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "sd-free-bet", "--rounds", "none"), "--rounds"),
        (("simulate", "sd-free-bet", "--seats", "8"), "1 to 7"),
        (("simulate", "sd-free-bet", "--cut-decks", "1"), "--shoe cut"),
        (("simulate", "sd-free-bet", "--shoe", "cut", "--cut-decks", "6"), "behind the cut card"),
        (("simulate", "sd-free-bet", "--count", "1,2"), "ten whole numbers"),
        (("simulate", "sd-free-bet", "--strategy", "none.csv"), "cannot be read"),
        (("simulate", "sd-free-bet", "--side", "no-such=5"), "no such side bet"),
        (("simulate", "sd-free-bet", "--threads", "-1"), "--threads"),
        (("simulate", "sd-free-bet", "--bankroll", "0"), "above 0"),
        (("simulate", "sd-free-bet", "--bankroll", "500", "--horizon", "1e10"), "up to 1,000,000,000 rounds"),
        (("check", "sd-free-bet", "--rounds", "999999"), "at least 1,000,000"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], message: str) -> None:
    done = lammer(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_what_is_done(number: signal.Signals, tmp_path: Path) -> None:
    saved, words = tmp_path / "run.json", ("simulate", "sd-free-bet", "--rounds", "1e12", "--json")
    out, _ = interrupted(*words, "--save", str(saved), number=number)
    output = json.loads(out)
    assert output["stopped"]
    assert output["rounds"] > 0
    assert json.loads(saved.read_text())["chunks"] * (1 << 20) == output["rounds"]
