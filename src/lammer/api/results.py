"""Result types. Each has a one-line text, an HTML table for notebooks, and plain values for programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lammer.api import html
from lammer.api.text import aligned, percent
from lammer.errors import LammerError
from lammer.exact.refusals import TWO_HANDS
from lammer.rules.sidebets import SideBetFinding

if TYPE_CHECKING:
    from lammer.exact.finding import Finding as ExactFinding
    from lammer.exact.results import Results
    from lammer.simulate.estimates import Estimate, SideEstimate


class NotComputed(LammerError):
    """This result does not contain the requested figure. The message says how to get it."""


@dataclass(frozen=True, repr=False)
class Finding:
    """The exact result of a game. All amounts are in original wagers: ``house_edge`` 0.01 is 1% of the first bet."""

    edge: "ExactFinding"
    spread: "Results | None" = None
    """The distribution of a round's net; None if it was not computed."""
    two_hands: bool = False
    """Whether a box is dealt two hands. What they bring together is not analysed."""

    @property
    def house_edge(self) -> float:
        """The expected win of the house per original wager."""
        return self.edge.house_edge

    @property
    def ev(self) -> float:
        """The expected net of the player per original wager."""
        return self.edge.ev

    @property
    def sd(self) -> float:
        """Standard deviation of a round's net."""
        return self._known.sd

    @property
    def at_risk(self) -> float:
        """The average amount of own money put at risk in a round."""
        return self._known.at_risk

    @property
    def house_edge_at_risk(self) -> float:
        """The house edge as a share of the own money put at risk."""
        return self.house_edge / self.at_risk

    @property
    def results(self) -> dict[float, float]:
        """The probability of each net result of a round."""
        return dict(self._known.chances)

    @property
    def sheet(self) -> str:
        """The game with its version and overrides."""
        return self.edge.sheet

    @property
    def strategy(self) -> str:
        return self.edge.strategy_class

    @property
    def shoe(self) -> str:
        return self.edge.shoe

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions of the figure."""
        return self.edge.assumptions

    @property
    def method(self) -> str:
        return self.edge.method

    @property
    def _known(self) -> "Results":
        if self.two_hands:
            raise NotComputed(TWO_HANDS)
        if self.spread is None:
            raise NotComputed("this finding has no standard deviation or results; call edge() without spread=False")
        return self.spread

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer edge --json`` prints them, without the computing time."""
        from lammer.exact.finding import WholeFinding

        whole = self.edge if self.spread is None else WholeFinding(self.edge, self.spread, 0.0)
        return {key: value for key, value in whole.as_json().items() if not key.endswith("seconds")}

    def __str__(self) -> str:
        spread = f", standard deviation {self.spread.sd:.6f}" if self.spread is not None else ""
        return f"{self.sheet}, {self.shoe}, {self.strategy} play: house edge {percent(self.house_edge)}{spread}"

    def __repr__(self) -> str:
        return f"<Finding {self}>"

    def _repr_html_(self) -> str:
        rows = [("house edge", percent(self.house_edge)), ("expected value", f"{self.ev:+.8f}")]
        if self.spread is not None:
            rows += [
                ("standard deviation", f"{self.sd:.6f}"),
                ("own money at risk", f"{self.at_risk:.6f}"),
                ("house edge of the money at risk", percent(self.house_edge_at_risk)),
            ]
        title = f"{self.sheet}, {self.shoe}, {self.strategy} play"
        return html.table(title, (), rows, f"{self.method}; {'; '.join(self.assumptions)}")


@dataclass(frozen=True, repr=False, eq=False)
class ActionValues(Mapping[str, float]):
    """The value of each action with a hand in original wagers, best first. ``values["free split"]`` works too."""

    sheet: str
    shoe: str
    hand: str
    up: str
    given: str
    """What is known about the dealer's hole card."""
    _values: Mapping[str, float]

    def __getitem__(self, action: str) -> float:
        return self._values[action.strip().lower().replace(" ", "-").replace("_", "-")]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def best(self) -> str:
        """The action with the highest value."""
        return next(iter(self._values))

    def __str__(self) -> str:
        values = ", ".join(f"{action} {value:+.6f}" for action, value in self._values.items())
        return f"{self.hand} against {self.up}: {values}"

    def __repr__(self) -> str:
        return f"<ActionValues {self}>"

    def _repr_html_(self) -> str:
        best = self[self.best]
        rows = [(action, f"{value:+.6f}", f"{value - best:+.6f}") for action, value in self._values.items()]
        title = f"{self.sheet}, {self.shoe}: {self.hand} against {self.up}"
        return html.table(title, ("action", "value", "against the best"), rows, self.given)


