"""The signing key was changed because the old one may have been stolen. Whoever has the old key, or none, tries to
write events, to introduce a key, and to rewrite what was before the change."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lammer.ledger.journal import create_journal, open_journal
from lammer.ledger.records import canonical, mark
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.rotation import rotate
from lammer.ledger.signing import Seal
from lammer.ledger.verify import keys as verify_keys
from lammer.ledger.verify import verify
from lammer.ledger.verify.keys import KeyChange
from lammer.ledger.witness import Head, read_head
from lammer.surfaces.web.witness import HeadsKept, WitnessRefused
from tests.attacks.tampering import copied
from tests.ledger.forger import Forger, Signer
from tests.ledger.house import Kept, post, side_of
from tests.ledger.older_form import triggers_off

CHANGE, LAST = 6, 10
"""The event that puts the new key in place, and the last one."""


class Rotated(NamedTuple):
    kept: Kept
    """Books of ten events, with the new key, and their last head."""
    head_before: dict[str, Any]
    """A head from before the change."""
    old_file: Path


class ByTime(NamedTuple):
    """Signs each event with the key of its time."""

    old: Signer
    new: Signer

    def sign(self, number: int, hash_: str) -> str:
        return (self.old if number <= CHANGE else self.new).sign(number, hash_)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Rotated:
    folder = tmp_path_factory.mktemp("rotated")
    where, key = str(folder / "books.db"), folder / "key"
    with closing(create_journal(where, key, side_of)) as journal:
        post(journal, range(1, CHANGE))
        before = journal.sign_head()
        done = rotate(journal, "erin")
        assert done.event == CHANGE
        post(journal, range(CHANGE, LAST - 1))
        after = journal.sign_head()
    assert after["number"] == LAST
    return Rotated(Kept(where, key, after), before, done.kept)


@pytest.fixture
def books(honest: Rotated, tmp_path: Path) -> Rotated:
    return honest._replace(kept=honest.kept._replace(where=copied(honest.kept.where, tmp_path / "copy.db")))


@pytest.fixture
def forger(books: Rotated) -> Iterator[Forger]:
    with closing(Forger(books.kept.where, books.kept)) as forger, triggers_off(forger):
        yield forger


def old_key(books: Rotated) -> Signer:
    return Signer.of(books.kept.head["journal"], books.old_file)


def new_key(books: Rotated) -> Signer:
    return Signer.of(books.kept.head["journal"], books.kept.key_file)


def strangers(books: Rotated) -> Signer:
    return Signer(books.kept.head["journal"], Ed25519PrivateKey.generate())


def found(books: Rotated, head: dict[str, Any] | None = None) -> set[str]:
    """The faults that ``verify`` names."""
    verdict = verify(books.kept.where, head, side_of=side_of, schema=False)
    return {fault.code for fault in verdict.faults}


def refused(books: Rotated, key_file: Path | None = None) -> str:
    """Why the server does not start; empty when it does. The triggers are off, so their absence does not count."""
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("lammer.ledger.verify.start.check_schema", lambda *_args, **_more: None)
            open_journal(books.kept.where, key_file or books.kept.key_file, side_of).close()
    except LedgerFault as fault:
        return str(fault)
    return ""


def test_control_books_nobody_touched_are_taken(books: Rotated) -> None:
    assert found(books) == found(books, books.kept.head) == found(books, books.head_before) == set()
    assert refused(books) == ""


# New events


def append(forger: Forger, signer: Signer) -> None:
    """One more event, signed by somebody."""
    number = LAST + 1
    forger.run(
        f"INSERT INTO events SELECT {number}, 'forged', digest, kind, 'mallory', at, about, body, answer, '[]' "
        "FROM events WHERE number = 1"
    )
    forger.run(f"INSERT INTO audit VALUES ({number}, '', '')")
    forger.redigest()
    forger.rechain(From(number, signer, dict(forger.rows("SELECT number, signature FROM audit"))))


@dataclass(frozen=True)
class From:
    """Leaves the signatures before an event as they are."""

    first: int
    signer: Signer
    before: dict[int, str]

    def sign(self, number: int, hash_: str) -> str:
        return self.before[number] if number < self.first else self.signer.sign(number, hash_)


def test_events_signed_with_the_old_key_after_the_change_are_refused(books: Rotated, forger: Forger) -> None:
    append(forger, old_key(books))
    assert found(books) == {"signature"}
    assert f"signature of event {LAST + 1} is invalid" in refused(books)


def test_a_running_server_refuses_them_too(books: Rotated) -> None:
    with closing(open_journal(books.kept.where, books.kept.key_file, side_of)) as running:
        with closing(Forger(books.kept.where, books.kept)) as forger, triggers_off(forger):
            append(forger, old_key(books))
        with pytest.raises(LedgerFault, match="another program has written"):
            post(running, [50])


def test_control_the_key_in_use_could_sign_them(books: Rotated, forger: Forger) -> None:
    append(forger, new_key(books))
    assert found(books) == set()
    assert refused(books) == ""


# A new key


def introduce(forger: Forger, endorser: Signer, new: Signer, said: str = "") -> None:
    """The last event becomes a change to another key, and an event under that key follows. ``said`` is the key that it
    claims to replace, if that is not the endorser's."""
    before = forger.rows(f"SELECT hash, signature FROM audit WHERE number = {LAST - 1}")[0]
    forger.run(
        "UPDATE events SET kind = 'new-key', about = 'signing key', body = :body "
        f"WHERE number = {LAST} AND documents = '[]'",
        {"body": change_body(LAST, mark(*before), said or endorser.public_key, endorser, new)},
    )
    forger.redigest()
    forger.rechain(From(LAST, endorser, dict(forger.rows("SELECT number, signature FROM audit"))))
    append(forger, new)


