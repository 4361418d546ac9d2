"""Types of bodies and answers (simulator).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from lammer.client.routes.shared_types import NetChance


class BankrollAsked(TypedDict):
    """``bank`` in main wagers. ``dealt`` are nets in units and how often each came up; without it the exact
    results are taken."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    strategy: NotRequired[str]
    bank: float
    horizon: int
    seed: NotRequired[str]
    dealt: NotRequired[list[tuple[int, int] | list[Any]]]


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


class NetCount(TypedDict):
    """How many rounds of a seat ended with a net, in units."""

    net: int
    rounds: int


class PlayAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    strategy: NotRequired[str]


class PlayEdge(TypedDict):
    """Exact figures of a strategy on a fresh shoe: the edge, and the chance of each number of lammers without a
    dealer natural."""

    house_edge: float
    lammers: list[float]
    dealer_natural: float


class PlayNets(TypedDict):
    """The exact distribution of a round's net, in original wagers."""

    sd: float
    results: list[NetChance]


class SimulationSlice(TypedDict):
    """Sums of the chunks ``first`` to ``next`` − 1. ``unit`` and ``wager`` are minor units: a net of n units is
    n·unit / wager original wagers. ``squares`` is the sum of squares of what all seats of a round win together,
    in units; 0 with one seat. ``lammers`` counts rounds by number of lammers, rounds with a dealer natural
    apart."""

    first: int
    next: int
    chunks: int
    seats: int
    unit: int
    wager: int
    nets: list[NetCount]
    lammers: list[int]
    dealer_natural: int
    squares: int
    voids: int


class SimulatorChoices(TypedDict):
    """What can be chosen. ``cut_decks`` is where the cut card lies unless told otherwise."""

    strategies: list[StrategyChoice]
    cut_decks: float
    decks: int
    seats: int


class SliceAsked(TypedDict):
    """``first`` is the first chunk of the slice; a run's chunks are dealt in order."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    strategy: NotRequired[str]
    rounds: int
    seed: NotRequired[str]
    shoe: NotRequired[Literal["fresh", "cut", "csm"]]
    cut_decks: NotRequired[float | None]
    seats: NotRequired[int]
    first: NotRequired[int]


class StrategyChoice(TypedDict):
    id: str
    name: str
