"""South Dakota, rule 20:18:15:30.19: the procedure, as the progressive computer carries it out."""

from pathlib import Path

import pytest

from lammer.progressive.desk import create_desk
from lammer.progressive.recall import recall
from lammer.progressive.refusals import StepRefused, TermsFault
from lammer.progressive.terms import SHEETS, load_terms
from tests.jackpot import DEALER, EXECUTIVE, LINK, OTHER, OTHER_DEALER, SECOND, SUPERVISOR, Jackpot, new_jackpot

NOTHING, ONE, TWO, SUITED, COLOUR, MIXED = "9h 8d", "7h 9c", "7h 7c", "7h 7h", "7h 7d", "7h 7c"
"""First two cards; with the seven of hearts up the last three are 777 suited, of one colour and mixed."""


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    return new_jackpot(tmp_path)


@pytest.mark.parametrize("decks", [1, 7])
def test_sd_19_1__terms_ask_for_six_or_eight_decks(decks: int) -> None:
    with pytest.raises(Exception, match=r"SD.19 \(1\)"):
        load_terms("blazing-7s", [f"jackpot.decks={decks}"])
    assert load_terms("blazing-7s", ["jackpot.decks=8"]).decks == 8


def test_sd_19_1__no_card_lies_there_more_often_than_the_decks_have_it(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers=dict.fromkeys(range(1, 4), 100))
    jackpot.do("take", DEALER, "T1")
    six = {1: (24, 24), 2: (24, 24), 3: (24, 25)}
    assert jackpot.refused("deal", DEALER, "T1", cards={**six, 3: (24, 24)}, up=24) == ("too-many-alike", "SD.19 (1)")
    assert jackpot.do("deal", DEALER, "T1", cards=six, up=24)["stage"] == "dealt"


@pytest.mark.parametrize(("spot", "code"), [(0, "no-such-spot"), (8, "no-such-spot")])
def test_sd_19_2__wagers_lie_on_the_sensor_of_a_players_position(jackpot: Jackpot, spot: int, code: str) -> None:
    jackpot.do("open", DEALER, "T1")
    assert jackpot.refused("wager", DEALER, "T1", wagers={spot: 100}) == (code, "SD.19 (2)")


def test_sd_19_1__hands_begin_on_approved_tables_only(jackpot: Jackpot) -> None:
    assert jackpot.refused("approve-table", SUPERVISOR, name="T3") == ("wrong-role", "SD.19 (1)")
    assert jackpot.refused("open", DEALER, "T3") == ("table-not-approved", "SD.19 (1)")
    jackpot.do("approve-table", EXECUTIVE, name="T3")
    assert jackpot.do("open", DEALER, "T3")["stage"] == "open"


def test_sd_19_1__no_table_deals_before_one_is_approved(tmp_path: Path) -> None:
    desk = create_desk(tmp_path / "jackpot.db")
    desk.create("create", LINK, load_terms("blazing-7s"), EXECUTIVE)
    desk.do("enrol", "enrol", EXECUTIVE, LINK, name=DEALER, role="dealer", card="")
    desk.do("open-link", "open-link", EXECUTIVE, LINK)
    with pytest.raises(StepRefused) as caught:
        desk.do("open", "open", DEALER, LINK, "T1")
    assert (caught.value.code, caught.value.clause) == ("table-not-approved", "SD.19 (1)")
    desk.journal.close()


def test_sd_19_2__a_wager_may_be_lifted_until_wagers_are_taken(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers={1: 100, 7: 500})
    assert jackpot.do("wager", DEALER, "T1", wagers={1: 0})["sensed"] == {"7": 500}
    assert jackpot.do("take", DEALER, "T1")["taken"] == {"7": 500}
    assert jackpot.refused("wager", DEALER, "T1", wagers={1: 100}) == ("not-now", "SD.19 (2)")


