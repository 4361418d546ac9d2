"""What the documents of a game say about its rules is what its table does."""

import pytest

import lammer
from lammer.papers.document import Block, SubSection, Table
from lammer.papers.examples import examples_of
from lammer.papers.felt import felt_svg
from lammer.papers.posted import sign_pdf
from lammer.papers.sections import rules, side_bets
from lammer.papers.sections.lammers import lammer_rules
from lammer.papers.sections.procedure import irregularity_rules
from lammer.rules.loader import load_sheet
from lammer.rules.side_bet_words import side_bet_rules
from tests.papers.made import QUICK, figures, page_words, shipped

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


def sentences(title: str, blocks: tuple[Block, ...]) -> dict[str, str]:
    """The sentences of a subsection with their clauses."""
    (found,) = [one for one in blocks if isinstance(one, SubSection) and one.title == title]
    (table,) = found.blocks
    assert isinstance(table, Table)
    return {str(text): str(clause) for text, clause in table.rows}


def played(name: str, title: str) -> dict[str, str]:
    return sentences(title, rules.plain(figures(name, UNCHARTED)))


def test_the_opening_deal_is_told_in_its_order() -> None:
    dealt = sentences("The order of the deal", rules.equipment(figures("triple-win-20", UNCHARTED)))
    numbers = [clause.split("(")[1].rstrip(")") for clause in dealt.values() if clause.startswith("SD.18")]
    assert numbers == ["3", "4", "3", "5", "3", "6", "3"]
    assert dealt["A hand whose first card is an ace wins and is paid before the dealer gets a card."] == "SD.18 (4)"
    assert (
        dealt["If the dealer's card is an ace, the dealer wins every hand not yet paid, and the deal ends."]
        == "SD.18 (5)"
    )
    assert dealt["A two-card 20 wins and is paid at once, before the dealer's second card."] == "SD.18 (6)"
    last = sentences("The order of the deal", rules.equipment(figures("european-free-bet", UNCHARTED)))
    assert last["Only after the last player the dealer gets the second card."] == "EU 3.6"
    assert " ace" not in " ".join(last)


def test_lammers_and_paid_splits_are_in_the_plain_rules() -> None:
    lammers = played("sd-free-bet", "Lammers")
    assert lammers["Pairs of tens and faces are split for an equal wager of own money."] == "SD.14 1(e)"
    assert any(text.endswith("collected at the end of the round.") for text in lammers)
    pot = played("sd-free-bet", "Side bet: Pot of Gold")
    assert "SD.14 3(f)" in pot["Every lammer counts, whether its hand wins, ties or loses."]
    # Losing lammers are collected there (FM.14), although they count for the side bet (A6).
    assert not any("move" in text for text in played("free-money", "Lammers"))
    assert "A hand that doubles free may not be doubled for own money." in played("free-money", "Lammers")
    nugget = [one.text for one in lammer_rules(load_sheet("golden-nugget-2012"))]
    assert "Pairs of fours, tens and faces are split for an equal wager of own money." in nugget
    automatic = [one.text for one in lammer_rules(load_sheet("live-free-bet"))]
    assert "A pair that splits free may not be split for own money." in automatic
    assert "title='Lammers'" not in str(rules.plain(figures("sd-blackjack", UNCHARTED)))


def test_insurance_has_its_least_amount_its_time_and_what_it_covers() -> None:
    settled = played("european-free-bet", "Settlement, insurance and surrender")
    assert settled["It is at least half the table minimum."] == "EU 7.4"
    assert settled["It is a multiple of half the table minimum."] == "EU 7.4"
    assert "EU 7.3" in settled["It is placed before any hand draws a card, and later only after a double or split."]
    assert settled["A blackjack may be insured."] == "EU 7.5"
    how = played("european-free-bet", "How it is played")
    assert how["A hand of 21 gets no more cards."] == "EU 3.5"
    assert how["A double for own money is for the full wager. The hand then gets one more card."] == "EU 5.1; A16"
    assert not [text for text in played("sd-free-bet", "Settlement, insurance and surrender") if "multiple" in text]


def test_every_side_bet_is_in_words_with_its_clauses() -> None:
    gold = played("sd-free-bet", "Side bet: Pot of Gold")
    assert gold["It loses to a blackjack of the dealer."] == "SD.14 3(k)"
    assert any("7 lammers, 1000 to 1; 6 lammers, 300 to 1" in text for text in gold)
    bonus = played("triple-win-20", "Side bet: Bonus")
    assert "A11; SD.18 (5)" in bonus.values()
    envy = "sd-blackjack+blazing-7s[side_bets.blazing-7s.paytable=PT1-envy]"
    sevens = played(envy, "Side bet: Blazing 7's Progressive")
    assert sevens["It is an optional wager of 1 or 5, placed with the main wager."] == "SD.19 (2)"
    assert any("777 suited 100, 777 same colour 25, 777 5, two 7s 2, one 7 0 or 1." in text for text in sevens)


@pytest.mark.parametrize("name", shipped())
def test_every_bet_has_its_sentences(name: str) -> None:
    sheet = load_sheet(name)
    for bet_id, bet in sheet.side_bets.items():
        texts = [one.text for one in side_bet_rules(sheet, bet_id)]
        pays = " ".join(texts)
        assert all(row in pays for row in bet.paytables[bet.paytable].paid)
        assert {"Anything else loses.", "A lost round takes it."} & set(texts)


def test_the_steps_of_a_progressive_wager_are_told() -> None:
    blocks = rules.equipment(figures("sd-blackjack+blazing-7s", UNCHARTED))
    steps = sentences("Blazing 7's Progressive", blocks)
    clauses = " ".join(steps.values())
    for number in (
        "(1)",
        "(3)",
        "(4)",
        "(5)",
        *(f"(6)({step})" for step in ("i", "ii", "iii", "iv", "v", "vi", "vii")),
    ):
        assert f"SD.19 {number}" in clauses
    assert len(rules.equipment(figures("sd-free-bet", UNCHARTED))) < len(blocks)


def test_a_sign_says_what_a_side_bet_depends_on() -> None:
    text = sign("sd-blackjack+blazing-7s+war")
    assert "It depends on your first two cards and the dealer's up card." in text
    assert "your first card is higher than the up card, aces low" in text
    assert "It loses to a blackjack of the dealer." in sign("sd-free-bet")