def change_body(number: int, before: str, old: str, endorser: Signer, new: Signer) -> str:
    text = f"lammer new-key {new.journal} {number} {before} {old} {new.public_key}".encode()
    signed = {"endorsement": endorser.key.sign(text).hex(), "acceptance": new.key.sign(text).hex()}
    return canonical({"before": before, "old": old, "new": new.public_key} | signed)


@pytest.mark.parametrize("claims", [True, False], ids=["as the key in use", "as itself"])
@pytest.mark.parametrize("who", [strangers, old_key], ids=["nobody's key", "the old key"])
def test_a_new_key_that_the_key_in_use_did_not_sign_is_refused(
    books: Rotated, forger: Forger, tmp_path: Path, who: Callable[[Rotated], Signer], *, claims: bool
) -> None:
    new = strangers(books)
    introduce(forger, who(books), new, new_key(books).public_key if claims else "")
    assert found(books) == {"new-key", "signature"}
    for key in (books.kept.key_file, key_file(tmp_path, new)):
        assert "new key of event 10 is refused" in refused(books, key)


def test_a_running_server_does_not_take_such_a_key(books: Rotated) -> None:
    with closing(open_journal(books.kept.where, books.kept.key_file, side_of)) as running:
        with closing(Forger(books.kept.where, books.kept)) as forger, triggers_off(forger):
            append(forger, new_key(books))  # one more, so that the event that the server knows stays as it is
            forger.run("UPDATE events SET kind = 'new-key', about = 'signing key', body = '{}' WHERE number = 11")
            forger.redigest()
            forger.rechain(From(LAST + 1, strangers(books), dict(forger.rows("SELECT number, signature FROM audit"))))
        with pytest.raises(LedgerFault, match="new key of event 11 is refused") as fault:
            post(running, [50])
    assert fault.value.code == "forged"


