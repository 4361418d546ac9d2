"""The risk of a bankroll, from user-supplied arguments. The command line and the workbench call these functions too."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.api import html
from lammer.api.analysis import best_chart_of
from lammer.api.arguments import OnProgress, need_numba
from lammer.api.risk_arguments import Asked, Bets, Rounds, refuse_unused
from lammer.api.shoes import ShoeChoice
from lammer.api.simulation import Wagers, cards_before_cut, counted_tags, kernel_table
from lammer.api.strategies import StrategyLike, play_for
from lammer.api.tables import refuse_wagers
from lammer.api.text import aligned
from lammer.errors import BadArgument, LammerError
from lammer.exact.refusals import NotAnalysed
from lammer.risk.ramp import Ramp, Share, parse_ramp, prospect
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.report.risk import Risk, Stakes
    from lammer.report.risk_curves import Curves
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable

MISSING = ("Kelly's bankroll", "growth", "ruin", "losses", "winnings by percentile")
"""What takes time after the rounds are known."""
WIDEST = 6_000
"""The most parts of a unit that a round can win or lose. Ruin needs matrices with as many rows."""


class Seen(NamedTuple):
    """The results of a round at each true count."""

    strategy: str
    shares: tuple[Share, ...]
    dealt: int
    """Simulated rounds; 0 if the results are exact."""
    stopped: bool = False


Part = Callable[[str, int], Callable[[int], None]]
"""Takes a part of the work and the number of its steps; returns a function that is called with the steps done."""


class Steps(NamedTuple):
    """How the work is done and reported. ``run`` simulates. ``widest`` bounds the work for large bets."""

    run: "Callable[[KernelTable, Plan], Ran[Tally]]"
    part: Part
    widest: int = WIDEST


@dataclass(frozen=True, repr=False)
class BankrollRisk:
    """What a bankroll can expect. Amounts are in units of the ramp, except ``unit``, which is in units of money."""

    sheet: str
    strategy: str
    seats: int
    unit: float
    simulated_rounds: int
    count: str
    risk: "Risk"
    stopped: bool = False
    """Ctrl-C ended the work early. The figures are from the rounds dealt until then; those that were not
    computed are ``missing``."""
    missing: tuple[str, ...] = ()
    """What was not computed because of Ctrl-C; its figures are None in ``as_json``."""

    @property
    def ramp(self) -> Ramp:
        return self.risk.ramp

    def __getitem__(self, name: str) -> Any:
        """A figure of ``as_json`` by its name, like "n0"."""
        return self.as_json()[name]

    def curves(self, on_progress: OnProgress | None = None) -> "Curves":
        """Ruin by bankroll and by rounds, the distribution of the winnings, and the expected bankroll with its
        standard deviation."""
        from lammer.report.risk_curves import curves_of

        return curves_of(self.risk, _reached(on_progress, self.risk.stakes.rounds))

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer risk --json`` prints them."""
        about = {"sheet": self.sheet, "strategy": self.strategy, "seats": self.seats, "unit": self.unit}
        run = {"simulated_rounds": self.simulated_rounds, "stopped": self.stopped, "count": self.count or None}
        missing = {"missing": list(self.missing)} if self.missing else {}
        figures = {key: None if _is_missing(one) else one for key, one in self.risk.as_json().items()}
        return about | run | missing | figures

    def _table(self) -> list[list[str]]:
        found = self.as_json()
        names = ["win_per_100", "sd_per_100", "n0", "desirability_index", "score", "kelly_bank", "ruin_ever"]
        names += ["ruin_within_rounds", "ruin_before_goal", "ruin_before_goal_within_rounds", "goal_within_rounds"]
        names += ["chance_of_loss"]
        return [[name.replace("_", " "), f"{found[name]:,.6g}"] for name in names if found[name] is not None]

    def __str__(self) -> str:
        return "\n".join([repr(self)[1:-1], *aligned(self._table())])

    def __repr__(self) -> str:
        bank, rounds = self.risk.stakes.bank, self.risk.stakes.rounds
        ruin = f"ruin {self.risk.ruin_within:.4%} within {rounds:,} rounds" if not self.missing else "stopped"
        return f"<BankrollRisk {self.sheet}, {self.strategy} play, ramp {self.ramp}, {bank:,g} units: {ruin}>"

    def _repr_html_(self) -> str:
        return html.table(f"{self.sheet}: bankroll of {self.risk.stakes.bank:,g} units", ("", ""), self._table())


def named_play(sheet: Sheet, strategy: StrategyLike) -> "Play":
    return play_for(strategy, sheet, lambda: best_chart_of(sheet, ShoeChoice()))


def refuse_rounds(sheet: Sheet, asked: Rounds) -> None:
    """Refuses what this game cannot deal, before anything is computed; wagers are refused elsewhere."""
    need_numba("simulation")
    if asked.system:
        cards_before_cut(sheet, "cut", asked.cut_decks)


def results_seen(sheet: Sheet, play: "Play", asked: Rounds, steps: Steps) -> Seen:
    """The exact results of a round, or simulated ones at each count."""
    from lammer.report.risk import flat_share, shares_of

    table = kernel_table(sheet, play, Wagers(asked.unit, {}, asked.seats))
    if not asked.system:
        from lammer.report.bankroll import exact_results

        step = one_by_one(steps.part("up cards", 10))
        exact = exact_results(table, play, cut=False, on_progress=lambda _game: step)
        if isinstance(exact, str):
            raise _no_exact_results(sheet, exact)
        return Seen(play.name, flat_share(exact.chances), 0)
    from lammer.simulate.by_count import count_bins
    from lammer.simulate.run import CHUNK, Plan

    tags = counted_tags(asked.system, asked.true_count, sheet.rules.shoe.decks)
    plan = Plan(asked.seed, asked.rounds, cards_before_cut(sheet, "cut", asked.cut_decks), tags)
    ran = steps.run(table, plan)
    if ran.chunks == 0:
        raise KeyboardInterrupt
    shares = shares_of(count_bins(table, ran.tally), table.seats)
    return Seen(play.name, shares, min(ran.chunks * CHUNK, plan.rounds), ran.stopped)


