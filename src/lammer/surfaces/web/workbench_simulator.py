"""Routes of the workbench's simulator. A slice is one request, so that pausing is not asking for the next one."""

from math import isfinite
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, FastAPI
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from lammer.api.arguments import seed_number
from lammer.api.simulation import MAX_SEATS, cards_before_cut
from lammer.errors import BadArgument
from lammer.floor.refusals import FloorRefused
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import shipped_charts
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import game_sheet, rules_sheet
from lammer.surfaces.web.workbench_requests import Asked
from lammer.surfaces.web.workbench_work import worked
from lammer.workbench.measures import NetChance
from lammer.workbench.simulator import SimulationSlice, check_rounds, slices_of

STRATEGIES = {
    "house": "the house's chart for this game",
    "composition": "best play of every hand",
    "total": "best chart",
}
MAX_NETS, MAX_BANK, MAX_HORIZON = 400, 1e6, 10**6
CUT_CLAUSE = "cut.card_minimum_decks"


class PlayAsked(Asked):
    strategy: Annotated[str, Field(max_length=80)] = "house"


class SliceAsked(PlayAsked):
    """``first`` is the first chunk of the slice; a run's chunks are dealt in order."""

    rounds: int
    seed: Annotated[str, Field(max_length=100, description="a whole number, or any word")] = "1"
    shoe: Literal["fresh", "cut", "csm"] = "fresh"
    cut_decks: Annotated[float | None, Field(description="decks behind the cut card")] = None
    seats: int = 1
    first: Annotated[int, Field(ge=0, le=10**6, strict=True)] = 0


Dealt = tuple[Annotated[int, Field(ge=-(10**6), le=10**6)], Annotated[int, Field(ge=1, le=10**12)]]


class BankrollAsked(PlayAsked):
    """``bank`` in main wagers. ``dealt`` are nets in units and how often each came up; without it the exact results
    are taken."""

    bank: float
    horizon: int
    seed: Annotated[str, Field(max_length=100)] = "1"
    dealt: Annotated[tuple[Dealt, ...], Field(max_length=MAX_NETS)] = ()


class StrategyChoice(TypedDict):
    id: str
    name: str


class SimulatorChoices(TypedDict):
    """What can be chosen. ``cut_decks`` is where the cut card lies unless told otherwise."""

    strategies: list[StrategyChoice]
    cut_decks: float
    decks: int
    seats: int


class PlayEdge(TypedDict):
    """Exact figures of a strategy on a fresh shoe: the edge, and the chance of each number of lammers without a dealer
    natural."""

    house_edge: float
    lammers: list[float]
    dealer_natural: float


class PlayNets(TypedDict):
    """The exact distribution of a round's net, in original wagers."""

    sd: float
    results: list[NetChance]


class BankrollFanPoint(TypedDict):
    """Winnings in wagers, by the percentiles of the reply."""

    rounds: int
    winnings: list[float]


class BankrollProspects(TypedDict):
    """``basis`` is exact or simulated. ``n0`` is null without an edge."""

    bank: float
    horizon: int
    basis: str
    house_edge: float
    sd: float
    ruin_within_horizon: float
    ruin_ever: float
    n0: float | None
    percentiles: list[int]
    fan: list[BankrollFanPoint]


def add_workbench_simulator(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/workbench/{game}/simulator")
    def simulator_choices(game: Annotated[str, Field(max_length=80)], user: Viewer) -> SimulatorChoices:
        """The strategies to choose from, and where the cut card lies."""
        house.count_analysis(user)
        rules = game_sheet(game).rules
        named = STRATEGIES | {name: name for name in shipped_charts() if name not in STRATEGIES}
        return {
            "strategies": [{"id": one, "name": name} for one, name in named.items()],
            "cut_decks": (rules.cut.card_minimum_decks + rules.cut.card_maximum_decks) / 2,
            "decks": rules.shoe.decks,
            "seats": MAX_SEATS,
        }

    @app.post("/api/workbench/simulator/slice")
    async def simulate_slice(body: SliceAsked, user: Viewer) -> SimulationSlice:
        """The sums of some chunks of a run. They add up to what `lammer simulate` deals with the same seed."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = checked_slice(sheet, body)
        return cast(SimulationSlice, await worked(house, user, body, sheet, "simulate", asked))

    @app.post("/api/workbench/simulator/edge")
    async def play_edge(body: PlayAsked, user: Viewer) -> PlayEdge:
        """The exact edge of a strategy, and the chance of each number of lammers."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        return cast(
            PlayEdge, await worked(house, user, body, sheet, "play-edge", {"strategy": known_strategy(body.strategy)})
        )

    @app.post("/api/workbench/simulator/nets")
    async def play_nets(body: PlayAsked, user: Viewer) -> PlayNets:
        """The exact chance of each net result under a strategy."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        return cast(
            PlayNets, await worked(house, user, body, sheet, "play-nets", {"strategy": known_strategy(body.strategy)})
        )

    @app.post("/api/workbench/simulator/bankroll")
    async def bankroll(body: BankrollAsked, user: Viewer) -> BankrollProspects:
        """The chance to lose a bankroll, and percentiles of many players' winnings over the rounds."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        return cast(BankrollProspects, await worked(house, user, body, sheet, "bankroll", checked_bankroll(body)))


def _refused(key: str, text: str, clause: str = "") -> FloorRefused:
    return FloorRefused("bad-value", text, clause, {key: text})


def known_strategy(strategy: str) -> str:
    """Charts of files are not read for pages."""
    if strategy not in STRATEGIES and strategy not in shipped_charts():
        raise _refused("strategy", f"{strategy!r} is not a strategy of this server")
    return strategy


def checked_slice(sheet: Sheet, body: SliceAsked) -> dict[str, Any]:
    """A refusal names the field that is wrong."""
    if not 1 <= body.seats <= MAX_SEATS:
        raise _refused("seats", f"a table has 1 to {MAX_SEATS} seats")
    try:
        rounds, seed = check_rounds(body.rounds), seed_number(body.seed)
        cards_before_cut(sheet, body.shoe, body.cut_decks)
    except BadArgument as wrong:
        clause = sheet.entries[CUT_CLAUSE].clause if wrong.argument == "cut_decks" else ""
        raise _refused(wrong.argument, wrong.text, clause) from None
    chunks, number = slices_of(rounds)
    if body.first >= chunks:
        raise _refused("first", f"this run has {chunks} chunks")
    return {
        "strategy": known_strategy(body.strategy),
        "rounds": rounds,
        "seed": seed,
        "shoe": body.shoe,
        "cut_decks": body.cut_decks,
        "seats": body.seats,
        "first": body.first,
        "number": number,
    }


def checked_bankroll(body: BankrollAsked) -> dict[str, Any]:
    if not (isfinite(body.bank) and 0 < body.bank <= MAX_BANK):
        raise _refused("bank", f"write a bankroll above 0, up to {MAX_BANK:,.0f} wagers")
    if not 1 <= body.horizon <= MAX_HORIZON:
        raise _refused("horizon", f"write a number from 1 to {MAX_HORIZON:,}")
    try:
        seed = seed_number(body.seed)
    except BadArgument as wrong:
        raise _refused("seed", wrong.text) from None
    asked = {"strategy": known_strategy(body.strategy), "bank": float(body.bank), "horizon": body.horizon}
    return asked | {"seed": seed, "dealt": [list(one) for one in body.dealt], "seats": 1}
