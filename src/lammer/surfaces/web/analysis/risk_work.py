"""Work of the child process about a bankroll: its risk and its curves, with bets by true count."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from lammer.api.risk import Steps, bankroll_risk, named_play, results_seen
from lammer.api.risk_arguments import Asked, Bets, Rounds
from lammer.errors import BadArgument, LammerError
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis.paper_work import Progress
from lammer.surfaces.web.analysis.simulation_work import remembered

if TYPE_CHECKING:
    from lammer.api.risk import BankrollRisk, Seen
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable

WIDEST = 1_000
"""Parts of a unit that a round can win or lose: ruin then takes some seconds on one core."""


def _risk(sheet: Sheet, asked: Mapping[str, Any], on_progress: Progress) -> Any:
    wanted = Asked(Rounds(**asked["rounds"]), Bets(**asked["bets"]))
    steps = Steps(lambda table, plan: _dealt(table, plan, on_progress), _parts(on_progress), WIDEST)
    try:
        seen = _seen(sheet, asked["strategy"], wanted.rounds, steps)
        found = bankroll_risk(sheet, seen, wanted, steps)
    except BadArgument as wrong:
        return {"refused": wrong.text, "keys": {wrong.argument: wrong.text}}
    except LammerError as why:
        return {"refused": str(why)}
    reach = steps.part("rounds of the curves", wanted.bets.horizon)
    return {"found": found.as_json(), **_in_money(found, reach, asked["rounds_per_hour"])}


def _seen(sheet: Sheet, strategy: str, asked: Rounds, steps: Steps) -> "Seen":
    """Another ramp or bankroll needs no other rounds."""
    return remembered(
        ("seen", sheet.ref, sheet.digest, strategy, *asked),
        lambda: results_seen(sheet, named_play(sheet, strategy), asked, steps),
    )


def _dealt(table: "KernelTable", plan: "Plan", on_progress: Progress) -> "Ran[Tally]":
    """On this thread, so that the work can be stopped after any chunk."""
    from lammer.simulate.run import CHUNK, Ran

    reach = _parts(on_progress)("rounds", plan.rounds)
    table.prepare(plan.cut, plan.tags)
    tally = plan.new_tally(table)
    for chunk in range(plan.chunks()):
        tally = tally.plus(plan.deal(table, chunk))
        reach(min((chunk + 1) * CHUNK, plan.rounds))
    return Ran(tally, plan.chunks(), stopped=False)


def _parts(on_progress: Progress) -> Callable[[str, int], Callable[[int], None]]:
    """Tells at most a hundred times how far a part is."""

    def part(what: str, total: int) -> Callable[[int], None]:
        percent = -1

        def reach(done: int) -> None:
            nonlocal percent
            on_progress()
            if 100 * done // total != percent:
                percent = 100 * done // total
                on_progress.tell(done, total, what)

        return reach

    return part


def _in_money(found: "BankrollRisk", reach: Callable[[int], None], rounds_per_hour: int) -> dict[str, Any]:
    """Figures by the hour, and the curves, in units of money."""
    from lammer.report.risk_curves import curves_of

    unit, gained, curves = found.unit, found.risk.prospect, curves_of(found.risk, reach)
    kelly = found.risk.kelly_bank
    return {
        "rounds_per_hour": rounds_per_hour,
        "win_per_hour": gained.mean * rounds_per_hour * unit,
        "sd_per_hour": gained.sd * rounds_per_hour**0.5 * unit,
        "kelly_bet": unit * found.risk.stakes.kelly * found.risk.stakes.bank / kelly if kelly else None,
        "by_bank": [one._replace(bank=one.bank * unit)._asdict() for one in curves.by_bank],
        "by_rounds": [
            one._replace(mean=one.mean * unit, sd=one.sd * unit)._asdict() | {"hours": one.rounds / rounds_per_hour}
            for one in curves.by_rounds
        ],
        "winnings": [one._replace(low=one.low * unit, high=one.high * unit)._asdict() for one in curves.winnings],
    }


WORKS = {"risk": (_risk, 3)}
"""Each with its urgency: the lowest number goes first."""
