"""Game protection from user-supplied arguments: what each bet of a game is worth to a counter, with a readable
result."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any

from lammer.api import html
from lammer.api.analysis import ANALYSIS
from lammer.api.arguments import Amount, OnProgress, count_of, minor_units, need_numba, number_of, text_of
from lammer.api.arguments import steps_of as step_reporter
from lammer.api.counting import known_shoe, wanted_bets
from lammer.api.shoes import ShoeChoice
from lammer.api.simulation import MAX_SEATS, Wagers, kernel_table
from lammer.api.text import aligned, amount_text
from lammer.counting.effects import Effects
from lammer.counting.finding import steps_of
from lammer.counting.systems import HI_LO, system_named
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart

if TYPE_CHECKING:
    from lammer.counting.cards_per_round import CardsPerRound
    from lammer.counting.protection_finding import BetThreat, BetToGuard, Guarded, ProtectionFinding

TRUE_COUNTS = ("exact", "whole")
HEADER = (
    "bet",
    "count",
    "model",
    "correlation",
    "trigger",
    "decks behind",
    "share",
    "edge then",
    "bets/shoe",
    "win/shoe",
    "win/hour",
)


@dataclass(frozen=True, repr=False)
class Protection:
    """What each bet is worth to a counter, by position of the cut card."""

    finding: "ProtectionFinding"

    def __iter__(self) -> "Iterator[BetThreat]":
        return iter(self.finding.bets)

    def __len__(self) -> int:
        return len(self.finding.bets)

    def __getitem__(self, bet: str) -> "BetThreat":
        """A bet: "main game", "insurance" or the id of a side bet, alone or with its paytable."""
        for one in self:
            if bet.replace("_", "-") in (one.name, one.name.rpartition(" ")[0], one.name.partition(" ")[0]):
                return one
        raise KeyError(bet)

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer protect --json`` prints them."""
        return self.finding.as_json()

    def _rows(self) -> list[list[str]]:
        return [list(row) for bet in self.as_json()["bets"] for row in cut_rows(bet)]

    def __str__(self) -> str:
        return "\n".join([f"{self.finding.sheet}, {self.finding.shoe}", *aligned([list(HEADER), *self._rows()])])

    def __repr__(self) -> str:
        return f"<Protection {self.finding.sheet}, {self.finding.shoe}: {len(self)} bets>"

    def _repr_html_(self) -> str:
        return html.table(f"{self.finding.sheet}, {self.finding.shoe}: protection", list(HEADER), self._rows())