def test_sd_19_3__a_spot_without_a_wager_does_not_take_part(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers={1: 100})
    jackpot.do("take", DEALER, "T1")
    jackpot.do("deal", DEALER, "T1", cards={1: (0, 1), 2: (24, 25)}, up=26)
    assert jackpot.refused("select", DEALER, "T1", spot=2, outcome="777") == ("no-wager", "SD.19 (2)")
    assert jackpot.do("end", DEALER, "T1")["paid"] == {}


def test_sd_19_4__meters_advance_by_a_predetermined_amount_when_wagers_are_taken(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers={1: 100, 2: 500})
    assert jackpot.sums().meter == 1_000_000
    assert jackpot.do("take", DEALER, "T1")["meters"] == {"before": {"meter": 1_000_000}, "after": {"meter": 1_000_120}}
    assert (jackpot.sums().contributions, jackpot.sums().reserve) == (120, 18)
    assert (jackpot.held("tray"), jackpot.held("wagers")) == (600, 600)


def test_sd_19_4__fractions_of_a_cent_are_carried_to_later_wagers(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "levels.meter.increment=155000", "levels.meter.reserve=2500")
    for _ in range(8):
        jackpot.dealt({1: NOTHING}, "7h")
        jackpot.do("end", DEALER, "T1")
    assert (jackpot.sums().contributions, jackpot.sums().reserved) == (8 * 155 // 10, 8 * 25 // 100)


def test_sd_19_4__the_button_is_the_dealers_who_has_the_hand(jackpot: Jackpot) -> None:
    jackpot.do("open", DEALER, "T1")
    assert jackpot.refused("take", OTHER_DEALER, "T1") == ("other-dealer", "SD.19 (4)")


def test_sd_19_5__winners_are_selected_counter_clockwise(jackpot: Jackpot) -> None:
    jackpot.dealt({1: ONE, 3: ONE, 7: ONE}, "9d")
    assert jackpot.refused("select", DEALER, "T1", spot=3, outcome="one 7") == ("out-of-order", "SD.19 (5)")
    jackpot.select(7, "one 7")
    assert jackpot.refused("select", DEALER, "T1", spot=1, outcome="one 7") == ("out-of-order", "SD.19 (5)")
    jackpot.select(3, "one 7")
    assert jackpot.refused("select", DEALER, "T1", spot=7, outcome="one 7") == ("out-of-order", "SD.19 (5)")
    jackpot.select(1, "one 7")
    assert jackpot.do("end", DEALER, "T1")["paid"] == {"7": 200, "3": 200, "1": 200}


def test_sd_19_5__no_winner_is_passed_over(jackpot: Jackpot) -> None:
    jackpot.dealt({2: ONE}, "9d")
    assert jackpot.refused("end", DEALER, "T1") == ("winner-not-selected", "SD.19 (5)")


def test_sd_19_5_a__only_what_the_cards_make_can_be_selected(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED, 2: NOTHING}, "7h")
    assert jackpot.refused("select", DEALER, "T1", spot=2, outcome="one 7") == ("not-this-hand", "SD.19 (5)(a)")
    assert jackpot.refused("select", DEALER, "T1", spot=1, outcome="777") == ("not-this-hand", "SD.19 (5)(a)")
    assert jackpot.select(1, "777 suited")["claim"]["stage"] == "selected"


def test_sd_19_5_a__a_hand_that_busts_later_is_still_eligible(jackpot: Jackpot) -> None:
    """The procedure knows first two cards and up card only; 7-7 that draws to 24 has won before it draws."""
    jackpot.dealt({1: TWO}, "9d")
    jackpot.select(1, "two 7s")
    assert jackpot.do("end", DEALER, "T1")["paid"] == {"1": 2500}


def test_sd_19_6__the_wager_is_not_returned(jackpot: Jackpot) -> None:
    jackpot.dealt({1: ONE}, "9d")
    jackpot.select(1, "one 7")
    jackpot.do("end", DEALER, "T1")
    assert (jackpot.held("wagers"), jackpot.held("fixed"), jackpot.held("tray")) == (100, 200, -100)


