"""What the documents of a game say about its rules is what its table does."""

import lammer
from lammer.papers.examples import examples_of
from lammer.papers.felt import felt_svg
from lammer.papers.posted import sign_pdf
from lammer.papers.sections import rules, side_bets
from lammer.papers.sections.procedure import irregularity_rules
from lammer.rules.loader import load_sheet
from tests.papers.made import QUICK, figures, page_words

UNCHARTED = QUICK._replace(chart=False, rounds=0)


def sign(name: str) -> str:
    (words,) = page_words(sign_pdf(load_sheet(name), "a4"))
    return " ".join(words)


def plain_rules(name: str) -> str:
    return str(rules.plain(figures(name, UNCHARTED)))


def test_a_dealer_who_draws_on_soft_16_is_not_said_to_stand_on_16() -> None:
    name = "triple-win-20"
    assert "stands on hard 16 and soft 17" in sign(name)
    assert "DEALER STANDS ON HARD 16 AND SOFT 17<" in felt_svg(load_sheet(name))
    (mistaken, *_) = irregularity_rules(load_sheet(name))
    assert mistaken.text.endswith("on a total of hard 16 to 20 or soft 17 to 20 is burned.")


def test_a_hand_that_is_paid_at_once_is_not_beaten_by_the_dealers() -> None:
    text = sign("triple-win-20")
    assert "pays 1:1 at once, of suited kings, queens or jacks 3:2." in text
    assert "the dealer's beats it" not in text
    assert "A two-card 20 of the dealer beats every hand not yet paid." in text


def test_a_felt_has_every_special_pay() -> None:
    text = felt_svg(load_sheet("triple-win-20"))
    assert "TWO-CARD 20 OF SUITED KINGS, QUEENS OR JACKS PAYS 3 TO 2 · FIRST-CARD ACE (11) PAYS 1 TO 1<" in text
    assert "BLACKJACK PAYS 3 TO 2<" in felt_svg(load_sheet("sd-free-bet"))


def test_a_boxed_bust_is_not_lost_at_once() -> None:
    for text in (sign("zombie-blackjack"), plain_rules("zombie-blackjack")):
        assert "A hand over 21 loses at once, except under a dealer 7, 8, 9, ten or ace." in text
        assert "loses at once. " not in text


def test_a_bet_against_ones_own_hand_has_its_pay() -> None:
    assert "bet against your own hand 1 to 1" in sign("winners-option")
    assert "('bet against your own hand', '1:1', 'at the end', 'Winners naturals')" in plain_rules("winners-option")


def test_only_outcomes_that_a_paytable_pays_are_explained() -> None:
    """No paytable of Free Money pays every 22, and a pair belongs to a paytable for two decks."""
    text = str(side_bets.side_bets(figures("free-money", UNCHARTED)))
    assert "suited 22: same suit, a total of 22" in text
    assert "; 22: a total of 22" not in text
    _, version_1, version_3, *_ = side_bets.side_bets(figures("sd-blackjack+21-plus-3", UNCHARTED))
    assert "one pair" not in f"{version_1}{version_3}"
    assert "suited three of a kind" not in str(version_1)
    assert "suited three of a kind: same card" in str(version_3)


def test_an_example_names_outcomes_as_the_paytable_does() -> None:
    lines = [line for one in examples_of(lammer.load("sd-blackjack+21-plus-3")) for line in one.lines]
    assert [line for line in lines if line.startswith("21+3, bet 1: no hand, net")]
    assert not [line for line in lines if "one pair" in line]
