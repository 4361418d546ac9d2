"""South Dakota, rule 20:18:15:30.19: Blazing 7's Progressive beside the standard game.

Keeping the meters, buttons and cards is the progressive system's part; here stands what the table itself does.
"""

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import bet
from lammer.table.events import EventKind
from lammer.table.state import Meter, SideResult, Stage, Waits
from tests.clauses.eu_a_helpers import cited, events, sheet_refused, side_nets, stated, wager_refused
from tests.rounds import finished, nets, refused, under_way

GAME, BET = "sd-blackjack+blazing-7s", "blazing-7s"
KEY = f"side_bets.{BET}"
JACKPOT = f"{KEY}.jackpot"
SHEET = load_sheet(GAME)
SUITED, COLOUR, MIXED, TWO, ONE, NONE = "7h 7h 7h", "7h 7h 7d", "7h 7c 7h", "7h 6c 7d", "9h 6c 7d", "9h 7c 8d"
DIAMONDS = "7d 7d 7d"
"""The player's first card, the dealer's up card, the player's second."""


def dealt(cards: str, paytable: str = "PT1", wager: str = "1", meters: str = "meter=1000/500") -> str:
    """A round broken off right after the deal."""
    return f"{GAME}[{KEY}.paytable={paytable}] {meters} 1:10,{BET}={wager} | {cards} Tc |"


def side(line: str) -> SideResult:
    (result,) = under_way(line).sides
    return result


@pytest.mark.parametrize(("decks", "allowed"), [(1, False), (5, False), (6, True), (7, False), (8, True)])
def test_sd_19_1__six_or_eight_decks(decks: int, allowed: bool) -> None:
    assert sheet_refused(GAME, f"shoe.decks={decks}") == ([] if allowed else ["SD.19 (1)"])


def test_sd_19_1__on_approved_tables_with_sensors_and_signage() -> None:
    assert stated(SHEET, f"{JACKPOT}.equipment") == ("sensors and signage", ("SD.19 (1)",))
    with pytest.raises(SheetFaults, match="attaches to sd-blackjack"):
        load_sheet("triple-win-20+blazing-7s")


def test_sd_19_2__the_progressive_wager_is_optional_beside_the_standard_wager() -> None:
    assert under_way(f"{GAME} 1:10 | {SUITED} Tc |").sides == ()
    alone = wager_refused(GAME, bet(1, 100, BET))
    assert alone is not None
    assert alone.code == "main-first"
    assert "SD.19 (2)" in cited(alone)


def test_sd_19_2__it_is_placed_to_begin_the_round() -> None:
    late = refused(f"{GAME} 1:10 | 7h", bet(1, 100, BET))
    assert late.code == "bets-closed"
    assert "SD.19 (2)" in cited(late)


def test_sd_19_3__the_wager_plays_for_a_progressive_jackpot() -> None:
    assert stated(SHEET, f"{JACKPOT}.plays_for") == ("progressive jackpot", ("SD.19 (3)",))
    assert side(dealt(SUITED, meters="meter=1234.56/500")).award == 123456


def test_sd_19_4__wagers_are_taken_before_the_deal_and_the_meter_is_not_the_tables_to_advance() -> None:
    assert stated(SHEET, f"{JACKPOT}.advances") == ("a rate of each wager", ("A22", "SD.19 (4)"))
    assert refused(f"{GAME} 1:10 |", bet(1, 100, BET)).code == "bets-closed"
    assert side(dealt(NONE)).net == -100
    assert under_way(dealt(NONE)).meters == (Meter("meter", 100000, 50000),)


THREE = f"{GAME} 1:10,{BET}=1 2:10,{BET}=1 3:10,{BET}=1 |"


def test_sd_19_5__hands_are_evaluated_counter_clockwise() -> None:
    line = f"{THREE} 7h 9h 7s 6c 9d 9c 8d Tc |"
    assert [event.box for event in events(line, "side")] == [3, 2, 1]
    assert [result.net for result in under_way(line).sides] == [100, -100, 100]


