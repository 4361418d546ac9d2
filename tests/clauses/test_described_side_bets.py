"""Side bets made from public descriptions: each clause at its boundary. Rounds are written in the notation."""

from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import bet, place
from tests.clauses.eu_a_helpers import sheet_refused, wager_refused
from tests.rounds import finished, legal_kinds, refused, seat

HOST = "sd-blackjack"


def side(bet_id: str, cards: str, paytable: str = "", *, sets: str = "", stake: int = 2) -> tuple[str, int]:
    """The outcome of a wager of 2 and its net in minor units."""
    side_bets: Any = seat(_line(bet_id, cards, paytable, sets, stake))["side"]
    return side_bets[bet_id]["outcome"], side_bets[bet_id]["net"]


def _line(bet_id: str, cards: str, paytable: str, sets: str, stake: int) -> str:
    posted = [f"side_bets.{bet_id}.paytable={paytable}"] if paytable else []
    overrides = ",".join([*posted, *([sets] if sets else [])])
    return f"{HOST}+{bet_id}[{overrides}] 1:10,{bet_id}={stake} | {cards}"


def test_21_3_reads__only_two_cards_and_the_up_card() -> None:
    assert side("21-plus-3", "7h 9h 8h Tc | H 2c S") == ("straight flush", 1800)
    assert side("21-plus-3", "7h 9c Th Jd | S") == ("no hand", -200)  # the hole card would make a straight
    assert "21+3 reads" in sheet_refused("triple-win-20+21-plus-3")[0]


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("Ah 2c 3d 9c | S 8d", "straight"),
        ("Qh Ac Kd 9c | N S", "straight"),
        ("Kh Ac 2d 9c | N H 7d S", "no hand"),
        ("9h 9c 9d 8c | S", "three of a kind"),
        ("9h 8h 2h 9c | H 8c S", "flush"),
    ],
)
def test_21_3_pay__the_best_hand_of_three_with_the_ace_high_or_low(cards: str, outcome: str) -> None:
    assert side("21-plus-3", cards)[0] == outcome


@pytest.mark.parametrize("cards", ["9h 7h 8h Tc | S", "9h 9c 9d 8c | S", "9h 7c 8d Tc | S", "9h 2h 8h Tc | S Td"])
def test_21_3_version_1__every_hand_pays_9(cards: str) -> None:
    assert side("21-plus-3", cards, "v1")[1] == 1800


def test_21_3_version_2__a_pair_and_better_pay_5_to_2_on_two_decks() -> None:
    two = "shoe.decks=2"
    assert side("21-plus-3", "9h 9c 8d 8c | S", "v2", sets=two) == ("one pair", 500)
    assert side("21-plus-3", "9h 9c 9d 8c | S", "v2", sets=two) == ("three of a kind", 500)
    assert side("21-plus-3", "9h 2c 8d Tc | S Td", "v2", sets=two) == ("no hand", -200)
    assert sheet_refused(f"{HOST}+21-plus-3", "side_bets.21-plus-3.paytable=v2") == ["21+3 version 2"]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("9h 9h 9h 8c | S", 100),
        ("9h 9c 9d 8c | S", 33),
        ("9h 7h 8h Tc | S", 35),
        ("9h 7c 8d Tc | S", 10),
        ("9h 2h 8h Tc | S Td", 5),
    ],
)
def test_21_3_version_3__pays(cards: str, pays: int) -> None:
    assert side("21-plus-3", cards, "v3")[1] == 200 * pays


