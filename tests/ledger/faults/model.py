"""The money of a link in plain integers, by other arithmetic than the package's: what is due from a rate is worked out
from everything that was ever wagered, not from one wager and a remainder. Told each event's command, it says what every
account holds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from lammer.progressive.terms import Terms

PAYS = {"777": 200, "two 7s": 25, "one 7": 2}
ENVY = {
    "777 suited": (10000, 10000),
    "777 same colour": (2500, 2500),
    "777": (500, 500),
    "two 7s": (200, 200),
    "one 7": (0, 100),
}
"""To the tip pool for wagers of 100 and of 500; the link with three meters has none."""
AWARDS = {
    "one": {"777 suited": ("meter", 100), "777 same colour": ("meter", 10)},
    "three": {"777 diamonds": ("mega", 100), "777 suited": ("major", 100), "777 same colour": ("minor", 100)},
}
APPROVED_FROM = 20000


class Level:
    """One meter: what it shows, and where that came from and went to."""

    def __init__(self, seed: int, increment: int, reserve: int, limit: int) -> None:
        self.seed, self.increment, self.reserve_rate, self.limit = seed, increment, reserve, limit
        self.meter = self.seeds = seed
        self.reserve = self.awards = self.grown = self.kept = 0
        self.next, self.unclaimed, self.resets = seed, 0, 0
        """The meter without the awards that were confirmed, paid or not; what came into reserve since a full one was
        confirmed; how many of those wait for their card."""

    def wagered(self, ever: int) -> None:
        """``ever`` is all that was wagered on the link since it began."""
        grown, kept = ever * self.increment // 1_000_000, ever * self.reserve_rate // 1_000_000
        new, self.grown = grown - self.grown, grown
        shown = new if not self.limit else min(new, max(self.limit - self.meter, 0))
        self.meter += shown
        self.next += shown
        self.reserve += new - shown + kept - self.kept
        self.unclaimed += new - shown + kept - self.kept
        self.kept = kept

    def confirm(self, percent: int) -> int:
        """What the award is; the meter does not move. A full award will leave seed and reserve, so that is what a claim
        finds that comes before its card."""
        found = self.next + (self.unclaimed if self.resets else 0)
        if percent < 100:
            self.next -= found * percent // 100
            return found * percent // 100
        self.unclaimed = 0 if self.resets else self.unclaimed
        self.next = self.seed
        self.resets += 1
        return found

    def pay(self, amount: int, percent: int) -> None:
        """A full award leaves seed and reserve. What came into reserve since it was confirmed goes along."""
        self.awards += amount
        self.meter -= amount
        if percent == 100:
            self.resets -= 1
            self.seeds += self.seed
            self.meter += self.seed + self.reserve
            self.next += self.unclaimed
            self.reserve = self.unclaimed = 0


class Win:
    def __init__(self, outcome: str, wager: int, number: int) -> None:
        self.outcome, self.wager, self.number = outcome, wager, number
        self.amount, self.stage = PAYS.get(outcome, 0) * wager, "selected"


class Seat:
    """One table's hand."""

    def __init__(self) -> None:
        self.sensed: dict[int, int] = {}
        self.wagers: dict[int, int] = {}
        self.wins: dict[int, Win] = {}


class LinkModel:
    def __init__(self, link: str, terms: Terms) -> None:
        self.link, self.ever, self.fixed, self.tips = link, 0, 0, 0
        self.levels = {name: Level(its.seed, its.rate, its.reserve, its.limit) for name, its in terms.levels.items()}
        self.seats: dict[str, Seat] = {}
        self.order: dict[str, list[int]] = {name: [] for name in self.levels}
        """By level: the claims that were frozen, by the number of the event that made them."""
        self.paid = Counter[int]()
        """How often so many percent of a meter were paid; 0 for fixed pays."""

    def meters(self) -> dict[str, int]:
        return {name: level.meter for name, level in self.levels.items()}

    def apply(self, number: int, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Takes the step; gives what its answer must say beside the meters."""
        seat = self.seats.setdefault(body["table"], Seat())
        step = getattr(self, f"_{kind.replace('-', '_')}", None)
        answer: dict[str, Any] = step(seat, body, number) if step is not None else {}
        return answer

    def _open(self, _seat: Seat, body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        self.seats[body["table"]] = Seat()
        return {}

    def _wager(self, seat: Seat, body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        seat.sensed |= {int(spot): amount for spot, amount in body["wagers"].items()}
        return {}

    def _take(self, seat: Seat, _body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        seat.wagers = {spot: amount for spot, amount in seat.sensed.items() if amount}
        self.ever += sum(seat.wagers.values())
        for level in self.levels.values():
            level.wagered(self.ever)
        return {"taken": {str(spot): amount for spot, amount in seat.wagers.items()}}

    def _select(self, seat: Seat, body: Mapping[str, Any], number: int) -> dict[str, Any]:
        spot = body["spot"]
        if seat.wins.pop(spot, None) is not None:
            return {"undone": spot}
        seat.wins[spot] = Win(body["outcome"], seat.wagers[spot], number)
        return {}

    def _confirm(self, seat: Seat, body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        win = seat.wins[body["spot"]]
        level, percent = AWARDS[self.link].get(win.outcome, ("", 0))
        if level:
            win.amount = self.levels[level].confirm(percent)
            self.order[level].append(win.number)
        win.stage = "frozen"
        return {"amount": win.amount}

    def _swipe(self, seat: Seat, body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        win = seat.wins[body["spot"]]
        self._pay(win)
        return {"amount": win.amount}

    def _end(self, seat: Seat, _body: Mapping[str, Any], _number: int) -> dict[str, Any]:
        for win in seat.wins.values():
            if win.stage == "selected" and win.amount < APPROVED_FROM:
                self._pay(win)
        return {"paid": {str(spot): win.amount for spot, win in seat.wins.items()}}

    def _pay(self, win: Win) -> None:
        level, percent = AWARDS[self.link].get(win.outcome, ("", 0))
        self.paid[percent] += 1
        if level:
            self.levels[level].pay(win.amount, percent)
        else:
            self.fixed += win.amount
        envy = ENVY.get(win.outcome, (0, 0)) if self.link == "one" else (0, 0)
        self.tips += envy[win.wager == 500]
        win.stage = "paid"

    def balances(self) -> Iterator[tuple[str, int]]:
        """Credits less debits of every account that should have any."""
        for name, level in self.levels.items():
            held = {"meter": level.meter, "reserve": level.reserve, "frozen": 0, "awards": level.awards}
            held |= {"seeds": -level.seeds, "contributions": -level.grown, "reserved": -level.kept}
            yield from ((f"{self.link}/{name}/{account}", amount) for account, amount in held.items())
        held = {"tray": self.fixed - self.ever, "wagers": self.ever, "fixed": -self.fixed, "envy": -self.tips}
        yield from ((f"{self.link}/{account}", amount) for account, amount in (held | {"tips": self.tips}).items())
