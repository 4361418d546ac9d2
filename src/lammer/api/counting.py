"""Effects of removal and counts of a game, from user-supplied arguments, with readable results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lammer.api import html
from lammer.api.analysis import ANALYSIS
from lammer.api.arguments import OnProgress, need_numba, number_of, text_of
from lammer.api.arguments import steps_of as step_reporter
from lammer.api.shoes import INFINITE, ShoeChoice
from lammer.api.text import aligned
from lammer.cards.card import VALUE_LETTERS
from lammer.counting.effects import INSURANCE, MAIN, Effects
from lammer.counting.finding import EffectsFinding, ShoeKnown, WantedBets, effects_of_removal, steps_of
from lammer.counting.systems import own_system, system_named, systems
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.counting.count_finding import Asked, BetCount, CountFinding, CountRow


@dataclass(frozen=True, repr=False)
class EffectsOfRemoval:
    """What one card less in the shoe does to the player's expectation, bet by bet."""

    finding: EffectsFinding

    def __iter__(self) -> Iterator[Effects]:
        return iter(self.finding.effects)

    def __len__(self) -> int:
        return len(self.finding.effects)

    def __getitem__(self, bet: str) -> Effects:
        """The effects of a bet: "main game", "insurance" or the id of a side bet; its first paytable."""
        return self.finding.of(bet if bet == MAIN else bet.replace("_", "-"))

    def of(self, bet: str, paytable: str | None = None, play: str | None = None) -> Effects:
        """The effects of a bet with a paytable and a play (optimal, chart held)."""
        return self.finding.of(bet, paytable, play)

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer eor --json`` prints them."""
        return self.finding.as_json()

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["percentage points", *VALUE_LETTERS.values(), "sum"]
        rows = [
            [
                f"{one.name}, {one.play}" if one.play else one.name,
                *(points(by_value.get(value)) for value in VALUE_LETTERS),
                points(one.total),
            ]
            for one in self
            for by_value in (one.by_value(),)
        ]
        return header, rows

    def __str__(self) -> str:
        header, rows = self._table()
        return "\n".join([f"{self.finding.sheet}, {self.finding.shoe}", *aligned([header, *rows])])

    def __repr__(self) -> str:
        bets = ", ".join(dict.fromkeys(one.bet for one in self)) or "none"
        return f"<EffectsOfRemoval {self.finding.sheet}, {self.finding.shoe}: {bets}>"

    def _repr_html_(self) -> str:
        header, rows = self._table()
        return html.table(f"{self.finding.sheet}, {self.finding.shoe}: effects of removal", header, rows)


@dataclass(frozen=True, repr=False)
class Counts:
    """Counts for a game: the best tags, published systems, and the counts of its side bets."""

    finding: "CountFinding"

    def __iter__(self) -> "Iterator[CountRow]":
        return iter(self.finding.counts)

    def __len__(self) -> int:
        return len(self.finding.counts)

    def __getitem__(self, name: str) -> "CountRow":
        """A count by its name, as printed: "Hi-Lo", "best of level 1, balanced"."""
        for one in self:
            if one.name == name:
                return one
        raise KeyError(name)

    def bet(self, bet: str) -> "BetCount":
        """The counts of a side bet, by its id and paytable or the id alone."""
        for one in self.finding.bets:
            if bet.replace("_", "-") in (one.name, one.name.partition(" ")[0]):
                return one
        raise KeyError(bet)

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer count --json`` prints them."""
        return self.finding.as_json()

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = ["count", "tags", "betting", "playing", "insurance"]
        figures = [[f"{one:.3f}" if one is not None else "" for one in row[2:]] for row in self]
        return header, [[row.name, str(row.tags), *cells] for row, cells in zip(self, figures, strict=True)]

    def __str__(self) -> str:
        header, rows = self._table()
        return "\n".join([f"{self.finding.sheet}, {self.finding.shoe}", *aligned([header, *rows])])

    def __repr__(self) -> str:
        return f"<Counts {self.finding.sheet}, {self.finding.shoe}: {len(self)} counts>"

    def _repr_html_(self) -> str:
        header, rows = self._table()
        return html.table(f"{self.finding.sheet}, {self.finding.shoe}: counts", header, rows)


def points(effect: float | None) -> str:
    """An effect in percentage points.

    >>> points(0.000907), points(-1e-9), points(None)
    ('+0.0907', '0.0000', '')
    """
    if effect is None:
        return ""
    rounded = round(100 * effect, 4) + 0.0
    return f"{rounded:+.4f}" if rounded else f"{rounded:.4f}"


def known_shoe(sheet: Sheet, choice: ShoeChoice) -> ShoeKnown:
    """The shoe of a choice. One card of infinitely many changes nothing."""
    if choice.cards == INFINITE:
        raise BadArgument("decks", "one card of infinitely many has no effect; give a number of decks")
    by_value, text = choice.counts(sheet)
    return ShoeKnown(choice.cards_left(sheet), by_value, text)


def wanted_bets(sheet: Sheet, side: str) -> WantedBets:
    """One bet with all its paytables, or all bets. Refuses a bet that the game does not have."""
    if side and side not in (MAIN, INSURANCE, *sheet.side_bets):
        known = ", ".join((f"'{MAIN}'", INSURANCE, *sheet.side_bets))
        raise BadArgument("side", f"{side!r} is not a bet of {sheet.id}; choose from {known}")
    return WantedBets(side)


def effects_of_removal_of(
    sheet: Sheet, choice: ShoeChoice, side: str = "", on_progress: OnProgress | None = None
) -> EffectsOfRemoval:
    need_numba(ANALYSIS)
    shoe, wanted = known_shoe(sheet, choice), wanted_bets(sheet, side)
    step = step_reporter(on_progress, steps_of(sheet, shoe, wanted))
    return EffectsOfRemoval(effects_of_removal(sheet, shoe, wanted, step))


def asked_counts(
    sheet: Sheet, names: Sequence[str], tags: str | None, side: str, level: int, penetration: float | None
) -> "Asked":
    """What is asked for, checked: systems by id (all if none is named), and tags of the user's own."""
    from lammer.counting.count_finding import LEVELS, Asked

    if side and side not in sheet.side_bets:
        known = ", ".join(sheet.side_bets) or "none"
        text = f"counts are listed for side bets, of which {sheet.id} has {known}; all systems have a column insurance"
        raise BadArgument("side", text, side)
    chosen = [system_named(text_of("system", name)) for name in names] or list(systems().values())
    if tags is not None:
        chosen.append(own_system(text_of("tags", tags), "tags"))
    if level not in LEVELS:
        raise BadArgument("level", f"{level!r} is not a level; choose from {', '.join(map(str, LEVELS))}")
    return Asked(tuple(chosen), level, side, penetration_of(penetration))


def penetration_of(penetration: float | None) -> float:
    from lammer.counting.count_finding import PENETRATION

    cut = PENETRATION if penetration is None else penetration
    if not 0 < number_of("penetration", cut) < 1:
        raise BadArgument("penetration", "write the part of the shoe in front of the cut card, like 0.75", cut)
    return cut


def counts_of_game(sheet: Sheet, choice: ShoeChoice, asked: "Asked", on_progress: OnProgress | None = None) -> Counts:
    need_numba(ANALYSIS)
    from lammer.counting.count_finding import counts_of

    shoe = known_shoe(sheet, choice)
    return Counts(counts_of(sheet, shoe, asked, step_reporter(on_progress, steps_of(sheet, shoe))))