def test_21_3_live__pays() -> None:
    hands = ["9h 9h 9h 8c | S", "9h 7h 8h Tc | S", "9h 9c 9d 8c | S", "9h 7c 8d Tc | S", "9h 2h 8h Tc | S Td"]
    assert [side("21-plus-3", cards, "live")[1] // 200 for cards in hands] == [100, 40, 30, 10, 5]


def test_top_3_pay__three_of_a_kind_and_straight_flushes_only() -> None:
    hands = ["9h 9h 9h 8c | S", "9h 7h 8h Tc | S", "9h 9c 9d 8c | S", "9h 7c 8d Tc | S"]
    assert [side("21-plus-3", cards, "top-3")[1] for cards in hands] == [54_000, 36_000, 18_000, -200]


def test_lucky_ladies_reads__a_total_of_20() -> None:
    assert side("lucky-ladies", "Qc 6c Kd 9c | S Td") == ("any 20", 800)
    assert side("lucky-ladies", "9c 6c Ac 9d | S Td") == ("suited 20", 1800)
    assert side("lucky-ladies", "9c 6c Kd 9d | S Td") == ("no 20", -200)
    assert side("lucky-ladies", "Ac 6c Kd 9d |") == ("no 20", -200)


@pytest.mark.parametrize(
    ("cards", "outcome", "a", "b"),
    [
        ("Qh Ac Qh Kc | N", "queens of hearts with dealer blackjack", 1000, 1000),
        ("Qh 6c Qh 9c | S Td", "queens of hearts", 125, 200),
        ("Qc 6c Qc 9c | S Td", "matched 20", 19, 25),
        ("Qc 6c Kc 9c | S Td", "suited 20", 9, 10),
        ("Qc 6c Qd 9c | S Td", "any 20", 4, 4),
    ],
)
def test_lucky_ladies_a_and_b__pays(cards: str, outcome: str, a: int, b: int) -> None:
    assert side("lucky-ladies", cards, "A") == (outcome, 200 * a)
    assert side("lucky-ladies", cards, "B") == (outcome, 200 * b)


def test_lucky_ladies_reads__the_first_two_cards_where_the_bet_waits_and_the_hand_is_split() -> None:
    """Without a hole card the bet is settled at the end; by then a hand of tens may be two hands."""
    line = "european-free-bet+lucky-ladies 1:10,lucky-ladies=2 | Ks 8c Th | P 5s S 2h S | 5d Qc"
    side_bets: Any = seat(line)["side"]
    assert (side_bets["lucky-ladies"]["outcome"], side_bets["lucky-ladies"]["net"]) == ("any 20", 800)


def test_lucky_ladies_c__two_queens_and_pairs_on_one_deck() -> None:
    one = "shoe.decks=1"
    hands = {
        "Qh Ac Qd Kc | N": ("pair of queens with dealer blackjack", 50_000),
        "Qh 6c Qd 9c | S Td": ("pair of queens", 5000),
        "Kh 6c Kd 9c | S Td": ("paired 20", 1800),
        "Kh 6c Th 9c | S Td": ("suited 20", 1200),
        "Kh 6c Tc 9c | S Td": ("any 20", 600),
    }
    assert {cards: side("lucky-ladies", cards, "C", sets=one) for cards in hands} == hands
    assert sheet_refused(f"{HOST}+lucky-ladies", "side_bets.lucky-ladies.paytable=C") == ["Lucky Ladies C"]


def test_lucky_lucky_reads__an_ace_is_1_or_11() -> None:
    assert side("lucky-lucky", "Ah 7c 3d Tc | S") == ("21", 600)  # 11 + 3 + 7
    assert side("lucky-lucky", "Ah 9c 9d 8c | S") == ("19", 400)  # 1 + 9 + 9
    assert side("lucky-lucky", "9h 9c Td 8c | S") == ("no 19, 20 or 21", -200)
    assert "Lucky Lucky reads" in " ".join(sheet_refused("triple-win-20+lucky-lucky"))


LUCKY = {
    "7h 7h 7h Td | S": "suited 777",
    "7h 6h 8h Td | S Td": "suited 678",
    "7h 7c 7h Td | S": "777",
    "7h 6c 8h Td | S Td": "678",
    "9h 2h Th Td | S Td": "suited 21",
    "9h 2c Td Tc | S Ts": "21",
    "9h 2c 9d Tc | S Ts": "20",
    "9h 2c 8d Tc | S Ts": "19",
}


def test_lucky_lucky_pay__eight_tables() -> None:
    tables = {
        "PT1": [200, 100, 50, 30, 15, 3, 2, 2],
        "PT3": [200, 100, 50, 30, 10, 3, 2, 2],
        "PT4": [200, 100, 50, 25, 15, 3, 2, 2],
        "PT5": [200, 100, 50, 30, 15, 3, 2, 1],
        "PT6": [200, 100, 50, 30, 10, 3, 2, 1],
        "PT7": [100, 50, 30, 10, 3, 2, 2, 1],
        "PT8": [500, 200, 100, 25, 15, 3, 2, 1],
    }
    for name, pays in tables.items():
        results = [side("lucky-lucky", cards, name) for cards in LUCKY]
        assert results == [(hand, 200 * pay) for hand, pay in zip(LUCKY.values(), pays, strict=True)]
    two = load_sheet(f"{HOST}+lucky-lucky").side_bets["lucky-lucky"].paytables["PT2"]
    assert (two.decks, list(two.rows.values())) == ((2,), [100, 50, 30, 10, 3, 2, 2])
    assert sheet_refused(f"{HOST}+lucky-lucky", "side_bets.lucky-lucky.paytable=PT2") == ["Lucky Lucky pay"]


def test_trilux_reads__two_cards_and_the_up_card() -> None:
    assert side("trilux", "9h 7c 8d Tc | S") == ("straight", 1600)
    assert side("trilux", "9h 2c 8d Tc | S Td") == ("no hand", -200)


def test_trilux_pay__8_for_every_hand_or_25_15_8_and_5() -> None:
    hands = ["9h 7h 8h Tc | S", "9h 9c 9d 8c | S", "9h 7c 8d Tc | S", "9h 2h 8h Tc | S Td"]
    assert [side("trilux", cards, "PT1")[1] // 200 for cards in hands] == [8, 8, 8, 8]
    assert [side("trilux", cards, "PT2")[1] // 200 for cards in hands] == [25, 15, 8, 5]


def test_trilux_dealer__a_win_pays_the_dealer_too() -> None:
    hands = ["9h 7h 8h Tc | S", "9h 9c 9d 8c | S", "9h 7c 8d Tc | S", "9h 2h 8h Tc | S Td", "9h 2c 8d Tc | S Td"]
    for paytable, wagers in (("PT1", [1, 1, 1, 1, 0]), ("PT2", [10, 5, 2, 1, 0])):
        rounds = [finished(_line("trilux", cards, paytable, "", 2)).round for cards in hands]
        assert [round_.settlement.sides[0].envy for round_ in rounds if round_.settlement] == [200 * w for w in wagers]


def test_buster_reads__the_dealer_plays_out_the_hand_for_the_bet() -> None:
    assert side("buster", "Th 6c 6d Tc | H Td Tc") == ("3 cards", 400)  # the player busts first
    assert side("buster", "Ah 6c Kd Tc | Td") == ("3 cards", 400)  # a blackjack is paid before
    assert side("buster", "Th 6c Td 5c | S Td") == ("no bust", -200)
    assert side("buster", "Th Ac Td Kc | N") == ("no bust", -200)


BUSTS = {
    "3 cards": "Tc 6d | S Th",
    "4 cards": "2c 2d | S Th 9h",
    "5 cards": "2c 2d | S 2h 8h Th",
    "6 cards": "2c 2d | S 2h 2s 8h Td",
    "7 cards": "2c 2d | S 2h 2s 2c 5h 8d",
    "8 cards": "2c 2d | S 2h 2s 2c 2d 3h 9d",
}


def busts(paytable: str) -> list[int]:
    """What busts of three to eight cards pay to 1, under a hand of 20."""
    found = []
    for outcome, dealer in BUSTS.items():
        up, rest = dealer.split(maxsplit=1)
        result = side("buster", f"Th {up} Td {rest}", paytable)
        assert result[0] == outcome
        found.append(result[1] // 200)
    return found


def with_blackjack(number: str, paytable: str) -> int:
    up, rest = BUSTS[number].replace("S ", "").split(maxsplit=1)
    return side("buster", f"Ah {up} Kd {rest}", paytable)[1]


def test_buster_v1__pays() -> None:
    assert busts("V1") == [2, 2, 4, 15, 50, 250]


def test_buster_v2__six_cards_18_and_more_with_a_blackjack() -> None:
    assert busts("V2") == [2, 2, 4, 18, 50, 250]
    assert [with_blackjack(number, "V2") // 200 for number in ("6 cards", "7 cards", "8 cards")] == [18, 800, 2000]
    assert [with_blackjack(number, "V1") // 200 for number in ("7 cards", "8 cards")] == [50, 250]


def test_buster_california__pays() -> None:
    assert busts("california") == [1, 3, 6, 30, 100, 200]


def test_buster_jamul__flat_pays_with_a_blackjack() -> None:
    assert busts("jamul") == [2, 2, 4, 15, 50, 250]
    assert [with_blackjack(number, "jamul") for number in ("7 cards", "8 cards")] == [100_000, 800_000]
    assert with_blackjack("6 cards", "jamul") == 3000


def test_dealer_bust_21_reads__a_dealer_blackjack_loses_and_the_dealer_plays_out() -> None:
    assert side("dealer-bust-21", "Th Ac Td Kc | N") == ("no bust", -200)
    assert side("dealer-bust-21", "Th 6c 6d Tc | H Td Tc") == ("bust with 2 to 6 up", 200)


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Th 2c Td Tc | S Th", 1),
        ("Th 6c Td Tc | S Th", 1),
        ("Th 7c Td 9c | S Th", 2),
        ("Th 9c Td 7c | S Th", 2),
        ("Th Tc Td 6c | S Th", 4),
        ("Th Kc Td 6c | S Th", 4),
        ("Th Ac Td 5c | N S 9d 8d", 15),
    ],
)
def test_dealer_bust_21_pay__by_the_up_card(cards: str, pays: int) -> None:
    assert side("dealer-bust-21", cards)[1] == 200 * pays


BONUS = f"{HOST}+bust-bonus 1:10 |"


def test_bust_bonus_reads__it_is_placed_after_the_up_card_and_the_check() -> None:
    assert "place" in legal_kinds(f"{BONUS} 9h 2c 9d Tc |")
    assert "place" not in legal_kinds(f"{BONUS} 9h Ac 9d 9c |")  # insurance and the check come first
    assert "place" in legal_kinds(f"{BONUS} 9h Ac 9d 9c | N")
    early = wager_refused(f"{HOST}+bust-bonus", bet(1, 1000), bet(1, 200, "bust-bonus"))
    assert early is not None
    assert (early.code, early.clause) == ("placed-later", "Bust Bonus reads")
    assert refused(f"{BONUS} 9h 2c 9d Tc |", place(99)).code == "side-limits"
    assert sheet_refused("european-free-bet+bust-bonus") == ["Bust Bonus reads"] * 2


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("9h Ac 9d 5c | N B2 S 9c Kd", 3),
        ("9h Ac 9d 5c | N B2 S 9c Kc", 50),
        ("9h 2c 9d Tc | B2 S Td", 1),
        ("9h 2c 9d Tc | B2 S Tc", 25),
        ("9h 3c 9d Tc | B2 S Tc", 15),
        ("9h 4c 9d Tc | B2 S Tc", 10),
        ("9h 5c 9d Tc | B2 S Tc", 5),
        ("9h 6c 9d Tc | B2 S Td", 1),
        ("9h 6c 9d Tc | B2 S Tc", 3),
        ("9h 7c 9d 9c | B2 S Td", 2),
        ("9h 7c 9d 9c | B2 S Tc", 15),
        ("9h 8c 9d 6c | B2 S Tc", 10),
        ("9h 8c 9d 8d | B2 S 8h", 25),
        ("9h 8c 9d 8c | B2 S 8c", 75),
        ("9h 9c 9d 7c | B2 S Tc", 20),
        ("9h Tc 9d 6c | B2 S Tc", 20),
        ("9h Tc 9d 6c | B2 S Td", 2),
        ("9h Tc 9d 6c | B2 S 5d", -1),
    ],
)
def test_bust_bonus_pay__by_the_up_card_and_the_suits(cards: str, pays: int) -> None:
    side_bets: Any = seat(f"{BONUS} {cards}")["side"]
    assert side_bets["bust-bonus"]["net"] == 200 * pays


def test_push_22_reads__the_dealers_total_is_22() -> None:
    assert side("push-22", "Th 6c Td Td | S 6h") == ("22", 1600)
    assert side("push-22", "Th 6c Td Td | S 5h") == ("no 22", -200)
    assert side("push-22", "Th 6c Td Td | S 7h") == ("no 22", -200)


def test_push_22_pay__by_colour_and_suit() -> None:
    hands = ["Th 6c Td Td | S 6h", "Th 6c Td Tc | S 6s", "Th 6c Td Tc | S 6c"]
    tables = {"8-20-50": [8, 20, 50], "10-17-35": [10, 17, 35], "11": [11, 11, 11]}
    assert {name: [side("push-22", cards, name)[1] // 200 for cards in hands] for name in tables} == tables


def test_perfect_pairs_reads__a_pair_of_rank_not_of_value() -> None:
    assert side("perfect-pairs", "Th 6c Td Tc | S 5h") == ("coloured pair", 2400)
    assert side("perfect-pairs", "Th 6c Jh Tc | S 5h") == ("no pair", -200)


def test_perfect_pairs_pay__by_colour_and_suit() -> None:
    hands = ["Th 6c Th Tc | S 5h", "Th 6c Td Tc | S 5h", "Th 6c Tc Tc | S 5h"]
    tables = {"25-12-6": [25, 12, 6], "30-10-5": [30, 10, 5]}
    assert {name: [side("perfect-pairs", cards, name)[1] // 200 for cards in hands] for name in tables} == tables


def test_royal_match_reads__two_cards_of_one_suit() -> None:
    assert side("royal-match", "Th 6c 9h Tc | S 5h")[0] == "easy match"
    assert side("royal-match", "Th 6c 9d Tc | S 5h") == ("no match", -200)


def test_royal_match_pay__king_and_queen_25_to_1_others_5_to_2() -> None:
    royal, easy = "Kh 6c Qh Tc | S 5h", "Kh 6c Jh Tc | S 5h"
    assert (side("royal-match", royal), side("royal-match", easy)) == (("royal match", 5000), ("easy match", 500))
    one = "shoe.decks=1"
    assert [side("royal-match", cards, "V2", sets=one)[1] for cards in (royal, easy)] == [2000, 600]
    odd = wager_refused(f"{HOST}+royal-match", bet(1, 1000), bet(1, 201, "royal-match"))
    assert odd is not None
    assert (odd.code, odd.clause) == ("side-half", "Royal Match pay")


def test_a_bet_that_the_game_has_already_is_not_attached_again() -> None:
    with pytest.raises(SheetFaults, match="european-free-bet has this side bet already"):
        load_sheet("european-free-bet+push-22")
