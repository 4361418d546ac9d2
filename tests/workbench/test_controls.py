"""Every value of a sheet that can be set has a control that fits it, and what is said to have no effect has none."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.overrides import parse_value
from lammer.rules.schema_walk import check_value, is_statement, schema_at
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.workbench.controls import Control, control_groups, controls, is_procedure, setting_text
from lammer.workbench.effects import changes
from lammer.workbench.measures import measures

GAMES = ["sd-free-bet", "european-free-bet", "free-money", "triple-win-20", "sd-blackjack+blazing-7s"]


def all_controls(sheet: Sheet) -> list[Control]:
    return [one for group in control_groups(sheet, sheet) for one in group.controls]


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_can_be_set_has_one_control(game: str) -> None:
    sheet = load_sheet(game)
    found = [one.key for one in all_controls(sheet)]
    assert len(found) == len(set(found))
    missing = {key for key in sheet.entries if not is_statement(schema_at(key))} - set(found)
    # Texts that no figure depends on, and values that have a single choice in this sheet.
    without_control = {key for key in missing if not is_procedure(key)}
    assert all(_single(sheet, key) for key in without_control), without_control


def _single(sheet: Sheet, key: str) -> bool:
    allowed = sheet.entries[key].allowed
    if allowed is not None:
        return len(allowed) == 1
    return key.endswith(".paytable") and len(sheet.side_bets[key.split(".")[1]].paytables) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_control_sets_its_value(game: str) -> None:
    """Written out after ``--set``, all of them together change nothing."""
    sheet = load_sheet(game)
    assert load_sheet(game, tuple(f"{one.key}={one.default}" for one in all_controls(sheet))).overrides == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_a_value_of_its_key(game: str) -> None:
    sheet = load_sheet(game)
    for control in all_controls(sheet):
        assert not control.choices or control.kind in ("yes-no", "choice", "list")
        for choice in control.choices:
            text = f"[{choice.text}]" if control.kind == "list" else choice.text
            assert check_value(schema_at(control.key), parse_value(text))[1] == [], control.key


def test_kinds_follow_from_the_schema() -> None:
    sheet = load_sheet("sd-free-bet")
    found = {one.key: one for one in all_controls(sheet)}
    assert found["dealer.pushes_on_22"].kind == "yes-no"
    assert found["natural.pays"].kind == "odds"
    assert [one.text for one in found["shoe.decks"].choices] == ["6", "8"]  # what the clause allows
    assert [one.text for one in found["dealer.soft_17"].choices] == ["hit", "stand"]
    stands = found["dealer.stand_on_hard"]
    assert (stands.kind, stands.minimum, stands.maximum, stands.step) == ("number", 12, 21, 1)
    assert found["free.double_totals"].kind == "list"
    paytable = found["side_bets.pot-of-gold.paytables.01"]
    assert paytable.kind == "paytable"
    assert paytable.value["rows"]["7 lammers"] == 1000
    assert found["dealer.soft_17"].clause == "SD.14 1(h)"


def test_a_changed_sheet_tells_its_value_and_the_default() -> None:
    default, sheet = load_sheet("sd-free-bet"), load_sheet("sd-free-bet", ("dealer.soft_17=stand",))
    found = next(one for one in controls(sheet, default) if one.key == "dealer.soft_17")
    assert (found.text, found.default) == ("stand", "hit")


@pytest.mark.parametrize("game", GAMES)
def test_labels_are_words_and_no_two_of_a_group_are_equal(game: str) -> None:
    sheet = load_sheet(game)
    for group in control_groups(sheet, sheet):
        labels = [one.label for one in group.controls]
        assert len(labels) == len(set(labels)), group.title
        assert not [label for label in labels if "_" in label]


@pytest.mark.parametrize("value", ["01", "true", "3", "a, b", "hit"])
def test_a_word_is_quoted_where_it_would_be_read_as_something_else(value: str) -> None:
    assert parse_value(setting_text(value)) == value


def other_text(control: Control) -> str:
    """Another value of a control that no figure should depend on."""
    found = next(changes(control), None)
    return found.text if found else str(int(control.value) + 1)


def without_effect(game: str) -> tuple[str, ...]:
    """As many values of the last group set otherwise as the sheet takes at once."""
    sheet = load_sheet(game)
    taken: tuple[str, ...] = ()
    for control in control_groups(sheet, sheet)[-1].controls:
        if control.kind == "odds" and next(changes(control), None) is None:
            continue
        trial = (*taken, f"{control.key}={other_text(control)}")
        try:
            load_sheet(game, trial)
        except SheetFaults:
            continue
        taken = trial
    return taken


@pytest.mark.parametrize("game", ["sd-free-bet", "sd-blackjack+blazing-7s"])
def test_no_figure_depends_on_the_last_group(game: str) -> None:
    overrides = without_effect(game)
    assert len(overrides) > 20
    plain, changed = measures(load_sheet(game)), measures(load_sheet(game, overrides))
    assert changed["house_edge"] == plain["house_edge"]
    assert changed["side_bets"] == plain["side_bets"]


def test_control_a_figure_that_depends_on_a_rule() -> None:
    """Negative control: the comparison above notices a rule that matters."""
    plain, changed = (measures(load_sheet("sd-free-bet", one)) for one in ((), ("dealer.soft_17=stand",)))
    assert changed["house_edge"] != plain["house_edge"]
