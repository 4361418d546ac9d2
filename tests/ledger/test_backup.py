"""Backups: one moment of books that are written to, whole or not there at all, and put back only with open eyes."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.floor_crash import free_port
from lammer.floor.accounts import side_of
from lammer.floor.house import create_floor
from lammer.floor.verify import verify_play
from lammer.ledger.verify import verify
from tests.ledger.sound_books import floor_books
from tests.surfaces.commands import Done, run
from tests.surfaces.faults.player import Player
from tests.surfaces.faults.server import Server


def events(books: Path) -> int:
    with closing(sqlite3.connect(books)) as connection:
        return int(connection.execute("SELECT max(number) FROM events").fetchone()[0])


def content(books: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(books)) as connection:
        return connection.execute("SELECT number, hash FROM audit ORDER BY number").fetchall()


def play_on(books: Path, player: str = "late") -> None:
    """One event more."""
    floor = create_floor(books, Path(f"{books}.key"))
    floor.buy_in(f"{player} buys in", "house", player, 1000)
    floor.journal.close()


def backed_up(books: Path, name: str = "monday.db") -> Path:
    assert run("backup", str(books.parent / name), "--db", str(books)).code == 0
    return books.parent / name


# While a server runs


def test_a_backup_of_a_running_server_is_one_moment_of_its_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMMER_KEYS", str(tmp_path / "keys"))  # as for the server
    server = Server(tmp_path, free_port())
    server.start()
    server.wait()
    live, player = tmp_path / "floor.db", Player([server.address], "p1", "one", 1)
    player.ask("POST", "/api/guest", {"name": "p1"})
    player.command("/api/tables", table="one", game="sd-free-bet", turn_seconds=0)
    player.sit()
    player.start()
    try:
        backups = [backed_up(live, f"{number}.db") for number in range(3)]
        refused = run("restore", str(backups[0]), "--db", str(live), "--go-back", "--yes")
        assert (refused.code, "a server has these books open; stop it first" in refused.error) == (2, True)
        (tmp_path / "plain.db").write_bytes(live.read_bytes())
    finally:
        player.stopping.set()
        player.join(60)
        server.stop()
    assert player.fault == ""
    for backup in backups:
        head = json.loads(Path(f"{backup}.head.json").read_text())
        verdict = verify(str(backup), head, side_of=side_of)
        assert verdict.faults == ()
        assert (head["number"], verdict.signed <= verdict.events) == (verdict.events, True)
        assert verify_play(str(backup)).faults == ()
        assert content(live)[: verdict.events] == content(backup)
    # The server ended in order: its file is whole by itself.
    assert not Path(f"{live}-wal").exists()
    (tmp_path / "alone").mkdir()
    shutil.copy(live, tmp_path / "alone" / "floor.db")
    assert events(tmp_path / "alone" / "floor.db") == events(live)
    # Negative control: the file of a running server, copied without its log, lacks what was played.
    try:
        lacking = events(tmp_path / "plain.db")
    except sqlite3.DatabaseError:
        lacking = 0
    assert lacking < events(live)


# Killed in the middle

KILLED = """
import sys
from contextlib import closing
from pathlib import Path
from lammer.ledger import backup, restore

backup.PAGES_AT_ONCE = restore.PAGES_AT_ONCE = 2

def show(done, total):
    print(done, total, flush=True)
    if 0 < done < total and done > total // 3:
        sys.stdin.read()

source, target = map(Path, sys.argv[2:])
if sys.argv[1] == "backup":
    with backup.written_whole(target) as beside:
        backup.back_up(source, beside, None, show)
else:
    with closing(backup.opened(source)) as copy, restore.alone(target) as books:
        restore.replace(target, books, copy, show)
"""


def killed(what: str, source: Path, target: Path) -> None:
    """Begins, and is killed when a third of the pages is written."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, what, str(source), str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        done, total = map(int, line.split())
        if 0 < done < total and done > total // 3:
            break
    else:
        raise AssertionError("it came to its end")
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)


