"""The main wager: assumptions, classes of play, edges, rule effects, net results, and the actual hold."""

from collections.abc import Iterator

from lammer.papers import numbers, pictures
from lammer.papers.document import Block, Bullets, Cell, Column, Facts, Paragraph, Picture, SubSection, Table
from lammer.papers.figures import NOT_ASKED, Figures, NetResults
from lammer.papers.rule_effects import RuleEffects
from lammer.papers.sections.against import TITLE as AGAINST_TITLE
from lammer.papers.sections.against import against
from lammer.papers.sections.side_bets import Z90, Z95
from lammer.papers.wanted import LeftOut

CLASSES = {
    "composition": "Best play of every hand by its cards",
    "total": "Best chart by total",
    "house": "The shipped chart that the sheet names",
}
SWAPS = (
    "A chart of two hands swaps by the sum of the values of its hands, each from the whole shoe. That is close to the "
    "best swap, but not always the best, so two charts with the same plays and slightly other values differ a little."
)
ROUNDS = tuple(10**power for power in range(3, 9))
MOST_EFFECTS = 30


def refused(part: LeftOut, what: str) -> tuple[Block, ...]:
    why = part.why if part.why == NOT_ASKED else f"There is no {what} for this sheet. {part.why}"
    return (Paragraph(why),)


def edge(figures: Figures) -> tuple[Block, ...]:
    main = refused(figures.edge, "exact house edge") if isinstance(figures.edge, LeftOut) else tuple(_edge(figures))
    return main if figures.against is None else (*main, against(figures.against))


def _edge(figures: Figures) -> Iterator[Block]:
    found = figures.edge
    assert not isinstance(found, LeftOut)
    yield Paragraph(f"Method: {found.method}. The figures are fractions of the original wager and assume:")
    yield Bullets(found.assumptions)
    rows = [(CLASSES["composition"], numbers.percent("edge.composition", found.house_edge, 6), _cost(0.0, "best"))]
    for name, one in figures.chart_edges.items():
        if isinstance(one, LeftOut):
            yield Paragraph(f"{CLASSES[name]}: {one.why}")
        else:
            cost = one.house_edge - found.house_edge
            rows.append(
                (CLASSES[name], numbers.percent(f"edge.{name}", one.house_edge, 6), _cost(cost, f"edge.{name}"))
            )
    columns = Column("Class of play", width=2), Column("House edge", "right"), Column("Cost of the chart", "right")
    yield Table(columns, tuple(rows), f"House edge of the original wager, {found.shoe}", strong=(0,))
    if figures.sheet.rules.hands.swap != "none":
        yield Paragraph(SWAPS)
    if isinstance(figures.results, LeftOut):
        what = "exact standard deviation, own money at risk or house edge of the money at risk"
        yield from refused(figures.results, what)
    if not isinstance(figures.net_results, LeftOut):
        yield Facts((*_at_risk(figures, found.house_edge), *_deviation(figures.net_results)))


def _at_risk(figures: Figures, house_edge: float) -> Iterator[tuple[str, Cell]]:
    if not isinstance(figures.results, LeftOut):
        at_risk = figures.results.at_risk
        yield "Own money put at risk in a round", numbers.decimal("edge.at_risk", at_risk)
        yield "House edge of the money at risk", numbers.percent("edge.of_risk", house_edge / at_risk, 6)


def _deviation(spread: NetResults) -> Iterator[tuple[str, Cell]]:
    if spread.rounds:
        yield f"Standard deviation of {spread.rounds:,} simulated rounds", numbers.decimal("edge.sd", spread.sd)
        yield "Its standard error", numbers.decimal("edge.sd.error", spread.error)
    else:
        yield "Standard deviation of a round", numbers.decimal("edge.sd", spread.sd)
    yield "Volatility index 90%", numbers.decimal("edge.vi90", Z90 * spread.sd, 4)
    yield "Volatility index 95%", numbers.decimal("edge.vi95", Z95 * spread.sd, 4)


def _cost(cost: float, key: str) -> Cell:
    return "" if key == "best" else numbers.percent(f"{key}.cost", cost, 6)


