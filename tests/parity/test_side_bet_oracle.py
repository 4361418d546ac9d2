"""Exact chances of side bets against a count of every order of a small shoe, which shares no code with them.

The oracle deals card by card as the table does and tells outcomes by plain functions of ranks and suits written here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from lammer.rules.conditions.cards import Detail
from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import NotCounted, outcome_chances, up_card_chances
from lammer.rules.shoe_cards import ShoeCards, shoe_by_value
from tests.new_side_bets import BOTH, BUST_BONUS, HEAD, new_bet, sheet_from

ORDER = "A23456789TJQK"
Hand = tuple[str, ...]


def _cards(text: str) -> Hand:
    return tuple(text.split())


def _points(hand: Hand) -> int:
    """Blackjack total, an ace 11 where that does not bust."""
    total = sum(min(ORDER.index(card[0]) + 1, 10) for card in hand)
    return total + 10 if total <= 11 and any(card[0] == "A" for card in hand) else total


def _soft(hand: Hand) -> bool:
    return _points(hand) != sum(min(ORDER.index(card[0]) + 1, 10) for card in hand)


def _draws(shoe: Hand, number: int) -> Iterator[tuple[Hand, Fraction]]:
    """Every way to draw so many cards in order, with its chance."""
    if number == 0:
        yield (), Fraction(1)
        return
    for at, card in enumerate(shoe):
        for rest, chance in _draws(shoe[:at] + shoe[at + 1 :], number - 1):
            yield (card, *rest), chance / len(shoe)


def _dealer_hands(shoe: Hand, hand: Hand = (), chance: Fraction = Fraction(1)) -> Iterator[tuple[Hand, Fraction]]:
    """Every hand of a dealer who hits soft 17."""
    done = len(hand) >= 2 and _points(hand) >= 17 and not (_points(hand) == 17 and _soft(hand))
    if done:
        yield hand, chance
        return
    assert shoe, "the shoe must be enough for every hand"
    for at, card in enumerate(shoe):
        yield from _dealer_hands(shoe[:at] + shoe[at + 1 :], (*hand, card), chance / len(shoe))


def _counts(shoe: Hand) -> ShoeCards:
    found = Counter(shoe)
    return ShoeCards(tuple(found[rank + suit] for rank in ORDER for suit in "cdhs"))


def _ranks(hand: Hand) -> list[int]:
    return sorted(ORDER.index(card[0]) for card in hand)


def _straight(hand: Hand) -> bool:
    ranks = _ranks(hand)
    return ranks in ([0, 11, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])


def _flush(hand: Hand) -> bool:
    return len({card[1] for card in hand}) == 1


def _three(first: str, up: str, second: str, _hole: str) -> str:
    hand = (first, second, up)
    if _straight(hand) and _flush(hand):
        return "straight flush"
    if len(set(_ranks(hand))) == 1:
        return "three of a kind"
    return "straight" if _straight(hand) else "flush" if _flush(hand) else ""


def _ladies(first: str, up: str, second: str, hole: str) -> str:
    if _points((first, second)) != 20:
        return ""
    if first == second == "Qh":
        return "queens and dealer blackjack" if _points((up, hole)) == 21 else "queens of hearts"
    return "matched 20" if first == second else "suited 20" if first[1] == second[1] else "any 20"


def _opening(tell: Callable[..., str], shoe: Hand) -> dict[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction)
    for cards, chance in _draws(shoe, 4):
        found[tell(*cards)] += chance
    return {name: chance for name, chance in found.items() if name}


SHOES = (
    _cards("Qh Qh Qh Ah Kc Kc 9c Tc Jd Ad"),
    _cards("Ah 2h 3h 3c 3d Kh Qh Qh Ad 2c 3h"),
    _cards("7c 7c 7c 8c 9c 9d Ts Js Qs Ks As"),
)


@pytest.mark.parametrize("shoe", SHOES, ids=" ".join)
def test_opening_bets_of_any_shoe(shoe: Hand, tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, BOTH)
    for bet_id, tell in (("twenty-one-plus-three", _three), ("lucky-ladies", _ladies)):
        chances = outcome_chances(sheet.side_bets[bet_id], sheet.rules, _counts(shoe))
        assert {name: chance for name, chance in chances.of_best().items() if chance} == _opening(tell, shoe)
        assert sum(chances.held.values()) == 1


@pytest.mark.parametrize("dealer", ["returned", "loses"])
@pytest.mark.parametrize("shoe", [_cards("Ah Ad Kh Kh Kc Qd Qd Js 5c")], ids=" ".join)
def test_a_first_ace_cuts_the_deal_short(shoe: Hand, dealer: str) -> None:
    """Triple Win 20: an ace first wins at once, and a dealer's ace ends the hand before its second card."""
    sheet = load_sheet("triple-win-20", (f"side_bets.tw20-bonus.unfinished={dealer}",))
    chances = outcome_chances(sheet.side_bets["tw20-bonus"], sheet.rules, _counts(shoe))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for (first, up, second), chance in _draws(shoe, 3):
        if first[0] == "A":
            outcome = "first-card ace"
        elif up[0] == "A":
            outcome = "undecided"
        elif first[0] == second[0] and first[0] in "JQK":
            suited = "suited kings" if first[0] == "K" else "suited queens or jacks"
            outcome = suited if first[1] == second[1] else "pair of faces"
        else:
            outcome = ""
        found[outcome] += chance
    assert chances.undecided == found.pop("undecided")
    assert {name: chance for name, chance in chances.of_best().items() if chance} == {
        name: chance for name, chance in found.items() if name
    }


