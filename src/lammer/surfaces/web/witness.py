"""A witness for other houses' books: one signed head for each journal, in a file that never goes back.

Nobody needs a role: a head must be signed, and the first key that signs for a journal is the only one from then on,
unless it says itself which key follows it.
"""

import json
import threading
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from lammer.errors import LammerError
from lammer.ledger.keys import write_key
from lammer.ledger.verify.keys import KeyChange, Keys, PublicKey, mark
from lammer.ledger.witness import MAX_CHANGES, Head, read_head
from lammer.surfaces.web.answers import error
from lammer.surfaces.web.replies import WitnessHead

MAX_JOURNALS = 1_000
HEAD: dict[int | str, dict[str, Any]] = {200: {"model": WitnessHead}}
Hex16 = Annotated[str, InPath(pattern=r"^[0-9a-f]{16}$", description="the journal's id")]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


Hex128 = Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]
Number = Annotated[int, Field(ge=1, le=2**62, strict=True)]


class SentChange(BaseModel):
    """A new key in place of an old one, signed by both."""

    model_config = ConfigDict(extra="forbid")
    number: Number
    before: Hex64
    old: Hex64
    new: Hex64
    endorsement: Hex128
    acceptance: Hex128


class SentHead(BaseModel):
    model_config = ConfigDict(extra="forbid")
    journal: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    public_key: Hex64
    number: Number
    hash: Hex64
    signature: Hex128
    keys: Annotated[list[SentChange], Field(max_length=MAX_CHANGES)] = []

    def head(self) -> Head:
        parts = self.model_dump(exclude={"keys"})
        return Head(**parts, keys=tuple(KeyChange(**change.model_dump()) for change in self.keys))


class WitnessRefused(LammerError):
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class HeadsKept:
    """The heads of other books, a file for each journal."""

    def __init__(self, folder: Path, maximum: int = MAX_JOURNALS) -> None:
        self._folder, self._maximum, self._turn = folder, maximum, threading.Lock()

    def held(self, journal: str) -> Head | None:
        try:
            return read_head((self._folder / f"{journal}.json").read_bytes())
        except FileNotFoundError:
            return None

    def take(self, head: Head) -> Head:
        """Gives the head that is held afterwards: this one, or a later one."""
        if not PublicKey(head.journal, head.public_key).signed(head.number, head.hash, head.signature):
            raise WitnessRefused("bad-signature", "this head is not signed with the key it names")
        with self._turn:
            held = self.held(head.journal)
            if held is None and sum(1 for _ in self._folder.glob("*.json")) >= self._maximum:
                raise WitnessRefused("witness-full", "this witness holds as many journals as it can")
            if held is not None and held.public_key != head.public_key:
                _must_follow(held, head)
            if held is not None and held.number == head.number and held.hash != head.hash:
                raise WitnessRefused("two-histories", f"event {head.number} was signed with another hash before")
            if held is None or held.number < head.number:
                write_key(self._folder / f"{head.journal}.json", json.dumps(head.as_json()).encode())
                return head
            return held


def _must_follow(held: Head, head: Head) -> None:
    """Refuses a head of another key, unless the key that is known here has signed which key follows it."""
    keys = Keys(held.journal, held.public_key)
    for change in head.keys:
        if change.old == keys.current.text:
            keys.follow(change)
    if keys.at(head.number).text != head.public_key:
        raise WitnessRefused("other-key", "this journal is signed with another key here, which does not name this one")
    change = keys.changes[0]
    # An event of older books may have a signed head and no signature of its own.
    marks = (mark(held.hash, held.signature), held.hash)
    if change.number < held.number or (change.number == held.number + 1 and change.before not in marks):
        text = f"event {held.number} was signed with the old key before; the change to the new key does not follow it"
        raise WitnessRefused("two-histories", text)


def add_witness(app: FastAPI, folder: Path) -> None:
    kept = HeadsKept(folder)

    @app.get("/api/witness/{journal}", responses=HEAD)
    def witnessed(journal: Hex16) -> Any:
        """The newest head of a journal that was sent here."""
        head = kept.held(journal)
        return head.as_json() if head else error(404, "no-such-journal", "no head of this journal was ever sent here")

    @app.post("/api/witness/{journal}", responses=HEAD)
    def witness(journal: Hex16, body: SentHead) -> Any:
        """Keeps a head, unless a later one is held; answers with the one that is held."""
        if body.journal != journal:
            return error(409, "other-journal", "the head is of another journal than the address")
        return kept.take(body.head()).as_json()

    @app.exception_handler(WitnessRefused)
    async def _refused(_request: Any, refused: WitnessRefused) -> Response:
        return error(409, refused.code, str(refused))