def _no_exact_results(sheet: Sheet, why: str) -> LammerError:
    if sheet.rules.hands.per_box > 1:
        return NotAnalysed(f"this game has no figures of risk: {why}; nor are counts kept with several hands per box")
    return BadArgument("count", f"there are no exact results: {why}; name a count, like hi-lo, to simulate them")


def bankroll_risk(sheet: Sheet, seen: Seen, asked: Asked, steps: Steps, *, keep: bool = False) -> BankrollRisk:
    """What the bets bring with these results. With ``keep``, Ctrl-C leaves the figures that take no time: those of the
    rounds, with flat bets if the best ramp is not found yet."""
    from lammer.report.risk import Stakes, risk_of

    unit, bets = asked.rounds.unit, asked.bets
    stakes = Stakes(bets.bank / unit, bets.horizon, bets.goal / unit, bets.kelly)
    ramp = parse_ramp(bets.ramp) if bets.best is None else None
    stopped, missing = seen.stopped, tuple[str, ...]()
    try:
        ramp = _ramp(seen.shares, bets, bets.bank / unit, steps)
        _refuse_wide(seen.shares, ramp, steps.widest)
        if not any(ramp.bet(one.true_count) for one in seen.shares):
            raise BadArgument("ramp", "no round is bet on: such a true count never came up", ramp)
        if not prospect(seen.shares, ramp).variance:
            raise BadArgument("rounds", "every round had the same result; simulate more", f"{seen.dealt:,}")
        found = risk_of(seen.shares, ramp, stakes, steps.part("rounds of the horizon", bets.horizon))
    except KeyboardInterrupt:
        if not keep:
            raise
        found, stopped = _of_the_rounds(seen.shares, ramp or Ramp(1), stakes), True
        missing = MISSING if ramp else ("the best ramp", *MISSING)
    about = (sheet.ref, seen.strategy, asked.rounds.seats, unit / 100, seen.dealt, asked.rounds.system)
    return BankrollRisk(*about, found, stopped, missing)


def _of_the_rounds(shares: tuple[Share, ...], ramp: Ramp, stakes: "Stakes") -> "Risk":
    """What the rounds bring; ruin, growth and winnings are missing."""
    from lammer.report.risk import Risk

    missing = dict.fromkeys(("ruin_ever", "ruin_within", "loss", "shortfall", "kelly_bank", "growth"), nan)
    return Risk(
        ramp,
        shares,
        stakes,
        prospect(shares, ramp),
        ruin_before_goal=None,
        goal_in_time=None,
        certainty_equivalent=nan,
        fan=(),
        **missing,
    )


def _is_missing(figure: object) -> bool:
    return isinstance(figure, float) and isnan(figure)


def _ramp(shares: tuple[Share, ...], bets: Bets, bank: float, steps: Steps) -> Ramp:
    from lammer.risk.best_ramp import TRIES, Limits, best_ramp

    if bets.best is None:
        return parse_ramp(bets.ramp)
    _refuse_wide(shares, Ramp(bets.most), steps.widest, "most")
    found = best_ramp(shares, Limits(bank, bets.best, bets.least, bets.most), one_by_one(steps.part("ramps", TRIES)))
    if found is None:
        text = "no ramp within Kelly's bets risks so little; lower the least bet or the unit, or raise the bankroll"
        raise BadArgument("best", text, f"{bets.best:g}")
    return found.ramp


def _refuse_wide(shares: tuple[Share, ...], ramp: Ramp, widest: int, argument: str = "ramp") -> None:
    from lammer.risk.lattice import lattice_of

    wide = 0
    for one in shares:
        lattice = lattice_of(one.results)
        wide = max(wide, ramp.bet(one.true_count) * max(lattice.down, lattice.up))
    if wide > widest:
        text = f"these bets are too large to compute ruin: a round can win or lose {wide:,} parts of a unit; at most"
        raise BadArgument(argument, f"{text} {widest:,}. Write smaller bets, in larger units", ramp)


def simulated_risk(
    sheet: Sheet, strategy: StrategyLike, asked: Asked, on_progress: OnProgress | None = None
) -> BankrollRisk:
    """For ``Game.risk``: on threads. Ctrl-C keeps the rounds dealt so far, and what is computed of them."""
    refuse_unused(asked.rounds)
    refuse_wagers(sheet, asked.rounds.unit, {})
    refuse_rounds(sheet, asked.rounds)
    from lammer.simulate.run import CHUNK, run

    def dealt(table: "KernelTable", plan: "Plan") -> "Ran[Tally]":
        reach = _reached(on_progress, plan.rounds)
        return run(table, plan, asked.rounds.threads, lambda _tally, chunks: reach(min(chunks * CHUNK, plan.rounds)))

    steps = Steps(dealt, lambda _what, total: _reached(on_progress, total))
    seen = results_seen(sheet, named_play(sheet, strategy), asked.rounds, steps)
    return bankroll_risk(sheet, seen, asked, steps, keep=True)


def _reached(on_progress: OnProgress | None, total: int) -> Callable[[int], None]:
    def reach(done: int) -> None:
        if on_progress is not None:
            on_progress(done, total)

    return reach


def one_by_one(reach: Callable[[int], None]) -> Callable[[], None]:
    """A callback without arguments that counts its calls."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        reach(done)

    return step
