"""Bets that stay on the layout, in the terminal: `play` keeps and returns them, `deal` writes them, `replay` checks
that they go on from round to round."""

import json
from pathlib import Path
from typing import Any

from lammer.cards.money import money_text
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.replay import RecordChecker
from lammer.table.session import Session, seeds_from
from tests.surfaces.play_table import play

GAME = "sd-blackjack+streak"


def _records(rounds: int = 30) -> list[dict[str, Any]]:
    """Rounds with two bets that are placed anew whenever they are settled."""
    sheet = load_sheet(GAME)
    session, chart = Session(sheet, seeds_from("layout")), house_chart(sheet)
    bets = (bet(1, 1000), bet(1, 500, "streak-2"), bet(1, 500, "streak-3"))
    return [session.deal(bets, lambda round_: choose(chart, round_)) for _ in range(rounds)]


def _checked(records: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    checker = RecordChecker(whole=False)
    faults = [str(fault) for line, one in enumerate(records, 1) for _, fault in checker.check(line, one)]
    return faults, [text for text in checker.warnings if "layout" in text]


def test_every_round_gets_what_the_one_before_left() -> None:
    records = _records()
    left: dict[str, int] = {}
    for entry in records:
        (seat,) = entry["seats"]
        assert seat.get("carried", {}) == left
        left = {spot: side["carried"] for spot, side in seat["side"].items() if "carried" in side}
        assert all(seat["side"][spot]["net"] == 0 for spot in left)
    assert any("@2" in entry["notation"] for entry in records)
    assert _checked(records) == ([], [])


def test_a_round_with_other_bets_than_were_left_is_found() -> None:
    """Negative controls: one more win, a bet from nowhere, and a bet that is gone."""
    records = _records()
    at = next(at for at, one in enumerate(records) if "streak-3=5@1" in one["notation"])
    more = json.loads(json.dumps(records[: at + 1]))
    more[at]["notation"] = more[at]["notation"].replace("streak-3=5@1", "streak-3=5@2")
    assert any("has streak-3=5@2" in text or "streak-3=5@2" in text for text in _checked(more)[0])
    first = next(at for at, one in enumerate(records[1:], 1) if "@" not in one["notation"].partition(" ")[2])
    nowhere = json.loads(json.dumps(records[: first + 1]))
    nowhere[first]["notation"] = nowhere[first]["notation"].replace("streak-3=5", "streak-3=5@0")
    assert any("left nothing" in text for text in _checked(nowhere)[0])
    gone = json.loads(json.dumps(records[: at + 1]))
    words = [word.partition(",")[0] if word.startswith("1:") else word for word in gone[at]["notation"].split(" ")]
    gone[at]["notation"] = " ".join(words)
    assert "was left on the layout and is not in it" in _checked(gone)[1][0]


def test_play_keeps_them_and_returns_them_to_a_player_who_leaves(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    shown = " ".join(play(GAME, "10 streak-5=5", "n", "s", "q", log=log, plain=True).split())
    records = [one for one in map(json.loads, log.read_text("utf-8").splitlines()) if "round" in one]
    assert "STREAK 5 stays on the layout with 5: 1 win so far." in shown
    assert "STREAK 5 is on the layout of box 1 with 5: 1 win so far." in shown
    assert "carried" in records[-1]["seats"][0]["side"]["streak-5"], "choose another seed"
    assert "You leave: 5 that was still on the layout is returned." in shown
    net = sum(seat["net"] for one in records for seat in one["seats"])
    assert f"Your bankroll is {money_text(100_000 + net)}." in shown
    assert _checked(records) == ([], [])
