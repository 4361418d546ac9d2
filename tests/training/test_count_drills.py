"""Counting drills: shoes, running counts, decks left and true counts; grades and progress."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.cards.card import DECK_SIZE, VALUES, fresh_decks
from lammer.counting.systems import named_count, systems
from lammer.errors import BadArgument
from lammer.rules.loader import load_sheet
from lammer.table.session import Session, seeds_from
from lammer.table.shuffle import DrawStream, derived_seed, shuffled
from lammer.training.count_drills import CountDrill, Settings, graded, next_question, same_question
from lammer.training.counted import (
    Rounding,
    count_text,
    half_decks,
    read_number,
    running_count,
    start_of,
    true_count,
)
from lammer.training.deck_drill import COLUMNS, DeckQuestion, deck_question
from lammer.training.drills import Card, Memory
from lammer.training.graded import Graded, Progress
from lammer.training.shoe_rounds import BOXES, deal_shoe
from lammer.training.speed_drill import Group, SpeedQuestion, speed_question
from lammer.training.true_count_drill import TrueCountQuestion

HI_LO = systems()["hi-lo"]
GAMES = ("sd-free-bet", "european-free-bet", "triple-win-20", "blackjack-switch", "sd-blackjack+ten-sticks-21")


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_every_count_ends_at_zero_with_the_shoe(system: str, decks: int) -> None:
    tags = systems()[system].tags
    cards = shuffled(fresh_decks(decks), DrawStream(derived_seed("count", system)).below)
    assert running_count(tags, cards, start_of(tags, decks)) == 0
    assert start_of(tags, decks) == 0 or not tags.balanced
    assert running_count(tags, cards[1:], start_of(tags, decks)) == -tags.by_value[VALUES[cards[0]] - 1]


def slow_true_count(running: Fraction, decks: Fraction, rounding: Rounding) -> int:
    """The whole number that the convention names, found by trying all."""
    exact = running / decks
    numbers = range(-500, 501)
    if rounding is Rounding.FLOOR:
        return max(one for one in numbers if one <= exact)
    if rounding is Rounding.TRUNCATE:
        return max((one for one in numbers if abs(one) <= abs(exact) and one * exact >= 0), key=abs)
    return max(numbers, key=lambda one: (-abs(one - exact), one))


@given(st.integers(-60, 60), st.integers(1, 16), st.sampled_from(Rounding))
def test_true_counts_follow_their_convention(halves: int, half_decks_left: int, rounding: Rounding) -> None:
    running, left = Fraction(halves, 2), Fraction(half_decks_left, 2)
    assert true_count(running, left, rounding) == slow_true_count(running, left, rounding)


def test_conventions_differ_where_they_must() -> None:
    three = {one: true_count(Fraction(-3), Fraction(2), one) for one in Rounding}
    assert three == {Rounding.FLOOR: -2, Rounding.ROUND: -1, Rounding.TRUNCATE: -1}
    assert (
        true_count(Fraction(5), Fraction(3), Rounding.ROUND)
        == 2
        != true_count(Fraction(5), Fraction(3), Rounding.FLOOR)
    )


@given(st.integers(1, 416))
def test_the_nearest_half_deck(cards: int) -> None:
    found = half_decks(cards)
    assert (2 * found).denominator == 1
    assert found == Fraction(1, 2) or abs(found - Fraction(cards, DECK_SIZE)) <= Fraction(1, 4)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_dealt_from_the_shoe_of_a_table(game: str) -> None:
    sheet = load_sheet(game)
    dealt = deal_shoe(sheet, "shoe")
    shoe = Session(sheet, seeds_from("shoe")).shoe_for(min(BOXES, sheet.rules.limits.boxes))
    seen = dealt.seen_before(len(dealt.rounds))
    assert list(seen) == shoe.cards[shoe.burn : shoe.burn + len(seen)]
    left = [dealt.left_before(number) for number in range(len(dealt.rounds) + 1)]
    assert left[-1] <= shoe.promise.ends_at < left[-2]
    assert left[0] == DECK_SIZE * sheet.rules.shoe.decks - shoe.burn
    assert deal_shoe(sheet, "other").rounds != dealt.rounds


@pytest.mark.parametrize("group", ["1", "2", "3", "round"])
def test_the_speed_drill_shows_the_cards_of_the_shoe(group: Group) -> None:
    sheet = load_sheet("sd-free-bet")
    question, dealt = speed_question(sheet, HI_LO, 20, group, "speed"), deal_shoe(sheet, "speed")
    seen = dealt.seen_before(len(dealt.rounds))
    assert question.cards == seen[: len(question.cards)]
    if group == "round":
        assert question.groups == dealt.rounds[: len(question.groups)]
        assert len(question.cards) >= 20 > len(question.cards) - len(question.groups[-1])
    else:
        assert len(question.cards) == 20
        assert {len(one) for one in question.groups[:-1]} == {int(group)}
    assert len(speed_question(sheet, HI_LO, 416, "1", "speed").cards) == len(seen)


def test_a_running_count_is_right_or_wrong() -> None:
    cards = tuple(card for card in range(DECK_SIZE) if VALUES[card] in (5, 10))
    question = SpeedQuestion(HI_LO, Fraction(0), (cards,))
    right, wrong = question.graded(Fraction(-12)), question.graded(Fraction(-10))
    assert right == (True, "−12", 0.0, "Right. The running count is −12: 20 cards, 4 of +1 (5), 16 of −1 (T).")
    assert wrong[:3] == (False, "−12", 2.0)
    assert wrong.text.startswith("Wrong: you said −10. ")


def test_decks_are_right_within_a_quarter() -> None:
    question = DeckQuestion(6, 130, "tray")
    assert [question.graded(Fraction(one, 4)).right for one in range(8, 13)] == [False, True, True, True, False]
    wrong = question.graded(Fraction(4))
    assert (wrong.right, wrong.expected, wrong.error) == (False, "2.5", 3.0)
    assert wrong.text.endswith("182 of 312 cards are gone, 130 are left: 2.5 decks. You were 3.0 half decks off.")


def test_the_picture_is_to_scale() -> None:
    tray, shoe = DeckQuestion(6, 78, "tray"), DeckQuestion(6, 78, "shoe")
    assert (tray.filled, shoe.filled) == (Fraction(3, 4), Fraction(1, 4))
    assert [one.bar(80).count("█") for one in (tray, shoe)] == [36, 12]
    assert {len(DeckQuestion(6, left, "tray").bar(200)) for left in range(313)} == {6 * COLUMNS + 2}
    assert len(tray.bar(40)) == 6 * 6 + 2, "a narrow window has fewer columns for a deck"
    assert tray.bar(40).count("█") == 27
    questions = [deck_question(load_sheet("sd-free-bet"), str(seed)) for seed in range(12)]
    assert {one.shown for one in questions} == {"tray", "shoe"}
    assert len({one.left for one in questions}) > 6


def test_a_true_count_is_right_or_wrong() -> None:
    question = TrueCountQuestion(HI_LO, Fraction(-7), 6, 135, "cards", Rounding.FLOOR)
    assert question.text == (
        "Hi-Lo: the running count is −7, 177 cards of 6 decks are gone. What is the true count, rounded down? "
        "Divide by the decks left to the nearest half."
    )
    right, wrong = question.graded(Fraction(-3)), question.graded(Fraction(-2))
    assert (right.right, wrong.right, wrong.error) == (True, False, 1.0)
    assert wrong.text == ("Wrong: you said −2. 135 cards are left, 2.5 decks: −7 / 2.5 = −2.8, rounded down: −3.")


@pytest.mark.parametrize("drill", [CountDrill.SPEED, CountDrill.DECKS, CountDrill.TRUE_COUNT])
def test_a_seed_is_a_question(drill: CountDrill) -> None:
    settings = Settings(load_sheet("sd-free-bet"), drill, systems()["halves"])
    one = next_question(settings, "a", Memory())
    assert same_question(settings, "a", None) == one != next_question(settings, "b", Memory())
    assert graded(one, "banana") is None
    found = graded(one, "999")
    assert found is not None
    assert not found.right
    again = graded(one, found.expected)
    assert again is not None
    assert again.right


def test_numbers_as_people_write_them() -> None:
    written = {"3": 3, " +2 ": 2, "-1.5": Fraction(-3, 2), "−2": -2, "3/2": Fraction(3, 2), "1,5": Fraction(3, 2)}
    assert {text: read_number(text) for text in written} == written
    assert [read_number(text) for text in ("", "x", "1/0", "1e9", "1 2", "9" * 30)] == [None] * 6
    assert [count_text(Fraction(one, 2)) for one in (-3, 0, 4)] == ["−1.5", "0", "+2"]


def test_counts_by_name_and_tags() -> None:
    assert named_count("ko").name == "Knock-Out"
    assert named_count("A=-1,5=1").tags == named_count("-1 0 0 0 1 0 0 0 0 0").tags
    for text in ("foo", "1,2", "1 1 1 1 1 1 1 1 1 1", "A=x", "A=-200"):
        with pytest.raises(BadArgument, match=r"^count"):
            named_count(text)


def test_progress_adds_up_and_brings_hands_back() -> None:
    wrong, right = Graded(False, "3", 2.0, ""), Graded(True, "3", 0.0, "")
    done = Progress().after(wrong, 10.0, 20, "10,6/10").after(right, 30.0, 20)
    assert done[:5] == (2, 1, 2.0, 40.0, 40)
    assert done.again == {"10,6/10": Card(0, 4)}
    assert done.summary("points") == "1 of 2 right, average error 1.00 points, 1.00 s per card"
    assert Progress(4, 3, 0.0, 10.0).summary("") == "3 of 4 right, 2.5 s per answer"
    assert Progress().summary("points") == "no answers yet"