def test_sd_19_6_i__percentage_pays_come_off_the_meter(jackpot: Jackpot) -> None:
    jackpot.dealt({1: COLOUR}, "7h")
    shown = jackpot.sums().meter
    jackpot.select(1, "777 same colour")
    assert jackpot.approve(1) == shown // 10
    assert jackpot.sums().meter == shown - shown // 10
    assert (jackpot.sums().awards, jackpot.held("fixed")) == (shown // 10, 0)


def test_sd_19_6_ii__other_hands_are_paid_from_the_tray_and_not_off_the_meter(jackpot: Jackpot) -> None:
    jackpot.dealt({1: MIXED}, "7h", wager=500)
    shown, tray = jackpot.sums().meter, jackpot.held("tray")
    jackpot.select(1, "777")
    assert jackpot.approve(1) == 100_000
    assert (jackpot.sums().meter, jackpot.sums().awards) == (shown, 0)
    assert jackpot.held("tray") == tray - 100_000


def test_sd_19_6_ii__small_pays_are_the_dealers_alone(jackpot: Jackpot) -> None:
    jackpot.dealt({1: ONE}, "9d")
    jackpot.select(1, "one 7")
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=1) == ("no-approval-needed", "A23")


def test_sd_19_6_iii__the_first_takes_the_meter_and_the_next_what_it_left(jackpot: Jackpot) -> None:
    jackpot.dealt({2: SUITED, 5: SUITED}, "7h")
    before = jackpot.sums()
    jackpot.select(5, "777 suited")
    jackpot.select(2, "777 suited")
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=2) == ("earlier-claim", "SD.19 (6)(iii)")
    assert jackpot.approve(5) == before.meter
    assert jackpot.approve(2) == 1_000_000 + before.reserve
    assert (jackpot.sums().meter, jackpot.sums().reserve) == (1_000_000, 0)


def test_sd_19_6_iii__another_tables_later_claim_waits_for_the_first(jackpot: Jackpot) -> None:
    for table in ("T1", "T2"):
        jackpot.dealt({1: SUITED}, "7h", table=table)
    jackpot.select(1, "777 suited", "T2")
    jackpot.select(1, "777 suited", "T1")
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=1) == ("earlier-claim", "SD.19 (6)(iii)")
    jackpot.select(1, "777 suited", "T2")  # undone
    assert jackpot.approve(1, "T1") > 1_000_000