def cut_rows(bet: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """A row for each count and cut card of a bet, from its JSON."""
    for count in bet["counts"]:
        for cut in count["cuts"]:
            yield (
                bet["bet"],
                count["count"],
                count["model"],
                f"{count['correlation']:.3f}",
                trigger_text(count),
                f"{cut['decks_behind']:g}",
                f"{cut['share']:.2%}",
                f"{cut['edge']:+.2%}",
                f"{cut['bets_per_shoe']:.2f}",
                f"{cut['win_per_shoe']:z,.2f}",
                f"{cut['win_per_hour']:z,.2f}",
            )


def trigger_text(count: dict[str, Any]) -> str:
    """The true counts at which the bet is made: ``+1.97 or more``."""
    if not any(cut["share"] for cut in count["cuts"]):
        return "never"
    return f"{count['trigger']:+z.2f} or {'more' if count['bets_when'] == 'at or above' else 'less'}"


def has_loss(bets: Iterable[dict[str, Any]]) -> bool:
    """Whether a bet loses at and beyond its trigger, from the JSON of the bets."""
    return any(cut["win_per_shoe"] < 0 for bet in bets for count in bet["counts"] for cut in count["cuts"])


def guarded(
    sheet: Sheet,
    side: str,
    *,
    bet: Amount,
    rounds_per_hour: float,
    worth_less_than: Amount,
    level: int,
    true_count: str,
    seats: int,
    systems: Sequence[str],
) -> "Guarded":
    """What is asked for, checked."""
    need_numba(ANALYSIS)
    from lammer.counting.count_finding import LEVELS
    from lammer.counting.protection_finding import Guarded

    wanted_bets(sheet, side)
    _refuse_small(sheet, side, bet)
    wager, amount = minor_units(bet) / 100, minor_units(worth_less_than) / 100
    if amount <= 0:
        raise BadArgument("worth_less_than", "write an amount above 0", worth_less_than)
    if not (isfinite(number_of("rounds_per_hour", rounds_per_hour)) and rounds_per_hour > 0):
        raise BadArgument("rounds_per_hour", "write a number above 0, like 60", rounds_per_hour)
    if level not in LEVELS:
        raise BadArgument("level", f"{level!r} is not a level; choose from {', '.join(map(str, LEVELS))}")
    if true_count not in TRUE_COUNTS:
        raise BadArgument("true_count", f"{true_count!r} is not one of {', '.join(TRUE_COUNTS)}")
    if not 1 <= count_of("seats", seats, minimum=0) <= MAX_SEATS:
        raise BadArgument("seats", f"a table has 1 to {MAX_SEATS}", seats)
    names = (systems,) if isinstance(systems, str) else systems or (HI_LO,)
    counts = tuple(dict.fromkeys(system_named(text_of("systems", name)) for name in names))
    return Guarded(wager, rounds_per_hour, amount, level, true_count == "whole", seats, side, counts)


def _refuse_small(sheet: Sheet, side: str, bet: Amount) -> None:
    """Refuses a wager below the minimum of the table, or of the side bet that is asked about."""
    bound = sheet.side_bets.get(side)
    least = sheet.rules.limits.minimum if bound is None else bound.minimum
    wager = minor_units(bet)
    if wager < least:
        raise BadArgument("bet", f"the minimum is {amount_text(least / 100)}", amount_text(wager / 100))


def round_length(sheet: Sheet, seats: int) -> "CardsPerRound":
    """The cards of a round with the built-in chart, simulated; estimated for a game that is not simulated."""
    from lammer.counting.cards_per_round import cards_per_round, usual_cards
    from lammer.exact.play import ByChart
    from lammer.report.check import wager_for
    from lammer.simulate.refusals import NotSimulated

    try:
        play = ByChart(house_chart(sheet))
        return cards_per_round(kernel_table(sheet, play, Wagers(wager_for(sheet), {}, seats)))
    except NotSimulated:
        return usual_cards(sheet.rules.hands.per_box * seats)


def protection_of_game(sheet: Sheet, asked: "Guarded", on_progress: OnProgress | None = None) -> Protection:
    from lammer.counting.count_curve import count_curves
    from lammer.counting.protection_finding import bets_to_guard, protection_of, wanted_effects

    shoe = known_shoe(sheet, ShoeChoice())
    wanted, refused = wanted_effects(sheet, asked.side)
    step = step_reporter(on_progress, steps_of(sheet, shoe, wanted))
    found = list(bets_to_guard(sheet, shoe, wanted, refused, step))
    length, curves = round_length(sheet, asked.seats), partial(count_curves, sheet, shoe.by_value)
    return Protection(protection_of(sheet, shoe.text, found, refused, asked, length, curves))


def plain_bet(bet: "BetToGuard") -> dict[str, Any]:
    """A bet as a JSON value, to be kept."""
    effects = bet.effects
    plain = effects._asdict() | {"by_card": dict(effects.by_card), "counts": dict(effects.counts)}
    return {"effects": plain, "decided": None if bet.decided is None else bet.decided.as_plain()}


def bet_from_plain(plain: dict[str, Any]) -> "BetToGuard":
    """The bet of a JSON value, whose keys are texts."""
    from lammer.counting.deciding_cards import deciding_cards_from
    from lammer.counting.protection_finding import BetToGuard

    effects, decided = plain["effects"], plain["decided"]
    by_code = {key: {int(code): one for code, one in effects[key].items()} for key in ("by_card", "counts")}
    return BetToGuard(Effects(**effects | by_code), None if decided is None else deciding_cards_from(decided))
