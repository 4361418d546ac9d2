"""``lammer risk``: exact results without a count, simulated ones with a count, and refusals."""

import json
import signal

import pytest

import lammer
from lammer.risk.lattice import lattice_of
from lammer.risk.ruin import ruin_within
from tests.surfaces.commands import run
from tests.surfaces.test_cli import interrupted

GAME = ("sd-blackjack", "--set", "split.maximum_hands=1")
"""Without splits the exact results take no time."""
COUNTED = (*GAME, "--count", "hi-lo", "--rounds", "2e5", "--horizon", "100")


def json_output(*words: str) -> dict[str, object]:
    done = run("risk", *words, "--json")
    assert done.code == 0, done.error
    found: dict[str, object] = json.loads(done.out)
    return found


def test_flat_bets_use_the_exact_results() -> None:
    found = json_output(*GAME, "--bankroll", "500", "--horizon", "200", "--goal", "100")
    exact = lammer.load("sd-blackjack[split.maximum_hands=1]").edge("house")
    assert found["win_per_100"] == pytest.approx(100 * exact.ev)
    assert found["sd_per_100"] == pytest.approx(10 * exact.sd)
    assert found["simulated_rounds"] == 0
    without_goal = json_output(*GAME, "--bankroll", "500", "--horizon", "200")
    assert without_goal["ruin_within_rounds"] == pytest.approx(
        ruin_within(lattice_of(exact.results), 50, 200), abs=1e-9
    )
    of_goal = ("ruin_before_goal", "ruin_before_goal_within_rounds", "goal_within_rounds")
    assert [without_goal[name] for name in of_goal] == [None] * 3
    assert found["ruin_within_rounds"] == without_goal["ruin_within_rounds"], "a goal changes only its own figures"
    assert found["ruin_before_goal_within_rounds"] < found["ruin_within_rounds"]  # type: ignore[operator]


def test_ruin_in_time_is_printed_with_and_without_the_goal() -> None:
    words = (*GAME, "--bankroll", "200", "--horizon", "1000", "--goal", "30")
    found, lines = json_output(*words), run("risk", *words).out.splitlines()
    ruin = next(line for line in lines if line.startswith("probability of losing the bankroll"))
    assert ruin.endswith(f"eventually 1.000000, within 1,000 rounds {found['ruin_within_rounds']:.6f}")
    before, in_time = found["ruin_before_goal"], found["ruin_before_goal_within_rounds"]
    goal = next(line for line in lines if line.startswith("probability of losing it before winning 30"))
    assert f"{before:.6f}, within 1,000 rounds {in_time:.6f}" in goal
    assert goal.endswith(f"of winning that within 1,000 rounds: {found['goal_within_rounds']:.6f}")
    assert in_time < found["ruin_within_rounds"] / 2  # type: ignore[operator]


def test_bets_by_count_are_those_of_the_ramp() -> None:
    found = json_output(*COUNTED, "--ramp", "0,1=2,3=8")
    counts = {one["true_count"]: one for one in found["counts"]}  # type: ignore[attr-defined]
    assert [counts[count]["bet"] for count in (-1, 0, 1, 2, 3, 5)] == [0, 0, 2, 2, 8, 8]
    mean = sum(one["share"] * one["bet"] * one["value"] for one in counts.values())
    assert found["win_per_100"] == pytest.approx(100 * mean)
    played = sum(one["share"] for one in counts.values() if one["bet"])
    assert found["rounds_played"] == pytest.approx(played)


def test_two_boxes_are_bet_on_together() -> None:
    """The advantage is that of one wager; the average bet, the win and its deviation are those of both boxes."""
    one, two = (json_output(*COUNTED, "--ramp", "0,1=2,3=8", "--seats", seats) for seats in ("1", "2"))
    assert two["sd_per_100"] > one["sd_per_100"]  # type: ignore[operator]
    bet = sum(2 * count["share"] * count["bet"] for count in two["counts"])  # type: ignore[attr-defined]
    assert two["average_bet"] == pytest.approx(bet)
    mean = sum(2 * count["share"] * count["bet"] * count["value"] for count in two["counts"])  # type: ignore[attr-defined]
    assert two["win_per_100"] == pytest.approx(100 * mean)
    line = run("risk", *COUNTED, "--ramp", "0,1=2,3=8", "--seats", "2").out.splitlines()[3]
    assert line.startswith("average bet")
    assert "on 2 boxes together" in line


def test_rounds_with_a_single_result_are_refused() -> None:
    for best in ((), ("--best", "0.05")):
        done = run("risk", *GAME, "--count", "hi-lo", "--rounds", "1", *best)
        assert done.code == 2
        assert done.error == "lammer: --rounds 1: every round had the same result; simulate more\n"


def test_the_best_ramp_is_printed_with_its_risk() -> None:
    done = run("risk", *COUNTED, "--best", "0.1", "--least", "0", "--bankroll", "20000")
    assert done.code == 0, done.error
    assert "units by true count" in done.out
    found = json_output(*COUNTED, "--best", "0.1", "--least", "0", "--bankroll", "20000")
    assert found["ruin_ever"] <= 0.1  # type: ignore[operator]


