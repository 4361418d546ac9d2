"""All forms by name, and how a form becomes a document."""

import shlex
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, NamedTuple

from lammer.ledger.journal import Journal
from lammer.papers.document import Document, FileKind, Paper, Signatures
from lammer.papers.forms import approval, liability, petitions, readings, slip, terms_form
from lammer.papers.forms.books import JackpotBooks
from lammer.papers.forms.parts import Draft, clause_block
from lammer.papers.forms.proof import about_event, proof_block, signed_event
from lammer.papers.forms.refusals import FormRefused

FORMS: dict[str, Callable[..., Draft]] = {
    "slip": slip.slip,
    "approval": approval.approval,
    "terms": terms_form.terms_form,
    "reading": readings.meter_reading,
    "reconciliation": readings.reconciliation,
    "liability": liability.liability,
    "petition": petitions.petition,
    "transfer": petitions.transfer,
}
KIND = "form"
ASKED = {"table": str, "hand": int, "spot": int, "event": int, "day": str, "reference": str}
"""The types of the forms' parameters."""


class Wanted(NamedTuple):
    """A form of a jackpot. ``ask`` are the parameters of the function in ``FORMS``."""

    form: str
    link: str
    ask: Mapping[str, Any]


def made(journal: Journal, wanted: Wanted, paper: Paper = "a4", kind: FileKind = "pdf") -> Document:
    """``kind`` is of the file that the printed command makes. Raises FormRefused if the books have no such thing, and
    LedgerFault if its event is not what was signed."""
    draft = FORMS[wanted.form](JackpotBooks(journal, wanted.link), **wanted.ask)
    event = signed_event(journal, draft.event)
    command = command_for(wanted, draft, paper, kind)
    about = {
        "kind": KIND,
        "form": wanted.form,
        "number": draft.number,
        "link": wanted.link,
        "ask": dict(draft.ask),
        **about_event(event),
        "amount": draft.amount,
        "digest": f"{draft.number} · books {event.journal} · event {event.number} · {event.hash[:16]}",
        "command": command,
    }
    blocks = (
        *draft.blocks,
        Signatures(draft.signatures),
        proof_block(draft.number, event, draft.amount, command),
        clause_block(draft.clauses),
    )
    return Document(draft.kind, draft.number, draft.subtitle, blocks, (), about, event.at[:10])


def command_for(wanted: Wanted, draft: Draft, paper: Paper, kind: FileKind) -> str:
    """The command that makes the form again, with --db for the books."""
    words = ["lammer", "progressive", "paper", wanted.form, *draft.words, "-o", f"{wanted.form}.{kind}"]
    words += ["--link", wanted.link, *(["--paper", paper] if paper != "a4" and kind == "pdf" else [])]
    return shlex.join(words)


def wanted_by(about: Mapping[str, Any]) -> Wanted:
    """The form that a file says it is. Raises FormRefused if it does not say so."""
    form, link, ask = (about.get(name) for name in ("form", "link", "ask"))
    if not (isinstance(form, str) and isinstance(link, str) and isinstance(ask, dict)):
        raise FormRefused("not-a-form", "this document is not a form of a jackpot")
    if about.get("kind") != KIND or form not in FORMS:
        raise FormRefused("not-a-form", "this document is not a form of a jackpot")
    if any(type(value) is not ASKED.get(name) for name, value in ask.items()):
        raise FormRefused("not-a-form", "this form does not say what it is about")
    try:
        signature(FORMS[form]).bind(None, **ask)
    except TypeError:
        raise FormRefused("not-a-form", "this form does not say what it is about") from None
    return Wanted(form, link, ask)
