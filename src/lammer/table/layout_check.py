"""Checks that bets which stay on the layout, and lights, are the same in consecutive rounds: what a round left is what
the next round got."""

from collections import Counter
from collections.abc import Iterable, Iterator

from lammer.cards.money import money_text
from lammer.table.actions import LIGHTS, NEW, Action
from lammer.table.carried import left_on_layout
from lammer.table.drive import Played
from lammer.table.lights import lights_text
from lammer.table.shoe_check import Mismatch

Bet = tuple[int, str, int, int]
"""Seat, spot, amount and wins so far. Bettors who share a box move up, so they are not told apart."""


class LayoutChecker:
    """Takes rounds in order. A gap in the numbers of the rounds begins anew."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._on_layout: Counter[Bet] = Counter()
        self._lights: dict[int, int] = {}
        """Lights by seat."""
        self.warnings: list[str] = []

    def check(self, number: object, played: Played) -> Iterator[Mismatch]:
        got, left = _pending(played.bets), _pending(left_on_layout(played.round))
        if type(number) is not int or (number != 1 and self._last != number - 1):
            self._on_layout, self._lights = Counter(), {}
        else:
            self._lights = {} if number == 1 else self._lights
            yield from self._compare(number, got, {box.number for box in played.round.boxes})
            yield from self._compare_lights(number, played)
        self._last = number if type(number) is int else None
        self._on_layout += left
        lit = {box.number: 0 for box in played.round.boxes}
        self._lights |= lit | _lights(left_on_layout(played.round))

    def _compare(self, number: int, got: Counter[Bet], seats: set[int]) -> Iterator[Mismatch]:
        if number == 1:
            self._on_layout = Counter()
        for seat in sorted(seats):
            now, before = _at(seat, got), _at(seat, self._on_layout)
            self._on_layout -= before
            if now - before:
                text = f"seat {seat} has {_text(now)} from earlier rounds, but the rounds before left {_text(before)}"
                yield Mismatch("carried", _text(now), _text(before), text)
            elif before - now:  # at a table with several players the seat may have a new one
                text = f"round {number}, seat {seat}: {_text(before - now)} was left on the layout and is not in it"
                self.warnings.append(f"{text}; a player who leaves gets it back")

    def _compare_lights(self, number: int, played: Played) -> Iterator[Mismatch]:
        """A seat has the lights that it was left with. A new player has none, or brings some if they are kept, which
        the records of a table do not tell."""
        rules, now = played.round.sheet.rules.lights, _lights(played.bets)
        for seat in sorted(box.number for box in played.round.boxes) if rules is not None else ():
            has, left = now.get(seat, 0), self._lights.get(seat, 0)
            text = f"seat {seat} has {lights_text(has)}, but the rounds before left {lights_text(left)}"
            if has != left and has and rules is not None and rules.left == "lost":
                yield Mismatch("lights", has, left, text)
            elif has != left:
                self.warnings.append(f"round {number}: {text}; another player may have taken the seat")


def _lights(bets: Iterable[Action]) -> dict[int, int]:
    return {one.box: one.carried for one in bets if one.spot == LIGHTS}


def _pending(bets: Iterable[Action]) -> Counter[Bet]:
    pending = (one for one in bets if one.carried != NEW and one.spot != LIGHTS)
    return Counter((one.box, one.spot, one.amount, one.carried) for one in pending)


def _at(seat: int, bets: Counter[Bet]) -> Counter[Bet]:
    return Counter({one: count for one, count in bets.items() if one[0] == seat})


def _text(bets: Counter[Bet]) -> str:
    each = [f"{spot}={money_text(amount)}@{wins}" for _, spot, amount, wins in sorted(bets.elements())]
    return ", ".join(each) or "nothing"
