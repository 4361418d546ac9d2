"""``Game.risk`` is the command's code with the command's defaults."""

import inspect
import json

import pytest

import lammer
from lammer.surfaces.cli.simulation.risk import Counting, risk
from tests.surfaces.commands import carried_out

GAME = lammer.load("sd-blackjack[split.maximum_hands=1]")
"""Without splits the exact results take no time."""
COMMAND = "lammer risk sd-blackjack[split.maximum_hands=1] --json"


def test_flat_bets_are_those_of_the_command() -> None:
    steps: list[tuple[int, int]] = []
    found = GAME.risk(bankroll=500, horizon=200, goal=100, on_progress=lambda *step: steps.append(step))
    output = json.loads(carried_out(f"{COMMAND} --bankroll 500 --horizon 200 --goal 100").out)
    assert json.loads(json.dumps(found.as_json())) == output
    assert json.loads(json.dumps(GAME.risk(bankroll=501, horizon=200, goal=100).as_json())) != output
    assert steps[:10] == [(done, 10) for done in range(1, 11)]
    assert steps[-1] == (200, 200)
    assert found["ruin_before_goal"] == output["ruin_before_goal"]
    assert repr(found).startswith("<BankrollRisk sd-blackjack@2[split.most_hands=1], ")
    assert "ruin before goal" in str(found)
    assert "<table" in found._repr_html_()


def test_a_count_is_simulated_as_by_the_command() -> None:
    found = GAME.risk(count="hi-lo", ramp="0,1=2,3=8", rounds=100_000, horizon=50, seats=2, cut_decks=1.5, seed=3)
    words = "--count hi-lo --ramp 0,1=2,3=8 --rounds 1e5 --horizon 50 --seats 2 --cut-decks 1.5 --seed 3"
    assert json.loads(json.dumps(found.as_json())) == json.loads(carried_out(f"{COMMAND} {words}").out)
    assert str(found.ramp) == "0,1=2,3=8"
    assert found.curves().by_rounds[-1].rounds == 50


def test_arguments_and_defaults_are_those_of_the_command() -> None:
    def plain(default: object) -> object:
        """A number as the command writes it in a text."""
        return float(default) if isinstance(default, str) and default.replace("e", "").isdigit() else default or None

    options = {**inspect.signature(risk).parameters, **inspect.signature(Counting).parameters}
    skipped = {"game", "counting", "attach", "set_", "json"}
    command = {name: plain(one.default) for name, one in options.items() if name not in skipped}
    own = {name: plain(one.default) for name, one in inspect.signature(GAME.risk).parameters.items()}
    del own["on_progress"]
    assert own == command


@pytest.mark.parametrize(
    ("arguments", "name", "sentence"),
    [
        ({"ramp": "1,2"}, "ramp", "write units below the first count"),
        ({"ramp": "1,1=2"}, "ramp", "needs a count"),
        ({"count": "hi-lo", "best": 5}, "best", "between 0 and 1"),
        ({"count": "hi-lo", "best": 0.1, "least": 9, "most": 3}, "least", "whole units"),
        ({"count": "hi-lo", "most": 20}, "most", "for the best ramp"),
        ({"count": "hi-lo", "true_count": "up"}, "true_count", "floor"),
        ({"count": "hi-lo", "cut_decks": 90}, "cut_decks", "behind the cut card"),
        ({"seats": 2}, "seats", "name a count"),
        ({"seats": 8}, "seats", "1 to 7"),
        ({"bankroll": 0}, "bankroll", "above 0"),
        ({"bankroll": "much"}, "bankroll", "amount"),
        ({"horizon": 1e9}, "horizon", "up to 100,000 rounds"),
        ({"kelly": float("nan")}, "kelly", "above 0"),
        ({"kelly": 11}, "kelly", "at most 10"),
        ({"kelly": "x"}, "kelly", "not a number"),
        ({"count": 5}, "count", "not a text"),
        ({"ramp": 5}, "ramp", "not a text"),
        ({"ramp": None}, "ramp", "not a text"),
        ({"count": "hi-lo", "best": "x"}, "best", "not a number"),
        ({"count": "hi-lo", "best": 0.1, "least": 1.5}, "least", "whole number"),
        ({"count": "hi-lo", "best": 0.1, "most": 2.5}, "most", "whole number"),
        ({"count": "hi-lo", "cut_decks": "x"}, "cut_decks", "not a number"),
        ({"rounds": 1000}, "rounds", "not simulated"),
        ({"seed": 7}, "seed", "not simulated"),
        ({"count": "hi-lo", "ramp": "0,90=1", "rounds": 1000}, "ramp", "never came up"),
        ({"count": "hi-lo", "ramp": "10000", "rounds": 1000}, "ramp", "too large"),
    ],
)
def test_mistakes_name_the_argument(arguments: dict[str, object], name: str, sentence: str) -> None:
    with pytest.raises(lammer.BadArgument, match=sentence) as refused:
        GAME.risk(**arguments)  # type: ignore[arg-type]
    assert refused.value.argument == name


def test_a_bet_below_the_minimum_is_refused_by_the_table() -> None:
    with pytest.raises(lammer.Refused, match="table minimum"):
        GAME.risk(bet=1)
