"""A witness for the books of other houses: one signed head for each journal, which is never replaced by an earlier one.

No role is needed, because a head must be signed. The first key that signs for a journal is the only valid one, unless
it signs which key follows it.
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
        """Stores the head unless there is a later one. Returns the stored head."""
        if not PublicKey(head.journal, head.public_key).signed(head.number, head.hash, head.signature):
            raise WitnessRefused("bad-signature", "this head is not signed with the key it names")
        with self._turn:
            held = self.held(head.journal)
            if held is None and sum(1 for _ in self._folder.glob("*.json")) >= self._maximum:
                raise WitnessRefused("witness-full", "this witness cannot store more journals")
            if held is not None and held.public_key != head.public_key:
                _must_follow(held, head)
            if held is not None and held.number == head.number and held.hash != head.hash:
                raise WitnessRefused("two-histories", f"event {head.number} was already signed with another hash")
            if held is None or held.number < head.number:
                write_key(self._folder / f"{head.journal}.json", json.dumps(head.as_json()).encode())
                return head
            return held


def _must_follow(held: Head, head: Head) -> None:
    """Refuses a head of another key, unless the known key has signed that this key follows it."""
    keys = Keys(held.journal, held.public_key)
    for change in head.keys:
        if change.old == keys.current.text:
            keys.follow(change)
    if keys.at(head.number).text != head.public_key:
        raise WitnessRefused(
            "other-key", "this journal has another key here, which has not signed that this one follows it"
        )
    change = keys.changes[0]
    # In older books an event may have a signed head but no signature of its own.
    marks = (mark(held.hash, held.signature), held.hash)
    if change.number < held.number or (change.number == held.number + 1 and change.before not in marks):
        text = f"event {held.number} was signed with the old key; the change to the new key does not follow it"
        raise WitnessRefused("two-histories", text)


def add_witness(app: FastAPI, folder: Path) -> None:
    kept = HeadsKept(folder)

    @app.get("/api/witness/{journal}", responses=HEAD)
    def witness_head(journal: Hex16) -> Any:
        """The newest head of a journal that this witness has."""
        head = kept.held(journal)
        return head.as_json() if head else error(404, "no-such-journal", "this witness has no head of this journal")

    @app.post("/api/witness/{journal}", responses=HEAD)
    def keep_head(journal: Hex16, body: SentHead) -> Any:
        """Stores a head unless there is a later one. Answers with the stored head."""
        if body.journal != journal:
            return error(409, "other-journal", "the head belongs to another journal")
        return kept.take(body.head()).as_json()

    @app.exception_handler(WitnessRefused)
    async def _refused(_request: Any, refused: WitnessRefused) -> Response:
        return error(409, refused.code, str(refused))
