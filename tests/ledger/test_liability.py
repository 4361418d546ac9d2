"""A jackpot between hands: who may change it, how, and what is refused."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Entry, Posting
from lammer.ledger.refusals import LedgerFault
from lammer.progressive.desk import card_digest, create_desk, open_desk
from lammer.progressive.refusals import StepRefused
from lammer.progressive.terms import load_terms
from tests.jackpot import DEALER, EXECUTIVE, LINK, OTHER, OTHER_DEALER, SECOND, SUPERVISOR, Jackpot, new_jackpot


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    return new_jackpot(tmp_path)


def correction(amount: int, **changed: str) -> dict[str, Any]:
    said = {"level": "meter", "reason": "sensor fault", "note": "spot 3 counted twice", "approved_by": OTHER}
    return {"amount": amount, **said, **changed}


@pytest.mark.parametrize("amount", [5, -5])
def test_a_correction_has_a_reason_a_note_and_two_executives(jackpot: Jackpot, amount: int) -> None:
    before = jackpot.sums()
    jackpot.do("adjust", EXECUTIVE, **correction(amount))
    assert (jackpot.sums().meter, jackpot.sums().adjustments) == (before.meter + amount, amount)
    assert jackpot.sums().meter_holds
    assert "spot 3 counted twice" in str(jackpot.desk.journal.last_events(1)[0]["entries"])


@pytest.mark.parametrize(
    ("code", "amount", "changed"),
    [
        ("self-approval", 5, {"approved_by": EXECUTIVE}),
        ("wrong-role", 5, {"approved_by": SUPERVISOR}),
        ("not-enrolled", 5, {"approved_by": "nobody"}),
        ("no-such-reason", 5, {"reason": "it looked low"}),
        ("no-note", 5, {"note": " "}),
        ("no-such-level", 5, {"level": "mega"}),
        ("no-such-amount", 0, {}),
        ("no-such-amount", -1_000_001, {}),
    ],
)
def test_a_correction_is_refused_without_them(
    jackpot: Jackpot, code: str, amount: int, changed: dict[str, str]
) -> None:
    assert jackpot.refused("adjust", EXECUTIVE, **correction(amount, **changed))[0] == code


def test_terms_change_after_notice_and_while_closed(jackpot: Jackpot) -> None:
    terms = load_terms("blazing-7s", ["levels.meter.increment=250000"])
    day = jackpot.clock.now.date()
    soon, in_time = ((day + timedelta(days=days)).isoformat() for days in (29, 30))
    assert jackpot.refused("announce", EXECUTIVE, terms=terms, from_day=soon)[0] == "too-soon"
    assert jackpot.refused("announce", EXECUTIVE, terms=terms, from_day="tomorrow")[0] == "not-a-day"
    assert jackpot.refused("announce", SUPERVISOR, terms=terms, from_day=in_time)[0] == "wrong-role"
    jackpot.do("announce", EXECUTIVE, terms=terms, from_day=in_time)
    assert jackpot.refused("change", EXECUTIVE)[0] == "link-open"
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("change", EXECUTIVE)[0] == "too-soon"
    jackpot.clock.now += timedelta(days=30)
    shown = jackpot.sums().meter
    jackpot.do("change", EXECUTIVE)
    assert jackpot.desk.link(LINK).terms.levels["meter"].increment == 250_000
    assert jackpot.sums().meter == shown
    assert jackpot.refused("change", EXECUTIVE)[0] == "no-notice"


def test_terms_with_other_levels_would_leave_a_meter_behind(jackpot: Jackpot) -> None:
    other = load_terms("blazing-7s-three-meters")
    assert jackpot.refused("announce", EXECUTIVE, terms=other, from_day="2030-01-01") == ("levels-differ", "SD.19 (9)")


def test_a_link_is_not_closed_over_a_hand(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    assert jackpot.refused("close-link", EXECUTIVE) == ("hand-under-way", "SD.19 (6)(viii)")


def test_no_hand_begins_on_a_closed_link(jackpot: Jackpot) -> None:
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("open", DEALER, "T1")[0] == "link-not-open"


@pytest.mark.parametrize("over", [0, 1])
def test_an_unreasonable_contribution_is_refused(tmp_path: Path, over: int) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "bounds.maximum_contribution=230")
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers={1: 500, 2: 500} | ({3: 100} if over else {}))
    if over:
        assert jackpot.refused("take", DEALER, "T1")[0] == "unreasonable-contribution"
    else:
        assert jackpot.do("take", DEALER, "T1")["stage"] == "taken"


def test_a_meter_stops_at_its_limit_and_the_rest_is_kept_in_reserve(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "levels.meter.limit=1000050")
    jackpot.dealt({1: "9h 8d"}, "7h", wager=500)
    assert (jackpot.sums().meter, jackpot.sums().reserve) == (1_000_050, 50 + 15)
    assert jackpot.sums().meter_holds


@pytest.mark.parametrize(("off", "alarm"), [(4999, False), (5000, True), (-5000, True), (0, False)])
def test_the_sign_is_reconciled_with_an_alarm_at_50(jackpot: Jackpot, off: int, alarm: bool) -> None:
    answer = jackpot.do("reconcile", SUPERVISOR, readings={"meter": 1_000_000 + off})
    assert (answer["levels"]["meter"]["difference"], answer["alarm"]) == (off, alarm)
    assert jackpot.refused("reconcile", SUPERVISOR, readings={})[0] == "readings-missing"


def frozen(jackpot: Jackpot) -> None:
    jackpot.dealt({1: "7h 7h"}, "7h", wager=500)
    jackpot.select(1, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)


def test_a_voided_award_leaves_the_meter_as_if_it_had_not_been_confirmed(jackpot: Jackpot) -> None:
    frozen(jackpot)
    jackpot.dealt({4: "9h 8d"}, "7h", table="T2")
    assert jackpot.refused("void", OTHER, "T1", spot=1, note="")[0] == "no-note"
    assert jackpot.refused("void", SECOND, "T1", spot=1, note="n")[0] == "wrong-role"
    jackpot.do("void", OTHER, "T1", spot=1, note="the seven was an ace")
    sums = jackpot.sums()
    assert (sums.meter, sums.reserve, sums.frozen, sums.seeds) == (1_000_120, 18, 0, 1_000_000)
    assert sums.meter_holds
    assert jackpot.desk.link(LINK).owed["meter"] == 138


def test_an_award_is_not_voided_once_a_later_one_was_paid_from_what_it_left(jackpot: Jackpot) -> None:
    frozen(jackpot)
    jackpot.dealt({1: "7h 7h"}, "7h", table="T2")
    jackpot.select(1, "777 suited", "T2")
    jackpot.do("confirm", SUPERVISOR, "T2", spot=1)
    assert jackpot.refused("void", OTHER, "T1", spot=1, note="n")[0] == "later-claim"
    assert jackpot.refused("swipe", OTHER, "T2", spot=1) == ("earlier-claim", "SD.19 (6)(iii)")
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == 1_000_100
    assert jackpot.swipe(OTHER, 1, "T2")["claim"]["amount"] == 1_000_000 + 18 + 20


def test_a_share_is_not_voided_once_a_later_award_was_paid_from_what_it_left(jackpot: Jackpot) -> None:
    jackpot.dealt({1: "7h 7d"}, "7h")
    jackpot.dealt({1: "7h 7h"}, "7h", table="T2")
    jackpot.select(1, "777 same colour")
    jackpot.select(1, "777 suited", "T2")
    for table in ("T1", "T2"):
        jackpot.do("confirm", SUPERVISOR, table, spot=1)
    shown = jackpot.sums().meter
    assert jackpot.swipe(OTHER, 1, "T2")["claim"]["amount"] == shown - shown // 10
    assert jackpot.refused("void", OTHER, "T1", spot=1, note="n")[0] == "later-claim"
    assert jackpot.refused("adjust", EXECUTIVE, **correction(-1)) == ("award-under-way", "SD.19 (6)(i)")
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == shown // 10
    assert (jackpot.sums().meter, jackpot.sums().reserve) == (1_000_006, 0)


def test_nobody_enrols_themselves_and_no_card_is_two_peoples(jackpot: Jackpot) -> None:
    card = card_digest(f"card of {OTHER}")
    assert jackpot.refused("enrol", EXECUTIVE, name=EXECUTIVE, role="dealer", card="")[0] == "self-approval"
    assert jackpot.refused("enrol", EXECUTIVE, name="new", role="dealer", card=card)[0] == "card-taken"
    assert jackpot.refused("enrol", SUPERVISOR, name="new", role="dealer", card="")[0] == "wrong-role"


def test_a_key_is_one_effect_and_never_another_command(jackpot: Jackpot) -> None:
    def asked(table: str) -> object:
        return jackpot.desk.do("open", "one key", DEALER, LINK, table)

    first, again = asked("T1"), asked("T1")
    assert (first[:2], again[2]) == (again[:2], True)  # type: ignore[index]
    with pytest.raises(LedgerFault) as caught:
        asked("T2")
    assert caught.value.code == "key-reused"


def test_no_account_falls_below_zero_whatever_a_command_does(jackpot: Jackpot) -> None:
    """The books themselves refuse: a defence below the procedure."""
    overdrawn = Posting({}, "", (Entry(f"{LINK}/meter/meter", "elsewhere", 1_000_001, "too much"),))
    with pytest.raises(LedgerFault, match="below zero"):
        jackpot.desk.journal.post(Command("k", "test", "nobody", {}), lambda _books: overdrawn)
    assert jackpot.sums().meter == 1_000_000


def test_books_are_not_opened_without_their_key(jackpot: Jackpot, tmp_path: Path) -> None:
    books = tmp_path / "jackpot.db"
    with pytest.raises(LedgerFault, match="signing key is missing"):
        open_desk(books, tmp_path / "no.key")
    (tmp_path / "other.key").write_text("11" * 32)
    with pytest.raises(LedgerFault, match="not the key"):
        open_desk(books, tmp_path / "other.key")
    assert open_desk(books, tmp_path / "jackpot.key").links() == [LINK]


@pytest.mark.parametrize("where", ["sqlite://", "mysql://x/y"])
def test_books_are_kept_where_they_last(where: str, tmp_path: Path) -> None:
    with pytest.raises(LedgerFault):
        open_desk(where, tmp_path / "k")


def test_a_swipe_asked_for_again_is_answered_though_the_card_is_another_persons_by_now(jackpot: Jackpot) -> None:
    frozen(jackpot)
    swiped = jackpot.desk.swipe("one swipe", f"card of {OTHER}", LINK, "T1", 1)
    new = {"name": OTHER, "role": "dealer", "card": card_digest("a new card")}
    assert jackpot.refused("enrol", EXECUTIVE, **new)[0] == "second-executive"
    jackpot.do("enrol", EXECUTIVE, **new, approved_by=OTHER)
    again = jackpot.desk.swipe("one swipe", f"card of {OTHER}", LINK, "T1", 1)
    assert (again.repeated, again.answer) == (True, swiped.answer)


def test_a_supervisor_mends_cards_that_were_told_wrong(jackpot: Jackpot) -> None:
    jackpot.dealt({1: "7h 7h"}, "7h")
    right: dict[str, Any] = {"cards": {1: (24, 0)}, "up": 26, "note": "the second seven was an ace"}
    assert jackpot.refused("redeal", DEALER, "T1", **right)[0] == "wrong-role"
    jackpot.select(1, "777 suited")
    assert jackpot.refused("redeal", SUPERVISOR, "T1", **right)[0] == "already-selected"
    jackpot.select(1, "777 suited")
    assert jackpot.refused("redeal", SUPERVISOR, "T1", **{**right, "note": ""})[0] == "no-note"
    jackpot.do("redeal", SUPERVISOR, "T1", **right)
    jackpot.select(1, "one 7")
    assert jackpot.do("end", DEALER, "T1")["paid"] == {"1": 200}


def test_another_dealer_can_take_a_hand_over(jackpot: Jackpot) -> None:
    jackpot.dealt({1: "7h 7h"}, "7h")
    assert jackpot.refused("relieve", OTHER_DEALER, "T1", dealer=OTHER_DEALER, note="n")[0] == "wrong-role"
    assert jackpot.refused("relieve", SUPERVISOR, "T1", dealer=SUPERVISOR, note="n")[0] == "self-approval"
    jackpot.do("relieve", SUPERVISOR, "T1", dealer=SECOND, note="dana is ill")
    assert jackpot.refused("select", DEALER, "T1", spot=1, outcome="777 suited")[0] == "other-dealer"
    jackpot.do("select", SECOND, "T1", spot=1, outcome="777 suited")
    assert jackpot.refused("confirm", SECOND, "T1", spot=1)[0] == "self-approval"
    jackpot.approve(1)
    assert jackpot.do("end", SECOND, "T1")["stage"] == "idle"


def test_a_voided_award_is_selected_again_though_a_lower_spot_was_paid(jackpot: Jackpot) -> None:
    jackpot.dealt({2: "7h 7c", 5: "7h 7h"}, "7h", wager=500)
    jackpot.select(5, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=5)
    jackpot.select(2, "777")
    jackpot.approve(2)
    assert jackpot.refused("void", SUPERVISOR, "T1", spot=5, note="n")[0] == "wrong-role"
    jackpot.do("void", OTHER, "T1", spot=5, note="confirmed too soon")
    jackpot.select(5, "777 suited")
    jackpot.approve(5)
    assert jackpot.do("end", DEALER, "T1")["stage"] == "idle"


def test_nobody_changes_a_meter_while_a_player_has_hit_it(jackpot: Jackpot) -> None:
    jackpot.dealt({1: "7h 7h"}, "7h")
    jackpot.select(1, "777 suited")
    assert jackpot.refused("adjust", EXECUTIVE, **correction(-1_000_000)) == ("award-under-way", "SD.19 (6)(i)")
    jackpot.link("old")
    jackpot.do("close-link", EXECUTIVE, link="old")
    decision = {"reference": "P1", "decided_by": "the executive secretary", "note": "n"}
    jackpot.do("petition", EXECUTIVE, link="old", permits="move to another jackpot", **decision)
    with pytest.raises(StepRefused, match="award-under-way"):
        jackpot.desk.move(jackpot.key(), EXECUTIVE, "old", "P1", LINK, {"meter": "meter"})
    with pytest.raises(StepRefused, match="no-such-jackpot"):
        jackpot.desk.move(jackpot.key(), EXECUTIVE, "old", "P1", "old", {"meter": "meter"})


def test_whoever_may_approve_is_approved_by_a_second_executive(jackpot: Jackpot) -> None:
    puppet = {"name": "ghost", "role": "executive", "card": ""}
    assert jackpot.refused("enrol", EXECUTIVE, **puppet)[0] == "second-executive"
    assert jackpot.refused("enrol", EXECUTIVE, **puppet, approved_by="ghost")[0] == "second-executive"
    jackpot.do("enrol", EXECUTIVE, **puppet, approved_by=OTHER)


@pytest.mark.parametrize("name", ["", " erin", "erin ", "e\u0301rin", "a\nb"])
def test_names_that_look_alike_are_refused(jackpot: Jackpot, name: str) -> None:
    assert jackpot.refused("enrol", EXECUTIVE, name=name, role="dealer", card="")[0] == "bad-name"


@pytest.mark.parametrize(
    ("kind", "table", "body"),
    [
        ("wager", "T1", {"wagers": {True: 100}}),
        ("wager", "T1", {"wagers": {1: 100.0}}),
        ("wager", "T1", {"wagers": None}),
        ("wager", "T1", {}),
        ("wager", "T1", {"wagers": {}, "more": 1}),
        ("deal", "T1", {"cards": {1: (24.5, 3)}, "up": 1}),
        ("adjust", "", correction(5) | {"amount": 5.5}),
        ("adjust", "", correction(5) | {"amount": "5"}),
        ("reconcile", "", {"readings": {"meter": float("nan")}}),
        ("no such step", "T1", {}),
        ("open", "", {}),
        ("open", "a/b", {}),
        ("close-link", "T1", {}),
    ],
)
def test_what_is_malformed_never_reaches_the_books(
    jackpot: Jackpot, kind: str, table: str, body: dict[str, Any]
) -> None:
    assert jackpot.refused(kind, EXECUTIVE, table, **body)[0] in ("malformed", "no-such-step", "bad-name")


def _as_it_is(posting: Posting, _books: Books) -> Posting:
    return posting


def test_an_amount_the_books_cannot_hold_is_refused(jackpot: Jackpot) -> None:
    with pytest.raises(LedgerFault, match="whole amount"):
        jackpot.do("adjust", EXECUTIVE, **correction(10**30))
    for amount in (1.5, True, 0, -1):
        wrong = Posting({}, "", (Entry("a", "b", amount, "wrong"),))  # type: ignore[arg-type]
        with pytest.raises(LedgerFault, match="whole amount"):
            jackpot.desk.journal.post(Command("k", "test", "nobody", {}), partial(_as_it_is, wrong))


def test_a_document_that_was_tampered_with_is_not_taken_up(jackpot: Jackpot, tmp_path: Path) -> None:
    jackpot.desk.journal.close()
    with closing(sqlite3.connect(tmp_path / "jackpot.db")) as books, books:
        books.execute("UPDATE documents SET body = replace(body, 'dealer', 'executive') WHERE name = 'link main'")
    with pytest.raises(LedgerFault, match="is not the one event"):
        open_desk(tmp_path / "jackpot.db", tmp_path / "jackpot.key")


def test_a_document_that_was_tampered_with_meanwhile_is_not_taken_up(jackpot: Jackpot, tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "jackpot.db", tmp_path / "jackpot.key")
    with closing(sqlite3.connect(tmp_path / "jackpot.db")) as books, books:
        books.execute("UPDATE documents SET body = replace(body, 'dealer', 'executive') WHERE name = 'link main'")
    with pytest.raises(LedgerFault, match="differs from the log"):
        desk.do("open", "a key", DEALER, LINK, "T1")
    desk.journal.close()


def test_rows_that_were_written_are_not_replaced(jackpot: Jackpot, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "jackpot.db")) as books:
        columns = "number, key, digest, kind, 'mallory', at, about, body, answer, documents"
        for change in (
            f"INSERT OR REPLACE INTO events SELECT {columns} FROM events WHERE number = 1",
            "UPDATE events SET actor = 'mallory'",
            "DELETE FROM entries",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="stays"):
                books.execute(change)


def test_a_lost_key_is_to_be_put_back_and_is_not_replaced(jackpot: Jackpot, tmp_path: Path) -> None:
    jackpot.desk.journal.close()
    key = tmp_path / "jackpot.key"
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(LedgerFault, match="restore it"):
        create_desk(tmp_path / "jackpot.db", key)
    assert not key.exists()
    key.write_bytes(kept)
    create_desk(tmp_path / "jackpot.db", key).journal.close()
