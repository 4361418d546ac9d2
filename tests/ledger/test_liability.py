"""A jackpot between hands: who may change it, how, and what is refused."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lammer.ledger.records import Command, Entry, Posting
from lammer.ledger.refusals import LedgerFault
from lammer.progressive.desk import card_digest, open_desk
from lammer.progressive.terms import load_terms
from tests.jackpot import DEALER, EXECUTIVE, LINK, OTHER, SECOND, SUPERVISOR, Jackpot, new_jackpot


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
    jackpot = new_jackpot(tmp_path, "blazing-7s", "bounds.most_contribution=230")
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
    jackpot.swipe(OTHER, 1, "T2")
    assert jackpot.refused("void", OTHER, "T1", spot=1, note="n")[0] == "later-claim"
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == 1_000_100


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
    with pytest.raises(LedgerFault, match="is not there"):
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
    jackpot.do("enrol", EXECUTIVE, name=OTHER, role="executive", card=card_digest("a new card"))
    again = jackpot.desk.swipe("one swipe", f"card of {OTHER}", LINK, "T1", 1)
    assert (again.repeated, again.answer) == (True, swiped.answer)
