"""Side bets in the form that sheets, overrides and books had before there was one for all."""

from pathlib import Path

import pytest

from lammer.floor.approved_sheets import without
from lammer.floor.fit import values_of_jackpot
from lammer.progressive.terms import load_terms
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.notation import read_round
from lammer.table.records import record

DIGESTS = {
    "sd-blackjack@2": "69d57c28f475e3bd",
    "sd-free-bet@2": "fcabfcc9fe5c27b6",
    "free-money@2": "c10d00317b357583",
    "european-free-bet@2": "6070dd5020528429",
    "triple-win-20@2": "4239385d373e846f",
    "sd-blackjack+blazing-7s@2": "0481280974a46a60",
}
"""As records of version 2 have them that were written in the older form."""


@pytest.mark.parametrize("game", DIGESTS)
def test_a_sheet_in_the_new_form_has_the_digest_of_its_records(game: str) -> None:
    assert load_sheet(game).digest == DIGESTS[game]


OVERRIDES = [
    ("sd-free-bet", "lammer_bets.pot-of-gold.count", "side_bets.pot-of-gold.lammers.count", "winning lammers"),
    ("sd-free-bet", "lammer_bets.pot-of-gold.paytable", "side_bets.pot-of-gold.paytable", "'02'"),
    ("free-money", "dealer_22_bets.dealer-22.paytable", "side_bets.dealer-22.paytable", "PT2"),
    ("free-money", "dealer_22_bets.dealer-22.when_settled", "side_bets.dealer-22.unfinished", "returned"),
    ("triple-win-20", "first_cards_bets.tw20-bonus.dealer_first_ace", "side_bets.tw20-bonus.unfinished", "returned"),
    ("sd-blackjack+blazing-7s", "sevens_bets.blazing-7s.paytable", "side_bets.blazing-7s.paytable", "PT2"),
    (
        "sd-blackjack+blazing-7s",
        "sevens_bets.blazing-7s.simultaneous",
        "side_bets.blazing-7s.jackpot.simultaneous",
        "equal shares",
    ),
    (
        "sd-blackjack+blazing-7s",
        "sevens_bets.blazing-7s.levels.meter",
        "side_bets.blazing-7s.jackpot.levels.meter",
        "{start=5,reset=6}",
    ),
]


@pytest.mark.parametrize(("game", "older", "newer", "value"), OVERRIDES)
def test_an_older_key_and_a_new_one_make_the_same_game(game: str, older: str, newer: str, value: str) -> None:
    """With the same reference, which records and books name it by."""
    first, second = (load_sheet(game, (f"{key}={value}",)) for key in (older, newer))
    assert first.rules == second.rules
    assert first.rules != load_sheet(game).rules
    assert (first.ref, first.digest) == (second.ref, second.digest)
    assert f"{older}=" in first.ref
    assert load_sheet(first.ref).rules == first.rules


def test_a_key_is_refused_as_it_was_written() -> None:
    with pytest.raises(SheetFaults) as refused:
        load_sheet("free-money", ("dealer_22_bets.dealer-22.paytable=PT9", "dealer_22_bets.dealer-22.colour=red"))
    assert [fault.key for fault in refused.value.faults] == [
        "dealer_22_bets.dealer-22.paytable",
        "dealer_22_bets.dealer-22.colour",
    ]
    with pytest.raises(SheetFaults, match="is set twice"):
        load_sheet("free-money", ("dealer_22_bets.dealer-22.most=200", "side_bets.dealer-22.most=300"))


HEAD = 'id = "own"\nversion = 1\nname = "Own"\nsummary = "Own."\nsource = "house rules"\n'
BONUS = """
[dealer_22_bets.bonus]
name = { value = "Bonus", clause = "house" }
least = { value = 100, clause = "house" }
most = { value = 500, clause = "house" }
placed = { value = "with the main wager", clause = "house" }
paytable = { value = "PT1", clause = "house" }
when_settled = { value = "dealer completes", clause = "house" }

[dealer_22_bets.bonus.paytables]
PT1 = { value = { basis = "to 1", rows = { "suited 22" = 50, "other 22" = 8 } }, clause = "house" }
"""


def own(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


def test_a_sheet_of_ones_own_in_the_older_form_is_read(tmp_path: Path) -> None:
    sheet = load_sheet(own(tmp_path, f'extends = "sd-blackjack"\n{BONUS}'))
    bet = sheet.side_bets["bonus"]
    assert bet.outcomes == load_sheet("free-money").side_bets["dealer-22"].outcomes
    assert (bet.reads, bet.unfinished) == (("the dealer's final hand",), "dealer completes")
    assert sheet.clause("side_bets.bonus.paytables.PT1") == "house"


def test_a_sheet_that_changes_a_part_of_a_bet_is_read(tmp_path: Path) -> None:
    part = "[dealer_22_bets.dealer-22]\nwhen_settled = { value = 'returned', clause = 'house' }\n"
    sheet = load_sheet(own(tmp_path, f'extends = "free-money"\n{part}'))
    assert sheet.side_bets["dealer-22"].unfinished == "returned"


def test_faults_of_an_older_sheet_name_its_own_keys(tmp_path: Path) -> None:
    wrong = BONUS.replace('"dealer completes"', '"never"')
    with pytest.raises(SheetFaults) as refused:
        load_sheet(own(tmp_path, f'extends = "sd-blackjack"\n{wrong}'))
    assert "dealer_22_bets.bonus.when_settled" in [fault.key for fault in refused.value.faults]


def test_a_bet_that_the_older_form_could_not_say_has_new_names() -> None:
    sheet = load_sheet("free-money", ("side_bets.dealer-22.outcomes.22={total=[22,23]}",))
    assert sheet.ref == 'free-money@2[side_bets.dealer-22.outcomes.22={"total"=[22,23]}]'
    assert load_sheet(sheet.ref).digest == sheet.digest != load_sheet("free-money").digest


def test_notation_with_older_keys_is_replayed_word_for_word() -> None:
    line = "free-money@2[dealer_22_bets.dealer-22.paytable=PT3] 1:10,dealer-22=1 | Tc 6c 8d 6d | S Th"
    entry = record(read_round(line), 1)
    assert entry["notation"] == line
    assert entry["overrides"] == {"dealer_22_bets.dealer-22.paytable": "PT3"}
    assert entry["seats"][0]["side"]["dealer-22"]["net"] == 1100


def test_a_floor_table_opened_with_older_keys_fits_its_jackpot() -> None:
    terms = load_terms("blazing-7s")
    older = (f"sevens_bets.{terms.bet}.paytable={terms.paytable}", "shoe.decks=6", "dealer.soft_17=stand")
    sheet = without("sd-blackjack+blazing-7s", older, values_of_jackpot(terms))
    assert dict(sheet.overrides) == {"dealer.soft_17": "stand"}
