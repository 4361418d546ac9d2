"""What an event of the books tells an operator's own screens.

News are built field by field and never copied from an event, whose answer may contain cards that are not dealt face up.
Cards are given only of a round that is over.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from lammer.cards.card import NAMES
from lammer.floor.house import table_of
from lammer.floor.news_types import CallNews, DutyNews, FloorNews, JackpotNews, MetersNews, RoundNews, Stage, TableNews
from lammer.floor.past_rounds import replayed
from lammer.table.actions import main_wager
from lammer.table.notation import NotationError
from lammer.table.records import seat_records

Event = Mapping[str, Any]
STATUS: dict[str, Literal["opened", "closed", "reopened"]] = {
    "open-table": "opened",
    "close": "closed",
    "reopen": "reopened",
}
STAGES: dict[str, Stage] = {"selected": "won", "frozen": "confirmed", "paid": "paid"}
MARKS = ('"notation"', '"meters"', '"progressive"', '"called"')
"""What the answer of an event contains that tells something, unless its kind does. Most events are bets and decisions,
and need not be parsed."""
KINDS = (*STATUS, "duty", "answer-call")


class Step(NamedTuple):
    """A step of a jackpot, taken on the floor or at the jackpot's own desk."""

    link: str
    table: str
    hand: int
    answer: Mapping[str, Any]


def floor_news(event: Event, *, staff: bool) -> FloorNews | None:
    """What an event tells everybody, or the staff; None if it tells nothing."""
    if event["kind"] not in KINDS and not any(mark in event["answer"] for mark in MARKS):
        return None
    body, answer = json.loads(event["body"]), json.loads(event["answer"])
    news: FloorNews = {"event": event["number"], "at": event["at"]}
    fields_before = len(news)
    steps = list(_jackpot_steps(event, body, answer))
    if meters := _meters(steps):
        news["meters"] = meters
    if jackpots := list(_jackpots(steps)):
        news["jackpots"] = jackpots
    if table_of(event["about"]):
        _tell_table(news, event["kind"], body)
        if "notation" in answer:
            news["round"] = round_news(body["table"], answer)
        if staff:
            _tell_staff(news, event, body, answer)
    if len(news) == fields_before:
        return None
    if staff:
        news["by"] = event["actor"]
        if reason := body.get("reason") or body.get("note"):
            news["reason"] = reason
    return news


def _tell_table(news: FloorNews, kind: str, body: Mapping[str, Any]) -> None:
    if kind in STATUS:
        table: TableNews = {"table": body["table"], "status": STATUS[kind]}
        if "game" in body:
            table["game"] = body["game"]
        news["table"] = table


def _tell_staff(news: FloorNews, event: Event, body: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    if "called" in answer or event["kind"] == "answer-call":
        call: CallNews = {"table": body["table"], "status": "called" if "called" in answer else "answered"}
        news["call"] = call
    if event["kind"] == "duty":
        duty: DutyNews = {"table": body["table"], "dealer": event["actor"], "on": answer["on_duty"]}
        news["duty"] = duty


def round_news(table: str, answer: Mapping[str, Any]) -> RoundNews:
    """The finished round of an answer. Of a round that cannot be dealt again only the notation is given."""
    news: RoundNews = {
        "table": table,
        "round": answer["round"],
        "void": "void" in answer,
        "dealer": [],
        "dealer_total": 0,
        "seats": [],
        "notation": answer["notation"],
    }
    try:
        round_ = replayed(answer["notation"]).round
    except NotationError:
        return news
    assert round_.settlement is not None  # the round is over
    news["dealer"], news["dealer_total"] = [NAMES[code] for code in round_.dealer], round_.dealer_total
    news["seats"] = [
        {"box": one["seat"], "bettor": one["bettor"], "wager": main_wager(one["wagers"]), "net": one["net"]}
        for one in seat_records(round_, round_.settlement)
    ]
    return news


def _jackpot_steps(event: Event, body: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Step]:
    if "progressive" in answer:
        _, table, hand = event["about"].split("/")
        yield from (Step(answer["link"], table, int(hand), step["answer"]) for step in answer["progressive"])
    elif "meters" in answer:
        yield Step(body["link"], body.get("table", ""), answer.get("hand", 0), answer)


def _meters(steps: list[Step]) -> MetersNews | None:
    """The meters after the last step, if they changed."""
    if not steps:
        return None
    before, after = ({level: amounts[level] for level in sorted(amounts)} for amounts in _first_and_last(steps))
    return {"link": steps[-1].link, "meters": after} if after != before else None


def _first_and_last(steps: list[Step]) -> tuple[dict[str, int], dict[str, int]]:
    first, last = steps[0].answer["meters"], steps[-1].answer["meters"]
    if "after" not in last:  # a new jackpot, whose answer has its seeds
        return {}, last
    return first["before"], last["after"]


def _jackpots(steps: list[Step]) -> Iterator[JackpotNews]:
    for step in steps:
        answer = step.answer
        for claim in answer.get("claims", [answer["claim"]] if "claim" in answer else []):
            won = claim["outcome"], claim["level"], claim["amount"]
            yield _win(step, claim["spot"], STAGES[claim["stage"]], *won)
        for box in answer.get("voided", [answer["undone"]] if "undone" in answer else []):
            yield _win(step, box, "taken back")


def _win(step: Step, box: int, stage: Stage, outcome: str = "", level: str = "", amount: int = 0) -> JackpotNews:
    return {
        "link": step.link,
        "table": step.table,
        "round": step.hand,
        "box": box,
        "stage": stage,
        "outcome": outcome,
        "level": level,
        "amount": amount,
    }
