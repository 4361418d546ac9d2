"""Lights in the terminal: `play` asks and counts, `replay` checks that they go on from round to round."""

import json
from pathlib import Path
from typing import Any

from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.lights import standing_trade
from lammer.table.replay import RecordChecker
from lammer.table.session import Session, seeds_from
from tests.surfaces.play_table import play

GAME = "sd-blackjack+ten-sticks-21"


def _records(*overrides: str, rounds: int = 200) -> list[dict[str, Any]]:
    sheet = load_sheet(GAME, overrides)
    session, chart = Session(sheet, seeds_from("lights")), house_chart(sheet)
    return [
        session.deal((bet(1, 1000),), lambda round_: standing_trade(round_, trades=True) or choose(chart, round_))
        for _ in range(rounds)
    ]


def _checked(records: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    checker = RecordChecker(whole=False)
    faults = [str(fault) for line, one in enumerate(records, 1) for _, fault in checker.check(line, one)]
    return faults, [text for text in checker.warnings if "lights" in text]


def test_every_round_gets_the_lights_that_the_one_before_left() -> None:
    records, left = _records(), 0
    for entry in records:
        lights = entry["seats"][0]["lights"]
        assert (lights["before"], f"lights={left} " in entry["notation"]) == (left, left > 0)
        left = lights["after"]
    assert left > 3
    assert _checked(records) == ([], [])


def test_a_round_with_other_lights_than_were_left_is_found() -> None:
    """A fault if lights cannot come with a player; else a warning, because another player may bring some."""
    for overrides, faulty in (((), False), (("lights.left=lost",), True)):
        records = _records(*overrides)
        at = next(at for at, one in enumerate(records) if "lights=2 " in one["notation"])
        more = json.loads(json.dumps(records[: at + 1]))
        more[at]["notation"] = more[at]["notation"].replace("lights=2 ", "lights=7 ")
        faults, warnings = _checked(more)
        text = "seat 1 has 7 lights, but the rounds before left 2 lights"
        assert any(text in one for one in faults) is faulty
        assert any(text in one for one in warnings) is not faulty


def test_the_terminal_asks_about_a_marked_card_and_tells_the_lights(tmp_path: Path) -> None:
    seed, entry = next(
        (seed, entry)
        for seed in map(str, range(200))
        for entry in [Session(load_sheet(GAME), seeds_from(seed)).deal((bet(1, 1000),), _trades)]
        if " TR " in entry["notation"]
    )
    log = tmp_path / "rounds.jsonl"
    done = play(GAME, "10", "t", *"sssss", seed=seed, lights=(9,), log=log)
    assert "Box 1 has 9 lights." in done
    assert "Trade the ten of clubs for the next card and a light?" in done
    assert "A light: 10 of 10." in done
    assert "you win the prize of 100!" in done
    first = json.loads(log.read_text("utf-8").splitlines()[0])
    assert first["seats"][0]["lights"] == {"before": 9, "lit": 1, "after": 0, "prize": 10_000}
    assert entry["notation"].split(" | ")[1] == first["notation"].split(" | ")[1]


def _trades(round_: Any) -> Any:
    return standing_trade(round_, trades=True) or choose(house_chart(round_.sheet), round_)
