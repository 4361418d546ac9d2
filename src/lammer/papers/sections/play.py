"""Charts, worked examples and joint play."""

from collections.abc import Iterator

from lammer.api.html import COLOURS
from lammer.cards.card import VALUE_LETTERS
from lammer.papers import numbers
from lammer.papers.document import Block, ChartGrid, Charts, Column, Deal, Paragraph, SubSection, Table
from lammer.papers.examples import MORE_ROUNDS, ROUNDS, has_own_choices, titles_of_bets
from lammer.papers.figures import NOT_ASKED, Figures, Joint
from lammer.papers.occurring import occurring, occurring_rows
from lammer.rules.outcome_chances import decided_by_play
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import WISHES, Chart

STAKES = {"own": "own money", "free": "on a lammer"}


def charts(figures: Figures) -> tuple[Block, ...]:
    if "total" in figures.charts:
        text = (
            "The best chart by total for a full shoe. A cell lists actions in order; the first that is legal is "
            "played. A pair with – is played by its total. Hands and up cards that cannot come up are left out."
        )
        return (Paragraph(text), chart_block(figures.charts["total"], figures.sheet))
    why = NOT_ASKED if not figures.wanted.chart else "The exact analysis does not cover the sheet."
    text = f"The best chart is not shown: {why} This is the shipped chart."
    return (Paragraph(text), chart_block(figures.charts["house"], figures.sheet))


def chart_block(chart: Chart, sheet: Sheet) -> Charts:
    """The rows and columns of the chart that can come up in the game."""
    grids, used = [], set[str]()
    ups = occurring(sheet).ups
    for stake, section, hands in occurring_rows(chart, sheet):
        rows = []
        for hand, cells in hands.items():
            actions = tuple(cells.get(up, "-") for up in ups)
            used |= {one for cell in actions for one in cell.split("/")}
            label = f"{hand},{hand}" if section == "pair" else hand
            rows.append((label, tuple(one.replace("-", "–") for one in actions)))
        grids.append(ChartGrid(f"{section.capitalize()}, {STAKES[stake]}", ups, tuple(rows)))
    legend = tuple(
        (letter, COLOURS[letter], kind.replace("-", " ")) for letter, kind in WISHES.items() if letter in used
    )
    return Charts(tuple(grids), legend, COLOURS)


def examples(figures: Figures) -> tuple[Block, ...]:
    text = (
        "Rounds dealt and settled by the round engine from a fixed seed, played by the shipped chart. The line below "
        "each is its notation; lammer replay FILE --show deals the lines of a text file again, with --sheet for a "
        "sheet of your own." + "".join(f" {one}" for one in _about_bets(figures))
    )
    deals = (Deal(one.title, one.hands, one.lines, one.notation) for one in figures.examples)
    return (Paragraph(text), *deals)


def _about_bets(figures: Figures) -> Iterator[str]:
    """How bets with choices of their own are played, and what has no example."""
    if has_own_choices(figures.sheet):
        yield (
            "Bets that are offered after the up card are placed. In every second round winnings join the main wager "
            "and marked cards are traded, where that is offered."
        )
    missing = titles_of_bets(figures.sheet) - {one.title for one in figures.examples}
    if missing:
        yield f"None of {ROUNDS + MORE_ROUNDS:,} rounds is an example of: {', '.join(sorted(missing))}."


def joint(figures: Figures) -> tuple[Block, ...]:
    found: tuple[Block, ...] = tuple(
        SubSection(f"{one.bet}, paytable {one.paytable}", _joint(one)) for one in figures.joint
    )
    found += tuple(Paragraph(text) for text in _not_joint(figures))
    return found or (Paragraph("No side bet of this game depends on how the main game is played."),)


def _not_joint(figures: Figures) -> Iterator[str]:
    """What depends on play and is not analysed here."""
    analysed = {one.bet for one in figures.joint}
    bets = [bet.name for bet in figures.sheet.side_bets.values() if decided_by_play(bet) and bet.name not in analysed]
    if bets:
        yield (
            f"How the main game is played decides {', '.join(bets)}. Joint play is not analysed for them: their "
            "figures, where there are any, are those of the play that the section on side bets states."
        )
    if figures.sheet.rules.lights is not None:
        yield (
            f"How the main game is played decides {figures.sheet.rules.lights.name}. The section on side bets has its "
            "figures with the best play for main wager and lights together."
        )


def _joint(one: Joint) -> tuple[Block, ...]:
    key = f"joint.{one.bet}"
    edges = (
        ("Main wager", numbers.percent(f"{key}.main", one.main_edge, 6)),
        (one.bet, numbers.percent(f"{key}.side", one.side_edge, 6)),
        ("Both wagers together", numbers.percent(f"{key}.both", (one.main_edge + one.side_edge) / 2, 6)),
    )
    flips = tuple(
        (
            ",".join(VALUE_LETTERS[value] for value in flip.hand),
            VALUE_LETTERS[flip.up],
            numbers.decimal(f"{key}.{flip.hand}.{flip.up}.{flip.after}", flip.ratio, 6),
            f"{flip.before} → {flip.after}",
        )
        for flip in one.found.flips
    )
    text = "A player with equal wagers on both who plays best for both together. House edges:"
    blocks: tuple[Block, ...] = (
        Paragraph(text),
        Table((Column("Wager", width=1), Column("House edge", "right")), edges),
    )
    if not flips:
        return blocks
    columns = Column("Hand"), Column("Up card"), Column("From ratio", "right"), Column("Play", width=1)
    caption = "Hands whose best play changes when the side wager is this part of the main wager"
    return (*blocks, Table(columns, flips, caption, small=True))