def test_a_backup_that_is_killed_leaves_no_file_under_its_name(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    killed("backup", books, tmp_path / "monday.db")
    assert not (tmp_path / "monday.db").exists()
    assert list(tmp_path.glob(".monday.db.*.part")), "negative control: it had begun"
    assert content(backed_up(books)) == content(books)
    assert not list(tmp_path.glob(".monday.db.*.part")), "what a killed backup left is cleared away"


def test_a_restore_that_is_killed_leaves_the_books_as_they_were(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    backup = backed_up(books)
    play_on(books)
    before = content(books)
    killed("restore", backup, books)
    assert Path(f"{books}-journal").exists(), "negative control: pages had been replaced"
    assert content(books) == before
    assert verify(str(books), side_of=side_of).faults == ()


# Put back


def restored(backup: Path, books: Path, *more: str) -> Done:
    return run("restore", str(backup), "--db", str(books), *more)


def test_a_backup_goes_to_a_new_place(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    backup = backed_up(books)
    done = restored(backup, tmp_path / "new" / "floor.db")
    assert done.code == 0
    assert "restore it before you start the server" in done.out, "keys are not in a backup"
    assert content(tmp_path / "new" / "floor.db") == content(books)
    assert (tmp_path / "new" / "floor.db").stat().st_mode & 0o077 == 0


def test_newer_books_are_not_replaced_unless_told(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    backup, old = backed_up(books), content(books)
    play_on(books)
    new = content(books)
    refused = restored(backup, books)
    assert refused.code == 2
    assert f"has 1 event after event {len(old)} that the backup does not have" in refused.error
    refused = restored(backup, books, "--go-back")
    assert (refused.code, "no terminal to confirm at: add --yes" in refused.error) == (2, True)
    assert content(books) == new, "nothing has changed so far"
    done = restored(backup, books, "--go-back", "--yes", "--json")
    output = json.loads(done.out)
    assert content(books) == old
    assert content(Path(output["replaced"])) == new
    lost = json.loads(Path(output["lost"]).read_text())
    assert [(one["kind"], one["actor"], one["entries"][0][2]) for one in lost["lost"]] == [("buy-in", "house", 1000)]
    assert lost["kept_up_to"] == len(old)
    play_on(books, "later")
    assert verify(str(books), side_of=side_of).faults == (), "a server goes on from there"


def test_books_that_went_another_way_since_are_not_replaced_unless_told(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    other = floor_books(tmp_path, "other.db")
    play_on(books, "here")
    play_on(other, "there")
    refused = restored(backed_up(other), books)
    assert (refused.code, "that the backup does not have" in refused.error) == (2, True)


def test_the_same_or_older_books_are_replaced(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    before = content(books)
    older = tmp_path / "older.db"
    older.write_bytes(books.read_bytes())
    play_on(books)
    backup = backed_up(books)
    assert restored(backup, older).code == 0
    assert content(older) == content(books) != before


def test_other_books_are_never_replaced(tmp_path: Path) -> None:
    backup = backed_up(floor_books(tmp_path))
    create_floor(tmp_path / "others.db", tmp_path / "others.db.key").journal.close()
    refused = restored(backup, tmp_path / "others.db", "--go-back", "--yes")
    assert (refused.code, "are different books" in refused.error) == (2, True)


def test_books_that_cannot_be_read_are_set_aside_only_when_told(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    backup, old = backed_up(books), content(books)
    books.write_bytes(b"not a database at all" * 1000)
    refused = restored(backup, books)
    assert (refused.code, "cannot be read, so its events after the backup are unknown" in refused.error) == (2, True)
    done = restored(backup, books, "--go-back", "--yes", "--json")
    assert content(books) == old
    assert Path(json.loads(done.out)["replaced"]).read_bytes().startswith(b"not a database")


def test_a_backup_with_a_fault_is_not_restored(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    backup = backed_up(books)
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE accounts SET credits = credits + 1, debits = debits + 1")
        connection.commit()
    refused = restored(backup, books)
    assert (refused.code, "fault" in refused.error) == (2, True)
    assert restored(books, tmp_path / "copy.db").code == 0, "negative control: sound books are"


def test_a_backup_that_ends_before_its_head_is_not_restored(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    older = backed_up(books, "older.db")
    play_on(books)
    newer = backed_up(books, "newer.db")
    shutil.copy(older, newer)
    refused = restored(newer, tmp_path / "new.db")
    assert (refused.code, "the kept head is of event" in refused.error) == (2, True)


def test_books_with_a_fault_get_no_backup_under_a_good_name(tmp_path: Path) -> None:
    books = floor_books(tmp_path)
    with closing(sqlite3.connect(books)) as connection:
        connection.execute("UPDATE accounts SET credits = credits + 1, debits = debits + 1")
        connection.commit()
    refused = run("backup", str(tmp_path / "monday.db"), "--db", str(books))
    assert (refused.code, "monday.db.faulty" in refused.error) == (2, True)
    assert not (tmp_path / "monday.db").exists()
    assert events(tmp_path / "monday.db.faulty") == events(books)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["backup", "there.db", "--db", "floor.db"], "a backup never replaces a file"),
        (["backup", "new.db", "--db", "nothing.db"], "there is no such file"),
        (["backup", "new.db"], "there are no books in"),
        (["backup", "no/folder/new.db", "--db", "floor.db"], "no such folder"),
        (["backup", "new.db", "--db", "there.db"], "not the books of lammer"),
        (["backup", "new.db", "--db", "mysql://x"], "an SQLite file or a postgresql:// address"),
        (["restore", "nothing.db", "--db", "floor.db"], "there is no such file"),
        (["restore", "floor.db", "--db", "floor.db"], "the backup and the target are the same file"),
        (["restore", "floor.db"], "name the books to restore to"),
        (["restore", "there.db", "--db", "new.db"], "fault"),
        (["verify", "--db", "nothing.db"], "cannot be read"),
        (["verify", "--db", "there.db"], "cannot be read"),
        (["verify", "--db", "floor.db", "--no-books", "--no-play"], "nothing is left to check"),
        (["verify", "--db", "floor.db", "--head", "there.db"], "this is not a head"),
        (["verify", "--db", "postgresql://127.0.0.1:1/none?connect_timeout=2"], "cannot be read"),
        (["backup", "new.db", "--db", "postgresql://127.0.0.1:1/none?connect_timeout=2"], "PostgreSQL: "),
    ],
)
def test_what_cannot_be_done_is_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    floor_books(tmp_path)
    (tmp_path / "there.db").write_text("no database")
    done = run(*words)
    assert (done.code, done.error.count("\n"), done.out) == (2, 1, ""), done.error
    assert message in done.error
    assert not (tmp_path / "new.db").exists()
