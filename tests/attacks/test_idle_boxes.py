"""A player takes boxes, never bets, and keeps others from playing."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.attacks.served_floor import Served, served


def squatted(house: Served, **more: Any) -> None:
    """Bob holds six boxes; ann plays the seventh."""
    house.table(bet_seconds=5, **more)
    house.seated("ann", 7)
    for box in range(1, 7):
        house.post("bob", "/sit", box=box)


def round_over(house: Served) -> None:
    """Ann plays a round; the time to bet passes without bob."""
    house.post("ann", "/bet", box=7, bets={"main": 1000})
    house.late()
    house.play_out()


def boxes_of(house: Served, name: str) -> list[int]:
    return [seat["box"] for seat in house.view()["seats"] if seat["player"] == name]


def test_a_seat_without_a_bet_is_freed_after_some_rounds(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        squatted(house, idle_rounds=3)
        round_over(house)
        house.floor.buy_in("chips for bob", "house", "bob", 100_000)
        house.post("bob", "/bet", box=2, bets={"main": 1000}, ready=False)  # a bet that is never ready plays no round
        round_over(house)
        assert house.floor.chips("bob") == 100_000
        assert len(boxes_of(house, "bob")) == 6
        round_over(house)
        assert boxes_of(house, "bob") == []
        assert boxes_of(house, "ann") == [7]
        assert house.view("bob")["unseated"] == [{"box": box, "player": "bob"} for box in range(1, 7)]
        last = house.floor.round_events("t", house.view()["round"])[-1]["answer"]
        assert '"unseated":[[1,"bob"]' in str(last).replace(" ", "").replace("'", '"')
        house.post("bob", "/sit", box=1)  # nobody is sent away for good


def test_boxes_of_a_player_who_plays_one_of_them_are_freed_too(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        squatted(house, idle_rounds=2)
        house.floor.buy_in("chips for bob", "house", "bob", 100_000)
        for _ in range(2):
            house.post("bob", "/bet", box=3, bets={"main": 1000})
            round_over(house)
        assert boxes_of(house, "bob") == [3]


def test_a_table_that_is_held_without_any_round_is_given_to_newcomers(tmp_path: Path) -> None:
    """Where nobody bets, no round is dealt and none can be counted."""
    with served(tmp_path) as house:
        house.table(idle_seconds=60)
        for box in range(1, 8):
            house.post("bob", "/sit", box=box)
        assert house.code("ann", "/api/tables/t/sit", box=4) in ("seat-taken", "box-full")
        house.now += timedelta(seconds=61)
        house.floor.buy_in("chips for bob", "house", "bob", 100_000)
        house.post("bob", "/bet", box=5, bets={"main": 1000}, ready=False)
        assert house.post("ann", "/sit", box=4)["unseated"] == [[4, "bob"]]
        house.post("dirk", "/sit", box=5)
        assert house.floor.chips("bob") == 100_000  # the bet came back
        assert boxes_of(house, "ann") == [4]
        # Whoever bets is not idle.
        house.post("bob", "/bet", box=6, bets={"main": 1000})
        assert house.code("dirk", "/api/tables/t/sit", box=6) in ("seat-taken", "box-full")


def test_control__without_the_rule_the_boxes_stay_taken(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        squatted(house, idle_rounds=0, idle_seconds=0)
        for _ in range(12):
            round_over(house)
        assert len(boxes_of(house, "bob")) == 6
        assert house.code("dirk", "/api/tables/t/sit", box=1) in ("seat-taken", "box-full")
