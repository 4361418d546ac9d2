"""Random play at a table of the floor, for tests that watch what it does to money, books and views."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from lammer.floor.house import Floor, create_floor
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import round_of, sheet_of
from lammer.table.round import actor, legal

CHIPS = 10_000_000
Watch = Callable[[], None]


class Play:
    """Players ``p1 …`` at one table. ``random`` decides what they do; cards come from the floor's own shoes."""

    def __init__(
        self,
        floor: Floor,
        game: str,
        players: int,
        seed: int,
        table: str = "t",
        chips: int = CHIPS,
        link: str = "",
        overrides: tuple[str, ...] = (),
    ) -> None:
        self.floor, self.table, self.random = floor, table, Random(seed)
        self._keys: Iterator[int] = count(1)
        self.floor.open_table(self.key(), "house", table, game, overrides, turn_seconds=0, link=link)
        self.seats: dict[str, list[int]] = {}
        rules = sheet_of(game, overrides).rules.limits
        fields = [(box, bettor) for bettor in range(1, rules.bettors + 1) for box in range(1, rules.boxes + 1)]
        for number, (box, _) in enumerate(sorted(fields, key=lambda field: (field[1], field[0]))[:players], 1):
            name = f"p{number}"
            self.floor.buy_in(self.key(), "house", name, chips)
            self.do("sit", name, box=box)
            self.seats.setdefault(name, []).append(box)

    def key(self) -> str:
        return f"{self.table} {next(self._keys)}"

    def do(self, kind: str, player: str, **body: Any) -> dict[str, Any]:
        return self.floor.do(kind, self.key(), player, self.table, **body).answer

    @contextmanager
    def unless(self, *codes: str) -> Iterator[None]:
        """Refusals that may come, and no others."""
        try:
            yield
        except FloorRefused as refused:
            if refused.code not in codes:
                raise

    def cut(self) -> None:
        """Where a new shoe is offered, players cut it or refuse, until it is cut."""
        while cut := self.floor.view(self.table)["cut"]:
            self.do(
                "cut", cut["player"], cards=self.random.choice([0, self.random.randint(cut["minimum"], cut["maximum"])])
            )

    def bet(self) -> None:
        """Everybody bets, with some of the side bets; whoever has not enough sits out."""
        self.cut()
        table = self.floor.table(self.table)
        sheet = sheet_of(table.game, table.overrides)
        offered = {
            bet["id"]: bet["minimum"] for bet in self.floor.view(self.table)["side_bets"] if not bet["placed_later"]
        }
        for seat in table.seats:
            spot = "against" if sheet.rules.against.offered and self.random.random() < 0.5 else "main"
            bets = {spot: self.random.choice([1, 2, 5]) * max(sheet.rules.limits.minimum, 1000)}
            for bet_id, minimum in offered.items():
                if self.random.random() < 0.6 and bet_id not in seat.carried:
                    bets[bet_id] = minimum
            with self.unless("not-enough-chips", "owner-first"):
                self.do("bet", seat.player, box=seat.box, bets=bets, **self.contribution(seat.player))

    def contribution(self, player: str) -> dict[str, str]:
        """What everybody but p2 sends along with the first bet on a new shoe."""
        shoe = self.floor.table(self.table).shoe
        if shoe is None or shoe.scheme == 1 or shoe.used or player == "p2":
            return {}
        return {"contribution": f"{player} to shoe {shoe.number}"}

    def decide(self) -> bool:
        """One decision of whoever's turn it is; False when the round is over."""
        table = self.floor.table(self.table)
        round_ = round_of(table)
        who = actor(round_)
        if who is None:
            return False
        owner = next(seat.player for seat in table.seats if (seat.box, seat.bettor) == who)
        options = list(legal(round_))
        # Mostly the livelier ones, or hands would rarely be split.
        lively = [one for one in options if one.kind in ("free-split", "split", "free-double", "insure")]
        option = self.random.choice(lively if lively and self.random.random() < 0.6 else options)
        amount = {"insure": option.maximum, "place": option.minimum}.get(option.kind, 0)
        with self.unless("not-enough-chips"):
            self.do("act", owner, action=option.kind, amount=amount)
            return True
        self.do("act", owner, action="pass" if amount or option.kind == "parlay" else "stand")
        return True

    def round(self, watch: Watch = lambda: None) -> bool:
        """A whole round; ``watch`` looks after every step. False when nobody could bet."""
        self.bet()
        watch()
        if not any(seat.ready for seat in self.floor.table(self.table).seats):
            return False
        self.do("deal", "house")
        watch()
        while self.floor.table(self.table).inputs and self.decide():
            watch()
        return True


def new_play(
    folder: Path, game: str, players: int, seed: int, chips: int = CHIPS, overrides: tuple[str, ...] = ()
) -> Play:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    return Play(floor, game, players, seed, chips=chips, overrides=overrides)
