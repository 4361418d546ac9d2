"""Whoever may write to the database tampers with it, in every way of the table; and who finds it.

``verify`` reads the books alone, ``verify --head`` with a head that was kept elsewhere, the server's start checks them
before its first write, without and with a witness. ``tampering.MATRIX`` says what is found by which, and why not where
something cannot be found.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from lammer.ledger import journal as journal_module
from lammer.ledger import verify as verify_module
from lammer.ledger.journal import open_journal
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.start_checks import check_books
from lammer.ledger.store import engine_of
from lammer.ledger.verify import verify
from lammer.ledger.verify.evidence import evidence
from lammer.ledger.verify.heads import Heads
from lammer.ledger.verify.signatures import Signatures
from tests.attacks.tampering import MATRIX, copied
from tests.ledger.databases import Server, fresh_database
from tests.ledger.forger import TABLES, Forger
from tests.ledger.house import EVENTS, Kept, keep_books, post, side_of


class Found(NamedTuple):
    verify: bool
    verify_head: bool
    server: bool
    server_witness: bool


ALL, NONE = Found(True, True, True, True), Found(False, False, False, False)
ONLY_WITH_HEAD = Found(False, True, False, True)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("matrix")
    return keep_books(str(folder / "books.db"), folder / "key")


@pytest.fixture
def copy(books: Kept, tmp_path: Path) -> Kept:
    return books._replace(where=copied(books.where, tmp_path / "copy.db"))


@pytest.fixture
def forger(copy: Kept) -> Iterator[Forger]:
    with closing(Forger(copy.where, copy)) as forger:
        yield forger


def verdicts(copy: Kept, key_file: Path | None = None) -> Found:
    """Who finds something. Nothing may be written to books that are refused."""
    witness = copy.key_file.with_name("witness.json")
    witness.write_text(json.dumps(copy.head))
    alone = bool(verify(copy.where, side_of=side_of).faults)
    headed = bool(verify(copy.where, copy.head, side_of=side_of).faults)
    key = key_file or copy.key_file
    before = _signed(copy.where)
    server = [_refused(copy.where, key, named) for named in (None, str(witness))]
    assert _signed(copy.where) == before
    return Found(alone, headed, *server)


def _refused(where: str, key_file: Path, witness: str | None) -> bool:
    try:
        open_journal(where, key_file, side_of, witness=witness).close()
    except LedgerFault:
        return True
    return False


def _signed(where: str) -> list[object]:
    queries = [f"SELECT count(*), max(signature) FROM {table}" for table in ("audit", "heads")]
    with evidence(where) as ask:
        return [list(ask(query)) for query in queries]


def test_the_matrix_is_whole() -> None:
    beside = 4  # a swapped file, an older backup, a flipped log, a file without its log: below
    assert len(MATRIX) + beside >= 30
    assert sum(not row.sqlite_only for row in MATRIX.values()) >= 30
    assert all(row.why_not for row in MATRIX.values() if not (row.verify and row.server))


def test_control_untampered_books_pass_all_four(copy: Kept) -> None:
    assert verdicts(copy) == NONE


@pytest.mark.parametrize("what", MATRIX)
def test_tampering_is_found(copy: Kept, forger: Forger, what: str) -> None:
    row = MATRIX[what]
    row.tamper(forger)
    forger.close()
    assert verdicts(copy) == Found(row.verify, True, row.server, True)


# What is done to whole files


def test_a_swapped_file_is_found(copy: Kept, tmp_path: Path) -> None:
    """``verify`` alone cannot know which books ought to be there."""
    other = keep_books(str(tmp_path / "other.db"), tmp_path / "other.key")
    shutil.copy(other.where, copy.where)
    assert verdicts(copy) == Found(False, True, True, True)
    # Books of the same house, whose key is there: only the head and the witness tell them apart.
    assert verdicts(copy, other.key_file) == ONLY_WITH_HEAD


def test_an_older_backup_is_found_with_a_head_or_a_witness(copy: Kept, tmp_path: Path) -> None:
    older = copied(copy.where, tmp_path / "backup.db")
    with closing(open_journal(copy.where, copy.key_file, side_of)) as journal:
        post(journal, range(EVENTS + 1, EVENTS + 11))
        newer = copy._replace(where=older, head=journal.sign_head())
    assert verdicts(newer) == ONLY_WITH_HEAD
    with pytest.raises(LedgerFault, match=f"events {EVENTS + 1} to {EVENTS + 10} missing"):
        open_journal(older, copy.key_file, side_of, witness=str(copy.key_file.with_name("witness.json")))


@pytest.mark.parametrize("how", ["flipped", "left out"])
def test_a_damaged_or_missing_log_is_found_with_a_head_or_a_witness(copy: Kept, tmp_path: Path, how: str) -> None:
    """SQLite takes a damaged end of its log for a commit that never happened."""
    taken, log = tmp_path / "taken.db", tmp_path / "taken.db-wal"
    base = Path(copy.where).read_bytes()
    with closing(open_journal(copy.where, copy.key_file, side_of)) as journal:
        post(journal, range(EVENTS + 1, EVENTS + 11))
        newer = copy._replace(where=str(taken), head=journal.sign_head())
        written = Path(f"{copy.where}-wal").read_bytes()
    taken.write_bytes(base)
    log.write_bytes(written)
    assert verdicts(newer) == NONE  # control: with its log the copy is whole
    taken.write_bytes(base)
    log.unlink(missing_ok=True)
    if how == "flipped":
        log.write_bytes(written[:-100] + bytes([written[-100] ^ 1]) + written[-99:])
    assert verdicts(newer) == ONLY_WITH_HEAD


# The same on PostgreSQL


class Database:
    """Books on a server, put back after each tampering."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        with psycopg.connect(kept.where, autocommit=True) as admin:
            admin.execute("CREATE SCHEMA kept")
            for table in BOTH:
                admin.execute(f"CREATE TABLE kept.{table} AS TABLE public.{table}".encode())

    def put_back(self) -> None:
        with psycopg.connect(self.kept.where) as admin:
            admin.execute("SET session_replication_role = replica")
            admin.execute(f"TRUNCATE {', '.join(BOTH)}".encode())
            for table in BOTH:
                admin.execute(f"INSERT INTO public.{table} SELECT * FROM kept.{table}".encode())


