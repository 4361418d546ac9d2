"""Lights for marked cards: what they are worth for the smallest wager, the time to the prize, and the best trades."""

from collections.abc import Iterator

from lammer.cards.card import VALUE_LETTERS
from lammer.cards.money import money_text
from lammer.exact.lights import CHANCES_METHOD, PLAYS_ON, LightsFinding, LightsPlay
from lammer.papers import numbers
from lammer.papers.document import Block, Cell, Column, Number, Paragraph, SubSection, Table
from lammer.papers.wanted import LeftOut

UPS = (*range(2, 11), 1)


def lights(found: LightsFinding | LeftOut, name: str) -> SubSection:
    if isinstance(found, LeftOut):
        return SubSection(name, (Paragraph(f"The exact analysis does not cover these lights: {found.why}"),))
    return SubSection(name, tuple(_lights(found)))


def best_edge(found: LightsFinding) -> Number:
    """Of the main wager, together with the prize."""
    return numbers.percent("cover.lights.house_edge", found.best.house_edge)


def _lights(found: LightsFinding) -> Iterator[Block]:
    yield Paragraph(
        f"There is no wager on it: {found.needed} lights win {money_text(found.prize)}, so a light is worth "
        f"{found.light:g} wagers of {money_text(found.stake)}, however many the player has. The figures are for this "
        "wager on the main game, the smallest; a larger one gains less of its amount."
    )
    yield Paragraph(f"Method: {CHANCES_METHOD}. The figures assume that {PLAYS_ON}.", small=True)
    columns = (
        Column("Play", width=1),
        Column("House edge", "right"),
        Column("Without the prize", "right"),
        Column("Lights a round", "right"),
        Column("Rounds to the prize", "right"),
        Column("Half", "right"),
        Column("Nine in ten", "right"),
    )
    rows = tuple(_play(f"lights.{at}", one) for at, one in enumerate(found.plays))
    caption = "House edge of the main wager; half and nine in ten of all players have the prize after so many rounds"
    yield Table(columns, rows, caption, strong=(0,), small=True)
    if found.cells:
        yield _trades(found)


def _play(key: str, one: LightsPlay) -> tuple[Cell, ...]:
    edges = (
        one.name.capitalize(),
        numbers.percent(f"{key}.house_edge", one.house_edge, 6),
        numbers.percent(f"{key}.without", -one.net, 6),
        numbers.decimal(f"{key}.lights", one.lights),
    )
    if one.rounds is None:
        return *edges, "never", "", ""
    mean, half, most = one.rounds
    waits = numbers.count(f"{key}.rounds", mean, 1), numbers.count(f"{key}.half", half)
    return *edges, *waits, numbers.count(f"{key}.nine_in_ten", most)


def _trades(found: LightsFinding) -> Table:
    gains = {(cell.other, cell.up): cell.gain for cell in found.cells}
    rows = tuple(
        (VALUE_LETTERS[other], *(_gain(f"lights.trade.{other}.{up}", gains.get((other, up))) for up in UPS))
        for other in sorted({other for other, _ in gains})
    )
    columns = Column("With"), *(Column(VALUE_LETTERS[up], "right") for up in UPS)
    caption = f"What a trade of the {found.marked} gains in wagers by the other card and the up card; trade if positive"
    return Table(columns, rows, caption, small=True)


def _gain(key: str, gain: float | None) -> Cell:
    return "–" if gain is None else numbers.decimal(key, gain, 3, signed=True)
