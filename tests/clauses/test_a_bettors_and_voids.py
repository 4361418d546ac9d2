"""Our readings A17 and A19 to A21: bettors behind the owner, later insurance, limits of a box, interrupted rounds."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import bet, void
from lammer.table.notation import read_round, write_round
from lammer.table.records import record
from lammer.table.replay import RecordChecker
from lammer.table.round import actor, legal
from lammer.table.state import Waits
from tests.clauses.eu_a_helpers import cited, events, insurance_nets, side_nets, stated, wager_refused
from tests.rounds import finished, legal_kinds, nets, seat, under_way

EU, FB, TW = "european-free-bet", "sd-free-bet", "triple-win-20"
WITH_THE_HAND = "[company.declined_draw=stays with the hand]"


@pytest.mark.parametrize(
    ("answer", "dealers", "second"), [("Y", "", -2000), ("O", "Tc Td", 2000), ("O", "Tc Ac", -2000)]
)
def test_a17__who_does_not_follow_a_draw_stands_on_the_total_before_the_card(
    answer: str, dealers: str, second: int
) -> None:
    line = f"{EU} 1:10 1.2:20 | Th 6c 5d | H {answer} Ts | {dealers}"
    assert [nets(line, bettor) for bettor in range(2)] == [[-1000], [second]]


def test_a17__each_bettor_behind_the_owner_is_asked_at_each_draw() -> None:
    line = f"{EU} 1:10 1.2:20 1.3:30 | 6h 6c 6d | H"
    assert actor(under_way(line)) == (1, 2)
    assert actor(under_way(f"{line} Y")) == (1, 3)
    assert actor(under_way(f"{line} Y O 2c H")) == (1, 2), "who stands is not asked again"
    hands = seat(f"{line} Y O 2c S | Tc Td", 2)["hands"]
    assert isinstance(hands, list)
    assert hands[0]["stands_on"] == 12


def test_a17__nobody_may_decline_a_card_on_11() -> None:
    assert legal_kinds(f"{EU} 1:10 1.2:20 | 7h 6c 5d | H") == {"follow", "decline"}
    assert under_way(f"{EU} 1:10 1.2:20 | 6h 6c 5d | H").waits is Waits.CARD


@pytest.mark.parametrize(("answers", "second"), [("Y", 4000), ("O Y", 2000), ("O O", -2000)])
def test_a17__who_declines_a_double_may_decline_its_card_too(answers: str, second: int) -> None:
    line = f"{EU} 1:10 1.2:20 | Th 6c 2d | D {answers} 9h | Tc 3h"
    assert [nets(line, bettor) for bettor in range(2)] == [[2000], [second]]


def test_a17__a_card_that_must_be_drawn_comes_with_a_declined_double() -> None:
    assert under_way(f"{EU} 1:10 1.2:20 | 6h 6c 5d | FD O").waits is Waits.CARD
    assert under_way(f"{EU}[company.declined_double=takes the card] 1:10 1.2:20 | Th 6c 2d | D O").waits is Waits.CARD


def test_a17__or_the_bet_stays_on_the_owners_hand() -> None:
    line = f"{EU}{WITH_THE_HAND} 1:10 1.2:20 | Th 6c 5d | H"
    assert under_way(line).waits is Waits.CARD
    assert [nets(f"{line} Ts", bettor) for bettor in range(2)] == [[-1000], [-2000]]
    assert under_way(f"{EU}{WITH_THE_HAND} 1:10 1.2:20 | Th 6c 2d | D O").waits is Waits.CARD


@pytest.mark.parametrize("insured", ["N", "I2.50", "I5"])
@pytest.mark.parametrize(("cards", "play"), [("Th Ac 2d", "D"), ("8h Ac 8d", "P")])
def test_a19__half_of_the_added_stake_may_be_insured_insured_before_or_not(cards: str, play: str, insured: str) -> None:
    more = legal(under_way(f"{EU} 1:10 | {cards} | {insured} {play}"))[0]
    assert (more.kind, more.minimum, more.maximum) == ("insure", 250, 500)


def test_a19__a_later_insurance_is_paid_like_the_first() -> None:
    assert insurance_nets(f"{EU} 1:10 | Th Ac 2d | N D I5 7h | Kc") == [1000]
    assert insurance_nets(f"{EU} 1:10 | Th Ac 2d | I5 D I5 7h | 9c") == [-1000]


OLD = "[insurance.top_up_of=the whole stake if insured before]"


@pytest.mark.parametrize(("insured", "maximum"), [("I2.50", 750), ("I5", 500), ("N", None)])
def test_a19__or_insurance_grows_to_half_of_the_whole_if_there_was_some(insured: str, maximum: int | None) -> None:
    round_ = under_way(f"{EU}{OLD} 1:10 | Th Ac 2d | {insured} D")
    assert [option.maximum for option in legal(round_) if option.kind == "insure"] == ([maximum] if maximum else [])


def test_a19__or_not_at_all() -> None:
    assert under_way(f"{EU}[insurance.top_up=false] 1:10 | Th Ac 2d | I5 D").waits is Waits.CARD


@pytest.mark.parametrize("play", ["6h Ac 5d | I5 FD", "8h Ac 8d | I5 FP", "6h Ac 5d | N FD"])
def test_a19__a_lammer_is_no_own_stake(play: str) -> None:
    assert under_way(f"{EU} 1:10 | {play}").waits is Waits.CARD


def test_a19__whoever_added_money_is_asked_and_nobody_else() -> None:
    line = f"{EU} 1:10 1.2:20 | Th Ac Kd | N N P"
    assert actor(under_way(line)) == (1, 2)
    owner = under_way(f"{line} O")
    assert (actor(owner), legal(owner)[0].maximum) == ((1, 1), 500)
    assert under_way(f"{line} O N").waits is Waits.CARD
    second = under_way(f"{line} Y N")
    assert (actor(second), legal(second)[0].maximum) == ((1, 2), 1000)


@pytest.mark.parametrize(("second", "code"), [(500, ""), (501, "above-maximum"), (499, "below-minimum")])
def test_a20__the_maximum_is_for_the_box_and_the_minimum_for_each_bettor(second: int, code: str) -> None:
    found = wager_refused(EU, bet(1, 49500), bet(1, second, bettor=2))
    assert (found.code if found else "") == code
    if code == "above-maximum":
        assert "A20" in cited(found)


def test_a20__or_each_bettor_has_a_maximum() -> None:
    alone = ("limits.apply_to=bettor",)
    assert wager_refused(EU, bet(1, 50000), bet(1, 50000, bettor=2), sets=alone) is None
    above = wager_refused(EU, bet(1, 50000), bet(1, 50001, bettor=2), sets=alone)
    assert above is not None
    assert above.code == "above-maximum"


@pytest.mark.parametrize("game", [EU, FB, TW, "free-money", "sd-blackjack"])
def test_a21__every_sheet_states_it(game: str) -> None:
    sheet = load_sheet(game)
    for key, value in (("already_lost", "stays lost"), ("already_won", "stays won"), ("tips", "returned")):
        stated_value, clauses = stated(sheet, f"void.{key}")
        assert (stated_value, "A21" in clauses) == (value, True)


@pytest.mark.parametrize(("sets", "first"), [("", -1000), ("[void.already_lost=returned]", 0)])
def test_a21__a_stake_that_had_bust_stays_lost_and_the_rest_comes_back(sets: str, first: int) -> None:
    line = f"{EU}{sets} 1:10 2:10 | Th 8h 6c 6d 8d | H Ts X"
    assert [nets(line, box) for box in range(2)] == [[first], [0]]


def test_a21__a_bettor_who_stands_on_a_total_has_not_bust() -> None:
    line = f"{EU} 1:10 1.2:20 2:10 | Th 8h 6c 5d 8d | H O Ts X"
    assert [nets(line, at) for at in range(3)] == [[-1000], [0], [0]]


@pytest.mark.parametrize(("sets", "won"), [("", 1000), ("[void.already_won=taken back]", 0)])
@pytest.mark.parametrize(
    "play",
    [
        f"{EU}{{}} 1:10 2:10 | Ah 8h Ac Kd 8d | E X",  # even money
        f"{TW}{{}} 1:10 2:10 | Ah 9h X",  # first-card ace
        f"{TW}{{}} 1:10 2:10 | Th 9h 5c Kd 5d X",  # two-card 20
    ],
)
def test_a21__a_win_handed_over_stays_won(play: str, sets: str, won: int) -> None:
    assert [nets(play.format(sets), box) for box in range(2)] == [[won], [0]]


@pytest.mark.parametrize(("key", "lost", "won"), [("", -100, 1000), ("already_lost=returned", 0, 1000)])
def test_a21__a_side_bet_that_was_decided_is_as_its_cards_made_it(key: str, lost: int, won: int) -> None:
    sets = f"[void.{key}]" if key else ""
    line = f"{TW}{sets} 1:10,tw20-bonus=1 2:10,tw20-bonus=1 | Jh 9h 5c Jd 5d 6c X"
    assert side_nets(line) == [won, lost]


@pytest.mark.parametrize(
    ("play", "sets", "tip"),
    [
        ("Th 6c 5d Tc | X", "", {"wager": 500, "net": 0, "returned": 500}),
        ("Th 6c 5d Tc | X", "[void.tips=go to the dealers]", {"wager": 500, "net": 0}),
        ("Th 6c Kd Tc | P Y 5c H Ts X", "", {"wager": 500, "net": -500, "added": 500, "returned": 500}),
    ],
)
def test_a21__tips_come_back(play: str, sets: str, tip: dict[str, int]) -> None:
    assert seat(f"{FB}{sets} 1:10,tip=5 | {play}")["tip"] == tip


REASON = 'a card fell, "8h"; off | the table'


def test_a21__the_reason_is_told_recorded_and_read_again() -> None:
    line = under_way_line = f'{EU} 1:10 | Th 6c 5d | X"a card fell, \\"8h\\"; off | the table"'
    assert [event.reason for event in events(under_way_line, "void")] == [REASON]
    played = finished(line)
    assert played.round.void_reason == REASON
    entry = record(played, 1)
    assert (entry["void"], entry["void_reason"]) == (True, REASON)
    assert read_round(write_round(played)).log == played.log
    assert played.log[-1] == void(REASON)


def test_a21__an_older_line_and_record_without_a_reason_still_read() -> None:
    entry = record(finished(f"{EU} 1:10 | Th 6c 5d | X"), 1)
    assert entry["void"] is True
    assert "void_reason" not in entry
    assert list(RecordChecker().check(1, entry)) == []


def test_a21__a_reason_must_be_a_whole_text() -> None:
    with pytest.raises(ValueError, match="write the reason in quotation marks"):
        finished(f'{EU} 1:10 | Th 6c 5d | X"a card fell')
