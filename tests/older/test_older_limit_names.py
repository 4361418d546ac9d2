"""``least`` and ``most``, as limits were called in sheets, ``--set`` keys, floor tables, terms and books."""

from pathlib import Path

import pytest

import lammer
from lammer.errors import BadArgument
from lammer.floor.approved_sheets import without
from lammer.floor.fit import values_of_jackpot
from lammer.floor.house import create_floor
from lammer.floor.jackpots import own_terms
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import SHEETS, Terms, load_terms
from lammer.rules.loader import load_sheet
from lammer.rules.older_keys import OLDER_KEYS, current_key, older_key
from lammer.rules.sheet import SheetFaults
from lammer.surfaces.cli.older_names import with_present_names
from lammer.table.notation import read_round
from lammer.table.records import record

DIGESTS = {
    "european-free-bet@1": "90d8c714dddf730e",
    "free-money@1": "f39e8e59de5535b3",
    "sd-blackjack@1": "ab7cd0769baaa5c0",
    "sd-blackjack+blazing-7s@1": "9d0b42da40b424cf",
    "sd-free-bet@1": "9effd5bea448df5c",
    "triple-win-20@1": "d454ec4d6557178c",
}
"""As they were when the sheets had the older names. Those of version 2 are in test_older_side_bets.py."""


@pytest.mark.parametrize("game", DIGESTS)
def test_the_digest_of_a_game_is_what_it_was(game: str) -> None:
    assert load_sheet(game).digest == DIGESTS[game]


OVERRIDES = {
    "shoe.least_a_box": 7,
    "cut.least_decks": 0.5,
    "cut.card_least_decks": 1.5,
    "cut.card_most_decks": 2.5,
    "limits.least": 600,
    "limits.most": 600,
    "natural.least_pays": "1:1",
    "natural.least_pays_one_deck": "1:1",
    "insurance.most_of_stake": "1:3",
    "insurance.least_of_minimum": "1:4",
    "split.most_hands": 2,
    "side_bets.dealer-22.least": 200,
    "side_bets.dealer-22.most": 200,
}


def test_every_renamed_key_is_tried() -> None:
    assert {key.replace("dealer-22", "*") for key in OVERRIDES} == set(OLDER_KEYS)


@pytest.mark.parametrize("older", OVERRIDES)
def test_both_names_of_a_key_set_the_same_value(older: str) -> None:
    """With the same reference, which records and books name the game by."""
    newer = current_key(older)
    assert (older_key(newer), newer) == (older, current_key(newer))
    assert not {"least", "most"} & set(newer.replace(".", "_").split("_"))
    first, second = (load_sheet("free-money", (f"{key}={OVERRIDES[older]}",)) for key in (older, newer))
    assert first.rules == second.rules != load_sheet("free-money").rules
    assert (first.ref, first.digest) == (second.ref, second.digest)
    published = older.replace("side_bets.", "dealer_22_bets.")
    assert first.ref == f"free-money@2[{published}={OVERRIDES[older]}]"
    assert load_sheet(first.ref).digest == first.digest


OLDER = """
id = "own"
version = 1
name = "Own"
summary = "Own."
source = "house rules"
extends = "sd-blackjack"

[limits]
least = { value = 200, clause = "house" }
most = { value = 90000, clause = "house" }

[cut]
card_most_decks = { value = 1.5, clause = "house" }

[split]
most_hands = { value = 3, clause = "SD(i)" }

[side_bets.long]
name = { value = "Long", clause = "house" }
least = { value = 100, clause = "house" }
most = { value = 500, clause = "house" }
placed = { value = "with the main wager", clause = "house" }
reads = { value = ["the dealer's final hand"], clause = "house" }
settled = { value = "when the dealer is done", clause = "house" }
unfinished = { value = "loses", clause = "house" }
otherwise = { value = "short", clause = "house" }
paytable = { value = "A", clause = "house" }

[side_bets.long.outcomes]
"six" = { value = { cards = { least = 6 } }, clause = "house" }
"five" = { value = { cards = { least = 5, most = 5 }, count = { of = ["7"], number = { most = 2 } } }, clause="house"}

[side_bets.long.paytables]
A = { value = { basis = "to 1", rows = { "six" = 20, "five" = 5 } }, clause = "house" }
"""
NEWER = OLDER.replace("least", "minimum").replace("most", "maximum")
SEVEN = 'own@1[side_bets.long.least=200,side_bets.long.outcomes.six={"cards"={"least"=7}}]'