@pytest.mark.parametrize("up", ["Ac", "Tc"])
def test_sd_19_5__once_the_starting_cards_lie_and_before_a_dealer_blackjack_counts(up: str) -> None:
    hole = "Kd" if up == "Ac" else "Ad"
    line = f"{GAME} 1:10,{BET}=1 | 7h {up} 7d {hole} |" + (" N" if up == "Ac" else "")
    assert nets(line) == [-1000]
    assert side_nets(line) == [2400]


@pytest.mark.parametrize(("cards", "net"), [("7h 6c 9d", 100), ("9h 6c 7d", 100), ("9h 6c 8d", -100)])
def test_sd_19_5__one_7_in_the_initial_two_cards_wins(cards: str, net: int) -> None:
    assert side(dealt(cards)).net == net


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("9h 7c 8d 7d | S", "none"),
        ("7h 7c 9d 6c | S", "one 7"),
        ("7h 6c 7d 7c | S", "two 7s"),
        ("9h 6c 2d Tc | H 7h", "none"),
        ("7h 6c 7d Tc | H 7h", "two 7s"),
    ],
)
def test_sd_19_5_a__only_the_first_two_cards_and_the_up_card_count(line: str, outcome: str) -> None:
    assert side(f"{GAME} 1:10,{BET}=1 | {line}").outcome == outcome


@pytest.mark.parametrize(
    ("cards", "net"),
    [(SUITED, 99900), (DIAMONDS, 99900), (COLOUR, 9900), (MIXED, 19900), (TWO, 2400), (ONE, 100), (NONE, -100)],
)
def test_sd_19_5_b_1__paytable_1(cards: str, net: int) -> None:
    result = side(dealt(cards))
    assert (result.net, result.envy) == (net, 0)


@pytest.mark.parametrize(
    ("cards", "net"),
    [(DIAMONDS, 99900), (SUITED, 9900), (COLOUR, 49900), (MIXED, 19900), (TWO, 2400), (ONE, 100), (NONE, -100)],
)
def test_sd_19_5_b_2__paytable_2(cards: str, net: int) -> None:
    result = side(dealt(cards, "PT2"))
    assert (result.net, result.envy) == (net, 0)


@pytest.mark.parametrize(
    ("cards", "level", "net"),
    [
        (DIAMONDS, "mega", 89900),
        (SUITED, "major", 8900),
        (COLOUR, "minor", 800),
        (MIXED, "", 19900),
        (TWO, "", 2400),
        (ONE, "", 100),
        (NONE, "", -100),
    ],
)
def test_sd_19_5_b_3__paytable_3(cards: str, level: str, net: int) -> None:
    result = side(dealt(cards, "PT3", meters="mega=900/800 major=90/80 minor=9/8"))
    assert (result.level, result.net, result.envy) == (level, net, 0)


@pytest.mark.parametrize(
    ("cards", "at_1", "envy_at_1", "at_5", "envy_at_5"),
    [
        (SUITED, 99900, 10000, 99500, 10000),
        (COLOUR, 9900, 2500, 9500, 2500),
        (MIXED, 19900, 500, 99500, 500),
        (TWO, 2400, 200, 12000, 200),
        (ONE, 100, 0, 500, 100),
        (NONE, -100, 0, -500, 0),
    ],
)
def test_sd_19_5_c_1__paytable_1_with_envy(cards: str, at_1: int, envy_at_1: int, at_5: int, envy_at_5: int) -> None:
    one, five = (side(dealt(cards, "PT1-envy", wager)) for wager in ("1", "5"))
    assert (one.net, one.envy) == (at_1, envy_at_1)
    assert (five.net, five.envy) == (at_5, envy_at_5)


