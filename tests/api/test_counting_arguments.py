"""Arguments of a wrong type are refused by name, in all methods for card counters."""

import pytest

import lammer

GAME = lammer.load("sd-blackjack")


@pytest.mark.parametrize(
    ("method", "arguments", "name"),
    [
        ("indices", {"count": 5}, "count"),
        ("indices", {"penetration": "x"}, "penetration"),
        ("counts", {"penetration": "x"}, "penetration"),
        ("counts", {"tags": 5}, "tags"),
        ("counts", {"level": "2"}, "level"),
        ("by_true_count", {"count": 5}, "count"),
        ("by_true_count", {"bins": (0,)}, "bins"),
        ("effects_of_removal", {"remove": 5}, "remove"),
        ("effects_of_removal", {"cards": 5}, "cards"),
        ("edge", {"remove": 5}, "remove"),
        ("protection", {"seats": "x"}, "seats"),
        ("protection", {"rounds_per_hour": "x"}, "rounds_per_hour"),
        ("protection", {"systems": [5]}, "systems"),
        ("protection", {"bet": 1}, "bet"),
    ],
)
def test_a_wrong_type_names_its_argument(method: str, arguments: dict[str, object], name: str) -> None:
    with pytest.raises(lammer.BadArgument) as refused:
        getattr(GAME, method)(**arguments)
    assert refused.value.argument == name
    assert name != "level" or "'2' is not a level" in str(refused.value)


def test_one_system_may_be_named_alone() -> None:
    found = GAME.protection("insurance", systems="ko")
    assert [count.name for bet in found for count in bet.counts] == ["own, level 1", "Knock-Out"]
