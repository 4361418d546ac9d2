"""Compares a printed form with the books: its number, every amount, the event's hash and signature, and the print."""

from typing import Any

from lammer.ledger.journal import Journal
from lammer.ledger.verify.keys import PublicKey
from lammer.papers.checking import Difference, differences
from lammer.papers.document import Document
from lammer.papers.forms.catalogue import made, wanted_by
from lammer.papers.forms.refusals import FormRefused
from lammer.papers.reading import ReadDocument


def form_differences(journal: Journal, file: bytes, found: ReadDocument) -> tuple[list[Difference], Document | None]:
    """Nothing if the file is what the books say; with the form as the books have it, if they have it. Raises
    FormRefused if the file is not a form."""
    wanted = wanted_by(found.about)
    if found.about.get("books") != journal.id:
        return [Difference("books", str(found.about.get("books")), journal.id)], None
    try:
        again = made(journal, wanted, found.paper, found.file_kind)
    except FormRefused as refused:
        return [Difference("form", str(found.about.get("number")), f"none: {refused.text}")], None
    listed = differences(file, found, again)
    if not _signed(found.about):
        listed.insert(0, Difference("signature", "one that its public key did not make", str(again.about["signature"])))
    return listed, again


def _signed(about: dict[str, Any]) -> bool:
    """Whether the signature in a file is that of its public key over its books, event and hash."""
    books, event, hash_, signature, key = (
        about.get(name) for name in ("books", "event", "hash", "signature", "public_key")
    )
    if signature == "":
        return True  # an event from before events were signed: the hash is compared with the books
    texts = (books, hash_, signature, key)
    if not all(isinstance(one, str) for one in texts) or type(event) is not int:
        return False
    return PublicKey(str(books), str(key)).signed(event, str(hash_), str(signature))
