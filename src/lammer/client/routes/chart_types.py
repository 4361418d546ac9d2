"""Types of bodies and answers (chart).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class CellAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    cell: str


class CellHand(TypedDict):
    """``pair`` is the pair that was split to get a hand on a lammer, else empty. ``cost`` is what the chart gives
    away with this hand."""

    cards: str
    pair: str
    frequency: float
    play: str
    best: str
    cost: float
    plays: list[PlayValue]


class CellHands(TypedDict):
    """``count`` hands are in the cell, ``different`` of them are better played otherwise. The most frequent of
    both are listed. ``play`` is what the chart says."""

    sheet: str
    cell: str
    play: str
    count: int
    different: int
    hands: list[CellHand]
    refused: list[str]


class ChangedCell(TypedDict):
    """``why`` is edited, locked, or solved: the best play once other cells are locked."""

    cell: str
    play: str
    best: str
    why: str


class ChartCell(TypedDict):
    """``play`` is the chart's, empty where the chart has no such cell. ``frequency`` is how often in a round the
    cell decides, ``margin`` what the best other action is worth less, ``cost`` is margin times frequency.
    ``plays`` are the best plays that begin with each action, best first."""

    up: str
    play: str
    frequency: float
    value: float | None
    margin: float | None
    cost: float | None
    plays: list[PlayValue]


class ChartReport(TypedDict):
    """``optimal_edge`` is the house edge when every hand is played best, ``chart_edge`` when the chart is
    followed. ``csv`` is the chart as ``lammer strategy --csv`` writes it."""

    sheet: str
    shoe: str
    optimal_edge: float | None
    chart_edge: float | None
    rows: list[ChartRow]
    csv: str
    refused: list[str]
    seconds: float


class ChartRow(TypedDict):
    stake: str
    section: str
    hand: str
    cells: list[ChartCell]


class PlayValue(TypedDict):
    """``play`` is written like ``D/H``: the first legal action is played. ``value`` in original wagers."""

    play: str
    value: float


class PlayedChart(TypedDict):
    """``price`` is what the house keeps more than against the best chart."""

    sheet: str
    house_edge: float | None
    best_edge: float | None
    price: float | None
    changed: list[ChangedCell]
    csv: str
    refused: list[str]
    seconds: float


class PlayedChartAsked(TypedDict):
    """``edits`` are written into the chart; around ``locks`` the rest of the chart is solved."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    edits: NotRequired[list[str]]
    locks: NotRequired[list[str]]
