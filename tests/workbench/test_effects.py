"""Which single changes there are from where a control stands."""

from lammer.rules.loader import load_sheet
from lammer.rules.overrides import parse_value
from lammer.rules.schema_walk import check_value, schema_at
from lammer.workbench.controls import Control, controls
from lammer.workbench.effects import Change, changeable, changed, changes

SHEET = load_sheet("sd-free-bet")


def control(key: str, *overrides: str) -> Control:
    sheet = load_sheet("sd-free-bet", overrides)
    return next(one for one in controls(sheet, SHEET) if one.key == key)


def texts(key: str, *overrides: str) -> list[str]:
    return [one.text for one in changes(control(key, *overrides))]


def test_every_other_choice() -> None:
    assert texts("dealer.soft_17") == ["stand"]
    assert texts("dealer.soft_17", "dealer.soft_17=stand") == ["hit"]
    assert texts("dealer.pushes_on_22") == ["false"]
    assert texts("shoe.decks") == ["8"]


def test_every_number_of_a_short_range_and_the_neighbours_in_a_long_one() -> None:
    assert texts("dealer.stand_on_hard") == ["12", "13", "14", "15", "16", "18", "19", "20", "21"]
    assert texts("draw.must_through", "draw.must_through=12") == ["11", "13"]


def test_one_entry_of_a_list_more_or_less() -> None:
    found = texts("free.double_totals")
    assert "[10,11]" in found
    assert "[8,9,10,11]" in found
    assert len(found) == 17
    assert "[A,2,3,4,5,6,7,8,9,T]" in texts("free.split_values")


def test_odds_are_those_of_the_same_section_of_known_games() -> None:
    assert texts("natural.pays") == ["6:5", "1:1"]


def test_every_change_is_a_value_of_its_key_and_another_one() -> None:
    for one in changeable(SHEET, SHEET):
        for change in changes(one):
            value, problems = check_value(schema_at(change.key), parse_value(change.text))
            assert problems == [], change
            assert value != SHEET.entries[change.key].value, change


def test_a_change_takes_the_place_of_an_earlier_one() -> None:
    change = Change("shoe.decks", "8", "8")
    assert changed(("shoe.decks=6", "dealer.soft_17=stand"), change) == ("dealer.soft_17=stand", "shoe.decks=8")
