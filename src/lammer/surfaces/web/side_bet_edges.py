"""The exact house edge of every side bet of a table. It takes seconds the first time and is cached."""

from functools import lru_cache
from typing import Annotated

from fastapi import Depends, FastAPI

from lammer.floor.state import FloorTable, sheet_of
from lammer.surfaces.web.people import User
from lammer.surfaces.web.replies import SideBetEdge
from lammer.surfaces.web.server import House


def add_side_bets(app: FastAPI, house: House) -> None:
    @app.get("/api/tables/{table}/side-bets")
    def side_bets(table: str, user: Annotated[User, Depends(house.viewer_of_values)]) -> list[SideBetEdge]:
        """The exact house edge of every side bet of a table."""
        house.count_costly(user)
        return side_bet_edges(house.floor.table(table))


def side_bet_edges(table: FloorTable) -> list[SideBetEdge]:
    found = dict(_edges(table.game, table.overrides))
    return [
        {"id": bet_id, "house_edge": found.get(bet_id)} for bet_id in sheet_of(table.game, table.overrides).side_bets
    ]


@lru_cache(maxsize=64)
def _edges(game: str, overrides: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.refusals import NotAnalysed
    from lammer.exact.sidebets import side_bets
    from lammer.exact.values import Game

    sheet = sheet_of(game, overrides)
    try:
        found = side_bets(sheet, Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal()))
    except NotAnalysed:
        return ()
    posted = {bet_id: bet.paytable for bet_id, bet in sheet.side_bets.items()}
    return tuple((one.id, one.house_edge) for one in found if posted.get(one.id) == one.paytable)
