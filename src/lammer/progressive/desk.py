"""The progressive computer: executes a step for an actor, under a key, and stores it before it answers."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from lammer.ledger.journal import Books, Journal, create_journal, open_journal
from lammer.ledger.keys import KeyPlace
from lammer.ledger.records import Command, Entry, Posted, Posting, moved
from lammer.progressive import approvals, claims, eased, hand, liability, reconcile, transfer
from lammer.progressive.accounts import RESERVED, level_accounts, side_of
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step
from lammer.progressive.state import (
    LinkState,
    Person,
    TableState,
    link_document,
    read_link,
    read_table,
    table_document,
)
from lammer.progressive.terms import HOUSE, Terms
from lammer.rules.wording import explained

STEPS: dict[str, Callable[..., Step]] = {
    "open": hand.open_hand,
    "wager": hand.sense,
    "take": hand.take,
    "deal": hand.deal,
    "select": claims.select,
    "confirm": approvals.confirm,
    "swipe": approvals.swipe,
    "void": approvals.void,
    "end": hand.end,
    "enrol": liability.enrol,
    "open-link": liability.open_link,
    "close-link": liability.close_link,
    "announce": liability.announce,
    "change": liability.change,
    "adjust": liability.adjust,
    "petition": liability.petition,
    "discontinue": liability.discontinue,
    "reduce": eased.reduce_qualification,
    "transfer": transfer.transfer,
    "reconcile": reconcile.reconcile,
    "redeal": hand.redeal,
    "relieve": hand.relieve,
    "approve-table": liability.approve_table,
}
OF_A_HAND = ("open", "wager", "take", "deal", "redeal", "relieve", "select", "confirm", "swipe", "void", "end")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


def card_digest(card: str) -> str:
    """The stored form of a card: it identifies the card, but does not suffice to copy it."""
    return hashlib.sha256(f"lammer card {card}".encode()).hexdigest()


def hand_name(link: str, table: str, number: int) -> str:
    return f"{link}/{table}/{number}"


class Desk:
    """``key`` is chosen by the caller. A step that is repeated with the same key is executed once, and its answer is
    returned again."""

    def __init__(self, journal: Journal, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.journal, self._now = journal, now

    def create(self, key: str, link: str, terms: Terms, executive: str, card: str = "") -> Posted:
        """Creates a jackpot with its meters at their seeds. It is closed until it is opened."""
        if not NAME.fullmatch(link):
            raise StepRefused(
                "bad-name", f"{link!r}: a link's name may have letters, digits, dots, dashes and underscores", HOUSE
            )
        liability.proper_name(executive)
        carried = card_digest(card) if card else ""
        body = {"link": link, "terms": terms.model_dump(mode="json"), "card": carried}

        def carry_out(books: Books) -> Posting:
            if link in RESERVED:
                raise StepRefused("bad-name", f"{link}: this name is reserved for a floor; choose another", HOUSE)
            if books.document(link_document(link)) is not None:
                raise StepRefused("link-exists", f"link {link} already exists", HOUSE)
            state, entries = created(link, terms, executive, carried)
            answer = {
                "link": link,
                "status": "closed",
                "meters": {name: its.seed for name, its in terms.levels.items()},
                "approval_binds": state.approval_binds,
            }
            documents = {link_document(link): state.model_dump_json()}
            return Posting(answer, link, entries, documents)

        return self.journal.post(Command(key, "create", executive, body), carry_out)

    def do(self, kind: str, key: str, actor: str, link: str, table: str = "", **body: Any) -> Posted:
        """Executes a step by its name, with its parameters. The caller must have authenticated the actor."""
        if (kind in OF_A_HAND) != bool(NAME.fullmatch(table)):
            raise StepRefused("bad-name", f"{table!r}: steps of a hand name a table, other steps do not", HOUSE)
        body = _well_formed(kind, body)
        stored = {"link": link, "table": table} | {name: _plain(value) for name, value in body.items()}

        def carry_out(books: Books) -> Posting:
            before = self._situation(books, link, table, actor)
            if before.table.on_floor:
                text = f"the hand on table {table} is played on the floor, where its winners have their chips"
                raise StepRefused("on-the-floor", text, HOUSE)
            return _posting(kind, before, STEPS[kind](before, **body))

        return self.journal.post(Command(key, kind, actor, stored), carry_out)

    def swipe(self, key: str, card: str, link: str, table: str, spot: int) -> Posted:
        """A card swipe. The books say who owns the card. A swipe that is repeated under its key keeps its first actor,
        even if the card has a new owner."""
        return self.do("swipe", key, self.journal.actor_of(key) or self._holder(link, card), link, table, spot=spot)

    def _holder(self, link: str, card: str) -> str:
        carried = card_digest(card)
        for name, person in self.link(link).staff.items():
            if person.card == carried:
                return name
        raise StepRefused("unknown-card", "this card belongs to nobody on this link", "SD.19 (6)(vi)")

    def move(
        self, key: str, actor: str, link: str, reference: str, to_link: str, to_levels: Mapping[str, str]
    ) -> Posted:
        """By petition: moves the whole liability to another jackpot, level by level."""
        body = {"link": link, "reference": reference, "to_link": to_link, "to_levels": dict(to_levels)}

        def carry_out(books: Books) -> Posting:
            here, there = (self._situation(books, name, "", actor) for name in (link, to_link))
            left, right, entries, answer = liability.moved_over(here, there, reference, to_levels)
            documents = {link_document(each.link): each.model_dump_json() for each in (left, right)}
            return Posting(answer, link, entries, documents)

        return self.journal.post(Command(key, "move", actor, body), carry_out)

    def receive(
        self,
        key: str,
        actor: str,
        link: str,
        sent: transfer.Transfer,
        licensee: str,
        received: int,
        to_levels: Mapping[str, str],
    ) -> Posted:
        """By petition: receives the fund of another licensee, once in these books."""
        parameters = {"licensee": licensee, "received": received, "to_levels": dict(to_levels)}
        body = {"link": link, "sent": sent.model_dump(), **parameters}
        once = f"received {sent.sender}/{sent.from_link}/{sent.reference}"

        def carry_out(books: Books) -> Posting:
            if books.document(once) is not None:
                raise StepRefused(
                    "already-received", f"this fund of {sent.sender} was already received", liability.NINE
                )
            before = self._situation(books, link, "", actor)
            posting = _posting("receive", before, transfer.receive(before, sent, licensee, received, to_levels))
            return replace(posting, documents={**posting.documents, once: sent.model_dump_json()})

        return self.journal.post(Command(key, "receive", actor, body), carry_out)

    def _situation(self, books: Books, link: str, table: str, actor: str) -> Situation:
        document = books.document(link_document(link))
        if document is None:
            raise StepRefused("no-such-link", f"there is no link {link!r}", HOUSE)
        at = books.document(table_document(link, table)) if table else None
        state = read_table(at) if at else TableState(link=link, table=table)
        day = self._now().date().isoformat()
        return Situation(
            read_link(document), state, lambda name: books.balance(name).credit, books.next_number, actor, day
        )

    def link(self, link: str) -> LinkState:
        document = self.journal.document(link_document(link))
        if document is None:
            raise StepRefused("no-such-link", f"there is no link {link!r}", HOUSE)
        return read_link(document)

    def table(self, link: str, table: str) -> TableState:
        document = self.journal.document(table_document(link, table))
        return read_table(document) if document else TableState(link=link, table=table)

    def meters(self, link: str) -> dict[str, int]:
        """The amount on every level's meter."""
        names = {level: level_accounts(link, level).meter for level in self.link(link).terms.levels}
        balances = self.journal.balances()
        return {level: balances[name].credit for level, name in names.items()}

    def links(self) -> list[str]:
        return [name.removeprefix("link ") for name in self.journal.documents("link ")]


