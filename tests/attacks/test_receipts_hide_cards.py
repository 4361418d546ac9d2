"""A player has an event's hash as a receipt while the dealer's second card lies face down, and tries all cards."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from lammer.floor.house import create_floor
from lammer.floor.seeds import ENCRYPTED
from lammer.floor.state import FloorTable, round_of, table_document
from lammer.ledger.journal import Journal
from lammer.ledger.keys import KeyPlace
from lammer.ledger.records import Link, canonical, chained, digest, mark
from tests.floor_play import Play

TABLE, CARD = "t", 2
"""Where an input has its card."""


def dealt(tmp_path: Path) -> Play:
    """A round under way, with the dealer's second card face down."""
    play = Play(create_floor(tmp_path / "floor.db", KeyPlace(tmp_path / "keys")), "sd-free-bet", 1, 1)
    while not play.floor.table(TABLE).inputs:  # a natural ends a round at once
        play.bet()
        play.do("deal", "house")
    return play


def fitting_cards(journal: Journal, known: dict[str, Any]) -> set[int]:
    """Cards that could be the last one dealt, by the hash of the last event: ``known`` is the table as the guesser
    thinks it is stored."""
    event = journal.last_events(1)[0]
    with closing(sqlite3.connect(journal.where)) as books:
        ((hash_, signature),) = books.execute(
            "SELECT hash, signature FROM audit WHERE number = ?", [event["number"] - 1]
        )
    entries = [[line[name] for name in ("debit", "credit", "amount", "reason")] for line in event["entries"]]
    said = [event[name] for name in ("number", "key", "kind", "actor", "at", "about", "body", "answer")]
    found = set()
    for card in range(52):
        known["inputs"][-1][CARD] = card
        text = FloorTable.model_validate(known).model_dump_json()
        documents = canonical([[table_document(TABLE), digest(text)]])
        if chained(Link._make([mark(hash_, signature), *said, documents, entries])) == event["hash"]:
            found.add(card)
    return found


def test_a_hash_fits_no_guess(tmp_path: Path) -> None:
    play = dealt(tmp_path)
    journal = play.floor.journal
    stored = json.loads(journal.document(table_document(TABLE)) or "")
    assert stored["shoe"]["seed"].startswith(ENCRYPTED)
    hidden = play.floor.table(TABLE).inputs[-1][CARD]
    assert hidden == round_of(play.floor.table(TABLE)).dealer[-1]
    # Control: who knows the encrypted seed too, with its random nonce, finds the card by trying.
    assert fitting_cards(journal, json.loads(json.dumps(stored))) == {hidden}
    for seed in ("", play.floor.table(TABLE).shoe.seed, ENCRYPTED + "00" * 60):  # type: ignore[union-attr]
        stored["shoe"]["seed"] = seed
        assert fitting_cards(journal, stored) == set()
    journal.close()
