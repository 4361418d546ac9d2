"""The event that a form is about: its hash and signature, checked before they are printed, and the code that holds
them."""

from typing import Any, NamedTuple

from lammer.errors import MissingExtra
from lammer.ledger.journal import Journal
from lammer.ledger.records import Link, chained, mark
from lammer.ledger.refusals import LedgerFault
from lammer.papers.document import Proof
from lammer.papers.forms.refusals import FormRefused

QUIET = 4
"""The white modules around a code that readers need."""
UNSIGNED = "none: this event is from before events were signed"


class Signed(NamedTuple):
    """An event of the books with its signature and the public key that it was made with."""

    journal: str
    number: int
    at: str
    hash: str
    signature: str
    key: str

    @property
    def time(self) -> str:
        return time_text(self.at)


def time_text(at: str) -> str:
    return f"{at[:10]} {at[11:19]} UTC"


def signed_event(journal: Journal, number: int) -> Signed:
    """Refuses an event that is not in the books, or that is not what was signed."""
    row = journal.event(number)
    if row is None:
        last = journal.last_number()
        raise FormRefused("no-such-event", f"the books have no event {number}; the last one is {last}")
    texts = {name: row[name] for name in ("key", "kind", "actor", "at", "about", "body", "answer", "documents")}
    entries = [[line["debit"], line["credit"], line["amount"], line["reason"]] for line in row["entries"]]
    link = Link(mark(*journal.mark_of(number - 1)), number, **texts, entries=entries)
    key = journal.signing_keys().at(number)
    signed = not row["signature"] or key.signed(number, row["hash"], row["signature"])
    if chained(link) != row["hash"] or not signed:
        text = f"event {number} is not what was signed: verify the books (lammer progressive verify --db)"
        raise LedgerFault("tampered", text)
    return Signed(journal.id, number, row["at"], row["hash"], row["signature"], key.text)


def code_text(number: str, event: Signed, amount: str) -> str:
    """The text of a form's code. Only characters of a code's alphanumeric mode, which makes it smaller."""
    parts = {"LAMMER": number, "AMOUNT": amount, "BOOKS": event.journal, "EVENT": str(event.number)}
    parts |= {"HASH": event.hash, "SIGNATURE": event.signature or "NONE"}
    text = " ".join(f"{name} {part.replace(',', '')}" for name, part in parts.items() if part)
    return "".join(one if one.isascii() else "-" for one in text.upper())


def matrix_of(text: str) -> list[list[bool]]:
    """The modules of a code, without the white around it."""
    try:
        import segno
    except ImportError:
        raise MissingExtra("forms need segno: pip install 'lammer[report]'") from None
    return [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix]


def code_svg(text: str) -> str:
    """A code as one path, in modules. Neighbours in a row are one rectangle, so that no hairlines show between them."""
    rows = matrix_of(text)
    size = len(rows) + 2 * QUIET
    runs = "".join(
        f"M{start + QUIET} {y + QUIET}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for start, length in _runs(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{runs}" fill="#000"/></svg>'
    )


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Start and length of every run of dark modules."""
    runs: list[tuple[int, int]] = []
    for at, dark in enumerate(row):
        if not dark:
            continue
        if runs and sum(runs[-1]) == at:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((at, 1))
    return runs


def proof_block(number: str, event: Signed, amount: str, command: str) -> Proof:
    rows = (
        ("Form", number),
        ("Books, event", f"{event.journal}, {event.number}"),
        ("Hash", event.hash),
        ("Signature", event.signature or UNSIGNED),
        ("Public key", event.key),
        ("Command", command),
    )
    return Proof(code_svg(code_text(number, event, amount)), f"A code with the signature of {number}", rows)


def about_event(event: Signed) -> dict[str, Any]:
    """What the JSON in a form says about its event."""
    return {"books": event.journal, "event": event.number, "at": event.at, "hash": event.hash} | {
        "signature": event.signature,
        "public_key": event.key,
    }
