"""Work of the child process for the simulator: slices of a run, the exact figures beside them, a bankroll's prospects.

Tables, games and results are kept for the next request, which is nearly always about the same ones.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.exact.results import Results
    from lammer.simulate.estimates import Estimate
    from lammer.simulate.table import KernelTable

OnProgress = Callable[[], None]
Kept = TypeVar("Kept")
MAX_KEPT = 6
WAGER = 1000
"""Minor units: what ``lammer simulate`` bets unless told otherwise."""
_kept: OrderedDict[tuple[Any, ...], Any] = OrderedDict()


def remembered(key: tuple[Any, ...], make: Callable[[], Kept]) -> Kept:
    """What ``make`` gave for this key lately, or gives now."""
    if key not in _kept:
        _kept[key] = make()
        if len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    found: Kept = _kept[key]
    return found


def _play(sheet: Sheet, strategy: str) -> "Play":
    from lammer.api.analysis import best_chart_of
    from lammer.api.shoes import ShoeChoice
    from lammer.api.strategies import play_for

    return remembered(
        ("play", sheet.ref, sheet.digest, strategy),
        lambda: play_for(strategy, sheet, lambda: best_chart_of(sheet, ShoeChoice())),
    )


def _table(sheet: Sheet, strategy: str, seats: int) -> "KernelTable":
    from lammer.api.simulation import Wagers, kernel_table

    return remembered(
        ("table", sheet.ref, sheet.digest, strategy, seats),
        lambda: kernel_table(sheet, _play(sheet, strategy), Wagers(WAGER, {}, seats)),
    )


def _slice(sheet: Sheet, asked: Mapping[str, Any], on_progress: OnProgress) -> Any:
    from lammer.api.simulation import cards_before_cut
    from lammer.simulate.run import Plan
    from lammer.workbench.simulator import simulation_slice

    try:
        table = _table(sheet, asked["strategy"], asked["seats"])
        plan = Plan(asked["seed"], asked["rounds"], cards_before_cut(sheet, asked["shoe"], asked["cut_decks"]))
        return simulation_slice(table, plan, asked["first"], asked["number"], on_progress)
    except LammerError as why:
        return {"refused": str(why)}


def _exact(sheet: Sheet, asked: Mapping[str, Any], _on_progress: OnProgress) -> Any:
    """The edge and the lammers of a strategy on a fresh shoe."""
    from lammer.api.analysis import exact_game
    from lammer.exact.finding import edge_of, shoe_of
    from lammer.exact.lammers import lammer_chances

    try:
        shoe, words = shoe_of(sheet)
        game = exact_game(sheet, shoe, _play(sheet, asked["strategy"]))
        chances = lammer_chances(game)
        return {
            "house_edge": round(edge_of(sheet, game, words).house_edge, DIGITS),
            "lammers": [round(float(one), DIGITS) for one in chances.counts],
            "dealer_natural": round(float(chances.dealer_natural), DIGITS),
        }
    except LammerError as why:
        return {"refused": str(why)}


def _results(sheet: Sheet, strategy: str, on_progress: OnProgress) -> "Results | str":
    from lammer.report.bankroll import exact_results

    table, play = _table(sheet, strategy, 1), _play(sheet, strategy)
    return remembered(
        ("results", sheet.ref, sheet.digest, strategy),
        lambda: exact_results(table, play, cut=False, on_progress=lambda _game: on_progress),
    )


def _nets(sheet: Sheet, asked: Mapping[str, Any], on_progress: OnProgress) -> Any:
    """The exact chance of every net result of a round."""
    try:
        found = _results(sheet, asked["strategy"], on_progress)
    except LammerError as why:
        return {"refused": str(why)}
    if isinstance(found, str):
        return {"refused": f"the net results are not computed exactly: {found}"}
    results = [{"net": net, "probability": round(chance, DIGITS)} for net, chance in found.chances.items()]
    return {"sd": round(found.sd, DIGITS), "results": results}


def _bankroll(sheet: Sheet, asked: Mapping[str, Any], on_progress: OnProgress) -> Any:
    """From the exact results, or with a cut card from what was dealt."""
    from lammer.report.bankroll import prospects

    try:
        exact = "a cut card" if asked["dealt"] else _results(sheet, asked["strategy"], on_progress)
        if isinstance(exact, str) and not asked["dealt"]:
            return {"refused": f"the net results are not computed exactly: {exact}"}
        found = _estimate(sheet, asked)
        figures = prospects(exact, found, asked["bank"], asked["horizon"]).as_json()
    except LammerError as why:
        return {"refused": str(why)}
    fan = [{"rounds": one["rounds"], "winnings": list(one["winnings"].values())} for one in figures["fan"]]
    percentiles = list(figures["fan"][0]["winnings"]) if figures["fan"] else []
    wanted = ("bank", "horizon", "basis", "house_edge", "sd", "ruin_within_horizon", "ruin_ever", "n0")
    return {name: figures[name] for name in wanted} | {"percentiles": percentiles, "fan": fan}


def _estimate(sheet: Sheet, asked: Mapping[str, Any]) -> "Estimate":
    """What was dealt, as far as a bankroll is concerned."""
    from lammer.simulate.estimates import Estimate, mean_of

    unit = _table(sheet, asked["strategy"], asked["seats"]).terms.unit / WAGER
    nets = asked["dealt"] or [[0, 1]]
    rounds = sum(number for _, number in nets)
    total, squares = (sum(net**power * number for net, number in nets) for power in (1, 2))
    results = {net * unit: number / rounds for net, number in nets}
    return Estimate(rounds, mean_of(total, squares, rounds, unit), results, {}, 0.0, (), None, {}, 0)


WORKS = {"simulate": (_slice, 1), "play-edge": (_exact, 1), "play-nets": (_nets, 3), "bankroll": (_bankroll, 3)}
"""Each with its urgency: the lowest number goes first."""
