"""A floor with one jackpot for tests: its people, tables whose shoes deal what they are told, and every cent accounted
for after every step."""

from pathlib import Path
from typing import Any, cast

from lammer.floor.house import Floor, create_floor
from lammer.floor.jackpots import approve_table, link_overrides, links_of, open_link
from lammer.progressive.accounts import level_sums

LINK, GAME = "sevens", "sd-blackjack+blazing-7s"
STAFF = {"dana": "dealer", "sam": "supervisor", "sue": "supervisor", "erin": "executive"}
SEED, STAKE, ADVANCE, IN_RESERVE = 1_000_000, 500, 100, 15
SAME_SUIT, SAME_COLOR, THREE, TWO, NONE = (
    "| 7h 7h 7h Tc | S",
    "| 7h 7h 7d Tc | S",
    "| 7h 7c 7d Tc | S",
    "| 7h 8c 7d Tc | S",
    "| 9h 8c 9d Tc | S",
)


class House:
    """A floor with one link, and tables whose shoes deal what they are told."""

    def __init__(
        self, folder: Path, terms: str = "blazing-7s", *, game: str = GAME, bet: str = "blazing-7s", stake: int = STAKE
    ) -> None:
        self.game, self.bet, self.stake = game, bet, stake
        self.folder = folder
        self.floor: Floor = create_floor(folder / "floor.db", folder / "floor.key")
        open_link(self.floor, "the link", "erin", LINK, terms, STAFF)
        self._keys = 0

    def key(self) -> str:
        self._keys += 1
        return f"key {self._keys}"

    def table(
        self, name: str, player: str, dealer: str = "dana", box: int = 4, overrides: tuple[str, ...] = ()
    ) -> None:
        more = (*overrides, *link_overrides(self.floor, LINK, overrides))
        self.floor.open_table(self.key(), "house", name, self.game, more, turn_seconds=0, link=LINK, dealer=dealer)
        approve_table(self.floor, self.key(), "erin", LINK, name)
        self.floor.buy_in(self.key(), "house", player, 100_000)
        self.floor.do("sit", self.key(), player, name, box=box)

    def deal(self, table: str, player: str, box: int = 4, **bets: int) -> dict[str, Any]:
        wagers = {"main": 1000, self.bet: self.stake} if not bets else {**bets}
        self.floor.do("bet", self.key(), player, table, box=box, bets=wagers)
        return self.press(table)

    def press(self, table: str) -> dict[str, Any]:
        """Up to the cards: by the buttons of whoever is on duty, or by the table itself."""
        dealer = self.floor.table(table).dealer
        while dealer and (kind := self.jackpot(table)["next"]["kind"]) in ("lights", "take"):
            self.floor.do(kind, self.key(), dealer, table)
            self.holds()
        return self.floor.do("deal", self.key(), dealer or "house", table).answer

    def stand(self, table: str, player: str) -> None:
        self.floor.do("act", self.key(), player, table, action="stand")

    def step(self, kind: str, actor: str, table: str = "t", **said: Any) -> dict[str, Any]:
        answer = self.floor.jackpot(kind, self.key(), actor, table, **said).answer
        self.holds()
        return answer

    def resolve(self, table: str) -> None:
        """Whatever chance has brought, through everybody's hands."""
        while waits := self.jackpot(table)["next"]:
            if waits["role"] == "dealer":
                assert self.floor.dealer_goes_on(table)
            else:
                self.step(waits["kind"], "sam" if waits["kind"] == "confirm" else "erin", table, spot=waits["spot"])

    def jackpot(self, table: str = "t") -> dict[str, Any]:
        return cast(dict[str, Any], self.floor.view(table)["progressive"])

    def holds(self) -> None:
        """No cent is anywhere else than it should be."""
        balances = self.floor.journal.balances()
        amounts = {name: one.credit for name, one in balances.items()}
        assert sum(amounts.values()) == 0
        assert amounts.get(f"{LINK}/tray", 0) == 0
        assert min((amount for name, amount in amounts.items() if name.startswith("player/")), default=0) >= 0
        for level in links_of(self.floor)[0].terms.levels:
            assert level_sums(balances, LINK, level).meter_holds
