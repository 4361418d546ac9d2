"""``lammer rotate-key`` with real servers: refused beside a server of the same file, followed by witnesses, backups and
doctor, and noticed by servers of the same PostgreSQL database."""

import json
import signal
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from lammer.ledger.signing import Seal
from tests.ledger.sound_books import floor_books
from tests.surfaces.commands import Done, run
from tests.surfaces.test_serve import started


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, for commands in this process and for servers, with the keys in it."""
    home = tmp_path / "lammer"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LAMMER_KEYS", str(home))
    home.mkdir(mode=0o700)
    return home


def json_output(done: Done) -> dict[str, Any]:
    assert (done.code, done.error) == (0, ""), done
    answer: dict[str, Any] = json.loads(done.out)
    return answer


def keys_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if ".key" in path.name or ".seeds" in path.name}


def test_it_is_refused_while_a_server_has_the_books_open(home: Path) -> None:
    db = home / "floor.db"
    with started(home.parent, "serve", "--port", "0") as server:
        address, before = server.address(), keys_in(home)
        refused = run("rotate-key", "--db", str(db))
        assert refused.code == 2
        assert refused.error == (
            f"lammer: {db}: another server has these books open at {address}/ (process {server.process.pid}): "
            "stop it first; it still signs with the old key\n"
        )
        assert keys_in(home) == before
        assert server.ended_by(signal.SIGTERM) == 0
    answer = json_output(run("rotate-key", "--db", str(db), "--json"))  # control
    assert answer["new_key"] == Seal.read_from(Path(answer["key_file"])).public
    assert run("verify", "--db", str(db)).code == 0


def test_a_server_of_the_same_database_must_be_restarted(
    home: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMMER_DB", postgres_url)
    opening = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
    with httpx.Client() as ann:
        with started(home.parent, "serve", "--port", "0") as server:
            address = server.address()
            assert ann.post(f"{address}/api/guest", json={"name": "ann"}).is_success
            assert ann.get(f"{address}/healthz").status_code == 200
            done = run("rotate-key", "--operator", "olga")
            assert (done.code, done.error) == (0, "")
            assert done.out.splitlines()[-1].startswith("Running servers of this database now refuse commands")
            unwell = ann.get(f"{address}/healthz")
            assert (unwell.status_code, "restart the process" in unwell.text) == (503, True)
            refused = ann.post(f"{address}/api/tables", json=opening)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "key-changed")
            assert "must be restarted" in refused.json()["error"]["text"]
            assert server.ended_by(signal.SIGTERM) == 0
        with started(home.parent, "serve", "--port", "0") as server:  # control
            address = server.address()
            assert ann.get(f"{address}/healthz").status_code == 200
            assert ann.post(f"{address}/api/tables", json=opening).is_success
    assert run("verify", "--no-play").code == 0


def test_a_witness_server_that_knows_the_old_key_follows(home: Path, tmp_path: Path) -> None:
    books = floor_books(home)
    journal = next(home.glob("*.seeds")).stem
    with started(tmp_path / "elsewhere", "serve", "--port", "0") as other:
        address = other.address()
        kept = f"{address}/api/witness/{journal}"
        for rotations in range(3):
            answer = json_output(run("rotate-key", "--db", str(books), "--witness", address, "--json"))
            head = httpx.get(kept).json()
            assert (head["public_key"], len(head["keys"])) == (answer["new_key"], rotations + 1)
            assert head["number"] > answer["event"]
        (tmp_path / "head.json").write_text(json.dumps(head))
        assert run("verify", "--db", str(books), "--head", str(tmp_path / "head.json")).code == 0
        forged = head | {"number": head["number"] + 1, "keys": []}
        assert httpx.post(kept, json=forged).json()["error"]["code"] == "bad-signature"
        assert httpx.post(kept, json=head | {"keys": [{}]}).status_code == 422


def test_what_it_says_and_leaves(home: Path) -> None:
    books = floor_books(home)
    first = Seal.read_from(Path(f"{books}.key")).public
    done = run("rotate-key", "--db", str(books))
    assert (done.code, done.error) == (0, "")
    second = Seal.read_from(Path(f"{books}.key")).public
    assert f"old key {first}\nnew key {second}\n" in done.out
    assert f"{books}.key.old-1: an old key; only earlier backups need it" in done.out
    answer = json_output(run("rotate-key", "--db", str(books), "--remove-old", "--json", "--operator", "olga"))
    assert (answer["old_key"], answer["kept"]) == (second, [])
    assert not Path(f"{books}.key.old-2").exists()
    assert run("doctor", "--db", str(books), "--port", "0").code == 0
    said = run("verify", "--db", str(books)).out
    assert f"now {answer['new_key']}" in said
    # The key to seeds too: one old one is kept, the other is not.
    seeds = answer["seeds_file"]
    assert set(keys_in(home)) == {"floor.db.key", "floor.db.key.old-1", Path(seeds).name, f"{Path(seeds).name}.old-1"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--db", "none.db"], "--db none.db: there is no such file"),
        (["--db", "floor.db", "--keys", "k", "--key-file", "f"], "--key-file and --keys: give one of them"),
        (["--db", "floor.db", "--key-file", "f"], "f: this journal's signing key is missing; restore it"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    floor_books(home)
    monkeypatch.chdir(home)
    done = run("rotate-key", *words)
    assert (done.code, done.out, done.error) == (2, "", f"lammer: {said}\n")


def test_backups_restores_and_doctor_know_which_key_belongs(home: Path, tmp_path: Path) -> None:
    books, monday, tuesday = floor_books(home), tmp_path / "monday.db", tmp_path / "tuesday.db"
    assert run("backup", str(monday), "--db", str(books)).code == 0
    json_output(run("rotate-key", "--db", str(books), "--json"))
    assert run("backup", str(tuesday), "--db", str(books)).code == 0
    head = json.loads(Path(f"{tuesday}.head.json").read_text())
    assert head["public_key"] == Seal.read_from(Path(f"{books}.key")).public
    assert run("verify", "--db", str(books), "--head", f"{monday}.head.json").code == 0
    # The newer backup goes back without a word; the older one needs the older key.
    assert "warning" not in json_output(run("restore", str(tuesday), "--db", str(books), "--json"))
    older = json_output(run("restore", str(monday), "--db", str(books), "--go-back", "--yes", "--json"))
    assert f"is newer than these books: restore {books}.key.old-1" in older["warning"]
    unwell = run("doctor", "--db", str(books), "--port", "0")
    assert (unwell.code, f"restore {books}.key.old-1" in unwell.out) == (1, True)
    Path(f"{books}.key.old-1").replace(f"{books}.key")
    seeds = next(home.glob("*.seeds"))
    Path(f"{seeds}.old-1").replace(seeds)
    assert run("doctor", "--db", str(books), "--port", "0").code == 0  # control
    # And books from after the change with a key from before.
    old = Path(f"{books}.key").read_bytes()
    json_output(run("rotate-key", "--db", str(books), "--json", "--remove-old"))
    Path(f"{books}.key").write_bytes(old)
    assert "is a replaced key of these books" in run("doctor", "--db", str(books), "--port", "0").out
