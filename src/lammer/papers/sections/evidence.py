"""The second method, effects of removed cards, and the appendix."""

from collections.abc import Iterator

from lammer.cards.card import RANKS
from lammer.counting.effects import AGAINST, MAIN
from lammer.papers import numbers, pictures
from lammer.papers.document import Block, Bullets, Cell, Column, Facts, Paragraph, Picture, SubSection, Table
from lammer.papers.figures import Figures
from lammer.papers.removal import Removal
from lammer.papers.sections.against import TITLE
from lammer.papers.sections.main_game import refused
from lammer.papers.sections.side_bets import bet_name
from lammer.papers.simulated import Simulated
from lammer.papers.wanted import LeftOut
from lammer.rules.files import is_path
from lammer.rules.overrides import split_game

MOST_BARS = 4
ORACLES = (
    "The round engine alone decides what is legal and paid; analysis and simulation read tables made by calling it.",
    "A second scorer, written from the rule text alone, agrees with every payment of random rounds of every shipped "
    "sheet.",
    "The analysis is compared with a slow enumeration in exact fractions on small shoes.",
    "The simulator's payments are compared with the round engine's to the cent, round by round.",
    "Published figures of the shipped games are reproduced to the printed digits, or refuted with the assumption that "
    "reproduces them (docs/findings.md).",
)


def simulation(figures: Figures) -> tuple[Block, ...]:
    dealt = figures.simulated
    if isinstance(dealt, LeftOut):
        return refused(dealt, "simulation")
    agree = "agree" if dealt.worst <= dealt.limit else "DIFFER"
    text = (
        f"{dealt.played} dealt {dealt.rounds:,} times from a full shoe, seed {dealt.seed}. z of an edge or a deviation "
        "is the difference in standard errors; z of a probability is the signed root of its deviance (twice the log "
        "of the likelihood ratio), which is close to that and also right for rare results. The largest of "
        f"{len(dealt.rows)} is below, and chance alone exceeds the limit once in 1,000 such comparisons. The two "
        f"methods {agree}."
    )
    rows = tuple(
        (
            run,
            one.what.replace("net -", f"net {numbers.MINUS}"),
            numbers.chance(f"{run}.{one.what}.exact", one.exact),
            numbers.chance(f"{run}.{one.what}.simulated", one.simulated),
            numbers.decimal(f"{run}.{one.what}.z", one.z, 2, signed=True),
        )
        for run, one in dealt.rows
    )
    facts: tuple[tuple[str, Cell], ...] = (
        ("Largest |z|", numbers.decimal("simulated.worst", dealt.worst, 2)),
        ("Limit", numbers.decimal("simulated.limit", dealt.limit, 2)),
    )
    columns = (
        Column("Run"),
        Column("Figure", width=1),
        Column("Exact", "right"),
        Column("Simulated", "right"),
        Column("z", "right"),
    )
    blocks: tuple[Block, ...] = (Paragraph(text), Facts(facts), Table(columns, rows, small=True))
    return *blocks, *(Paragraph(one) for one in _not_compared(figures, dealt))


def _not_compared(figures: Figures, dealt: Simulated) -> Iterator[str]:
    sheet = figures.sheet
    bets = sheet.side_bets.items()
    if dealt.sides:
        yield f"Side bets were not compared. {dealt.sides}"
    else:
        uneven = [bet.name for bet_id, bet in bets if not dealt.compares_edge(bet_id, bet.paytable)]
        if uneven:
            yield (
                f"Of {', '.join(uneven)} the chances of outcomes are compared and not the edge, since large pays are "
                "too rare for so few rounds."
            )
    parlays = [bet.name for _, bet in bets if bet.parlay is not None]
    if parlays:
        yield (
            f"The simulation pays the winnings of {', '.join(parlays)} out. The edges with parlays are not compared: "
            "they would need a run for each way to parlay."
        )
    if sheet.rules.lights is not None:
        yield f"{sheet.rules.lights.name} is not compared: the simulator deals no marked cards."


def removal(figures: Figures) -> tuple[Block, ...]:
    if isinstance(figures.removal, LeftOut):
        return refused(figures.removal, "effect of removed cards")
    found = figures.removal
    text = (
        "The change of the house edge when one card is taken out of the full shoe, in percentage points: the "
        "difference of two exact analyses, each with its own best play. Negative: the player gains. Suits are averaged "
        "where a bet tells them apart. The last column is the standard deviation of the effects over a deck: the "
        "larger, the more a player gains by counting."
    )
    if not found.effects:
        return (Paragraph(text), *_refusals(found))
    names = {bet: effect_name(figures, bet) for bet in found.effects}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            names[bet],
            *(numbers.decimal(f"removal.{bet}.{rank}", 100 * effects[rank], 3, signed=True) for rank in RANKS),
            numbers.decimal(f"removal.{bet}.sd", 100 * found.deviation(bet), 3),
        )
        for bet, effects in found.effects.items()
    )
    ranks = [rank.replace("T", "10") for rank in RANKS]
    columns = Column("Bet", width=1), *(Column(rank, "right") for rank in ranks), Column("sd", "right")
    bars = {names[bet]: [100 * found.effects[bet][rank] for rank in RANKS] for bet in list(found.effects)[:MOST_BARS]}
    picture = pictures.svg(2.3, pictures.rank_bars(ranks, bars, "change of the house edge, points"))
    left_out = len(found.effects) > MOST_BARS
    caption = f"The first {MOST_BARS} of {len(found.effects)} bets. The table has all of them." * left_out
    return (
        Paragraph(text),
        Picture(picture, "bars of the effect of each rank", caption),
        Table(columns, rows, small=True),
        *_refusals(found),
    )


def _refusals(found: Removal) -> tuple[Block, ...]:
    return tuple(Paragraph(f"{bet}: {why}", small=True) for bet, why in found.refused.items())


def effect_name(figures: Figures, bet: str) -> str:
    if bet == MAIN:
        return "Main game"
    if bet == AGAINST:
        return TITLE
    bet_id, _, paytable = bet.partition(" ")
    return f"{bet_name(figures.sheet, bet_id)} {paytable}"


def _sheet_file(figures: Figures) -> str:
    """A shipped sheet is found by its name, which the document contains."""
    return "SHEET.toml " if is_path(split_game(figures.source)[0]) else ""


def method(figures: Figures, versions: dict[str, str], command: str) -> tuple[Block, ...]:
    facts = tuple((f"{name}", version) for name, version in versions.items())
    return (
        Paragraph(
            "Every figure comes from the sheet on the first page. The main game is enumerated: hands and dealer hands "
            "are compositions of cards, drawn without replacement from the stated shoe, and the value of each hand "
            "follows by backward induction (docs/mathematics.md). Side bets that depend on cards alone are counted in "
            "exact fractions. The simulation uses a counter-based generator, so that its result does not depend on the "
            "number of threads (docs/simulation.md)."
        ),
        SubSection("Evidence", (Bullets(ORACLES),)),
        SubSection("Software", (Facts(facts, code=True),)),
        SubSection(
            "To reproduce",
            (
                Paragraph(
                    "The first command makes this document again, byte for byte, with the same versions. The second "
                    "checks a file of it, PDF or HTML: it computes every figure again and compares the bytes. If they "
                    "differ, it lists what does: figures, words, and pages that look different."
                ),
                Facts((("Make", command), ("Check", f"lammer report {_sheet_file(figures)}--check FILE")), code=True),
            ),
        ),
    )