FINAL = """
"red bust" = { dealer_bust = true, every = ["red"] }
"22 of one colour" = { total = 22, same = ["colour"] }
"two sevens" = { count = { of = ["7"], number = { least = 2 } } }
"jack of spades" = { count = { of = ["Js"], number = 1 }, cards = { most = 3 } }
"long" = { cards = { least = 5 } }
"""


def _final(hand: Hand) -> str:
    reds = [card[1] in "dh" for card in hand]
    if _points(hand) > 21 and all(reds):
        return "red bust"
    if _points(hand) == 22 and len(set(reds)) == 1:
        return "22 of one colour"
    if sum(card[0] == "7" for card in hand) >= 2:
        return "two sevens"
    if hand.count("Js") == 1 and len(hand) <= 3:
        return "jack of spades"
    return "long" if len(hand) >= 5 else ""


@pytest.mark.parametrize(
    "shoe",
    [_cards("Ah 2d 3d 4d 6h 7h 7d Js Th Qc"), _cards("Ah Ad 2d 5h 5c 7h 7c Js Js Th")],
    ids=" ".join,
)
def test_final_hands_of_any_shoe(shoe: Hand, tmp_path: Path) -> None:
    text = new_bet('["the dealer\'s final hand"]', "when the dealer is done", FINAL, unfinished="dealer completes")
    sheet = sheet_from(tmp_path, text)
    chances = outcome_chances(sheet.side_bets["test"], sheet.rules, _counts(shoe))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for hand, chance in _dealer_hands(shoe):
        found[_final(hand)] += chance
    assert {name: chance for name, chance in chances.of_best().items() if chance} == {
        name: chance for name, chance in found.items() if name
    }
    assert sum(chances.held.values()) == 1


BY_UP = """
"suited bust under an ace" = { dealer_bust = true, same = ["suit"], up = { every = ["A"] } }
"bust under a red card" = { dealer_bust = true, up = { every = ["red"] } }
"long bust" = { dealer_bust = true, cards = { least = 4 } }
"jack up" = { up = { every = ["J"] } }
"""


def _by_up(hand: Hand) -> str:
    if _points(hand) > 21:
        if _flush(hand) and hand[0][0] == "A":
            return "suited bust under an ace"
        if hand[0][1] in "dh":
            return "bust under a red card"
        if len(hand) >= 4:
            return "long bust"
    return "jack up" if hand[0][0] == "J" else ""


@pytest.mark.parametrize("shoe", [_cards("Ad Ad 2d 6d 6d 7h Td Js Th Qc")], ids=" ".join)
def test_final_hands_by_their_up_card(shoe: Hand, tmp_path: Path) -> None:
    reads = '["the dealer\'s final hand", "the up card"]'
    text = new_bet(reads, "when the dealer is done", BY_UP, unfinished="dealer completes")
    sheet = sheet_from(tmp_path, text)
    chances = outcome_chances(sheet.side_bets["test"], sheet.rules, _counts(shoe))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for hand, chance in _dealer_hands(shoe):
        found[_by_up(hand)] += chance
    assert len(found) == 5
    assert {name: chance for name, chance in chances.of_best().items() if chance} == {
        name: chance for name, chance in found.items() if name
    }
    assert sum(chances.held.values()) == 1


VALUES_ONLY = """
"nineteen" = { total = 19 }
"a pair by value" = { same = ["value"] }
"over" = { hard_total = { least = 14 } }
"""