def test_control_whoever_has_the_key_in_use_can_introduce_another(
    books: Rotated, forger: Forger, tmp_path: Path
) -> None:
    """``verify`` cannot know better; the owner's key and a head kept elsewhere do."""
    new = strangers(books)
    introduce(forger, new_key(books), new)
    assert found(books) == set()
    assert refused(books, key_file(tmp_path, new)) == ""
    assert "this key was replaced by event 10" in refused(books)
    assert "kept-head" in found(books, books.kept.head)


def key_file(folder: Path, signer: Signer) -> Path:
    path = folder / "forged.key"
    path.write_text(f"{signer.key.private_bytes_raw().hex()}\n{signer.journal} 1\n")
    return path


# What was before the change


def rewrite(forger: Forger, signer: ByTime, *, body: str = "") -> None:
    """Another history before the change. ``body`` is that of the change, else it stays."""
    forger.run("UPDATE events SET actor = 'mallory' WHERE number = 3")
    if body:
        forger.run(f"UPDATE events SET body = :body WHERE number = {CHANGE}", {"body": body})
    forger.redigest()
    forger.rechain(signer)


def mark_before_change(forger: Forger) -> str:
    return mark(*forger.rows(f"SELECT hash, signature FROM audit WHERE number = {CHANGE - 1}")[0])


def cut_after_change(forger: Forger) -> None:
    for number in range(CHANGE + 1, LAST + 1):
        forger.forget(number)
    forger.reaccount()
    forger.rewrite_documents()


def test_history_rewritten_with_the_old_key_is_found(books: Rotated, forger: Forger) -> None:
    """Those after the change cannot be signed anew with the new key."""
    rewrite(forger, ByTime(old_key(books), old_key(books)))
    assert found(books) == {"new-key"}
    assert "new key of event 6 is refused: the keys signed another history" in refused(books)


def test_history_rewritten_with_all_cut_off_after_the_change_is_found(books: Rotated, forger: Forger) -> None:
    """Also without a head that was kept: the new key signed the history before it."""
    cut_after_change(forger)
    assert found(books) == set()  # control: without another history the end alone is not missed
    rewrite(forger, ByTime(old_key(books), old_key(books)))
    assert found(books) == {"new-key"}
    assert "new key of event 6 is refused: the keys signed another history" in refused(books)


