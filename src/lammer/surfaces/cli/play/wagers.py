"""Parses a bet, and checks it against the table limits and the bankroll."""

from collections.abc import Iterable
from typing import NamedTuple

from lammer.cards.money import NotMoney, money_text, parse_money
from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.table.actions import AGAINST, MAIN, NEW, Action, Refused, bet
from lammer.table.betting import open_round, own_money
from lammer.table.carried import with_carried
from lammer.table.round import begin


class Wager(NamedTuple):
    """The same wager for every box: the main bet, on the hand or against it, and side bets or a tip by their spots."""

    main: int
    extras: tuple[tuple[str, int], ...] = ()
    spot: str = MAIN

    def __str__(self) -> str:
        main = money_text(self.main) if self.spot == MAIN else f"{self.spot}={money_text(self.main)}"
        return " ".join([main, *(f"{spot}={money_text(amount)}" for spot, amount in self.extras)])

    def on(self, boxes: int) -> tuple[Action, ...]:
        """The bets as actions of the table, box by box."""
        return tuple(action for box in range(1, boxes + 1) for action in self._on_box(box))

    def _on_box(self, box: int) -> Iterable[Action]:
        yield bet(box, self.main, self.spot)
        yield from (bet(box, amount, spot) for spot, amount in self.extras)


class NotABet(LammerError, ValueError):
    """The text is not a bet. The message says how to write one."""


def read_wager(text: str, before: Wager | None = None) -> Wager:
    """``20``, ``against=20``, ``20 pot-of-gold=5``, ``20 tip=1``. An amount alone keeps earlier side bets, ``20 only``
    drops them."""
    words = text.split()
    alone = words[-1:] == ["only"]
    if alone:
        text, words = " ".join(words[:-1]), words[:-1]
    main: int | None = None
    way = MAIN
    extras: list[tuple[str, int]] = []
    for word in words:
        spot, equals, amount = word.rpartition("=")
        try:
            minor = parse_money(amount)
        except NotMoney as error:
            raise NotABet(f"{error}; side bets are written like name=5") from None
        if equals and spot != AGAINST:
            extras.append((spot, minor))
        elif main is None:
            main, way = minor, spot or MAIN
        else:
            raise NotABet(f"{text!r} contains two main bets; side bets are written like name=5")
    if main is None:
        raise NotABet("write the main bet first, like 10")
    if not extras and before is not None and not alone:
        return Wager(main, before.extras, way)
    return Wager(main, tuple(extras), way)


def refuse_wager(sheet: Sheet, wager: Wager, boxes: int, bankroll: int, carried: tuple[Action, ...] = ()) -> str | None:
    """Why the wager cannot be placed: the table's refusal with its clause, or too small a bankroll. ``carried`` are
    bets that are still on the layout, whose money is not in the bankroll."""
    bets = with_carried(wager.on(boxes), carried)
    try:
        begin(open_round(sheet), bets)
    except Refused as error:
        return str(error)
    cost = sum(own_money(sheet, one.spot, one.amount) for one in bets if one.carried == NEW)
    if cost > bankroll:
        each = f" on {boxes} boxes" if boxes > 1 else ""
        return f"{wager}{each} takes {money_text(cost)}; you have {money_text(bankroll)}"
    return None