def created(link: str, terms: Terms, executive: str, card: str) -> tuple[LinkState, tuple[Entry, ...]]:
    """The state of a new jackpot, and the entries for its seeds. ``card`` is a digest."""
    state = LinkState(
        link=link,
        status="closed",
        terms=terms,
        staff={executive: Person(role="executive", card=card)},
        carried=liability.nothing_carried(terms),
        owed=dict.fromkeys(terms.levels, 0),
        approval_binds=True,
    )
    names = {level: level_accounts(link, level) for level in terms.levels}
    seeds = [moved(names[level].seeds, names[level].meter, its.seed, "seed") for level, its in terms.levels.items()]
    return state, tuple(chain.from_iterable(seeds))


def _well_formed(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a step after a check of their types; nothing else is stored."""
    if kind not in STEPS:
        raise StepRefused("no-such-step", f"{kind!r} is not a step; the steps are {', '.join(STEPS)}", HOUSE)
    parts = step_parts(kind)
    needed = {name for name, (_, required) in parts.items() if required}
    if not needed <= set(body) <= set(parts):
        raise StepRefused("malformed", f"the parameters of {kind} are: {', '.join(parts) or 'none'}", HOUSE)
    try:
        return {name: parts[name][0].validate_python(value, strict=True) for name, value in body.items()}
    except ValidationError as error:
        raise StepRefused("malformed", f"{kind}: {explained(error.errors()[0])}", HOUSE) from None


@cache
def step_parts(kind: str) -> dict[str, tuple[TypeAdapter[Any], bool]]:
    """The type of each parameter of a step, by name, and whether it is required."""
    parameters = list(signature(STEPS[kind], eval_str=True).parameters.values())[1:]
    return {one.name: (TypeAdapter(one.annotation), one.default is one.empty) for one in parameters}


def _plain(value: Any) -> Any:
    """The value as it is stored."""
    if isinstance(value, Terms):
        return value.model_dump(mode="json")
    return {str(key): _plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


def with_meters(before: Situation, step: Step) -> dict[str, Any]:
    """A step's answer, with every meter before and after the step."""
    earlier = before.meters()
    after = dict(earlier)
    for entry in step.entries:
        for level in after:
            meter = before.accounts(level).meter
            after[level] += entry.amount * ((entry.credit == meter) - (entry.debit == meter))
    return dict(step.answer) | {"meters": {"before": earlier, "after": after}}


def _posting(kind: str, before: Situation, step: Step) -> Posting:
    """The posting of a step: answer, entries and changed documents."""
    answer, documents = with_meters(before, step), {}
    if step.link is not before.link:
        documents[link_document(step.link.link)] = step.link.model_dump_json()
    about = step.link.link
    if kind in OF_A_HAND:
        number = max(before.table.hand, step.table.hand)
        about = hand_name(step.link.link, step.table.table, number)
        answer |= {"table": step.table.table, "hand": number, "stage": step.table.stage}
        documents[table_document(step.link.link, step.table.table)] = step.table.model_dump_json()
    return Posting(answer, about, step.entries, documents)


def key_place_of(where: str | Path, folder: Path | None = None) -> KeyPlace:
    """The user's folder of keys, unless an earlier version put the signing key beside the file or, for PostgreSQL,
    into the user's configuration."""
    file = str(where).removeprefix("sqlite:///")
    older = [Path("~/.config/lammer/ledger.key").expanduser()] if "://" in file else []
    return KeyPlace.usual(file, *older, folder=folder)


def create_desk(
    where: str | Path, keys: Path | KeyPlace | None = None, witness: str | None = None, **more: Any
) -> Desk:
    """Opens a desk at new or existing books."""
    return Desk(create_journal(where, keys or key_place_of(where), side_of, witness=witness, **more), **more)


def open_desk(where: str | Path, keys: Path | KeyPlace | None = None, witness: str | None = None, **more: Any) -> Desk:
    """Opens a desk at existing books."""
    return Desk(open_journal(where, keys or key_place_of(where), side_of, witness=witness, **more), **more)
