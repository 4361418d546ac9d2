"""Jackpots of older books go on: links without approved tables, and awards that left the meter when they were
confirmed."""

import json
from pathlib import Path
from typing import Any

import pytest

from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Entry, Posting
from lammer.ledger.verify import verify
from lammer.progressive.accounts import level_accounts, side_of
from lammer.progressive.state import Reset, link_document, table_document
from tests.jackpot import DEALER, EXECUTIVE, LINK, OTHER, SUPERVISOR, Jackpot, new_jackpot

SEED = 1_000_000


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    return new_jackpot(tmp_path)


def rewritten(jackpot: Jackpot, documents: dict[str, Any], entries: tuple[Entry, ...] = ()) -> None:
    """Documents as another version wrote them."""
    texts = {name: json.dumps(body) for name, body in documents.items()}

    def carry_out(_books: Books) -> Posting:
        return Posting({}, LINK, entries, texts)

    jackpot.desk.journal.post(Command(jackpot.key(), "older", EXECUTIVE, {}), carry_out)


def older_link(jackpot: Jackpot, **changes: Any) -> dict[str, Any]:
    """The link as it was written before approval bound, amounts were held on the meter and terms had a fixed amount."""
    link: dict[str, Any] = json.loads(jackpot.desk.link(LINK).model_dump_json())
    for new in ("approval_binds", "held"):
        link.pop(new)
    link["terms"].pop("card_of")
    for level in link["terms"]["levels"].values():
        level.pop("per_wager")
    return link | changes


def test_a_link_without_approved_tables_deals_as_it_did(jackpot: Jackpot) -> None:
    rewritten(jackpot, {link_document(LINK): older_link(jackpot, tables=[])})
    assert jackpot.do("open", DEALER, "T9")["stage"] == "open"
    jackpot.do("approve-table", EXECUTIVE, name="T1")
    assert jackpot.refused("open", DEALER, "T8") == ("table-not-approved", "SD.19 (1)")


def frozen_as_before(jackpot: Jackpot) -> None:
    """An award of the whole meter, confirmed by the version in which that moved it."""
    jackpot.dealt({1: "7h 7h"}, "7h", wager=500)
    jackpot.select(1, "777 suited")
    names, table = level_accounts(LINK, "meter"), jackpot.desk.table(LINK, "T1")
    claim = table.claims[1].model_copy(
        update={
            "stage": "frozen",
            "supervisor": SUPERVISOR,
            "amount": SEED + 100,
            "award": SEED + 100,
            "reset": Reset(seed=SEED, reserve=15, owed=115),
        }
    )
    entries = (
        Entry(names.meter, names.frozen, SEED + 100, "777 suited: 100%"),
        Entry(names.seeds, names.meter, SEED, "seed"),
        Entry(names.reserve, names.meter, 15, "reserve to the meter"),
    )
    document = json.loads(table.model_copy(update={"claims": {1: claim}}).model_dump_json())
    link = older_link(jackpot, waiting=[], frozen={"meter": [claim.order]}, owed={"meter": 0})
    rewritten(jackpot, {link_document(LINK): link, table_document(LINK, "T1"): document}, entries)
    assert (jackpot.sums().meter, jackpot.sums().frozen) == (SEED + 15, SEED + 100)


def test_an_award_that_left_the_meter_when_it_was_confirmed_is_paid(jackpot: Jackpot, tmp_path: Path) -> None:
    frozen_as_before(jackpot)
    jackpot.dealt({4: "9h 8d"}, "9h", wager=500, table="T2")
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == SEED + 100
    jackpot.do("end", DEALER, "T1")
    sums = jackpot.sums()
    assert (sums.meter, sums.frozen, sums.awards, sums.reserve) == (SEED + 15 + 100, 0, SEED + 100, 15)
    assert sums.meter_holds
    jackpot.desk.journal.close()
    assert verify(str(tmp_path / "jackpot.db"), side_of=side_of).faults == ()


def test_an_award_that_left_the_meter_when_it_was_confirmed_is_voided(jackpot: Jackpot) -> None:
    frozen_as_before(jackpot)
    jackpot.do("void", OTHER, "T1", spot=1, note="the seven was an ace")
    assert (jackpot.sums().meter, jackpot.sums().reserve, jackpot.sums().frozen) == (SEED + 100, 15, 0)
    assert jackpot.desk.link(LINK).owed["meter"] == 115


def test_a_new_award_follows_an_old_one_that_is_still_frozen(jackpot: Jackpot) -> None:
    frozen_as_before(jackpot)
    jackpot.dealt({1: "7h 7h"}, "7h", wager=500, table="T2")
    jackpot.select(1, "777 suited", "T2")
    assert jackpot.approve(1, "T2") == SEED + 15 + 100
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == SEED + 100
    assert jackpot.sums().meter_holds
