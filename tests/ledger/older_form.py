"""Books as earlier versions left them: without a signature for each event, and without ``writings``."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.ledger.forger import Forger
from tests.ledger.house import EVENTS, Kept

HEADS = (100, 200, EVENTS)


@contextmanager
def triggers_off(forger: Forger) -> Iterator[None]:
    if "://" in forger.where:
        # For this connection alone, and foreign keys too: the schema stays as it was.
        forger.run("SET session_replication_role = replica")
        yield
        forger.run("SET session_replication_role = origin")
        return
    triggers = forger.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    for name, _ in triggers:
        forger.run(f"DROP TRIGGER {name}")
    yield
    for _, text in triggers:
        forger.run(text)


def as_first_version(kept: Kept, heads: tuple[int, ...] = HEADS) -> Kept:
    """Turns books into those of the first version, and their key's file into what it was then."""
    with closing(Forger(kept.where, kept)) as forger:
        with triggers_off(forger):
            forger.run("UPDATE audit SET signature = ''")
            forger.rechain()
            forger.run("DELETE FROM heads")
            hashes = dict(forger.rows("SELECT number, hash FROM audit"))
            for number in heads:
                signed = {"number": number, "hash": hashes[number]}
                signed["signature"] = forger.signer.sign(number, hashes[number])
                forger.run("INSERT INTO heads VALUES (:number, :hash, :signature)", signed)
        for statement in (
            "DROP TABLE sessions",
            "DROP TABLE attempts",
            "DROP TABLE drill_memories",
            "DROP INDEX events_security",
            "DROP TABLE writings",
            "ALTER TABLE audit DROP COLUMN signature",
            "UPDATE alembic_version SET version_num = '0001'",
        ):
            forger.run(statement)
        signature = forger.signer.sign(EVENTS, hashes[EVENTS])
    kept.key_file.write_text(kept.key_file.read_text().split()[0])
    return kept._replace(head=kept.head | {"hash": hashes[EVENTS], "signature": signature})