def test_control_without_that_signature_the_rewritten_history_passes(
    books: Rotated, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_after_change(forger)
    rewrite(forger, ByTime(old_key(books), old_key(books)))
    true = verify_keys.follow_event
    signed = json.loads(forger.rows(f"SELECT body FROM events WHERE number = {CHANGE}")[0][0])["before"]
    for module in ("keys", "chain"):
        monkeypatch.setattr(
            f"lammer.ledger.verify.{module}.follow_event",
            lambda keys, number, body, _before: true(keys, number, body, signed),
        )
    assert found(books) == set()
    assert refused(books) == ""


def test_other_books_that_lead_to_the_owners_key_are_refused(books: Rotated, forger: Forger) -> None:
    """Somebody without any key begins the books anew with a key of their own, which then names the owner's."""
    own, theirs = strangers(books), new_key(books)
    forger.run("UPDATE journal_facts SET value = :key WHERE name = 'public_key'", {"key": own.public_key})
    cut_after_change(forger)
    rewrite(forger, ByTime(own, own))
    body = json.loads(forger.rows(f"SELECT body FROM events WHERE number = {CHANGE}")[0][0])
    before = mark_before_change(forger)
    text = f"lammer new-key {own.journal} {CHANGE} {before} {own.public_key} {theirs.public_key}".encode()
    body |= {"before": before, "old": own.public_key, "endorsement": own.key.sign(text).hex()}
    rewrite(forger, ByTime(own, own), body=canonical(body))
    assert found(books) == {"new-key"}
    assert refused(books) != ""
    # Control: with the owner's signature nothing would be wrong.
    body["acceptance"] = theirs.key.sign(text).hex()
    rewrite(forger, ByTime(own, own), body=canonical(body))
    assert (found(books), refused(books)) == (set(), "")


def test_limit_the_old_key_can_lead_to_another_key_in_books_of_its_own(books: Rotated, forger: Forger) -> None:
    """``verify`` alone cannot know which key is right, as for books signed anew. The owner's key does, and a head."""
    old, other = old_key(books), strangers(books)
    rewrite(forger, ByTime(old, other))
    body = change_body(CHANGE, mark_before_change(forger), old.public_key, old, other)
    rewrite(forger, ByTime(old, other), body=body)
    assert found(books) == set()
    assert refused(books) == "this is not the key these books are signed with"
    assert found(books, books.kept.head) == {"kept-head"}


# A witness that knows the old key alone


def sent(signer: Signer, number: int, keys: tuple[KeyChange, ...] = ()) -> Head:
    hash_ = "ab" * 32
    return Head(signer.journal, signer.public_key, number, hash_, signer.sign(number, hash_), keys)


@pytest.fixture
def witness(books: Rotated, tmp_path: Path) -> HeadsKept:
    (tmp_path / "witness").mkdir()
    kept = HeadsKept(tmp_path / "witness")
    kept.take(read_head(json.dumps(books.head_before)))
    return kept


def test_a_witness_follows_to_a_key_that_the_old_one_signed(books: Rotated, witness: HeadsKept) -> None:
    head = read_head(json.dumps(books.kept.head))
    assert witness.take(head) == head == witness.held(head.journal)
    # From now on the old key counts for nothing there.
    with pytest.raises(WitnessRefused, match="another key"):
        witness.take(sent(old_key(books), LAST + 1))
    assert witness.take(sent(new_key(books), LAST + 1)).number == LAST + 1  # control


def test_a_witness_refuses_a_key_without_that_signature(books: Rotated, witness: HeadsKept) -> None:
    head = read_head(json.dumps(books.kept.head))
    change = head.keys[0]
    other = strangers(books)
    forged = change._replace(new=other.public_key)
    for wrong in (
        head._replace(keys=()),
        head._replace(keys=(change._replace(endorsement="00" * 64),)),
        head._replace(keys=(change._replace(acceptance="00" * 64),)),
        head._replace(keys=(change._replace(number=5),)),
        sent(other, 20),
        sent(other, 20, keys=(forged,)),
        sent(other, 20, keys=(change, forged._replace(old=change.new))),
    ):
        with pytest.raises(WitnessRefused, match="another key"):
            witness.take(wrong)
    held = witness.held(head.journal)
    assert held is not None
    assert held.number == CHANGE - 1


def test_a_witness_refuses_a_change_that_does_not_follow_what_it_has_seen(books: Rotated, tmp_path: Path) -> None:
    """The old key signs a change in another history, or one that is said to be earlier than what was seen."""
    old, other = old_key(books), strangers(books)
    for number, seen in ((CHANGE, CHANGE - 1), (3, 5)):
        folder = tmp_path / str(number)
        folder.mkdir()
        kept = HeadsKept(folder)
        kept.take(sent(old, seen))
        body = json.loads(change_body(number, "cd" * 32, old.public_key, old, other))
        with pytest.raises(WitnessRefused, match="does not follow"):
            kept.take(sent(other, 20, keys=(verify_keys.read_change(body | {"number": number}),)))
        body = json.loads(change_body(seen + 1, _mark_of(kept, old.journal), old.public_key, old, other))
        head = sent(other, 20, keys=(verify_keys.read_change(body | {"number": seen + 1}),))
        assert kept.take(head) == head  # control


def _mark_of(kept: HeadsKept, journal: str) -> str:
    held = kept.held(journal)
    assert held is not None
    return mark(held.hash, held.signature)


def test_the_owners_file_is_the_new_key(books: Rotated) -> None:
    """Control: the two keys of these tests are what they are called."""
    assert Seal.read_from(books.kept.key_file).public == books.kept.head["public_key"]
    assert Seal.read_from(books.old_file).public == books.head_before["public_key"]
