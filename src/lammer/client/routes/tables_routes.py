"""Routes: Watch, open and play at tables.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.round_types import Advice
from lammer.client.routes.shared_types import KeyedBody, Posted
from lammer.client.routes.table_types import (
    Act,
    AnswerCall,
    Bets,
    BuyIn,
    Closed,
    CutCards,
    Effects,
    Game,
    Interrupted,
    Leave,
    NewTable,
    OpenTable,
    PostedEvent,
    SideBetEdge,
    Sit,
    TableView,
)


class TablesRoutes(Routes):
    """Watch, open and play at tables."""

    def sit(self, table: str, **body: Unpack[Sit]) -> Posted:
        """Takes a seat at a box. For: player."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/sit", body))

    def leave(self, table: str, **body: Unpack[Leave]) -> Posted:
        """Leaves a box between rounds. Bets on it are returned. For: player."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/leave", body))

    def cut(self, table: str, **body: Unpack[CutCards]) -> Posted:
        """Cuts the new shoe, or declines the cut; for the player who is asked. For: player."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/cut", body))

    def bet(self, table: str, **body: Unpack[Bets]) -> Posted:
        """Places the bets of a box for the next round, in place of earlier ones. The table deals when everybody is
        ready. For: player."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/bet", body))

    def act(self, table: str, **body: Unpack[Act]) -> Posted:
        """Your decision while it is your turn: one of `play.legal` in the view. `amount` is for insurance and for
        bets that are offered later. For: player."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/act", body))

    def buy_in(self, **body: Unpack[BuyIn]) -> PostedEvent:
        """Buys play money for yourself, in minor units. For: player."""
        return cast(PostedEvent, self._command("/api/buy-in", body))

    def tables(self) -> list[OpenTable]:
        """Every table with its limits, exact house edge, free boxes and calls. For: everybody who is logged in."""
        return cast(list[OpenTable], self._get("/api/tables"))

    def open_table(self, **body: Unpack[NewTable]) -> Posted:
        """Opens a table for a game, with its timers, its limits for idle seats and its jackpot. For: dealer."""
        return cast(Posted, self._command("/api/tables", body))

    def games(self) -> list[Game]:
        """The games that a table can be opened for, each with its house edge and the side bets to attach. For:
        anybody, without a log-in."""
        return cast(list[Game], self._get("/api/games"))

    def table_view(self, table: str) -> TableView:
        """A table as you see it. Only your own seats show your face-down cards; while it is your turn `play.legal`
        has your options. For: everybody who is logged in."""
        return cast(TableView, self._get(f"/api/tables/{quoted(table)}"))

    def table_effects(self, table: str) -> Effects:
        """The effects of closing the table or interrupting its round now. For: dealer or supervisor."""
        return cast(Effects, self._get(f"/api/tables/{quoted(table)}/effects"))

    def coach(self, table: str) -> Advice:
        """The exact value of each of your options, while it is your turn. For: everybody who is logged in."""
        return cast(Advice, self._get(f"/api/tables/{quoted(table)}/coach"))

    def deal(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """Deals without the players who are not ready. Their bets are returned. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/deal", body))

    def call_absent(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """Calls the player absent whose time is over. The sheet's rule for absent players plays the hands, after
        the supervisor's answer if one is called. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/absent", body))

    def close_table(self, table: str, **body: Unpack[Closed]) -> Posted:
        """Closes the table: players leave, bets are returned and the shoe is disclosed. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/close", body))

    def reopen_table(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """Opens a closed table again, with a new shoe. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/reopen", body))

    def answer_call(self, table: str, **body: Unpack[AnswerCall]) -> Posted:
        """Answers the call about an absent player: absent, or here with the full time again. For: supervisor."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/answer-call", body))

    def void_round(self, table: str, **body: Unpack[Interrupted]) -> Posted:
        """Interrupts the round for a reason. Own money still at stake and tips are returned. For: supervisor."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/void", body))

    def side_bets(self, table: str) -> list[SideBetEdge]:
        """The exact house edge of every side bet of a table. For: everybody who is logged in."""
        return cast(list[SideBetEdge], self._get(f"/api/tables/{quoted(table)}/side-bets"))
