"""Somebody puts an older copy of the books back, to undo what happened since; the witness remembers."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lammer.ledger.journal import Journal, create_journal, open_journal
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.witness import Head
from lammer.surfaces.web.witness import HeadsKept, WitnessRefused
from tests.ledger.forger import Signer
from tests.ledger.house import post, side_of
from tests.surfaces.test_serve import Started, started

NOWHERE = "http://127.0.0.1:9"
"""Nobody listens on the port for discarding."""


@pytest.fixture(scope="module")
def other_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server that is the witness of others."""
    with started(tmp_path_factory.mktemp("other house"), "serve", "--port", "0") as server:
        yield server.address()


def books(folder: Path, witness: str, *, new: bool = False) -> Journal:
    return (create_journal if new else open_journal)(folder / "books.db", folder / "key", side_of, witness=witness)


def put_back_older_copy(folder: Path, witness: str) -> None:
    """Ten events, a copy of the first five of which is put back."""
    with closing(books(folder, witness, new=True)) as journal:
        post(journal, range(1, 6))
    shutil.copy(folder / "books.db", folder / "copy.db")
    with closing(books(folder, witness)) as journal:
        post(journal, range(6, 11))
    shutil.copy(folder / "copy.db", folder / "books.db")


@pytest.mark.parametrize("kind", ["file", "server"])
def test_an_older_copy_is_refused(tmp_path: Path, other_house: str, kind: str) -> None:
    witness = str(tmp_path / "elsewhere" / "witness.json") if kind == "file" else other_house
    put_back_older_copy(tmp_path, witness)
    with pytest.raises(LedgerFault, match=r"end at event 5, but .* has seen event 10: events 6 to 10 missing"):
        books(tmp_path, witness)


def test_control_without_a_witness_the_older_copy_is_taken(tmp_path: Path) -> None:
    put_back_older_copy(tmp_path, "")
    with closing(books(tmp_path, "")) as journal:
        assert journal.sign_head()["number"] == 5


def test_other_events_after_an_older_copy_are_refused(tmp_path: Path) -> None:
    """Whoever has the key writes another history, as long as the first."""
    witness = str(tmp_path / "witness.json")
    put_back_older_copy(tmp_path, witness)
    with closing(books(tmp_path, str(tmp_path / "no witness.json"))) as journal:
        post(journal, range(20, 30))
    with pytest.raises(LedgerFault, match="event 10 is not the one"):
        books(tmp_path, witness)


def test_a_witness_that_cannot_be_reached_does_not_stop_play(tmp_path: Path) -> None:
    with closing(books(tmp_path, NOWHERE, new=True)) as journal:
        post(journal, range(1, 4))
        assert journal.reporter is not None
        journal.reporter.report()
        assert journal.reporter.fault


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"journal": 1}'])
def test_a_witness_that_is_no_head_is_refused(tmp_path: Path, content: str) -> None:
    books(tmp_path, "", new=True).close()
    (tmp_path / "witness.json").write_text(content)
    with pytest.raises(LedgerFault, match="not a signed head"):
        books(tmp_path, str(tmp_path / "witness.json"))


# Those who would fool the witness itself


def head_of(signer: Signer, number: int, hash_: str = "ab" * 32) -> dict[str, object]:
    signed = {"number": number, "hash": hash_, "signature": signer.sign(number, hash_)}
    return {"journal": signer.journal, "public_key": signer.public_key, **signed}


def test_a_witness_goes_neither_back_nor_to_another_key(other_house: str) -> None:
    owner = Signer("0123456789abcdef", Ed25519PrivateKey.generate())
    address = f"{other_house}/api/witness/{owner.journal}"
    assert httpx.get(address).status_code == 404
    assert httpx.post(address, json=head_of(owner, 10)).json()["number"] == 10
    assert httpx.post(address, json=head_of(owner, 9)).json()["number"] == 10
    stranger = owner._replace(key=Ed25519PrivateKey.generate())
    answers = {
        "other-key": httpx.post(address, json=head_of(stranger, 11)),
        "bad-signature": httpx.post(address, json=head_of(owner, 11) | {"number": 12}),
        "two-histories": httpx.post(address, json=head_of(owner, 10, "cd" * 32)),
        "other-journal": httpx.post(f"{other_house}/api/witness/{'f' * 16}", json=head_of(owner, 11)),
    }
    assert {code: answer.json()["error"]["code"] for code, answer in answers.items()} == {one: one for one in answers}
    assert httpx.post(address, json={"number": 10**9}).status_code == 422
    assert httpx.get(address).json()["number"] == 10
    assert httpx.post(address, json=head_of(owner, 11)).json()["number"] == 11  # control: the owner goes on


def test_a_witness_holds_only_so_many_journals(tmp_path: Path) -> None:
    kept = HeadsKept(tmp_path, maximum=2)
    for number in range(2):
        kept.take(Head(**head_of(Signer(f"{number:016x}", Ed25519PrivateKey.generate()), 1)))  # type: ignore[arg-type]
    with pytest.raises(WitnessRefused, match="cannot store more journals"):
        kept.take(Head(**head_of(Signer("f" * 16, Ed25519PrivateKey.generate()), 1)))  # type: ignore[arg-type]


# The whole way, with real processes


def test_the_server_refuses_an_older_copy_in_one_line(tmp_path: Path) -> None:
    db, witness = tmp_path / "books" / "floor.db", tmp_path / "witness.json"
    arguments = ("serve", "--port", "0", "--db", str(db), "--witness", str(witness))
    with started(tmp_path, *arguments) as server:
        httpx.post(f"{server.address()}/api/guest", json={"name": "ann"}).raise_for_status()
        server.process.terminate()
        server.process.wait(60)
    assert not db.with_name("floor.db-wal").exists()  # nothing is left in a log
    shutil.copy(db, tmp_path / "copy.db")
    seen = json.loads(witness.read_text())["number"]
    with started(tmp_path, *arguments) as server:
        httpx.post(f"{server.address()}/api/guest", json={"name": "bob"}).raise_for_status()
        server.process.terminate()
        server.process.wait(60)
    assert json.loads(witness.read_text())["number"] > seen
    shutil.copy(tmp_path / "copy.db", db)
    with started(tmp_path, *arguments) as server:
        assert _refusal(server).startswith(f"lammer: the books end at event {seen}, but")


def _refusal(server: Started) -> str:
    _, said = server.rest()
    assert server.process.returncode == 2
    assert said.count("\n") == 1, said
    return str(said)
