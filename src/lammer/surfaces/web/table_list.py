"""The list of tables for the lobby and the staff page, and who is on duty."""

import threading
from typing import Annotated

from fastapi import Depends, FastAPI

from lammer.floor.state import FloorTable, sheet_of
from lammer.rules.loader import with_version
from lammer.surfaces.web import replies
from lammer.surfaces.web.people import Role, User
from lammer.surfaces.web.server import House

STAFF: tuple[Role, ...] = ("dealer", "supervisor", "executive", "auditor", "administrator")


class TableEdges:
    """The exact house edge of each table's own rules. An edge takes seconds, so another thread computes it, and it is
    None until then. Edges of shipped games come from the lobby."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._edges: dict[tuple[str, tuple[str, ...]], float | None] = {}
        self._one_at_a_time = threading.Lock()

    def of(self, table: FloorTable) -> float | None:
        game = table.game.partition("@")[0]
        if not table.overrides and table.game == with_version(game):
            return self._house.lobby.edge(game)
        rules = (table.game, table.overrides)
        if rules not in self._edges:
            self._edges[rules] = None
            threading.Thread(target=self._compute, args=rules, name="table edge", daemon=True).start()
        return self._edges[rules]

    def _compute(self, game: str, overrides: tuple[str, ...]) -> None:
        from lammer.exact.refusals import NotAnalysed

        try:
            from lammer.exact.finding import edge

            with self._one_at_a_time:
                self._edges[game, overrides] = edge(sheet_of(game, overrides)).house_edge
        except (ImportError, NotAnalysed):
            return


def free_boxes(table: FloorTable) -> list[int]:
    """Free boxes, those in the middle of the table first."""
    boxes = sheet_of(table.game, table.overrides).rules.limits.boxes
    taken = {seat.box for seat in table.seats}
    middle = (boxes + 1) / 2
    return sorted((box for box in range(1, boxes + 1) if box not in taken), key=lambda box: (abs(box - middle), box))


def add_table_list(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806
    edges = TableEdges(house)

    def row(one: FloorTable) -> replies.OpenTable:
        sheet = sheet_of(one.game, one.overrides)
        return {
            "table": one.table,
            "game": one.game.partition("@")[0],
            "name": sheet.title,
            "status": one.status,
            "players": sorted({seat.player for seat in one.seats}),
            "boxes": sheet.rules.limits.boxes,
            "free": free_boxes(one) if one.status == "open" else [],
            "minimum": sheet.rules.limits.minimum,
            "maximum": sheet.rules.limits.maximum,
            "house_edge": edges.of(one) if one.status == "open" else None,
            "dealer": one.dealer,
            "opened_by": list(one.opened_by),
            "round": one.round,
            "under_way": bool(one.inputs),
            "link": one.link,
            "training": one.training,
            "calls": house.floor.calls(one),
        }

    @app.get("/api/tables")
    def tables(_user: Viewer) -> list[replies.OpenTable]:
        """Every table with its limits, exact house edge, free boxes and calls."""
        return [row(one) for one in house.floor.tables()]

    @app.get("/api/staff")
    def staff(_user: Annotated[User, Depends(house.guard.role(*STAFF))]) -> list[replies.StaffMember]:
        """All staff with their roles, whether they are connected, and where they are on duty."""
        here = house.hub.names() | house.guard.recent()
        on_duty: dict[str, list[str]] = {}
        for table in house.floor.tables():
            if table.dealer:
                on_duty.setdefault(table.dealer, []).append(table.table)
        people = {name: roles for name, roles in house.people.all_roles.items() if set(roles) & set(STAFF)}
        people |= {name: ("dealer",) for name in on_duty if name not in people}
        return [
            {"name": name, "roles": roles, "here": name in here, "tables": on_duty.get(name, [])}
            for name, roles in sorted(people.items())
        ]
