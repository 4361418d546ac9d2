"""Side bets: every paytable with its outcomes, and what belongs to all of them."""

from collections.abc import Iterator
from math import sqrt

from lammer.cards.card import VALUE_LETTERS
from lammer.cards.money import MINOR_UNITS, money_text
from lammer.papers import numbers
from lammer.papers.document import Block, Cell, Column, Facts, Number, Paragraph, SubSection, Table
from lammer.papers.figures import NOT_ASKED, Figures
from lammer.papers.sections.lights import lights
from lammer.rules.conditions.outcomes import sentence
from lammer.rules.parlays import ParlayFinding
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import Outcome, SideBetFinding, StreakFinding

Z90, Z95 = 1.6448536269514722, 1.959963984540054
"""Quantiles of the normal distribution for intervals of 90% and 95%."""


def bet_name(sheet: Sheet, bet_id: str) -> str:
    return sheet.side_bets[bet_id].name if bet_id in sheet.side_bets else bet_id.capitalize()


def standard_deviation(found: SideBetFinding) -> float:
    """Of the net of a wager of 1."""
    square = sum(one.probability * one.pays**2 for one in found.outcomes)
    return sqrt(square - found.house_edge**2)


def hit_rate(found: SideBetFinding) -> float:
    """How often the bet wins."""
    return sum(one.probability for one in found.outcomes if one.pays > 0)


def side_bets(figures: Figures) -> tuple[Block, ...]:
    if not figures.side_bets and not figures.refused_bets and figures.lights is None:
        return (Paragraph("The game has no side bets and no insurance."),)
    return tuple(_all(figures))


def _all(figures: Figures) -> Iterator[Block]:
    yield Paragraph(
        "Chances are exact for one box and a full shoe. Pays are the net of a wager of 1. The volatility index is the "
        "standard deviation times the normal quantile: after n wagers the actual hold is within the index divided by "
        "the root of n of the house edge, 90% or 95% of the time."
    )
    yield from _meters(figures.sheet)
    yield from _fixed_amounts(figures.sheet)
    for bet_id, why in figures.refused_bets.items():
        text = why if why == NOT_ASKED else f"The exact analysis does not cover this bet: {why}"
        meaning = _meaning(figures.sheet, bet_id, figures.sheet.side_bets[bet_id].paytable)
        yield SubSection(bet_name(figures.sheet, bet_id), (Paragraph(text), *meaning))
    named, explained = set[str](), set[tuple[str, Paragraph]]()
    for found in figures.side_bets:
        more: list[Block] = []
        if found.id in figures.sheet.side_bets:
            meaning = _meaning(figures.sheet, found.id, found.paytable)
            more += (one for one in meaning if (found.id, one) not in explained)
            explained |= {(found.id, one) for one in meaning}
            more += () if found.id in named else _not_posted(figures.sheet, found.id)
            named.add(found.id)
        yield SubSection(_title(figures.sheet, found), (*more, *_bet(found)))
    if figures.lights is not None:
        assert figures.sheet.rules.lights is not None
        yield lights(figures.lights, figures.sheet.rules.lights.name)


def _meters(sheet: Sheet) -> Iterator[Block]:
    """A part of a meter has a pay only at some amount of the meter."""
    for bet_id, jackpot in sheet.jackpots.items():
        meters = ", ".join(f"{name} {level.start / MINOR_UNITS:,.2f}" for name, level in jackpot.levels.items())
        bet = sheet.side_bets[bet_id]
        yield Paragraph(
            f"{bet.name}: a part of a meter is the pay of the smallest wager, {money_text(bet.minimum)}, with the "
            f"meters at the amounts of the sheet: {meters}. The terms of a jackpot may state other amounts; the "
            "section on progressives has the figures of each."
        )


def _fixed_amounts(sheet: Sheet) -> Iterator[Block]:
    """An amount of money has a pay in wagers only for some wager."""
    for bet in sheet.side_bets.values():
        if any(paytable.flat or paytable.wheels for paytable in bet.paytables.values()):
            wager = money_text(bet.minimum)
            yield Paragraph(f"{bet.name}: an amount of money is shown as the pay of the smallest wager, {wager}.")


def _not_posted(sheet: Sheet, bet_id: str) -> Iterator[Block]:
    decks = sheet.rules.shoe.decks
    for name, paytable in sheet.side_bets[bet_id].paytables.items():
        if not paytable.fits(decks):
            others = " or ".join(map(str, paytable.decks)) + " deck" + "s" * (paytable.decks != (1,))
            yield Paragraph(f"Paytable {name} is for {others} and may not be posted with {decks}.", small=True)


def _title(sheet: Sheet, found: SideBetFinding) -> str:
    if found.id not in sheet.side_bets:
        return f"{found.id.capitalize()} {found.paytable}"
    posted = " (posted)" if sheet.side_bets[found.id].paytable == found.paytable else ""
    return f"{sheet.side_bets[found.id].name}, paytable {found.paytable}{posted}"


