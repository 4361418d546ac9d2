"""The first page: what the document is about, its warnings, and every wager with its edge."""

from collections.abc import Iterator

from lammer.cards.money import money_text
from lammer.papers import numbers
from lammer.papers.document import Block, Cell, Column, Facts, Notice, Paragraph, Table
from lammer.papers.figures import Figures
from lammer.papers.sections.against import TITLE, cover_row
from lammer.papers.sections.lights import best_edge
from lammer.papers.sections.side_bets import bet_name, hit_rate, standard_deviation
from lammer.papers.wanted import LeftOut
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding


def cover(figures: Figures, command: str, versions: dict[str, str], date: str) -> tuple[Block, ...]:
    sheet = figures.sheet
    facts: list[tuple[str, Cell]] = [
        ("Sheet", sheet.ref),
        ("Digest of every value", sheet.digest),
        ("Made by", f"lammer {versions['lammer']}, figures {versions['sources']} (lammer doctor)"),
        ("Command", command),
    ]
    facts += [("Date", date)] if date else []
    sources = "; ".join(one.source if one.is_description else f"{one.source}, {one.kind}" for one in sheet.origins)
    return (
        Paragraph(sheet.summary or sheet.title),
        Facts(tuple(facts), code=True),
        Paragraph(f"Rules from: {sources}.", small=True),
        _warnings(figures),
        Table(
            (
                Column("Wager", width=2),
                Column("House edge", "right"),
                Column("Standard deviation", "right"),
                Column("Hit frequency", "right"),
            ),
            tuple(_wagers(figures)),
            "Every wager with its posted paytable, exact for best play and a full shoe; deviation in wagers, a hit is "
            "a net win",
            strong=(0,),
        ),
        *(Paragraph(f"{name}: no exact figure. {why}", small=True) for name, why in _refused(figures)),
    )


def _refused(figures: Figures) -> Iterator[tuple[str, str]]:
    if isinstance(figures.edge, LeftOut):
        yield "Main wager", figures.edge.why
    if isinstance(figures.against, LeftOut):
        yield TITLE, figures.against.why
    if isinstance(figures.lights, LeftOut) and figures.sheet.rules.lights is not None:
        yield figures.sheet.rules.lights.name, figures.lights.why
    for bet, why in figures.refused_bets.items():
        yield bet_name(figures.sheet, bet), why


def _warnings(figures: Figures) -> Block:
    if not figures.remarks:
        return Paragraph("The sheet has no lint warnings.", small=True)
    count = len(figures.remarks)
    title = f"{count} warning{'s' * (count != 1)} about this sheet"
    return Notice(title, tuple(str(one) for one in figures.remarks))


def _wagers(figures: Figures) -> Iterator[tuple[Cell, ...]]:
    if isinstance(figures.edge, LeftOut):
        yield "Main wager", "–", "–", "–"
    else:
        sd: Cell = "–"
        wins: Cell = "–"
        name, spread = "Main wager", figures.net_results
        if not isinstance(spread, LeftOut):
            won = sum(chance for net, chance in spread.chances.items() if net > 0)
            sd, wins = numbers.decimal("main.sd", spread.sd, 4), numbers.percent("main.wins", won)
            name += "; deviation and hits simulated" if spread.rounds else ""
        yield name, numbers.percent("main.house_edge", figures.edge.house_edge), sd, wins
    if not isinstance(figures.against, LeftOut | None):
        yield cover_row(figures.against)
    if not isinstance(figures.lights, LeftOut | None):
        wager = f"Main wager of {money_text(figures.lights.stake)} with {figures.lights.name}"
        yield wager, best_edge(figures.lights), "–", "–"
    for one in figures.posted:
        key = f"cover.{one.id}.{one.paytable}"
        yield (
            f"{bet_name(figures.sheet, one.id)}, {one.paytable}{_for_wager(figures.sheet, one)}",
            numbers.percent(f"{key}.house_edge", one.house_edge),
            numbers.decimal(f"{key}.sd", standard_deviation(one), 4),
            numbers.percent(f"{key}.hit", hit_rate(one)),
        )
        if one.parlay is not None:
            best = numbers.percent(f"{key}.parlay", one.parlay.best)
            yield f"{bet_name(figures.sheet, one.id)}, {one.paytable}, with best parlays", best, "–", "–"


def _for_wager(sheet: Sheet, found: SideBetFinding) -> str:
    """Amounts of money and parts of a meter are worth less of a larger wager."""
    bet = sheet.side_bets.get(found.id)
    if bet is None:
        return ""
    paytable = bet.paytables[found.paytable]
    if not (paytable.shares or paytable.flat or paytable.wheels):
        return ""
    return f", wager of {money_text(bet.minimum)}" + " at the sheet's meters" * (bet.jackpot is not None)