def own(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("text", [OLDER, NEWER])
@pytest.mark.parametrize(("minimum", "cards"), [("least", "least"), ("minimum", "minimum"), ("least", "minimum")])
def test_a_sheet_of_ones_own_keeps_its_digest_and_reference(
    tmp_path: Path, text: str, minimum: str, cards: str
) -> None:
    path = own(tmp_path, text)
    sheet = load_sheet(path)
    assert (sheet.digest, sheet.ref) == ("86db898501e94075", "own@1")
    assert (sheet.rules.limits.minimum, sheet.rules.limits.maximum, sheet.rules.split.maximum_hands) == (200, 90000, 3)
    changed = load_sheet(
        path, (f"side_bets.long.{minimum}=200", f"side_bets.long.outcomes.six={{cards={{{cards}=7}}}}")
    )
    assert (changed.digest, changed.ref) == ("a627b0fc2f601c8c", SEVEN)


def test_a_value_is_not_stated_by_both_names(tmp_path: Path) -> None:
    twice = OLDER.replace("[limits]\n", '[limits]\nminimum = { value = 300, clause = "house" }\n')
    with pytest.raises(SheetFaults, match=r"limits\.least: is the older name of limits\.minimum, .*; leave one out"):
        load_sheet(own(tmp_path, twice))
    with pytest.raises(SheetFaults, match="is set twice"):
        load_sheet("sd-blackjack", ("limits.least=200", "limits.minimum=300"))
    with pytest.raises(SheetFaults, match="'least' is the older name of 'minimum'; leave one out"):
        load_sheet(own(tmp_path, OLDER.replace("{ least = 6 }", "{ least = 6, minimum = 6 }")))


def test_a_fault_names_the_key_that_was_written(tmp_path: Path) -> None:
    with pytest.raises(SheetFaults) as refused:
        load_sheet(own(tmp_path, OLDER.replace("value = 200", 'value = "few"').replace("value = 500", "value = -1")))
    assert [fault.key for fault in refused.value.faults] == ["limits.least", "side_bets.long.most"]
    with pytest.raises(SheetFaults) as refused:
        load_sheet("sd-blackjack", ("limits.least=few",))
    assert [fault.key for fault in refused.value.faults] == ["limits.least"]


def test_what_a_side_bet_requires_may_have_the_older_name(tmp_path: Path) -> None:
    head, block = OLDER.partition("[limits]")[0], OLDER[OLDER.index("[side_bets.long]") :]
    guest = head.replace('extends = "sd-blackjack"', 'attaches_to = ["sd-blackjack"]')
    needs = '[requires.split]\nmost_hands = { allowed = [2], clause = "house" }\n'
    path = own(tmp_path, f"{guest}{needs}{block}")
    with pytest.raises(
        SheetFaults, match=r"split\.maximum_hands \[house\]: does not fit sd-blackjack, where it is 4; it needs 2"
    ):
        load_sheet(f"sd-blackjack+{path}")


def test_notation_with_older_keys_is_replayed_word_for_word() -> None:
    line = "sd-blackjack@2[limits.least=100,split.most_hands=2] 1:1 | Tc 6c 8d 6d | S Th"
    made = record(read_round(line), 1)
    assert made["notation"] == line
    assert made["overrides"] == {"limits.least": 100, "split.most_hands": 2}


def test_a_program_may_use_the_older_names() -> None:
    game = lammer.load("sd-free-bet", most_hands=2, pot_of_gold_least=200)
    assert game == lammer.load("sd-free-bet", maximum_hands=2, pot_of_gold_minimum=200)
    assert (game["split.most_hands"], game["limits_least"]) == (2, 500)
    assert lammer.load("sd-free-bet[split.most_hands=2]").replace(maximum_hands=3)["maximum_hands"] == 3
    with pytest.raises(
        BadArgument, match=r"least: this is the end of several keys: limits\.minimum, side_bets\.pot-of-gold\.minimum"
    ):
        lammer.load("sd-free-bet", least=200)


def test_a_floor_table_opened_with_older_keys_is_the_same_game(tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    try:
        for name, keys in {"A": ("least", "most"), "B": ("minimum", "maximum")}.items():
            limits = tuple(f"limits.{key}={value}" for key, value in zip(keys, (700, 900), strict=True))
            floor.open_table(f"open {name}", "house", name, "sd-free-bet", limits, training=True)
        assert floor.view("A")["limits"] == floor.view("B")["limits"]
        assert floor.view("A")["game"] == floor.view("B")["game"]
        assert (floor.view("A")["limits"]["minimum"], floor.view("A")["limits"]["maximum"]) == (700, 900)
    finally:
        floor.journal.close()


def test_a_floor_table_with_older_keys_fits_its_jackpot() -> None:
    terms = load_terms("blazing-7s")
    older = (f"side_bets.{terms.bet}.least=100", f"sevens_bets.{terms.bet}.most=500", "dealer.soft_17=stand")
    sheet = without("sd-blackjack+blazing-7s", older, values_of_jackpot(terms))
    assert dict(sheet.overrides) == {"dealer.soft_17": "stand"}


def test_terms_may_have_the_older_name_and_keep_it_in_the_books(tmp_path: Path) -> None:
    older, newer = "bounds.most_contribution", "bounds.maximum_contribution"
    terms = load_terms("blazing-7s", [f"{newer}=230"])
    assert terms == load_terms("blazing-7s", [f"{older}=230"]) == own_terms("blazing-7s", {older: 230})
    stored = terms.model_dump(mode="json")
    assert stored["most_contribution"] == 230
    assert "maximum_contribution" not in stored
    assert Terms.model_validate(stored) == Terms.model_validate_json(terms.model_dump_json()) == terms
    shipped = (SHEETS / "blazing-7s.toml").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace("maximum_contribution", "most_contribution"), encoding="utf-8")
    assert load_terms(str(path)) == load_terms("blazing-7s")
    with pytest.raises(TermsFault, match=r"bounds\.maximum_contribution: should be at least 1"):
        load_terms("blazing-7s", [f"{older}=0"])


def test_an_older_option_of_the_command_is_taken() -> None:
    assert with_present_names(["progressive", "demo", "--most-hands=5"]) == ["progressive", "demo", "--maximum-hands=5"]