@dataclass(frozen=True, repr=False)
class SideBets:
    """Every paytable of every side bet of a game; ``posted`` names the paytable in use for each bet."""

    sheet: str
    findings: tuple[SideBetFinding, ...]
    posted: Mapping[str, str]

    def __iter__(self) -> Iterator[SideBetFinding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __getitem__(self, bet: int | str) -> SideBetFinding:
        """A finding by its index, or the finding for the posted paytable of a bet by the bet's id."""
        if isinstance(bet, int):
            return self.findings[bet]
        wanted = bet.replace("_", "-")
        for one in self.findings:
            if one.id == wanted and self.posted.get(one.id, one.paytable) == one.paytable:
                return one
        raise KeyError(bet)

    def __str__(self) -> str:
        rows = [f"{one.id} {one.paytable}: house edge {percent(one.house_edge)}" for one in self.findings]
        return "\n".join(rows) or f"{self.sheet} has no side bets"

    def __repr__(self) -> str:
        return f"<SideBets {self.sheet}: {', '.join(dict.fromkeys(one.id for one in self.findings)) or 'none'}>"

    def _repr_html_(self) -> str:
        rows = [
            (one.id, one.paytable, "yes" if self.posted.get(one.id) == one.paytable else "", percent(one.house_edge))
            for one in self.findings
        ]
        return html.table(f"{self.sheet}: side bets", ("bet", "paytable", "posted", "house edge"), rows)


@dataclass(frozen=True)
class ComparisonRow:
    """The values that were set and the edge with them."""

    values: Mapping[str, Any]
    finding: Finding


@dataclass(frozen=True, repr=False)
class Comparison:
    """Exact edges side by side, one row for each combination of values."""

    sheet: str
    strategy: str
    rows: tuple[ComparisonRow, ...]

    def __iter__(self) -> Iterator[ComparisonRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, at: int) -> ComparisonRow:
        return self.rows[at]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        header = [*self.rows[0].values, "house edge"] if self.rows else ["house edge"]
        rows = [[*map(str, row.values.values()), percent(row.finding.house_edge)] for row in self.rows]
        return header, rows

    def __str__(self) -> str:
        header, rows = self._table()
        return "\n".join([f"{self.sheet}, {self.strategy} play", *aligned([header, *rows])])

    def __repr__(self) -> str:
        return f"<Comparison {self.sheet}, {self.strategy} play: {len(self.rows)} sheets>"

    def _repr_html_(self) -> str:
        header, rows = self._table()
        return html.table(f"{self.sheet}, {self.strategy} play", header, rows)


@dataclass(frozen=True, repr=False)
class Simulation:
    """Estimates from simulated rounds, with standard errors. All amounts are in original wagers."""

    sheet: str
    strategy: str
    seed: int
    shoe: str
    seats: int
    estimate: "Estimate"
    stopped: bool
    """Ctrl-C ended the simulation early; the figures cover the rounds dealt until then."""

    @property
    def rounds(self) -> int:
        return self.estimate.rounds

    @property
    def house_edge(self) -> float:
        return self.estimate.house_edge

    @property
    def ev(self) -> float:
        return self.estimate.main.value

    @property
    def sd(self) -> float:
        return self.estimate.main.sd

    @property
    def standard_error(self) -> float:
        return self.estimate.main.error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the house edge: lower and upper bound."""
        low, high = self.estimate.main.interval
        return -high, -low

    @property
    def results(self) -> dict[float, float]:
        """The share of rounds by net result."""
        return dict(self.estimate.results)

    @property
    def sides(self) -> "dict[str, SideEstimate]":
        """The estimate for each side bet, by its id."""
        return {side.id: side for side in self.estimate.sides}

    def as_json(self) -> dict[str, Any]:
        from lammer.simulate.estimates import as_json

        about = {"sheet": self.sheet, "strategy": self.strategy, "seed": self.seed, "shoe": self.shoe}
        return about | {"seats": self.seats, "stopped": self.stopped} | as_json(self.estimate)

    def __str__(self) -> str:
        edge = f"house edge {percent(self.house_edge)} ± {percent(self.estimate.main.margin)} (95%)"
        return f"{self.sheet}, {self.strategy} play, {self.rounds:,} rounds, seed {self.seed}: {edge}"

    def __repr__(self) -> str:
        return f"<Simulation {self}>"

    def _repr_html_(self) -> str:
        main = self.estimate.main
        rows = [("main wager", percent(self.house_edge), percent(main.margin), f"{main.sd:.6f}")]
        rows += [
            (f"{side.id} {side.paytable}", percent(-side.net.value), percent(side.net.margin), f"{side.net.sd:.6f}")
            for side in self.estimate.sides
        ]
        title = f"{self.sheet}, {self.strategy} play, {self.rounds:,} rounds, seed {self.seed}"
        return html.table(title, ("wager", "house edge", "± (95%)", "standard deviation"), rows)
