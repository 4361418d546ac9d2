"""Somebody copies the database, with its log, while a shoe is in play, and looks for the cards to come."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lammer.floor.house import Floor, create_floor
from lammer.floor.seeds import SeedVault
from lammer.floor.state import FloorTable, shoe_of, table_document
from lammer.ledger.keys import KeyPlace
from lammer.ledger.refusals import LedgerFault
from tests.floor_play import Play

TABLE = "t"


@pytest.fixture
def place(tmp_path: Path) -> KeyPlace:
    return KeyPlace(tmp_path / "keys")


@pytest.fixture
def play(tmp_path: Path, place: KeyPlace) -> Iterator[Play]:
    play = Play(create_floor(tmp_path / "books" / "floor.db", place), "sd-free-bet", 2, 1)
    yield play
    play.floor.journal.close()


def in_play(play: Play) -> FloorTable:
    """Two rounds, and a third with cards on the table."""
    while play.floor.table(TABLE).round < 2:
        play.round()
    play.bet()
    play.do("deal", "house")
    return play.floor.table(TABLE)


def copied(folder: Path, to: Path) -> bytes:
    """Everything in the folder of the books, page for page, as a thief or a backup takes it."""
    shutil.copytree(folder, to)
    return b"".join(path.read_bytes() for path in sorted(to.iterdir()))


def predicted(folder: Path) -> int | None:
    """The next card, as far as the copy tells it."""
    with closing(sqlite3.connect(folder / "floor.db")) as books:
        ((text,),) = books.execute("SELECT body FROM documents WHERE name = ?", [table_document(TABLE)])
    try:
        shoe = shoe_of(FloorTable.model_validate(json.loads(text)))
    except ValueError:  # no seed, no shoe
        return None
    return shoe.cards[shoe.position]


def next_card(floor: Floor) -> int:
    shoe = shoe_of(floor.table(TABLE))
    return shoe.cards[shoe.position]


def shows_the_seed(content: bytes, seed: str) -> bool:
    return seed.encode() in content or seed.upper().encode() in content or bytes.fromhex(seed) in content


def test_a_copy_tells_nothing_about_the_shoe_in_play(play: Play, tmp_path: Path) -> None:
    table = in_play(play)
    assert table.shoe is not None
    content = copied(tmp_path / "books", tmp_path / "stolen")
    assert table_document(TABLE).encode() in content
    assert not shows_the_seed(content, table.shoe.seed)
    assert predicted(tmp_path / "stolen") is None
    assert b"PRIVATE" not in content
    for key in (tmp_path / "keys").iterdir():
        assert key.read_bytes().split()[0] not in content


def test_control_a_plain_seed_is_found_and_gives_the_next_card(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Books written the old way: the same search finds the seed, and the same thief knows the next card."""
    monkeypatch.setattr(SeedVault, "written", lambda _self, table: table.model_dump_json())
    table = in_play(play)
    assert table.shoe is not None
    assert shows_the_seed(copied(tmp_path / "books", tmp_path / "stolen"), table.shoe.seed)
    assert predicted(tmp_path / "stolen") == next_card(play.floor)


def test_older_books_are_read_and_encrypted_with_the_next_command(
    play: Play, place: KeyPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SeedVault, "written", lambda _self, table: table.model_dump_json())
        play.round()
    before = play.floor.table(TABLE)
    play.floor.journal.close()
    play.floor = create_floor(play.floor.journal.where, place)
    assert play.floor.table(TABLE) == before
    play.bet()
    assert before.shoe is not None
    stored = play.floor.journal.document(table_document(TABLE))
    assert stored is not None
    assert before.shoe.seed not in stored


def test_without_the_key_to_seeds_the_books_are_refused(play: Play, place: KeyPlace) -> None:
    where, key = play.floor.journal.where, place.seeds(play.floor.journal.id)
    play.floor.journal.close()
    kept = key.read_text()
    key.unlink()
    with pytest.raises(LedgerFault, match="restore it"):
        create_floor(where, place)
    assert not key.exists()
    key.write_text("11" * 32)
    with pytest.raises(LedgerFault, match="not the key"):
        create_floor(where, place).table(TABLE)
    key.write_text(kept)
    play.floor = create_floor(where, place)
    assert play.floor.table(TABLE).shoe is not None


def test_an_encrypted_seed_is_of_no_use_at_another_table(play: Play) -> None:
    """A seed is bound to its journal, table and shoe: nobody can have another table reveal it."""
    play.floor.open_table("another table", "house", "other", "sd-free-bet")
    vault = SeedVault.of(play.floor.journal)
    stolen = json.loads(vault.written(play.floor.table(TABLE)))["shoe"]["seed"]
    other = json.loads(vault.written(play.floor.table("other")))
    other["shoe"]["seed"] = stolen
    with pytest.raises(LedgerFault, match="cannot be decrypted"):
        vault.read(json.dumps(other))