def effects(figures: Figures) -> tuple[Block, ...]:
    if isinstance(figures.effects, LeftOut):
        return refused(figures.effects, "list of rule effects")
    found, shown = figures.effects, figures.effects.rows[:MOST_EFFECTS]
    if not shown:
        return Paragraph("No single change of a rule changes the edge of the main game."), *_without_figure(found)
    rows = tuple(
        (
            one.label,
            one.value,
            one.change,
            one.clause,
            numbers.percent(f"effect.{one.key}={one.change}", one.difference, 4, signed=True),
            numbers.percent(f"effect.{one.key}={one.change}.edge", one.house_edge),
        )
        for one in shown
    )
    bars = shown[:14]
    picture = pictures.svg(
        0.4 + 0.19 * len(bars),
        pictures.signed_bars(
            [f"{one.label}: {_short(one.change)}" for one in bars],
            [100 * one.difference for one in bars],
            "change of the house edge, percentage points",
        ),
    )
    text = (
        "Each row changes one value of the sheet and analyses the whole game again, with its own best play: every "
        "other choice of a rule, the neighbours of a number, and a list with one entry less. Changes without effect "
        "are not listed."
    )
    if len(found.rows) > len(shown):
        text += f" The {len(shown)} largest of {len(found.rows)} are shown."
    columns = (
        Column("Rule", width=2.2),
        Column("Now", width=1),
        Column("Changed to", width=1.2),
        Column("Clause", width=1),
        Column("Effect", "right"),
        Column("House edge", "right"),
    )
    return (
        Paragraph(text),
        Picture(picture, "bars of the largest effects"),
        Table(columns, rows, small=True),
        *_without_figure(found),
    )


def _without_figure(found: RuleEffects) -> Iterator[Block]:
    """The changes that were not analysed, by the reason."""
    changes: dict[str, list[str]] = {}
    for one in found.refused:
        changes.setdefault(one.why, []).append(f"{one.key}={one.change}")
    for why, texts in changes.items():
        yield Paragraph(
            f"No figure for {', '.join(texts)}{', ' if why.startswith('which ') else ': '}{why.rstrip('.')}."
        )


def _short(text: str) -> str:
    return text if len(text) <= 22 else f"{text[:21]}…"


def results(figures: Figures) -> tuple[Block, ...]:
    spread = figures.net_results
    if isinstance(spread, LeftOut):
        return refused(spread, "distribution of net results")
    from lammer.exact.finding import RESULTS_METHOD

    chances, method = spread.chances, f"with best play: {RESULTS_METHOD}."
    if spread.rounds:
        method = f"shares of the {spread.rounds:,} rounds of the second method, which deals the shipped chart."
    below, rows = 0.0, []
    for net, chance in chances.items():
        below += chance
        key = f"results.{net:+g}"
        rows.append(
            (
                numbers.signed(f"{key}.net", net),
                numbers.chance(key, chance),
                numbers.chance(f"{key}.below", min(below, 1.0)),
                numbers.decimal(f"{key}.part", net * chance, 6, signed=True),
            )
        )
    columns = (
        Column("Net result", "right"),
        Column("Probability", "right"),
        Column("This or less", "right"),
        Column("Part of the expectation", "right"),
    )
    return (
        Paragraph(f"Net results of one round in original wagers, {method}"),
        Picture(pictures.svg(2.3, pictures.results_bars(chances)), "bars of the probability of each net result"),
        Table(columns, tuple(rows), small=True),
    )


def hold(figures: Figures) -> tuple[Block, ...]:
    spread = figures.net_results
    if isinstance(figures.edge, LeftOut):
        return refused(figures.edge, "table of the actual hold")
    if isinstance(spread, LeftOut):
        return refused(spread, "table of the actual hold")
    house, sd = figures.edge.house_edge, spread.sd
    main = (
        Paragraph(
            "The actual hold of so many rounds, as a fraction of the original wagers, is within these bounds by the "
            "normal approximation. Rounds are taken as independent, each from a full shoe. For small numbers of rounds "
            "the approximation is rough." + " The deviation is the simulated one." * bool(spread.rounds)
        ),
        Picture(pictures.svg(2.2, pictures.hold_funnel(house, sd, ROUNDS)), "the hold's intervals narrow with rounds"),
        _holds("hold", house, sd),
    )
    if isinstance(figures.against, LeftOut | None):
        return main
    against = _holds("hold.against", figures.against.edge.house_edge, figures.against.results.sd)
    return *main, SubSection(AGAINST_TITLE, (against,))


def _holds(key: str, house: float, sd: float) -> Table:
    rows = []
    for rounds in ROUNDS:
        cells: list[Cell] = [f"{rounds:,}", numbers.percent(f"{key}.{rounds}.sd", sd / rounds**0.5)]
        for name, z in (("90", Z90), ("95", Z95), ("99", 2.5758293035489004)):
            for side, sign in (("low", -1), ("high", 1)):
                bound = house + sign * z * sd / rounds**0.5
                cells.append(numbers.percent(f"{key}.{rounds}.{name}.{side}", bound, 3))
        rows.append(tuple(cells))
    bounds = [Column(f"{part}% {side}", "right") for part in (90, 95, 99) for side in ("from", "to")]
    return Table((Column("Rounds", "right"), Column("Std. dev.", "right"), *bounds), tuple(rows), small=True)
