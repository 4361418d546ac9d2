"""The vocabulary of side bets: every condition at its boundary, and what is refused."""

from pathlib import Path
from typing import get_args

import pytest

from lammer.cards.card import parse_card
from lammer.rules.conditions.outcomes import Outcome, Reading, Seen, sentence
from lammer.rules.conditions.reading import classifier_of, seen
from lammer.rules.conditions.words import CardConditions, vocabulary
from lammer.rules.loader import load_sheet
from lammer.rules.schema import SideBet
from lammer.rules.sheet import SheetFaults
from tests.new_side_bets import BOTH, HEAD, LUCKY_LADIES, new_bet, played, sheet_from, side_results

DOCS = Path(__file__).resolve().parents[2] / "docs" / "side-bets.md"
THREE = ("my first two cards", "the up card")


def codes(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def holds(conditions: dict[str, object], read: Seen) -> bool:
    return classifier_of({"it": Outcome.model_validate(conditions)})(read) == ("it",)


def three(text: str) -> Seen:
    """The player's two cards and the up card."""
    first, second, up = codes(text)
    return seen((*THREE, "the dealer's natural"), 21, mine=(first, second), up=up)


@pytest.mark.parametrize(
    ("conditions", "yes", "no"),
    [
        ({"every": ["7"]}, "7c 7d 7h", "7c 7d 8h"),
        ({"every": ["tens"]}, "Tc Jd Kh", "Tc Jd 9h"),
        ({"every": ["faces"]}, "Qc Jd Kh", "Tc Jd Kh"),
        ({"every": ["red"]}, "7d 2h Kd", "7d 2h Kc"),
        ({"every": ["hearts", "A"]}, "Ac 2h Kh", "Ac 2h Kd"),
        ({"none": ["7"]}, "6c 8d 9h", "6c 8d 7h"),
        ({"exactly": ["Q", "Q", "7"]}, "7c Qd Qh", "7c 7d Qh"),
        ({"exactly": ["Qh", "Qh", "7"]}, "7c Qh Qh", "7c Qd Qh"),
        ({"count": {"of": ["7"], "number": 2}}, "7c 7d 8h", "7c 7d 7h"),
        ({"count": {"of": ["7"], "number": {"minimum": 2}}}, "7c 7d 7h", "7c 8d 8h"),
        ({"count": {"of": ["7"], "number": [0, 3]}}, "2c 3d 4h", "7c 7d 4h"),
        ({"first": ["A"]}, "Ac 2d 3h", "2c Ad Ah"),
        ({"starts": {"of": ["A"], "number": 2}}, "Ac Ad 3h", "Ac 3d Ah"),
        ({"starts": {"of": ["A", "K"], "number": 3}}, "Ac Kd Ah", "Ac Kd Qh"),
        ({"starts": {"of": ["A"], "number": 2, "same": ["suit"]}}, "Ac Ac 3h", "Ac Ad 3h"),
        ({"same": ["rank"]}, "Qc Qd Qh", "Qc Qd Kh"),
        ({"same": ["value"]}, "Qc Td Kh", "Qc Td 9h"),
        ({"same": ["suit"]}, "2h 9h Kh", "2h 9h Kd"),
        ({"same": ["colour"]}, "2h 9d Kh", "2h 9d Kc"),
        ({"same": ["card"]}, "2h 2h 2h", "2h 2h 2d"),
        ({"same": ["rank", "colour"]}, "2h 2d 2h", "2h 2d 2c"),
        ({"not_same": ["suit"]}, "2h 9h Kd", "2h 9h Kh"),
        ({"not_same": ["colour"]}, "2h 9h Kc", "2h 9h Kd"),
        ({"sequence": True}, "3h 2c Ad", "3h 2c 2d"),
        ({"sequence": True}, "Qh Kc Ad", "Kh Ac 2d"),
        ({"sequence": True}, "9h Tc Jd", "9h Tc Qd"),
        ({"sequence": False}, "9h Tc Qd", "9h Tc Jd"),
        ({"total": 21}, "7h 7c 7d", "7h 7c 8d"),
        ({"total": 21}, "Ah 7c 3d", "Ah 8c 3d"),
        ({"total": {"minimum": 19, "maximum": 21}}, "7h 7c 5d", "7h 7c 4d"),
        ({"total": {"maximum": 19}}, "7h 7c 5d", "7h 7c 6d"),
        ({"hard_total": 11}, "Ah 7c 3d", "Ah 7c 4d"),
        ({"ranks": 2}, "7h 7c 3d", "7h 7c 7d"),
        ({"ranks": 2}, "Th Tc Jd", "Th Qc Jd"),
        ({"cards": 3}, "Ah 7c 3d", ""),
        ({"groups": [2]}, "7h 7c 3d", "7h 7c 7d"),
        ({"groups": [3]}, "7h 7c 7d", "7h 7c 8d"),
        ({"groups": [2]}, "Th Tc Jd", "Th Qc Jd"),
        ({"mine": {"every": ["7"]}}, "7h 7c 3d", "7h 3c 7d"),
        ({"up": {"every": ["7"]}}, "2h 3c 7d", "7h 7c 3d"),
        ({"my_natural": True}, "Ah Kc 7d", "Ah 9c 7d"),
        ({"my_natural": False}, "Ah 9c 7d", "Ah Kc 7d"),
        ({"higher_than_up": True}, "3h 2c 2d", "2h Kc 2d"),
        ({"higher_than_up": True}, "Ah 2c Kd", "Kh 2c Ad"),
        ({"higher_than_up": False}, "2h Kc 2d", "3h 2c 2d"),
        ({"higher_than_up_ace_low": True}, "2h 3c Ad", "Ah 3c 2d"),
        ({"higher_than_up_ace_low": True}, "Kh 3c Qd", "Kh 3c Kd"),
        ({"higher_than_up_ace_low": True}, "Jh 3c Td", "Th 3c Jd"),
        ({"higher_than_up_ace_low": False}, "Ah 3c Ad", "2h 3c Ad"),
    ],
)
def test_a_condition_on_cards_at_its_boundary(conditions: dict[str, object], yes: str, no: str) -> None:
    assert holds(conditions, three(yes))
    assert not no or not holds(conditions, three(no))


def test_every_condition_on_cards_has_a_boundary_test() -> None:
    marks = test_a_condition_on_cards_at_its_boundary.pytestmark  # type: ignore[attr-defined]
    tested = {name for mark in marks for conditions, _, _ in mark.args[1] for name in conditions}
    assert tested >= set(vocabulary(CardConditions))
    assert set(Outcome.model_fields) - tested == {
        "dealer",
        "dealer_natural",
        "dealer_bust",
        "lammers",
        "split_hands",
        "wins_in_a_row",
    }


@pytest.mark.parametrize(
    ("number", "split", "expected"),
    [
        (1, ("Ah 8c", "8d 2c"), True),
        (1, ("8h Ac", "8d Ad"), False),
        (2, ("8h Ac", "8d Ad"), True),
        (0, ("8h 2c", "8d 3d"), True),
        (0, (), False),  # the pair was not split
        (1, ("8h Ac", "8d"), True),
        (2, ("8h Ac", "8d"), False),  # the second hand waits for its card
    ],
)
def test_a_condition_on_split_hands(number: int, split: tuple[str, ...], expected: bool) -> None:
    reads = ("my first two cards", "my split hands")
    read = seen(reads, 21, mine=codes("8h 8d"), split=[codes(hand) for hand in split])
    assert holds({"split_hands": {"exactly": ["A", "8"], "number": number}}, read) == expected


@pytest.mark.parametrize(
    ("conditions", "hand", "natural", "expected"),
    [
        ({"dealer_bust": True}, "Tc 6d 6h", False, True),
        ({"dealer_bust": True}, "Tc 6d 5h", False, False),
        ({"dealer_bust": False}, "Tc 6d 5h", False, True),
        ({"total": 22}, "Tc 6d 6h", False, True),
        ({"total": 22}, "Tc 6d 7h", False, False),
        ({"dealer": {"cards": {"minimum": 3}}}, "Tc 6d 7h", False, True),
        ({"dealer": {"cards": {"minimum": 3}}}, "Tc 9d", False, False),
        ({"dealer_natural": True}, "Tc Ad", True, True),
        ({"dealer_natural": True, "total": 21}, "Tc 6d 5h", False, False),
        ({"dealer_natural": False}, "Tc 6d 5h", False, True),
    ],
)
def test_a_condition_on_the_dealer(conditions: dict[str, object], hand: str, natural: bool, expected: bool) -> None:
    reads = ("the dealer's final hand", "the dealer's natural")
    assert holds(conditions, seen(reads, 21, dealer=codes(hand), dealer_natural=natural)) == expected


def test_lammers_are_counted() -> None:
    reads = ("the lammers of the round",)
    assert [holds({"lammers": 2}, seen(reads, 21, lammers=count)) for count in (1, 2, 3)] == [False, True, False]
    assert holds({"lammers": {"minimum": 5}}, seen(reads, 21, lammers=7))


def test_a_condition_on_all_cards_is_false_until_all_are_there() -> None:
    """Otherwise one 7 of two cards would already be a pair of them."""
    one = seen(("my first two cards",), 21, mine=codes("7c"))
    assert not holds({"every": ["7"]}, one)
    assert not holds({"same": ["rank"]}, one)
    assert holds({"first": ["7"]}, one)


def test_outcomes_have_sentences() -> None:
    outcome = Outcome.model_validate({"total": 20, "same": ["suit"], "mine": {"first": ["Qh"]}, "dealer_natural": True})
    assert sentence(outcome) == ("same suit, a total of 20, your cards: the first card is Qh, the dealer has a natural")


ENDS = '"bust" = { dealer_bust = true }'


@pytest.mark.parametrize(
    ("unfinished", "outcome", "net"),
    [("returned", "returned", 0), ("loses", "nothing", -100), ("dealer completes", "bust", 100)],
)
def test_a_bet_on_a_hand_that_the_dealer_need_not_finish(
    unfinished: str, outcome: str, net: int, tmp_path: Path
) -> None:
    """The player busts, so only the side bet could make the dealer draw on 16."""
    text = new_bet('["the dealer\'s final hand"]', "when the dealer is done", ENDS, unfinished=unfinished)
    round_ = played(sheet_from(tmp_path, text), "Tc Td 6h 6d Tc Ts", test=100)
    assert side_results(round_) == {"test": (outcome, net)}


@pytest.mark.parametrize(
    ("wrong", "key", "message"),
    [
        ('"x" = { evry = ["7"] }', "outcomes.x", "'evry'. Did you mean 'every'? Known are every, none, exactly"),
        ('"x" = { mine = { lammers = 1 } }', "outcomes.x", "unknown condition 'lammers'. Known are every"),
        ('"x" = { count = { off = ["7"] } }', "outcomes.x", "unknown condition 'off'. Did you mean 'of'?"),
        ('"x" = { every = ["seven"] }', "outcomes.x", "is not the name of a card; write a rank"),
        ('"x" = { every = [] }', "outcomes.x", "should have at least 1"),
        ('"x" = { same = ["size"] }', "outcomes.x", "'rank', 'card', 'suit', 'colour' or 'value'"),
        ('"x" = { lammers = 2 }', "outcomes.x", "which the bet does not read"),
        ('"x" = { dealer_natural = true }', "outcomes.x", "the dealer's natural, which the bet does not read"),
        ('"x" = { up = { every = ["7"] } }', "outcomes.x", "the up card, which the bet does not read"),
    ],
)
def test_a_condition_that_is_not_known_or_not_read_is_refused(
    wrong: str, key: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SheetFaults) as refused:
        sheet_from(tmp_path, new_bet('["my first two cards"]', "after the deal", wrong))
    fault = next(one for one in refused.value.faults if one.key == f"side_bets.test.{key}")
    assert fault.file.endswith("two-new-bets.toml")
    assert message in fault.text


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ('"after the peek"', '"after the deal"', "settled", "known after the peek at the earliest"),
        ('"after the peek"', '"at noon"', "settled", "'after the deal', 'after the peek'"),
        ('"the dealer\'s natural"', '"the weather"', "reads", "should be 'my first card'"),
        (
            '"returned"',
            '"dealer completes"',
            "unfinished",
            "completes the hand only for a bet that reads the dealer's final hand",
        ),
        ('"any 20" = 4', '"any 21" = 4', "paytables.A", "'any 21' is not an outcome of this bet"),
        ("placed =", "put =", "put", "unknown key; "),
    ],
)
def test_a_bet_that_does_not_fit_together_is_refused(
    old: str, new: str, key: str, message: str, tmp_path: Path
) -> None:
    assert old in LUCKY_LADIES
    with pytest.raises(SheetFaults) as refused:
        sheet_from(tmp_path, HEAD + LUCKY_LADIES.replace(old, new, 1))
    fault = next(one for one in refused.value.faults if one.key == f"side_bets.lucky-ladies.{key}")
    assert message in fault.text


def test_a_block_that_is_no_kind_of_side_bet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SheetFaults, match="unknown key; did you mean 'side_bets'"):
        sheet_from(tmp_path, BOTH.replace("[side_bets.lucky-ladies]", "[side_bet.lucky-ladies]"))


def test_shares_of_a_meter_need_the_jackpot_block(tmp_path: Path) -> None:
    shares = 'basis = "to 1"\nshares = { "any 20" = { level = "meter", percent = 10 } }'
    with pytest.raises(SheetFaults, match=r"need the block side_bets.lucky-ladies.jackpot"):
        sheet_from(tmp_path, HEAD + LUCKY_LADIES.replace('basis = "to 1"', shares, 1))


def test_the_docs_list_every_condition_key_and_reading() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for name in (*Outcome.model_fields, *SideBet.model_fields, *get_args(Reading)):
        assert f"`{name}" in page


def test_the_example_of_the_docs_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOCS.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "example.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("LAMMER_SHEETS", str(tmp_path))
    sheet = load_sheet("sd-blackjack+twenty-one-plus-three")
    assert side_results(played(sheet, "7h 9h 8h 2c", twenty_one_plus_three=100)) == {
        "twenty-one-plus-three": ("straight flush", 900)
    }
