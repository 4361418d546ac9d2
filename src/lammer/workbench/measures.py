"""The figures of a game: its exact house edge, the edge of every side bet, the spread of a round; and differences."""

import time
from collections.abc import Callable
from typing import Any

from typing_extensions import TypedDict

from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS


class SideBetMeasure(TypedDict):
    """A paytable of a side bet; ``posted`` is the one on the table. ``hit_rate`` is how often the bet wins."""

    id: str
    name: str
    paytable: str
    posted: bool
    house_edge: float
    hit_rate: float


class Measures(TypedDict):
    """What can be worked out at once. A figure that the analysis does not cover is null, and ``refused`` says why."""

    sheet: str
    house_edge: float | None
    side_bets: list[SideBetMeasure]
    refused: list[str]
    seconds: float


class NetChance(TypedDict):
    net: float
    probability: float


class Spread(TypedDict):
    """``sd`` in original wagers; ``at_risk`` is the own money put at risk on average."""

    sheet: str
    sd: float | None
    at_risk: float | None
    house_edge_at_risk: float | None
    results: list[NetChance]
    method: str
    results_method: str
    refused: list[str]
    seconds: float


class QuickSpread(TypedDict):
    """``sd`` in original wagers, closer to the exact one than ``tolerance``; ``at_risk`` is exact."""

    sheet: str
    sd: float | None
    tolerance: float
    at_risk: float | None
    refused: list[str]
    seconds: float


class SideBetDifference(TypedDict):
    id: str
    name: str
    paytable: str
    difference: float


class Difference(TypedDict):
    """How much more the house keeps than in another game; null where one of the two has no figure."""

    sheet: str
    house_edge: float | None
    side_bets: list[SideBetDifference]


def measures(sheet: Sheet) -> Measures:
    """The exact edge for best play on a fresh shoe, and every paytable of every side bet."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import edge_of, shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.sidebets import side_bets
    from lammer.exact.values import Game

    begun = time.perf_counter()
    refused: list[str] = []
    edge, bets = None, list[SideBetMeasure]()
    try:
        shoe, shoe_text = shoe_of(sheet)
        game = Game(analysed_tables(sheet), shoe, Optimal())
        edge = round(edge_of(sheet, game, shoe_text).house_edge, DIGITS)
        bets = [_side_bet(sheet, one) for one in side_bets(sheet, game)]
    except NotAnalysed as why:
        refused.append(str(why))
    return {
        "sheet": sheet.ref,
        "house_edge": edge,
        "side_bets": bets,
        "refused": refused,
        "seconds": round(time.perf_counter() - begun, 4),
    }


def _side_bet(sheet: Sheet, found: Any) -> SideBetMeasure:
    bet = sheet.side_bets.get(found.id)
    return {
        "id": found.id,
        "name": bet.name if bet else found.id.capitalize(),
        "paytable": found.paytable,
        "posted": bet is None or bet.paytable == found.paytable,
        "house_edge": round(found.house_edge, DIGITS),
        "hit_rate": round(sum(one.probability for one in found.outcomes if one.pays > 0), DIGITS),
    }


def spread(sheet: Sheet, on_progress: Callable[[], None] = lambda: None) -> Spread:
    """The standard deviation and the net results of a round; ``on_progress`` is called after each up card."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import RESULTS_METHOD, SPREAD_METHOD, shoe_of, whole_finding
    from lammer.exact.play import Optimal
    from lammer.exact.values import Game

    begun = time.perf_counter()
    figures: dict[str, Any] = {"sd": None, "at_risk": None, "house_edge_at_risk": None, "results": []}
    refused: list[str] = []
    try:
        shoe, words = shoe_of(sheet)
        whole = whole_finding(sheet, Game(analysed_tables(sheet), shoe, Optimal()), words, on_progress).as_json()
        figures = {name: whole[name] for name in figures}
    except NotAnalysed as why:
        refused.append(str(why))
    return {
        "sheet": sheet.ref,
        "sd": figures["sd"],
        "at_risk": figures["at_risk"],
        "house_edge_at_risk": figures["house_edge_at_risk"],
        "results": figures["results"],
        "method": SPREAD_METHOD,
        "results_method": RESULTS_METHOD,
        "refused": refused,
        "seconds": round(time.perf_counter() - begun, 4),
    }


def quick_deviation(sheet: Sheet) -> QuickSpread:
    """The standard deviation within a tolerance, in a fraction of the time of the exact one."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.quick_spread import TOLERANCE, quick_spread
    from lammer.exact.values import Game

    begun = time.perf_counter()
    sd, at_risk, refused = None, None, list[str]()
    try:
        found = quick_spread(Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal()))
        sd, at_risk = round(found.sd, DIGITS), round(found.at_risk, DIGITS)
    except NotAnalysed as why:
        refused.append(str(why))
    return {
        "sheet": sheet.ref,
        "sd": sd,
        "tolerance": TOLERANCE,
        "at_risk": at_risk,
        "refused": refused,
        "seconds": round(time.perf_counter() - begun, 4),
    }


def difference(one: Measures, other: Measures) -> Difference:
    """What ``one`` keeps more than ``other``, with the side bets that both have."""
    edges = {(bet["id"], bet["paytable"]): bet["house_edge"] for bet in other["side_bets"]}
    return {
        "sheet": other["sheet"],
        "house_edge": _less(one["house_edge"], other["house_edge"]),
        "side_bets": [
            {
                "id": bet["id"],
                "name": bet["name"],
                "paytable": bet["paytable"],
                "difference": round(bet["house_edge"] - edges[bet["id"], bet["paytable"]], DIGITS),
            }
            for bet in one["side_bets"]
            if (bet["id"], bet["paytable"]) in edges
        ],
    }


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else round(one - other, DIGITS)
