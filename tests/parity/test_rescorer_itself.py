"""The oracle's own test: right rounds give no fault, and each single corruption gives exactly the faults expected."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from rescorer import rescore
from rescorer_builders import GONE, Record, game, hand, seat
from rescorer_corruptions import PLAYER_CORRUPTIONS
from rescorer_corruptions_table import TABLE_CORRUPTIONS
from rescorer_examples import RIGHT_ROUNDS


def full_path(short: str) -> str:
    """`S0.H1.net` stands for `seats[0].hands[1].net`."""
    return re.sub(r"\bH(\d)", r"hands[\1]", re.sub(r"\bS(\d)", r"seats[\1]", short))


def put(record: dict[str, Any], short: str, value: Any) -> None:
    # Keys such as "shoe.decks" hold a dot, so the last step of such a path is written after a slash.
    path, _, dotted = full_path(short).partition("/")
    steps = re.findall(r"[^.\[\]]+", path) + ([dotted] if dotted else [])
    target: Any = record
    for step in steps[:-1]:
        target = target[int(step)] if isinstance(target, list) else target[step]
    last = steps[-1]
    if value is GONE:
        del target[last]
    elif isinstance(target, list):
        target[int(last) :] = [value]
    else:
        target[last] = value


def money_paths(value: Any, path: str = "") -> list[str]:
    """Every amount and total of a record; box and bettor numbers are names, not amounts."""
    if isinstance(value, dict):
        steps = [(f".{key}", inner) for key, inner in value.items() if key not in ("seat", "bettor")]
    elif isinstance(value, list):
        steps = [(f"[{index}]", inner) for index, inner in enumerate(value)]
    else:
        return [path] if isinstance(value, int) and not isinstance(value, bool) else []
    return [found for step, inner in steps for found in money_paths(inner, f"{path}{step}")]


def read(record: dict[str, Any], path: str) -> Any:
    value: Any = record
    for step in re.findall(r"[^.\[\]]+", path):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def fault_paths(record: dict[str, Any]) -> set[str]:
    return {fault.split(": ", 1)[0] for fault in rescore(record)}


# Beside a double for less, a slightly other wager is just another double for less: no record can tell them apart.
UNSEEN = {"sd table": {"seats[2].wagers.main"}, "tw table": {"seats[1].wagers.main"}}

CORRUPTIONS = [*PLAYER_CORRUPTIONS, *TABLE_CORRUPTIONS]


@pytest.mark.parametrize("name", RIGHT_ROUNDS)
def test_right_round_has_no_fault(name: str) -> None:
    assert rescore(RIGHT_ROUNDS[name]) == []


@pytest.mark.parametrize(("what", "name", "changes", "expected"), CORRUPTIONS, ids=[case[0] for case in CORRUPTIONS])
def test_corruption_is_reported(what: str, name: str, changes: dict[str, Any], expected: str) -> None:
    record = copy.deepcopy(RIGHT_ROUNDS[name])
    for path, value in changes.items():
        put(record, path, value)
    assert expected
    assert fault_paths(record) == {full_path(short) for short in expected.split()}, what


@pytest.mark.parametrize("name", RIGHT_ROUNDS)
def test_every_amount_off_by_one_is_reported(name: str) -> None:
    right = RIGHT_ROUNDS[name]
    spots = [*money_paths(right["seats"], "seats"), "dealer.total"]
    for spot in set(spots) - UNSEEN.get(name, set()):
        for step in (-1, 1):
            record = copy.deepcopy(right)
            put(record, spot, read(record, spot) + step)
            assert rescore(record), f"{spot} changed by {step}"


@pytest.mark.parametrize("name", RIGHT_ROUNDS)
def test_every_other_result_is_reported(name: str) -> None:
    right = RIGHT_ROUNDS[name]
    hands = [f"seats[{i}].hands[{j}]" for i, seat in enumerate(right["seats"]) for j in range(len(seat["hands"]))]
    for spot in hands:
        for result in {"win", "lose", "push", "bust", "blackjack"} - {read(right, f"{spot}.result")}:
            record = copy.deepcopy(right)
            put(record, f"{spot}.result", result)
            assert fault_paths(record) == {f"{spot}.result"}


def lammer_hand(index: int, *, doubled: bool) -> Record:
    """One of the hands of split fives against 19: a free double wins and a hand of 15 loses."""
    own, lammers = (100, 0) if index == 0 else (0, 1)
    split = "free" if index else None
    if doubled:
        lammers += 1
        return hand("5h 6c Td", "win", own + 100 * lammers, own=own, free=100 * lammers, doubled="free", split=split)
    return hand("5h Th", "lose", -own, own=own, free=100 * lammers, split=split)


@pytest.mark.parametrize("lammers", range(8))
@pytest.mark.parametrize(
    ("name", "bet", "table", "pays"),
    [
        ("sd-free-bet", "pot-of-gold", "01", (-1, 3, 10, 30, 60, 100, 300, 1000)),
        ("sd-free-bet", "pot-of-gold", "02", (-1, 3, 12, 30, 50, 100, 100, 100)),
        ("free-money", "gold-rush", "PT1", (-1, 3, 10, 30, 60, 100, 300, 1000)),
        ("free-money", "gold-rush", "PT2", (-1, 3, 12, 30, 50, 100, 100, 100)),
    ],
)
def test_lammer_tables(name: str, bet: str, table: str, pays: tuple[int, ...], lammers: int) -> None:
    splits = min(3, lammers)
    hands = [lammer_hand(index, doubled=index < lammers - splits) for index in range(splits + 1)]
    won = 10 * pays[lammers]
    outcome = "1 lammer" if lammers == 1 else f"{lammers} lammers"
    place = seat(1, won + sum(each["net"] for each in hands), *hands, side={bet: (10, outcome, won)})
    record = game(name, "9c Ts", 19, place, paytables={bet: table})
    assert rescore(record) == []
    put(record, f"S0.side.{bet}.net", won + 10)
    assert fault_paths(record) == {f"seats[0].side.{bet}.net"}


@pytest.mark.parametrize(("table", "pays"), [("PT1", (50, 20, 8)), ("PT2", (50, 20, 7)), ("PT3", (11, 11, 11))])
def test_dealer_22_tables(table: str, pays: tuple[int, ...]) -> None:
    shown = {"suited 22": "6s 6s Ts", "one-colour 22": "6s 6c Ts", "other 22": "6s 6s Th"}
    for (outcome, dealer), pay in zip(shown.items(), pays, strict=True):
        place = seat(1, pay, hand("Th 9c", "push", 0), side={"dealer-22": (1, outcome, pay)})
        assert rescore(game("free-money", dealer, 22, place, paytables={"dealer-22": table})) == []