@pytest.mark.parametrize(
    ("cards", "at_1", "envy_at_1", "at_5", "envy_at_5"),
    [
        (DIAMONDS, 99900, 10000, 99500, 10000),
        (SUITED, 9900, 2500, 9500, 2500),
        (COLOUR, 49900, 1000, 249500, 1000),
        (MIXED, 19900, 500, 99500, 500),
        (TWO, 2400, 200, 12000, 200),
        (ONE, 100, 0, 500, 100),
        (NONE, -100, 0, -500, 0),
    ],
)
def test_sd_19_5_c_2__paytable_2_with_envy(cards: str, at_1: int, envy_at_1: int, at_5: int, envy_at_5: int) -> None:
    one, five = (side(dealt(cards, "PT2-envy", wager)) for wager in ("1", "5"))
    assert (one.net, one.envy) == (at_1, envy_at_1)
    assert (five.net, five.envy) == (at_5, envy_at_5)


def wager_under(paytable: str, amount: int) -> list[str] | None:
    """The clauses against a wager, None when it is taken."""
    found = wager_refused(GAME, bet(1, 1000), bet(1, amount, BET), sets=(f"{KEY}.paytable={paytable}",))
    return None if found is None else [found.code, *cited(found)]


def test_sd_19_5_c_1__takes_1_or_5_dollars_and_nothing_between() -> None:
    assert [wager_under("PT1-envy", amount) for amount in (100, 500)] == [None, None]
    between = wager_under("PT1-envy", 200)
    assert between is not None
    assert {"side-stake", "SD.19 (5)(c)1"} <= set(between)


def test_sd_19_5_c_2__takes_1_or_5_dollars_and_nothing_between() -> None:
    assert [wager_under("PT2-envy", amount) for amount in (100, 500)] == [None, None]
    between = wager_under("PT2-envy", 499)
    assert between is not None
    assert {"side-stake", "SD.19 (5)(c)2"} <= set(between)


@pytest.mark.parametrize(
    ("cards", "paid"), [(ONE, 200), (TWO, 2500), (MIXED, 20000), (COLOUR, 10000), (SUITED, 100000)]
)
def test_sd_19_6__the_wager_is_not_returned_on_top_of_the_pay(cards: str, paid: int) -> None:
    assert side(dealt(cards)).net == paid - 100


@pytest.mark.parametrize(("cards", "award", "left"), [(COLOUR, 10000, 90000), (SUITED, 100000, 50000)])
def test_sd_19_6_i__percentage_pays_come_off_the_meter(cards: str, award: int, left: int) -> None:
    assert stated(SHEET, f"{JACKPOT}.percent_pays_from") == ("meter", ("SD.19 (6)(i)",))
    assert [(event.amount, event.level) for event in events(dealt(cards), "meter-win")] == [(award, "meter")]
    assert under_way(dealt(cards)).meters == (Meter("meter", left, 50000),)


@pytest.mark.parametrize("cards", [MIXED, TWO, ONE])
def test_sd_19_6_ii__other_pays_come_from_the_tray(cards: str) -> None:
    assert stated(SHEET, f"{JACKPOT}.fixed_pays_from") == ("tray", ("SD.19 (6)(ii)",))
    assert events(dealt(cards), "meter-win") == []
    assert under_way(dealt(cards)).meters == (Meter("meter", 100000, 50000),)


def test_sd_19_6_iii__simultaneous_meter_wins_follow_house_procedure() -> None:
    value, clauses = stated(SHEET, f"{JACKPOT}.simultaneous")
    assert value == "in order"
    assert "SD.19 (6)(iii)" in clauses
    line = f"{GAME} meter=1000/500 1:10,{BET}=1 2:10,{BET}=1 | 7h 7d 7h 7h 7h Tc |"
    assert [(event.box, event.amount) for event in events(line, "meter-win")] == [(2, 10000), (1, 90000)]


@pytest.mark.parametrize(
    ("clause", "key", "value"),
    [
        ("SD.19 (6)(iv)", "selection", "second press undoes"),
        ("SD.19 (6)(v)", "notified", "supervisor"),
        ("SD.19 (6)(vi)", "completed_by", "confirm, then card by level"),
        ("SD.19 (6)(viii)", "ends", "end button resets and logs"),
        ("SD.19 (9)", "discontinued", "after the top award or by petition"),
    ],
)
def test_sd_19_6__every_step_of_the_procedure_is_stated(clause: str, key: str, value: str) -> None:
    assert stated(SHEET, f"{JACKPOT}.{key}") == (value, (clause,))
    assert sheet_refused(GAME, f"{JACKPOT}.{key}=as the house likes") == [clause]


