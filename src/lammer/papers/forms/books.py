"""Reads the books of a jackpot as they were after an event. Only entries and events are read, which never change; the
current documents would say something else tomorrow."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.errors import LammerError
from lammer.ledger.history import Flow
from lammer.ledger.journal import Journal
from lammer.ledger.records import Balance
from lammer.papers.forms.refusals import FormRefused
from lammer.progressive.accounts import LevelAccounts, LevelSums, level_accounts, level_sums, link_accounts
from lammer.progressive.state import link_document, read_link
from lammer.progressive.terms import Terms
from lammer.progressive.wheel_pays import pays_of
from lammer.rules.loader import load_sheet

FREEZING = tuple(f"{prefix}{kind}" for prefix in ("", "jackpot-") for kind in ("confirm", "swipe", "void"))
"""The kinds of events that freeze awards or release them, at a desk and on the floor."""
PAGE = 200


class Event(NamedTuple):
    """An event about a jackpot."""

    number: int
    at: str
    kind: str
    actor: str
    said: Mapping[str, Any]
    answer: Mapping[str, Any]


class TermsAt(NamedTuple):
    """The terms in force after an event, and the number of the event since which they are."""

    terms: Terms
    since: int


class Flows:
    """The movements of money of one jackpot, up to an event."""

    def __init__(self, flows: list[Flow]) -> None:
        self._flows = flows

    def balances(self) -> dict[str, Balance]:
        found: dict[str, Balance] = {}
        for flow in self._flows:
            for name, debits, credits_ in ((flow.debit, flow.amount, 0), (flow.credit, 0, flow.amount)):
                held = found.get(name, Balance())
                found[name] = Balance(held.debits + debits, held.credits + credits_)
        return found

    def between(self, debit: str, credit: str) -> Flow:
        """All entries from one account to another."""
        alike = [flow for flow in self._flows if (flow.debit, flow.credit) == (debit, credit)]
        return Flow(debit, credit, sum(flow.entries for flow in alike), sum(flow.amount for flow in alike))


class LevelFigures(NamedTuple):
    """The meters of one level after an event, as New Jersey's list names them."""

    sums: LevelSums
    hits: int
    overflow: int
    to_meter: int
    """What the reserve has put onto the meter."""

    @property
    def liability(self) -> int:
        return self.sums.meter + self.sums.frozen + self.sums.reserve


class JackpotFigures(NamedTuple):
    """Every meter of a jackpot after an event; ``wagers`` and ``wagered`` are the number and amount of its wagers."""

    event: int
    wagers: int
    wagered: int
    levels: dict[str, LevelFigures]


class JackpotBooks:
    """One jackpot in some books. Raises FormRefused if there is none of this name."""

    def __init__(self, journal: Journal, link: str) -> None:
        self.journal, self.link = journal, link
        document = journal.document(link_document(link))
        if document is None:
            known = ", ".join(name.removeprefix("link ") for name in journal.documents("link ")) or "none"
            raise FormRefused("no-such-link", f"there is no jackpot {link!r}; the books have {known}")
        self._current = read_link(document).terms

    def events(self, *kinds: str) -> list[Event]:
        """The events between hands, in order."""
        return [_event(one) for one in self.journal.events_about(self.link) if one["kind"] in kinds]

    def terms_at(self, number: int) -> TermsAt:
        found: TermsAt | None = None
        announced: Any = None
        for event in self.events("create", "announce", "change"):
            if event.number > number:
                break
            announced = event.said["terms"] if event.kind != "change" else announced
            if event.kind != "announce":
                found = TermsAt(self.read_terms(announced), event.number)
        if found is None:
            raise FormRefused("no-such-event", f"jackpot {self.link} did not exist yet at event {number}")
        return found

    def read_terms(self, stored: Any) -> Terms:
        """Terms from the books. Events store names in alphabetical order; pays and levels are shown best first."""
        terms, like = Terms.model_validate(stored), self._current
        order = (*like.shares, *like.rows)
        if not {*terms.rows, *terms.shares} <= set(order):
            order = _sheet_order(terms) or order
        place = {name: at for at, name in enumerate((*order, *like.levels))}
        parts = {name: getattr(terms, name) for name in ("rows", "shares", "levels")}
        return terms.model_copy(
            update={
                name: dict(sorted(part.items(), key=lambda one: place.get(one[0], len(place))))
                for name, part in parts.items()
            }
        )

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self._current.levels)

    def figures_at(self, number: int) -> JackpotFigures:
        flows = Flows(self.journal.flows(f"{self.link}/", 0, number))
        balances, names = flows.balances(), link_accounts(self.link)
        wagers = flows.between(names.tray, names.wagers)
        levels = {level: _level(flows, balances, self.link, level) for level in self.levels}
        return JackpotFigures(number, wagers.entries, wagers.amount, levels)

    def accounts(self, level: str) -> LevelAccounts:
        return level_accounts(self.link, level)

    def frozen_at(self, number: int) -> dict[str, int]:
        """The part of each meter that is frozen for confirmed awards after an event; levels without one are left
        out."""
        while page := self.journal.newest_of(FREEZING, number, PAGE):
            for row in page:
                answer = json.loads(row["answer"])
                if (json.loads(row["body"]).get("link") or answer.get("link")) == self.link:
                    step = answer["progressive"][-1]["answer"] if "progressive" in answer else answer
                    return dict(step.get("frozen", {}))
            number = page[-1]["number"] - 1
        return {}


def _sheet_order(terms: Terms) -> tuple[str, ...]:
    """The rows of the rule sheet that terms were made for, best first; none if there is no such sheet here."""
    try:
        bet = load_sheet(terms.sheet).rules.side_bets[terms.bet]
        pays = pays_of(bet.paytables[terms.paytable], bet.minimum)
    except (LammerError, KeyError):
        return ()
    return (*pays.shares, *pays.rows)


def _level(flows: Flows, balances: dict[str, Balance], link: str, level: str) -> LevelFigures:
    names = level_accounts(link, level)
    # In older books an award left the meter when it was confirmed.
    won = [flows.between(account, names.awards) for account in (names.meter, names.frozen)]
    return LevelFigures(
        level_sums(balances, link, level),
        sum(flow.entries for flow in won),
        flows.between(names.contributions, names.reserve).amount,
        flows.between(names.reserve, names.meter).amount,
    )


def _event(row: Mapping[str, Any]) -> Event:
    said, answer = json.loads(row["body"]), json.loads(row["answer"])
    return Event(row["number"], row["at"], row["kind"], row["actor"], said, answer)