def test_ten_tags_may_begin_with_a_minus() -> None:
    """As those of Hi-Lo do."""
    tags = json_output(*GAME, "--count", "-1,1,1,1,1,1,0,0,0,-1", *COUNTED[5:])
    assert tags["counts"] == json_output(*COUNTED)["counts"]


def test_ctrl_c_keeps_the_rounds_that_are_dealt() -> None:
    out, error = interrupted("risk", *GAME, "--count", "hi-lo", "--rounds", "1e12", "--horizon", "100", "--json")
    found = json.loads(out)
    assert 0 < found["simulated_rounds"] < 1e12
    assert found["stopped"] is True
    assert "stopped; the figures are from the rounds dealt so far" in error


@pytest.mark.parametrize(
    ("words", "place", "missing"),
    [
        ((*COUNTED, "--ramp", "0,1=2"), "lammer.report.risk.risk_of", "missing: Kelly's bankroll, growth, ruin"),
        ((*COUNTED, "--best", "0.1"), "lammer.risk.best_ramp.best_ramp", "missing: the best ramp, Kelly's bankroll"),
        (GAME, "lammer.report.risk.risk_of", "missing: Kelly's bankroll, growth, ruin"),
    ],
)
def test_ctrl_c_after_the_rounds_keeps_what_they_bring(
    words: tuple[str, ...], place: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = json_output(*(word for word in words if word not in ("--best", "0.1")))
    monkeypatch.setattr(place, lambda *_: signal.raise_signal(signal.SIGINT))
    done = run("risk", *words)
    assert (done.code, missing in done.out, "nan" in done.out) == (130, True, False), done.error
    assert ("by true count" in done.out, "N0 " in done.out) == (words != GAME, True)
    stopped = json.loads(run("risk", *words, "--json").out)
    assert (stopped["stopped"], stopped["ruin_within_rounds"], stopped["fan"]) == (True, None, [])
    same = ("win_per_100", "sd_per_100", "n0", "score", "counts")
    assert [stopped[name] for name in same] == [whole[name] for name in same]


def test_the_best_ramp_may_bet_in_every_round() -> None:
    """Flat bets lose and Kelly's risk more than 2%, but bets between them do not."""
    deep = ("--set", "dealer.soft_17=stand", "--cut-decks", "0.5", "--rounds", "2e6", "--bankroll", "40000")
    found = json_output(*COUNTED[:-4], "--horizon", "100", *deep, "--most", "20", "--best", "0.02")
    assert 0 < found["ruin_ever"] <= 0.02  # type: ignore[operator]
    assert found["rounds_played"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ramp", "1,2"), "write units below the first count"),
        (("--ramp", "1,1=2"), "needs a count"),
        (("--best", "0.05"), "needs a count"),
        (("--count", "hi-lo", "--best", "5"), "between 0 and 1"),
        (("--count", "hi-lo", "--best", "0.1", "--ramp", "2"), "leave out the ramp"),
        (("--count", "hi-lo", "--best", "0.1", "--least", "9", "--most", "3"), "--least"),
        (("--count", "hi-lo", "--best", "0.1", "--least", "-1"), "--least -1:"),
        (("--count", "hi-lo", "--best", "0.1", "--most", "5000"), "--most 5000:"),
        (("--count", "hi-lo", "--ramp", "1,1=2", "--most", "20"), "--most 20: this is for the best ramp"),
        (("--least", "0"), "--least 0: this is for the best ramp"),
        (("--count", "nonsense"), "or ten whole numbers"),
        (("--bankroll", "0"), "above 0"),
        (("--goal", "-5"), "--goal"),
        (("--goal", "0"), "--goal 0: an amount must be above 0"),
        (("--kelly", "0"), "--kelly"),
        (("--horizon", "1e9"), "up to 100,000 rounds"),
        (("--seats", "2"), "name a count"),
        (("--true-count", "round"), "--true-count round: flat bets are not simulated; leave it out, or name a count"),
        (("--cut-decks", "1"), "--cut-decks 1.0: flat bets"),
        (("--rounds", "1e6"), "--rounds 1000000: flat bets"),
        (("--seed", "7"), "--seed 7: flat bets"),
        (("--threads", "2"), "--threads 2: flat bets"),
        (("--kelly", "11"), "--kelly 11: write a fraction above 0 and at most 10"),
        (("--count", "hi-lo", "--ramp", "1_0"), "--ramp 1_0: write units"),
    ],
)
def test_mistakes_are_sentences(words: tuple[str, ...], sentence: str) -> None:
    done = run("risk", *GAME, *words)
    assert done.code == 2
    assert sentence in done.error


def test_two_hands_per_box_have_no_risk_with_or_without_a_count() -> None:
    done = run("risk", "blackjack-switch")
    assert (done.code, "name a count" in done.error) == (2, False)
    assert "this game has no figures of risk" in done.error
    assert "counts kept with several hands per box" in done.error


def test_small_numbers_are_written_as_they_are() -> None:
    out = run("risk", *GAME, "--bankroll", "500", "--horizon", "1", "--goal", "0.01").out
    assert "before winning 0.01: " in out
    assert "within 1 round " in out
    assert "yours is 500\n" in out