BOTH = (*TABLES, "alembic_version")


def test_tampering_is_found_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    """One test, so that one server and one set of books do for all; the schema is test_schema_check.py's."""
    database = Database(keep_books(postgres_url, tmp_path / "key"))
    kept, wrong = database.kept, dict[str, Found]()
    assert verdicts(kept) == NONE  # control
    for what, row in MATRIX.items():
        if row.sqlite_only:
            continue
        with closing(Forger(kept.where, kept)) as forger:
            row.tamper(forger)
        if (found := verdicts(kept)) != Found(row.verify, True, row.server, True):
            wrong[what] = found
        database.put_back()
    assert wrong == {}
    assert verdicts(kept) == NONE  # control: what was put back is whole
    # An older backup.
    with closing(open_journal(kept.where, kept.key_file, side_of)) as journal:
        post(journal, range(EVENTS + 1, EVENTS + 11))
        newer = kept._replace(head=journal.sign_head())
    assert verdicts(newer) == NONE
    database.put_back()
    assert verdicts(newer) == ONLY_WITH_HEAD


def test_other_books_on_postgresql_are_found(postgres_url: str, postgres_server: Server, tmp_path: Path) -> None:
    with fresh_database(postgres_server) as other:
        kept = keep_books(postgres_url, tmp_path / "key")
        swapped = kept._replace(where=keep_books(other, tmp_path / "other.key").where)
        assert verdicts(swapped) == Found(False, True, True, True)
        assert verdicts(swapped, tmp_path / "other.key") == ONLY_WITH_HEAD


# Limits, and checks that are taken out


def test_limit_the_server_reads_the_tail_of_the_chain_only(copy: Kept, forger: Forger) -> None:
    """Before the tail the start checks money and documents; who did what long ago is for ``verify``."""
    MATRIX["actor"].tamper(forger)
    engine, seal = engine_of(copy.where), Seal.read_from(copy.key_file)
    assert check_books(engine, seal, copy.head["journal"], side_of, tail_events=100) == ()
    MATRIX["one amount"].tamper(forger)
    assert check_books(engine, seal, copy.head["journal"], side_of, tail_events=100) != ()
    engine.dispose()


def test_control_without_the_check_of_signatures_a_forged_event_passes(
    copy: Kept, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    MATRIX["forged event appended"].tamper(forger)
    forger.close()
    monkeypatch.setattr(Signatures, "check_pending", lambda self: None)
    assert verify(copy.where, side_of=side_of).faults == ()


def test_control_without_the_check_of_the_schema_a_planted_trigger_passes(
    copy: Kept, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    MATRIX["trigger planted"].tamper(forger)
    forger.close()
    monkeypatch.setattr(verify_module, "check_schema", lambda *_args, **_more: None)
    monkeypatch.setattr("lammer.ledger.verify.start.check_schema", lambda *_args, **_more: None)
    assert verdicts(copy) == NONE


def test_control_without_the_kept_head_and_the_witness_a_deleted_tail_passes(
    copy: Kept, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    MATRIX["tail deleted cleanly"].tamper(forger)
    forger.close()
    monkeypatch.setattr(Heads, "end", lambda self, last: None)
    monkeypatch.setattr(journal_module, "check_witness", lambda *_args: None)
    assert verdicts(copy) == NONE
