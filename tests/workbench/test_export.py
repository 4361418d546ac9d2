"""A changed game becomes a sheet that says the same."""

import pytest

from lammer.rules.lint import violations
from lammer.rules.loader import load_sheet, load_toml
from lammer.rules.sheet import HOUSE
from lammer.workbench.export import exported

PAYTABLE = 'side_bets.pot-of-gold.paytables.01={"basis"="to 1","rows"={"7 lammers"=900,"1 lammer"=4}}'


@pytest.mark.parametrize(
    ("game", "overrides"),
    [
        ("sd-free-bet", ()),
        ("sd-free-bet", ("dealer.soft_17=stand", "shoe.decks=8", PAYTABLE)),
        ("free-money", ("natural.pays=6:5", "free.double_totals=[9,10]")),
        ("triple-win-20", ("shoe.decks=5",)),
        ("sd-blackjack+blazing-7s", ("side_bets.blazing-7s.paytable=PT2",)),
    ],
)
def test_the_exported_sheet_is_the_same_game(game: str, overrides: tuple[str, ...]) -> None:
    sheet = load_sheet(game, overrides)
    found = load_toml(exported(sheet).text)
    assert found.rules == sheet.rules
    assert found.digest == sheet.digest
    assert found.overrides == {}


def test_a_value_that_departs_from_its_clause_is_the_house_s() -> None:
    """The exported sheet must not claim that a clause says what it does not say."""
    found = load_toml(exported(load_sheet("sd-free-bet", ("dealer.soft_17=stand", "shoe.decks=8"))).text)
    assert found.clause("dealer.soft_17") == HOUSE
    assert found.clause("shoe.decks") == "SD.14 1(j)"
    assert violations(found) == []


def test_only_what_differs_is_written() -> None:
    text = exported(load_sheet("sd-free-bet", ("dealer.soft_17=stand",))).text
    assert [line for line in text.splitlines() if line.startswith("[")] == ["[dealer]"]
    assert 'extends = "sd-free-bet"' in text
