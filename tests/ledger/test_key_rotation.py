"""A new signing key in the middle of books: everybody who checks follows from key to key, whatever was killed."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lammer.floor.accounts import side_of as floor_side_of
from lammer.floor.house import create_floor
from lammer.floor.seeds import SeedVault
from lammer.floor.verify import verify_play
from lammer.ledger.checkup import look_at
from lammer.ledger.journal import create_journal, open_journal
from lammer.ledger.key_files import changing
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.rotation import rotate
from lammer.ledger.signing import Seal
from lammer.ledger.verify import verify
from lammer.ledger.verify.evidence import evidence
from lammer.ledger.verify.keys import keys_of
from tests.ledger.databases import Server, fresh_database
from tests.ledger.house import keep_books, post, side_of
from tests.ledger.older_form import as_first_version
from tests.ledger.sound_books import floor_books
from tests.surfaces.commands import run


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "books.db")
        return
    server: Server = request.getfixturevalue("postgres_server")
    with fresh_database(server) as url:
        yield url


def begun(where: str, folder: Path, events: int = 5) -> Path:
    """Books of some events; gives the file of their key."""
    key = folder / "key"
    with closing(create_journal(where, key, side_of)) as journal:
        post(journal, range(1, events + 1))
    return key


def rotated(where: str, key: Path, *rounds: int, witness: str | None = None) -> None:
    """A new key, and then some rounds under it."""
    with closing(open_journal(where, key, side_of, witness=witness)) as journal:
        rotate(journal, "erin")
        post(journal, rounds)


def faults(where: str, head: dict[str, object] | None = None) -> list[str]:
    return [fault.text for fault in verify(where, head, side_of=side_of, every_signature=True).faults]


def head_of(where: str, key: Path) -> dict[str, object]:
    with closing(open_journal(where, key, side_of)) as journal:
        return journal.sign_head()


def keys_at(where: str) -> list[str]:
    with evidence(where) as ask:
        keys = keys_of(ask)
    return [keys.at(0).text, *(change.new for change in keys.changes)]


def test_books_go_on_under_the_new_key_and_verify(where: str, tmp_path: Path) -> None:
    key = begun(where, tmp_path)
    first, before = Seal.read_from(key).public, head_of(where, key)
    rotated(where, key, 10, 11)
    second, between = Seal.read_from(key).public, head_of(where, key)
    rotated(where, key, *range(20, 130))
    third, after = Seal.read_from(key).public, head_of(where, key)
    assert keys_at(where) == [first, second, third]
    assert len({first, second, third}) == 3
    for head in (None, before, between, after):
        assert faults(where, head) == []
    assert [head["public_key"] for head in (before, between, after)] == [first, second, third]
    assert [len(head.get("keys", [])) for head in (before, between, after)] == [0, 1, 2]  # type: ignore[arg-type]
    assert Seal.read_from(key.with_name("key.old-1")).public == first
    assert Seal.read_from(key.with_name("key.old-2")).public == second
    assert {file.stat().st_mode & 0o077 for file in tmp_path.glob("key*")} == {0}
    assert look_at(where).faults == ()
    assert look_at(where).keys.current.text == third
    verdict = verify(where)
    assert (verdict.public_key, verdict.key_changes) == (third, (6, 10))


def test_a_head_that_names_another_key_than_the_one_of_its_time_is_found(where: str, tmp_path: Path) -> None:
    """The new key signs a head of an event from before: no journal does that."""
    key = begun(where, tmp_path)
    old = head_of(where, key)
    rotated(where, key, 10)
    new = Seal.read_from(key)
    forged = old | {"public_key": new.public}
    forged["signature"] = new.sign(str(old["journal"]), int(str(old["number"])), str(old["hash"]))
    assert ["another public_key" in text for text in faults(where, forged)] == [True]


def test_empty_books_and_books_from_before_signatures_can_be_rotated(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    key = begun(str(empty / "books.db"), empty, events=0)
    rotated(str(empty / "books.db"), key, 1)
    assert faults(str(empty / "books.db")) == []
    older = tmp_path / "older"
    older.mkdir()
    kept = as_first_version(keep_books(str(older / "books.db"), older / "key"))
    rotated(kept.where, kept.key_file, 1000)
    assert faults(kept.where) == faults(kept.where, kept.head) == []
    open_journal(kept.where, kept.key_file, side_of).close()


def test_the_old_key_and_a_strangers_open_nothing(where: str, tmp_path: Path) -> None:
    key = begun(where, tmp_path)
    rotated(where, key)
    with pytest.raises(LedgerFault, match="this key was replaced by event 6"):
        open_journal(where, key.with_name("key.old-1"), side_of)
    Seal.made_in(tmp_path / "other")
    with pytest.raises(LedgerFault, match="not the key these books are signed with"):
        open_journal(where, tmp_path / "other", side_of)
    open_journal(where, key, side_of).close()  # control


def test_a_key_of_several_journals_is_not_replaced(tmp_path: Path) -> None:
    key = begun(str(tmp_path / "one.db"), tmp_path)
    begun(str(tmp_path / "two.db"), tmp_path)
    with pytest.raises(LedgerFault, match="also the key of the journal"):
        rotated(str(tmp_path / "two.db"), key)
    assert keys_at(str(tmp_path / "two.db")) == [Seal.read_from(key).public]
    assert sorted(path.name for path in tmp_path.glob("key*")) == ["key"]


def test_the_checks_at_start_follow_keys_from_before_the_tail(tmp_path: Path) -> None:
    """With ten events the tail has none of the changes, with all of them both."""
    from lammer.ledger.start_checks import check_books
    from lammer.ledger.store import engine_of

    where = str(tmp_path / "books.db")
    key = begun(where, tmp_path)
    rotated(where, key, *range(10, 40))
    rotated(where, key, *range(40, 80))
    engine, seal = engine_of(where), Seal.read_from(key)
    old = Seal.read_from(key.with_name("key.old-2"))
    journal = look_at(where).journal
    for tail in (10, 41, 42, 43, 60, 1000):
        assert check_books(engine, seal, journal, side_of, tail_events=tail) == ()
        found = check_books(engine, old, journal, side_of, tail_events=tail)  # control
        assert [fault.code for fault in found] == ["other-key"]
    engine.dispose()


# Others that have the books open


def test_a_running_process_with_the_old_key_signs_nothing_more(where: str, tmp_path: Path) -> None:
    key = begun(where, tmp_path)
    with closing(open_journal(where, key, side_of)) as running:
        post(running, [10])
        running.probe(write=True)
        rotated(where, key)
        for _ in range(2):
            with pytest.raises(LedgerFault, match=r"event 7 changed the signing key .* restart the process") as refused:
                post(running, [11])
            assert refused.value.code == "key-changed"
        with pytest.raises(LedgerFault, match="restart the process"):
            running.probe(write=False)
    with closing(open_journal(where, key, side_of)) as restarted:
        post(restarted, [11])
    assert faults(where) == []


# The witness


def test_a_witness_file_from_before_is_followed(tmp_path: Path) -> None:
    where, witness = str(tmp_path / "books.db"), str(tmp_path / "witness.json")
    key = begun(where, tmp_path)
    open_journal(where, key, side_of, witness=witness).close()
    first = json.loads(Path(witness).read_text())
    rotated(where, key, witness=witness)
    second = json.loads(Path(witness).read_text())
    assert (first["number"], second["number"]) == (5, 7)
    assert first["public_key"] != second["public_key"] == Seal.read_from(key).public
    for head in (first, second):
        Path(witness).write_text(json.dumps(head))
        open_journal(where, key, side_of, witness=witness).close()
        assert faults(where, head) == []


def test_books_from_before_the_rotation_are_behind_their_witness(tmp_path: Path) -> None:
    """Also with the old key put back."""
    where, witness = tmp_path / "books.db", str(tmp_path / "witness.json")
    key = begun(str(where), tmp_path)
    copy, old = where.read_bytes(), key.read_bytes()
    rotated(str(where), key, witness=witness)
    where.write_bytes(copy)
    with pytest.raises(LedgerFault, match="not the key these books"):
        open_journal(where, key, side_of, witness=witness)
    key.write_bytes(old)
    with pytest.raises(LedgerFault, match="events 6 to 7 missing"):
        open_journal(where, key, side_of, witness=witness)
    open_journal(where, key, side_of).close()  # control: without a witness nobody can know


def test_two_rotations_at_once_do_not_lose_a_key(where: str, tmp_path: Path) -> None:
    key = begun(where, tmp_path)
    with closing(open_journal(where, key, side_of)) as one, closing(open_journal(where, key, side_of)) as other:
        with changing(key), pytest.raises(LedgerFault, match="is changing a key"):
            rotate(one, "erin")
        rotate(one, "erin")
        with pytest.raises(LedgerFault, match="restart the process"):
            rotate(other, "erin")
    rotated(where, key, 10)  # control: the key that is there is the one in use
    assert faults(where) == []


# The key to seeds


def test_a_stolen_key_to_seeds_reads_none_after_the_rotation(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    key, seeds = Path(f"{books}.key"), next(tmp_path.glob("*.seeds"))
    stolen = SeedVault(seeds.stem, bytes.fromhex(seeds.read_text()))

    def stored() -> dict[str, str]:
        with closing(sqlite3.connect(books)) as connection:
            rows = connection.execute("SELECT name, body FROM documents WHERE body LIKE '%chacha20-poly1305:%'")
            return dict(rows.fetchall())

    before = {name: stolen.read(text).shoe for name, text in stored().items()}  # control: it could be read
    assert before
    assert run("rotate-key", "--db", str(books), "--key-file", str(key)).code == 0
    assert not any(stolen.opens(text) for text in stored().values())
    own = SeedVault(seeds.stem, bytes.fromhex(seeds.read_text()))
    assert {name: own.read(text).shoe for name, text in stored().items()} == before  # the same shoes go on
    assert not list(tmp_path.glob("*.new"))


# Killed at every step

STEPS = ("opened", "new key written", "events written", "old key kept", "new key in place", "seeds written", "end")
KILLED = """
import sys
from lammer.floor import seeds
from lammer.ledger import key_files, rotation
from lammer.surfaces.cli.app import main