def test_a_shoe_known_by_value_is_enough_for_values(tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, new_bet('["my first two cards"]', "after the deal", VALUES_ONLY))
    bet = sheet.side_bets["test"]
    shoe = _cards("Ah 8d 9c Tc Kd Qs 9h 5c")
    by_value = Counter(min(ORDER.index(card[0]), 9) for card in shoe)
    known = shoe_by_value(by_value[value] for value in range(10))
    assert known.detail is Detail.VALUES
    assert outcome_chances(bet, sheet.rules, known) == outcome_chances(bet, sheet.rules, _counts(shoe))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for hand, chance in _draws(shoe, 2):
        hard = sum(min(ORDER.index(card[0]) + 1, 10) for card in hand)
        pair = len({min(ORDER.index(card[0]), 9) for card in hand}) == 1
        outcome = "nineteen" if _points(hand) == 19 else "a pair by value" if pair else "over" if hard >= 14 else ""
        found[outcome] += chance
    assert outcome_chances(bet, sheet.rules, known).of_best() == {name: one for name, one in found.items() if name}


def test_a_shoe_that_is_not_known_closely_enough_is_refused(tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, BOTH)
    with pytest.raises(NotCounted, match="suits"):
        outcome_chances(sheet.side_bets["lucky-ladies"], sheet.rules, shoe_by_value([4] * 9 + [16]))


def _bonus(hand: Hand) -> str:
    """Bust Bonus, told from the dealer's hand with the up card first."""
    suited = _flush(hand)
    if [card[0] for card in hand] == ["8", "8", "8"]:
        return "8-8-8 of one suit" if suited else "8-8-8"
    if _points(hand) <= 21:
        return ""
    up = min(ORDER.index(hand[0][0]) + 1, 10)
    if suited:
        names = {1: "ace", 2: "2", 5: "5", 6: "6"} | dict.fromkeys((3, 7), "3 or 7") | dict.fromkeys((4, 8), "4 or 8")
        return f"{names.get(up, '9 or T')}, one suit"
    return "ace" if up == 1 else "7 or more" if up >= 7 else "6 or less"


BUSTY = (
    _cards("8c 8c 8c 8d 8h Tc Kc 6c"),
    _cards("Ac 9c 5c Tc Kc Qd 6d Th Jh"),
    _cards("2c Tc Kc 3d 7c 9c 9d 4h 8d Ts"),
)


@pytest.mark.parametrize("peeks", [True, False])
@pytest.mark.parametrize("shoe", BUSTY, ids=" ".join)
def test_a_bet_placed_after_the_up_card(shoe: Hand, peeks: bool, tmp_path: Path) -> None:
    """The chances under each up card, of the rounds in which the dealer has no natural or nobody looked."""
    sets = () if peeks else ("dealer.peek_under=[]", "insurance.under=[]")
    sheet = sheet_from(tmp_path, HEAD + BUST_BONUS, "dealer.soft_17=hit", *sets)
    found: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for hand, chance in _dealer_hands(shoe):
        if not (peeks and len(hand) == 2 and _points(hand) == 21):
            found[min(ORDER.index(hand[0][0]) + 1, 10)][_bonus(hand)] += chance
    counted = up_card_chances(sheet.side_bets["bust-bonus"], sheet.rules, _counts(shoe))
    assert {one.up: one.offered for one in counted} == {up: sum(chances.values()) for up, chances in found.items()}
    for one in counted:
        ought = {name: chance / one.offered for name, chance in found[one.up].items() if name}
        assert one.chances.of_best() == ought


def test_a_bet_placed_after_the_up_card_where_first_cards_may_end_the_hand(tmp_path: Path) -> None:
    """Only rounds count in which the box is asked: a first ace and a two-card 21 are paid at once here."""
    shoe, rules = _cards("8c 8d Tc Ad 6c 9c 7d Kc"), ("first_ace.player=wins", "natural.paid=at once")
    sheet = sheet_from(tmp_path, HEAD + BUST_BONUS, "dealer.soft_17=hit", "insurance.under=[]", *rules)
    found: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for mine, chance in _draws(shoe, 2):
        left = list(shoe)
        for card in mine:
            left.remove(card)
        if mine[0][0] != "A" and _points(mine) != 21:
            for hand, times in _dealer_hands(tuple(left)):
                if not (len(hand) == 2 and _points(hand) == 21):
                    found[min(ORDER.index(hand[0][0]) + 1, 10)][_bonus(hand)] += chance * times
    for one in up_card_chances(sheet.side_bets["bust-bonus"], sheet.rules, _counts(shoe)):
        ought = {name: chance / one.offered for name, chance in found[one.up].items() if name}
        assert one.chances.of_best() == ought
