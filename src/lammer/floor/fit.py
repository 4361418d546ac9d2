"""Checks whether a table fits a jackpot: sensors, cards and pays."""

from collections.abc import Collection, Iterator
from typing import Any

from lammer.cards.money import money_text
from lammer.floor.refusals import FloorRefused
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import Terms
from lammer.progressive.wheel_pays import pays_of
from lammer.rules.sheet import Sheet


def unsensed(sheet: Sheet, sensor: str) -> set[str]:
    """Progressive bets of the sheet that this table cannot take. ``sensor`` is the bet of the table's jackpot. It is
    empty without a jackpot: a sensor reports to the jackpot's controller, so without a link there is no sensor."""
    return set(sheet.jackpots) - {sensor}


def must_have_sensors(sheet: Sheet, sensor: str, bets: Collection[str]) -> None:
    for bet in sorted(unsensed(sheet, sensor) & set(bets)):
        name, clause = sheet.side_bets[bet].name, sheet.clause(f"side_bets.{bet}.jackpot.equipment")
        text = f"{name} can only be played at tables that are linked to a jackpot; this table is not"
        raise FloorRefused("no-sensor", text, clause)


def values_of_jackpot(terms: Terms) -> dict[str, Any]:
    """Values of a table's sheet that follow from its jackpot, by key."""
    return {
        "shoe.decks": terms.decks,
        f"side_bets.{terms.bet}.paytable": terms.paytable,
        f"side_bets.{terms.bet}.jackpot.advances": terms.advances,
        f"side_bets.{terms.bet}.jackpot.simultaneous": terms.simultaneous,
        f"side_bets.{terms.bet}.minimum": min(terms.stakes),
        f"side_bets.{terms.bet}.maximum": max(terms.stakes),
    }


def differences(sheet: Sheet, terms: Terms) -> list[str]:
    """The differences in cards or pays between the table's sheet and the jackpot's terms."""
    return [f"{what} ({values})" for what, values in _compared(sheet, terms)]


def _compared(sheet: Sheet, terms: Terms) -> Iterator[tuple[str, str]]:
    bet, jackpot = sheet.rules.side_bets[terms.bet], sheet.jackpots[terms.bet]
    posted = bet.paytables[bet.paytable]
    try:
        pays = pays_of(posted, bet.minimum)
    except TermsFault as fault:
        yield "prizes of the wheel", str(fault)
        return
    pairs: dict[str, tuple[Any, Any]] = {
        "decks": (sheet.rules.shoe.decks, terms.decks),
        "fixed pays": (pays.rows, terms.rows),
        "awards of a meter": (pays.shares, terms.shares),
        "weights of the wheel": (pays.wheels, terms.wheels),
        "pays to the other bettors": (pays.others, terms.others),
        "Lucky George pays": (_envy(posted.envy, posted.stakes), _envy(terms.envy, terms.envy_stakes)),
        "simultaneous awards": (jackpot.simultaneous, terms.simultaneous),
    }
    for what, (at_the_table, of_the_jackpot) in pairs.items():
        if at_the_table != of_the_jackpot:
            yield what, f"table {_short(at_the_table, bet.paytable)}, jackpot {_short(of_the_jackpot, terms.paytable)}"
    taken = [stake for stake in terms.stakes if bet.minimum <= stake <= bet.maximum]
    refused = set(terms.stakes) - {stake for stake in taken if not posted.stakes or stake in posted.stakes}
    if any(one.parlay is not None for one in sheet.side_bets.values()):
        yield "parlays", "the table stops before the second card, the jackpot is evaluated with the deal"
    if refused:
        yield "stakes", f"the table does not take {' or '.join(money_text(stake) for stake in sorted(refused))}"


def _envy(pays: dict[str, tuple[int, ...]], stakes: tuple[int, ...]) -> dict[tuple[str, int], int]:
    """The amounts by outcome and stake, independent of the order of the stakes."""
    return {
        (row, stake): amount for row, amounts in pays.items() for stake, amount in zip(stakes, amounts, strict=True)
    }


def _short(value: Any, paytable: str) -> str:
    return paytable if isinstance(value, dict) else str(value)