stop, words = sys.argv[1], sys.argv[2:]

def at(step):
    if step == stop:
        print(step, flush=True)
        sys.stdin.read()

def after(module, name, step, before=""):
    true = getattr(module, name)
    def done(*args, **more):
        at(before)
        result = true(*args, **more)
        at(step)
        return result
    setattr(module, name, done)

after(rotation, "rotate", "end of signing key", before="opened")
after(rotation.Journal, "change_key", "events written", before="new key written")
after(key_files, "_keep", "old key kept")

def write_key(path, content, true=key_files.write_key):
    true(path, content)
    at("" if ".old-" in path.name else "new key in place")

key_files.write_key = write_key
after(seeds, "put_in_place", "end", before="seeds written")
main(words)
"""


def killed_at(step: str, books: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, step, "rotate-key", "--db", str(books), "--key-file", f"{books}.key"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == f"{step}\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)


@pytest.mark.parametrize("step", STEPS)
def test_a_rotation_killed_at_any_step_leaves_books_that_open(tmp_path: Path, step: str) -> None:
    books = floor_books(tmp_path)
    key, before = Path(f"{books}.key"), len(keys_at(str(books)))
    killed_at(step, books)
    # The one who opens the books next finishes what was begun.
    floor = create_floor(books, key)
    floor.buy_in("after the kill", "house", "ann", 1000)
    tables = {name: floor.table(name) for name in ("t", "corner")}  # the seeds can be read
    assert any(table.shoe is not None for table in tables.values())
    floor.journal.close()
    assert len(keys_at(str(books))) - before == (STEPS.index(step) >= 2)
    assert Seal.read_from(key).public == keys_at(str(books))[-1]
    assert verify(str(books), side_of=floor_side_of).faults == ()
    # And the next rotation goes through.
    done = run("rotate-key", "--db", str(books), "--key-file", str(key))
    assert (done.code, done.error) == (0, "")
    assert verify(str(books), side_of=floor_side_of).faults == ()
    assert not list(tmp_path.glob("*.new"))
    if step == STEPS[-1]:
        assert verify_play(str(books), processes=0).faults == ()
