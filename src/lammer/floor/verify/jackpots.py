"""Repeats every step of a jackpot, at the desk and on the floor: its contributions, awards and pays must be the entries
in the books."""

import contextlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from lammer.floor.accounts import CAGE, chips, held
from lammer.floor.jackpot import claim_entries, claims_paid_by
from lammer.floor.verify.money import Table
from lammer.floor.verify.verdict import Findings
from lammer.ledger.records import Entry
from lammer.ledger.verify.evidence import Row
from lammer.progressive import liability, transfer
from lammer.progressive.accounts import link_accounts
from lammer.progressive.desk import STEPS, created, step_parts
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step
from lammer.progressive.state import LinkState, TableState
from lammer.progressive.terms import Terms


class Jackpots:
    """Links and their tables after the steps so far."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._links: dict[str, LinkState] = {}
        self._tables: dict[tuple[str, str], TableState] = {}
        self._owed: defaultdict[str, int] = defaultdict(int)
        self._older: set[str] = set()
        self.steps = 0

    def event(self, row: Row, body_text: str, answer_text: str, lines: list[Row], table: Table | None) -> None:
        """Repeats the steps of one event. ``table`` is the floor's table of the event, if any."""
        number, kind, actor, at, about = row[:5]
        moved = [Entry(*line[2:]) for line in lines]
        due: list[Entry] | None = None
        try:
            body, answer = json.loads(body_text), json.loads(answer_text)
            if table is not None:
                due = self._on_the_floor(number, at, about, answer, table)
            elif kind == "buy-in":
                due = [Entry(CAGE, chips(body["player"]), body["amount"], "buy-in")]
                self._enter(due)
            else:
                due = self._at_the_desk(number, kind, actor, at, body, answer)
        except (StepRefused, ValidationError, LookupError, TypeError, ValueError, AttributeError) as refused:
            self._findings.fault("step", number, f"event {number}, {kind}: the rules refuse it: {refused!s:.300}")
        if due is not None:
            self._compare(number, kind, due, moved, floor=table)
        self._enter(moved if due is None else _left_over(moved, due))

    def _at_the_desk(
        self, number: int, kind: str, actor: str, at: str, body: dict[str, Any], answer: dict[str, Any]
    ) -> list[Entry] | None:
        if kind == "create":
            if "approval_binds" not in answer:
                self._older.add(body["link"])
                text = f"the jackpot {body['link']} was created by an older version: its steps are not checked"
                self._findings.warn(number, text)
                return None
            state, entries = created(body["link"], Terms.model_validate(body["terms"]), actor, body["card"])
            self._links[state.link] = state
            return self._entered(entries)
        if kind not in (*STEPS, "move", "receive"):
            return []  # any other event moves no money
        if self._older & {body["link"], body.get("to_link", "")}:
            return None
        parameters = {name: value for name, value in body.items() if name not in ("link", "table")}
        now = self._situation(number, at, actor, body["link"], body.get("table", ""))
        if kind == "move":
            there = self._situation(number, at, actor, parameters["to_link"], "")
            left, right, entries, _ = liability.moved_over(now, there, parameters["reference"], parameters["to_levels"])
            self._links |= {left.link: left, right.link: right}
            self.steps += 1
            return self._entered(entries)
        if kind == "receive":
            sent = transfer.Transfer.model_validate(parameters.pop("sent"))
            return self._applied(now, transfer.receive(now, sent, **parameters))
        step = STEPS[kind]
        if kind == "enrol" and "approved_by" not in answer:
            step = liability.enrol_by_older_rule
        return self._applied(now, step(now, **_read(kind, parameters)))

    def _on_the_floor(
        self, number: int, at: str, about: str, answer: dict[str, Any], table: Table
    ) -> list[Entry] | None:
        due, link, name = list[Entry](), answer["link"], about.split("/")[1]
        for stored in answer["progressive"]:
            kind = stored["kind"]
            if link in self._older:
                if kind == "wager":
                    table.sensed = {int(spot): amount for spot, amount in stored["said"]["wagers"].items()}
                continue
            now = self._situation(number, at, stored["actor"], link, name)
            if kind == "open":
                # Hands on the floor have the numbers of the table's rounds.
                fresh = TableState(link=link, table=name, hand=int(about.split("/")[2]) - 1)
                now = now._replace(table=fresh)
            step = STEPS[kind](now, **_read(kind, stored["said"]))
            due += self._applied(now, step)
            if kind == "take":
                table.sensed = dict(step.table.wagers)
                tray = link_accounts(link).tray
                due += self._entered(
                    Entry(held(name), tray, amount, f"wager on spot {spot}")
                    for spot, amount in sorted(step.table.wagers.items())
                )
            self._same_spins(number, stored.get("answer", {}), step)
            for claim in claims_paid_by(kind, now.table, step.table):
                due += self._entered(claim_entries(claim, now.table, defaultdict(str, table.seats)))
        return None if link in self._older else due

    def _same_spins(self, number: int, answer: dict[str, Any], step: Step) -> None:
        """The stored spins, which are checked against the seed of the shoe, must be those of the step."""
        if answer.get("spins", []) != step.answer.get("spins", []):
            self._findings.fault("award", number, f"event {number}: the spins are not those of the jackpot's terms")

    def _situation(self, number: int, at: str, actor: str, link: str, table: str) -> Situation:
        state = self._tables.get((link, table)) or TableState(link=link, table=table)
        return Situation(self._links[link], state, self._owed.__getitem__, number, actor, at[:10])

    def _applied(self, now: Situation, step: Step) -> list[Entry]:
        self._links[step.link.link] = step.link
        self._tables[step.table.link, step.table.table] = step.table
        self.steps += 1
        return self._entered(step.entries)

    def _entered(self, entries: Iterable[Entry]) -> list[Entry]:
        kept = [entry for entry in entries if entry.amount]
        self._enter(kept)
        return kept

    def _enter(self, lines: Iterable[Entry]) -> None:
        for debit, credit, amount, _ in lines:
            self._owed[debit] -= amount
            self._owed[credit] += amount

    def _compare(self, number: int, kind: str, due: list[Entry], moved: list[Entry], floor: Table | None) -> None:
        """At the desk every entry belongs to a step. On the floor the round's own entries are checked elsewhere."""
        here = moved if floor is None else [line for line in moved if not _of_the_round(floor, line)]
        expected, actual = Counter(due), Counter(here)
        for line in expected - actual:
            self._findings.fault("award", number, f"event {number}, {kind}: the books lack {_text(line)}")
        for line in actual - expected:
            self._findings.fault("award", number, f"event {number}, {kind}: no rule explains {_text(line)}")


def remember_seats(table: Table, answer: str) -> None:
    """Remembers who plays at each box, from the answer of a deal; the jackpot's steps may follow in later events."""
    with contextlib.suppress(LookupError, TypeError, ValueError):
        table.seats = {box: player for box, bettor, player in json.loads(answer)["seats"] if bettor == 1}


def _of_the_round(table: Table, line: Entry) -> bool:
    return all(account in table.own or account.startswith("player/") for account in line[:2])


def _left_over(moved: list[Entry], due: list[Entry]) -> list[Entry]:
    """The entries in the books that are not due."""
    return list((Counter(moved) - Counter(due)).elements())


def _text(line: Entry) -> str:
    debit, credit, amount, reason = line
    return f"{amount} from {debit} to {credit} ({reason})"


def _read(kind: str, stored: Mapping[str, Any]) -> dict[str, Any]:
    """The stored parameters of a step as the step expects them."""
    parts = step_parts(kind)
    return {name: parts[name][0].validate_python(value) for name, value in stored.items()}