def test_sd_19_6_iv__a_win_is_told_by_spot_and_hand() -> None:
    assert stated(SHEET, f"{JACKPOT}.selection") == ("second press undoes", ("SD.19 (6)(iv)",))
    line = f"{THREE} 9h 7h 9s 6c 9d 7c 8d Tc |"
    assert [(e.box, e.bet, e.outcome) for e in events(line, "side") if e.amount > 0] == [(2, BET, "two 7s")]


def test_sd_19_6_v__the_supervisor_is_called_and_the_table_tells_meter_wins_apart() -> None:
    assert stated(SHEET, f"{JACKPOT}.notified") == ("supervisor", ("SD.19 (6)(v)",))
    assert [len(events(dealt(cards), "meter-win")) for cards in (SUITED, COLOUR, MIXED, NONE)] == [1, 1, 0, 0]


def test_sd_19_6_vi__the_win_and_the_meter_it_adjusts_are_recorded_by_level() -> None:
    assert stated(SHEET, f"{JACKPOT}.completed_by") == ("confirm, then card by level", ("SD.19 (6)(vi)",))
    line = dealt(COLOUR, "PT3", meters="mega=900/800 major=90/80 minor=9/8")
    assert (side(line).level, side(line).award) == ("minor", 900)
    assert [meter.amount for meter in under_way(line).meters] == [90000, 9000, 800]


@pytest.mark.parametrize(("cards", "left"), [(DIAMONDS, [80000, 9000, 900]), (SUITED, [90000, 8000, 900])])
def test_sd_19_6_vii__a_full_award_leaves_its_level_at_seed_plus_reserve(cards: str, left: list[int]) -> None:
    assert stated(SHEET, f"{JACKPOT}.after_full_award") == ("seed plus reserve", ("SD.19 (6)(vii)",))
    round_ = under_way(dealt(cards, "PT3", meters="mega=900/800 major=90/80 minor=9/8"))
    assert [meter.amount for meter in round_.meters] == left


def test_sd_19_6_viii__the_win_is_logged_once_and_the_next_round_begins_clean() -> None:
    assert stated(SHEET, f"{JACKPOT}.ends") == ("end button resets and logs", ("SD.19 (6)(viii)",))
    played = finished(f"{dealt(SUITED)} H 2c S")
    assert [event.kind for event in played.events].count(EventKind.METER_WIN) == 1
    assert played.round.settlement is not None
    assert [result.award for result in played.round.settlement.sides] == [100000]


def test_sd_19_7__envy_goes_to_the_tip_pool_and_only_for_a_winning_player() -> None:
    assert stated(SHEET, f"{JACKPOT}.envy_to") == ("tip pool", ("SD.19 (7)",))
    assert [e.amount for e in events(dealt(TWO, "PT1-envy"), "envy")] == [200]
    assert events(dealt(NONE, "PT1-envy", "5"), "envy") == []
    assert side(dealt(TWO, "PT1-envy")).net == side(dealt(TWO, "PT1")).net


def test_sd_19_8__then_the_blackjack_round_resumes() -> None:
    assert stated(SHEET, f"{JACKPOT}.then") == ("round resumes", ("SD.19 (8)",))
    round_ = under_way(dealt(SUITED))
    assert (round_.stage, round_.waits) == (Stage.PLAYING, Waits.PLAY)
    assert nets(f"{dealt(SUITED)} H Tc") == [-1000]
    assert side_nets(f"{dealt(SUITED)} H Tc") == [99900]


def test_sd_19_9__a_jackpot_stays_until_its_top_award_is_won_or_by_petition() -> None:
    assert stated(SHEET, f"{JACKPOT}.discontinued") == ("after the top award or by petition", ("SD.19 (9)",))
    assert sheet_refused(GAME, f"{JACKPOT}.discontinued=at will") == ["SD.19 (9)"]
    assert under_way(dealt(COLOUR)).meters == (Meter("meter", 90000, 50000),)