def _bet(found: SideBetFinding) -> Iterator[Block]:
    key, sd = f"side.{found.id}.{found.paytable}", standard_deviation(found)
    facts: list[tuple[str, Cell]] = [
        ("House edge", numbers.percent(f"{key}.house_edge", found.house_edge, 6)),
        ("Hit frequency", numbers.percent(f"{key}.hit", hit_rate(found))),
        ("Standard deviation", numbers.decimal(f"{key}.sd", sd)),
        ("Volatility index 90%", numbers.decimal(f"{key}.vi90", Z90 * sd, 4)),
        ("Volatility index 95%", numbers.decimal(f"{key}.vi95", Z95 * sd, 4)),
    ]
    facts += [] if found.streak is None else _rounds(f"{key}.round", found.streak)
    facts += [] if found.parlay is None else _parlay_edges(f"{key}.parlay", found.parlay)
    columns = (
        Column("Outcome", width=2),
        Column("Probability", "right"),
        Column("True odds", "right"),
        Column("Net pay", "right"),
        Column("Return", "right"),
    )
    rows = tuple(_row(f"{key}.{at}", one) for at, one in enumerate(found.outcomes))
    if found.assumes:
        yield Paragraph(f"The chances assume that {found.assumes}.", small=True)
    yield Facts(tuple(facts))
    yield Table(columns, rows)
    if found.parlay is not None:
        yield _parlay_values(f"{key}.parlay", found.parlay)
    if found.up_cards:
        by_up = tuple(
            (
                one.up,
                numbers.chance(f"{key}.up.{one.up}.offered", one.offered),
                numbers.percent(f"{key}.up.{one.up}", one.house_edge, 6),
            )
            for one in found.up_cards
        )
        caption = "The bet is placed after the up card. The edge above is that of a player who always places it"
        yield Table((Column("Up card"), Column("Offered", "right"), Column("House edge", "right")), by_up, caption)


def _rounds(key: str, found: StreakFinding) -> Iterator[tuple[str, Cell]]:
    """A bet on rounds won in a row follows from the chances of one round."""
    yield "A round is won", numbers.percent(f"{key}.won", found.win, 6)
    yield "A round is pushed, which changes nothing", numbers.percent(f"{key}.pushed", found.push, 6)
    yield "A round is lost", numbers.percent(f"{key}.lost", found.loss, 6)
    yield "Won rounds among those that are not pushed", numbers.percent(f"{key}.decided", found.decided, 6)
    yield "Rounds until the bet is settled, on average", numbers.decimal(f"{key}.rounds", found.rounds, 4)


def _parlay_edges(key: str, found: ParlayFinding) -> Iterator[tuple[str, Cell]]:
    yield "House edge with best parlays", numbers.percent(f"{key}.best", found.best, 6)
    yield "House edge if winnings are always parlayed", numbers.percent(f"{key}.always", found.always, 6)


def _parlay_values(key: str, found: ParlayFinding) -> Table:
    """Winnings that join the main wager gain the value of the main game after these two cards."""
    worths = {(cell.first, cell.up): cell.worth for cell in found.cells}
    ups = sorted({up for _, up in worths}, key=lambda up: up if up > 1 else 11)
    rows = tuple(
        (VALUE_LETTERS[first], *(_worth(f"{key}.{first}.{up}", worths.get((first, up))) for up in ups))
        for first in sorted({first for first, _ in worths})
    )
    columns = Column("First card"), *(Column(VALUE_LETTERS[up], "right") for up in ups)
    caption = "Value of the main game by first card and up card; the best player parlays where it is positive"
    return Table(columns, rows, caption, small=True)


def _worth(key: str, worth: float | None) -> Cell:
    return "–" if worth is None else numbers.decimal(key, worth, 4, signed=True)


def _row(key: str, one: Outcome) -> tuple[Cell, ...]:
    name, probability, pays = one
    return (
        name,
        numbers.chance(f"{key}.chance", probability),
        numbers.true_odds(f"{key}.odds", probability),
        Number(f"{key}.pays", f"{pays:+,.2f}".rstrip("0").rstrip(".").replace("-", numbers.MINUS)),
        numbers.percent(f"{key}.return", probability * (pays + 1)),
    )


def _meaning(sheet: Sheet, bet_id: str, paytable: str) -> tuple[Paragraph, ...]:
    """What the outcomes are that the paytable pays; the names of some say it already."""
    bet = sheet.side_bets[bet_id]
    paid = set(bet.paytables[paytable].paid)
    meanings = [(name, sentence(outcome)) for name, outcome in bet.outcomes.items() if name in paid]
    needed = "; ".join(f"{name}: {meaning}" for name, meaning in meanings if meaning != name)
    return (Paragraph(f"{needed}.", small=True),) if needed else ()
