"""The values of terms as form fields: label, kind, value and choices."""

from typing import Any, NamedTuple

from lammer.progressive.terms import terms_values
from lammer.rules.loader import load_sheet

NAMES = {
    "name": ("Name on the sign", "text"),
    "jackpot.decks": ("Decks", "number"),
    "jackpot.stakes": ("Stakes", "amounts"),
    "jackpot.simultaneous": ("Awards won at the same time", "text"),
    "approvals.supervisor_from": ("A supervisor confirms from", "amount"),
    "approvals.executive_from": ("An executive's card from", "amount"),
    "bounds.maximum_contribution": ("Maximum contribution of one hand", "amount"),
    "bounds.notice_days": ("Days of notice for other terms", "number"),
    "bounds.sign_alarm": ("Alarm when sign and books differ by", "amount"),
}
OF_A_LEVEL = {
    "seed": ("seed", "amount"),
    "increment": ("part of each wager", "rate"),
    "reserve": ("part for the reserve", "rate"),
    "limit": ("limit, 0 for none", "amount"),
}
FIXED = ("game", "bet", "jackpot.paytable")
"""Values that identify the terms; to change them, choose other terms."""


class TermField(NamedTuple):
    """``kind`` is amount or amounts (minor units), rate (millionths of a wager), number or text."""

    key: str
    label: str
    kind: str
    value: Any
    choices: tuple[Any, ...] = ()


def term_fields(terms: str) -> list[TermField]:
    """Every value of shipped terms that may be set when a jackpot is created."""
    values = terms_values(terms)
    fields = [_field(values, key, value) for key, value in _leaves(values, "") if key not in FIXED]
    return sorted(fields, key=lambda one: one.key != "name")


def _leaves(part: dict[str, Any], path: str) -> list[tuple[str, Any]]:
    leaves = []
    for name, value in part.items():
        leaves += _leaves(value, f"{path}{name}.") if isinstance(value, dict) else [(f"{path}{name}", value)]
    return leaves


def _field(values: dict[str, Any], key: str, value: Any) -> TermField:
    section, _, rest = key.partition(".")
    level, _, last = rest.partition(".")
    label, kind = NAMES.get(key, (key, "number" if isinstance(value, int) else "text"))
    if section == "levels" and last in OF_A_LEVEL:
        label, kind = OF_A_LEVEL[last]
        label = f"{level.capitalize()}: {label}"
    return TermField(key, label, kind, value, _choices(values, key))


def _choices(values: dict[str, Any], key: str) -> tuple[Any, ...]:
    """The values that the rule sheet or the terms allow."""
    if key == "jackpot.decks":
        return load_sheet(values["game"]).entries["shoe.decks"].allowed or ()
    return ("in order", "equal shares") if key == "jackpot.simultaneous" else ()