def test_a14__simultaneous_full_awards_can_be_shared_equally_by_the_house_procedure(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.simultaneous=equal shares", "levels.meter.seed=1000003")
    jackpot.dealt({2: SUITED, 5: SUITED, 6: ONE}, "7h")
    before = jackpot.sums()
    for spot, outcome in ((6, "one 7"), (5, "777 suited"), (2, "777 suited")):
        jackpot.select(spot, outcome)
    assert jackpot.refused("swipe", OTHER, "T1", spot=2)[0] == "not-now"
    jackpot.do("confirm", SUPERVISOR, "T1", spot=2)
    assert [jackpot.swipe(OTHER, spot)["claim"]["amount"] for spot in (5, 2)] == [before.meter // 2] * 2
    assert before.meter % 2 == 1
    assert jackpot.sums().meter == 1_000_003 + before.reserve + 1
    jackpot.do("end", DEALER, "T1")
    assert jackpot.sums().meter_holds


def test_a14__an_award_is_divided_once_all_who_have_a_part_in_it_are_known(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.simultaneous=equal shares")
    jackpot.dealt({2: SUITED, 5: SUITED}, "7h")
    jackpot.select(5, "777 suited")
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=5) == ("winner-not-selected", "SD.19 (5)")


def test_a14__the_level_of_the_card_stands_on_the_whole_award(tmp_path: Path) -> None:
    jackpot = new_jackpot(
        tmp_path, "blazing-7s", "jackpot.simultaneous=equal shares", "approvals.executive_from=600000"
    )
    jackpot.dealt({2: SUITED, 5: SUITED}, "7h")
    for spot in (5, 2):
        jackpot.select(spot, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=5)
    assert jackpot.refused("swipe", SECOND, "T1", spot=5) == ("card-level", "SD.19 (6)(vi)")


def test_sd_19_6_iv__pressing_again_turns_the_button_off(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    assert jackpot.select(1, "777 suited")["undone"] == 1
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=1) == ("nothing-selected", "SD.19 (6)(iv)")
    jackpot.select(1, "777 suited")
    assert jackpot.refused("select", DEALER, "T1", spot=1, outcome="777") == ("other-hand", "SD.19 (6)(iv)")


def test_sd_19_6_v__the_dealer_calls_somebody_else(jackpot: Jackpot) -> None:
    jackpot.do("open", SUPERVISOR, "T1")  # a supervisor deals
    jackpot.do("wager", SUPERVISOR, "T1", wagers={1: 100})
    jackpot.do("take", SUPERVISOR, "T1")
    jackpot.do("deal", SUPERVISOR, "T1", cards={1: (26, 26)}, up=26)
    jackpot.do("select", SUPERVISOR, "T1", spot=1, outcome="777 suited")
    assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=1) == ("self-approval", "SD.19 (6)(v)")


def test_sd_19_6_vi__a_supervisor_confirms_and_a_card_of_the_right_level_completes(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    assert jackpot.refused("confirm", DEALER, "T1", spot=1) == ("wrong-role", "SD.19 (6)(vi)")
    assert jackpot.refused("swipe", OTHER, "T1", spot=1) == ("not-now", "SD.19 (6)(vi)")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)
    assert jackpot.refused("swipe", SECOND, "T1", spot=1) == ("card-level", "SD.19 (6)(vi)")
    with pytest.raises(StepRefused, match="unknown-card"):
        jackpot.swipe("nobody", 1)
    claim = jackpot.swipe(OTHER, 1)["claim"]
    assert (claim["dealer"], claim["supervisor"], claim["approved_by"]) == (DEALER, SUPERVISOR, OTHER)
    assert jackpot.refused("swipe", EXECUTIVE, "T1", spot=1) == ("not-now", "SD.19 (6)(vi)")


@pytest.mark.parametrize(("below", "role"), [(0, "executive"), (1, "supervisor")])
def test_sd_19_6_vi__the_level_of_the_card_stands_on_the_amount(tmp_path: Path, below: int, role: str) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", f"approvals.executive_from={100_002 + below}")
    jackpot.dealt({1: COLOUR}, "7h")
    jackpot.select(1, "777 same colour")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)
    if role == "executive":
        assert jackpot.refused("swipe", SECOND, "T1", spot=1) == ("card-level", "SD.19 (6)(vi)")
    else:
        assert jackpot.swipe(SECOND, 1)["claim"]["amount"] == 100_002


def test_sd_19_6_vi__who_confirmed_may_not_complete(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    jackpot.do("confirm", EXECUTIVE, "T1", spot=1)
    assert jackpot.refused("swipe", EXECUTIVE, "T1", spot=1) == ("self-approval", "A23")


def test_sd_19_6_vii__a_full_award_resets_to_seed_plus_reserve_and_other_tables_go_on(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED}, "7h", wager=500)
    before = jackpot.sums()
    jackpot.select(1, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)
    jackpot.dealt({4: NOTHING}, "7h", table="T2")
    assert jackpot.sums().meter == before.meter + 20
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == before.meter
    assert (jackpot.sums().meter, jackpot.sums().reserve) == (1_000_000 + before.reserve + 20 + 3, 0)


def test_sd_19_6_vii__a_tenth_leaves_nine_tenths_and_tells_the_rounding(jackpot: Jackpot) -> None:
    jackpot.dealt({1: COLOUR, 2: NOTHING, 3: NOTHING}, "7h")
    jackpot.do("adjust", EXECUTIVE, level="meter", amount=7, reason="meter fault", note="n", approved_by=OTHER)
    shown = jackpot.sums().meter
    jackpot.select(1, "777 same colour")
    claim = jackpot.do("confirm", SUPERVISOR, "T1", spot=1)["claims"][0]
    assert 100 * claim["amount"] + claim["breakage"] == 10 * shown
    assert claim["breakage"] == 70
    jackpot.swipe(OTHER, 1)
    assert jackpot.sums().meter == shown - shown // 10


def test_sd_19_6_viii__the_end_button_needs_everything_settled_and_readies_the_table(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    assert jackpot.refused("end", DEALER, "T1") == ("not-approved", "SD.19 (6)(vi)")
    assert jackpot.refused("open", DEALER, "T1") == ("not-now", "SD.19 (6)(viii)")
    jackpot.approve(1)
    assert jackpot.do("end", DEALER, "T1")["stage"] == "idle"
    assert jackpot.do("open", DEALER, "T1")["hand"] == 2


def test_sd_19_6_viii__a_hand_is_logged_and_can_be_recalled(jackpot: Jackpot) -> None:
    jackpot.dealt({1: SUITED, 3: ONE}, "7h")
    jackpot.select(3, "one 7")
    jackpot.select(1, "777 suited")
    amount = jackpot.approve(1)
    jackpot.do("end", DEALER, "T1")
    recalled = recall(jackpot.desk.journal, LINK, "T1", 1)
    assert (recalled["wagers"], recalled["cards"]["1"], recalled["up"]) == ({"1": 100, "3": 100}, ["7h", "7h"], "7h")
    assert recalled["meters"] == {"before": {"meter": 1_000_000}, "after": {"meter": 1_000_006}}
    small, large = recalled["awards"]
    assert (small["outcome"], small["amount"], small["stage"]) == ("one 7", 200, "paid")
    assert (large["amount"], large["dealer"], large["supervisor"], large["approved_by"]) == (
        amount,
        DEALER,
        SUPERVISOR,
        OTHER,
    )
    kinds = ["open", "wager", "take", "deal", "select", "select", "confirm", "swipe", "end"]
    assert [step["kind"] for step in recalled["steps"]] == kinds
    with pytest.raises(StepRefused, match="no-such-hand"):
        recall(jackpot.desk.journal, LINK, "T1", 2)


@pytest.mark.parametrize(("stake", "outcome", "hand", "envy"), [
    (100, "one 7", ONE, 0),
    (500, "one 7", ONE, 100),
    (100, "two 7s", TWO, 200),
])  # fmt: skip
def test_sd_19_7__envy_goes_to_the_tip_pool(tmp_path: Path, stake: int, outcome: str, hand: str, envy: int) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.paytable=PT1-envy")
    jackpot.dealt({1: hand}, "9d", wager=stake)
    jackpot.select(1, outcome)
    jackpot.do("end", DEALER, "T1")
    assert (jackpot.held("tips"), jackpot.held("envy")) == (envy, envy)


def test_sd_19_7__envy_of_an_award_is_paid_when_it_is_completed(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.paytable=PT1-envy")
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)
    assert jackpot.held("tips") == 0
    jackpot.swipe(OTHER, 1)
    assert jackpot.held("tips") == 10_000


def test_sd_19_8__the_game_resumes_once_the_progressive_is_resolved(jackpot: Jackpot) -> None:
    jackpot.dealt({1: NOTHING}, "9d")
    assert jackpot.do("end", DEALER, "T1") == {
        "paid": {},
        "meters": {"before": {"meter": 1_000_020}, "after": {"meter": 1_000_020}},
        "table": "T1",
        "hand": 1,
        "stage": "idle",
    }
    assert jackpot.refused("end", DEALER, "T1") == ("not-now", "SD.19 (6)(viii)")


def test_terms_without_a_clause_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    text = (SHEETS / "blazing-7s.toml").read_text(encoding="utf-8")
    path.write_text(text.replace(', clause = ["A22", "SD.19 (4)"]', ""), encoding="utf-8")
    with pytest.raises(TermsFault, match=r"levels\.meter\.increment"):
        load_terms(str(path))
