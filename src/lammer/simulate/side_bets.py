"""Side bets for the kernels: their wagers, and one array with the tables of all their outcome classes."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from lammer.rule_tables.numbers import SECOND, WHOLE
from lammer.rule_tables.tables import rule_tables
from lammer.rules.conditions.outcomes import DEALER_NATURAL, FINAL_HAND, FIRST_FOUR, IN_ORDER, SPLIT_HANDS
from lammer.rules.conditions.reading import seen
from lammer.rules.offers import has_wheel
from lammer.rules.schema import LammerCount, SideBet
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.class_tables import (
    ClassTable,
    NotOffered,
    final_table,
    four_cards_table,
    opening_table,
    split_table,
)
from lammer.simulate.kernel_data import SideTables
from lammer.simulate.layout import (
    CLASSES,
    DEALER_NATURAL_CLASS,
    LAMMER_BET,
    MAX_LAMMERS_COUNTED,
    MAX_SIDE_BETS,
    NOT_PLACED,
    RETURNED,
    STREAK_BET,
)
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.run_marks import run_table
from lammer.simulate.wheels import NO_WHEELS, Wheels, wheels_of
from lammer.table.sidebets import (
    LOST_TO_NATURAL,
    Decided,
    after_wins,
    best_row,
    decide,
    decided_net,
    meter_share,
    reads_dealer,
    wins_needed,
)
from lammer.table.sidebets import RETURNED as RETURNED_OUTCOME

NO_MARKS = [0, 1]
NO_NATURALS = [0, 0]
NO_WHEEL = [0]


class SideWager(NamedTuple):
    """A side wager of every seat, in minor units, with the names and nets of its outcome classes."""

    id: str
    paytable: str
    amount: int
    names: tuple[str, ...]
    nets: tuple[int, ...]
    not_every_round: bool = False
    """Whether rounds of the class NOT_PLACED settle no wager: the bet was not offered, or stays on the layout."""
    wheels: Wheels = NO_WHEELS
    rows: tuple[str, ...] = ()
    """The row of the paytable of each class, or what a bet without one is called; empty if these are the names."""

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount that the kernels count with."""
        return (*self.nets, *(self.wheels.numbers[at] for at in self.wheels.amounts))

    def stop(self, class_: int) -> int:
        """The number of the stop of a class, 0 if it is not that of a stop."""
        found = self.wheels.stops.get(class_)
        return found.number if found else 0


class SideBets(NamedTuple):
    """The side bets of a run: their wagers, their inputs, and their outcome classes by the cards."""

    wagers: tuple[SideWager, ...]
    bets: Counts
    classes: Bytes
    marks: Bytes

    def tables(self, sheet: Sheet, unit: int, *, hole_card: bool) -> SideTables:
        """The tables for the kernels, with amounts in units of the run."""
        bets = [sheet.side_bets[wager.id] for wager in self.wagers]
        dealer_needed = any(reads_dealer(bet) and not bet.placed_later for bet in bets)
        draws_on = any(bet.unfinished == "dealer completes" for bet in bets)
        natural_decides = any(bet.lammers is not None or DEALER_NATURAL in bet.reads for bet in bets)
        return SideTables(
            classes=self.classes,
            bets=self.bets,
            bet_nets=np.array([net // unit for wager in self.wagers for net in wager.nets], dtype=np.int64),
            reads_dealer=int(dealer_needed),
            reads_hole=int(dealer_needed and hole_card),
            marks=self.marks,
            asks=(WHOLE if draws_on else 0) | (SECOND if natural_decides and not hole_card else 0),
            streaks=int(any(bet.streak is not None for bet in bets)),
            wheels=self._wheels(unit),
        )

    def _wheels(self, unit: int) -> Counts:
        numbers = [0]
        for wager in self.wagers:
            numbers += wager.wheels.placed(len(numbers), unit)
        return np.array(numbers, dtype=np.int64)


def side_bets_of(sheet: Sheet, sides: Mapping[str, int]) -> SideBets:
    """Raises NotSimulated for a bet that the kernel does not support."""
    if len(sides) > MAX_SIDE_BETS:
        raise NotSimulated(f"at most {MAX_SIDE_BETS} side bets can be simulated at once, not {len(sides)}")
    wagers, bets, arrays, size = [], list[int](), [np.zeros(1, dtype=np.uint8)], 1
    marks, wheels = [np.zeros(1, dtype=np.uint8)], 1
    for bet_id, amount in sides.items():
        bet = sheet.side_bets[bet_id]
        if bet.lammers is not None:
            wagers.append(_lammer_wager(sheet, bet_id, bet, amount))
            bets += [LAMMER_BET, *_how_counted(bet.lammers), *NO_MARKS, *NO_NATURALS, *NO_WHEEL]
            continue
        if bet.streak is not None:
            wagers.append(_streak_wager(bet_id, bet, amount))
            bets += [STREAK_BET, wins_needed(bet), 0, 0, *NO_MARKS, *NO_NATURALS, *NO_WHEEL]
            continue
        table = _class_table(sheet, bet_id, bet)
        wagers.append(_wager(sheet, bet_id, bet, amount, table.held))
        bets += [table.kind, size, table.ups, table.natural]
        bets += [sum(map(len, marks)), table.states] if table.states > 1 else NO_MARKS
        bets += [size + len(table.classes), table.own_natural] if table.own_natural else NO_NATURALS
        bets.append(wheels if (spun := wagers[-1].wheels.size) else 0)
        marks += [table.marks] if table.states > 1 else []
        wheels += spun
        arrays += [table.classes, table.own_naturals]
        size += len(table.classes) + len(table.own_naturals)
    return SideBets(tuple(wagers), np.array(bets, dtype=np.int64), np.concatenate(arrays), np.concatenate(marks))


def _how_counted(rule: LammerCount) -> list[int]:
    how = rule.count == "winning lammers", rule.unit == "hand", rule.dealer_natural == "loses"
    return list(map(int, how))


def _lammer_wager(sheet: Sheet, bet_id: str, bet: SideBet, amount: int) -> SideWager:
    names, nets = [""] * CLASSES, [-amount] * CLASSES
    for count in range(MAX_LAMMERS_COUNTED + 1):
        decided = decide(bet, seen(bet.reads, rule_tables(sheet).limit, lammers=count))
        names[count], nets[count] = decided.outcome, decided_net(bet.paytables[bet.paytable], decided, amount)
    names[DEALER_NATURAL_CLASS] = LOST_TO_NATURAL
    return SideWager(bet_id, bet.paytable, amount, tuple(names), tuple(nets))


def _streak_wager(bet_id: str, bet: SideBet, amount: int) -> SideWager:
    """Class 0 is a loss and class 1 a win."""
    names, nets = [""] * CLASSES, [-amount] * CLASSES
    names[0], nets[NOT_PLACED] = bet.otherwise, 0
    decided = after_wins(bet, wins_needed(bet))
    names[1], nets[1] = decided.outcome, decided_net(bet.paytables[bet.paytable], decided, amount)
    return SideWager(bet_id, bet.paytable, amount, tuple(names), tuple(nets), not_every_round=True)


def _wager(sheet: Sheet, bet_id: str, bet: SideBet, amount: int, held: tuple[tuple[str, ...], ...]) -> SideWager:
    """The name, row and net of each class, by the outcomes that hold; classes that cannot occur are a loss."""
    names, nets, returned = [""] * CLASSES, [-amount] * CLASSES, bet.unfinished == "returned"
    names[0], names[RETURNED] = bet.otherwise, RETURNED_OUTCOME
    nets[RETURNED] = 0 if returned else -amount
    nets[NOT_PLACED] = 0
    rows = list(names) if returned else [*names[:RETURNED], bet.otherwise, *names[RETURNED + 1 :]]
    for class_, outcomes in enumerate(held, start=1):
        names[class_], nets[class_] = outcomes[0], _net(sheet, bet, amount, outcomes)
        rows[class_] = best_row(outcomes, bet.paytables[bet.paytable].paid) or bet.otherwise
    wheels = wheels_of(bet, amount, held, rule_tables(sheet).rounding) if has_wheel(bet) else NO_WHEELS
    for class_, stop in wheels.stops.items():
        names[class_], nets[class_], rows[class_] = stop.name, stop.net, stop.name
    return SideWager(bet_id, bet.paytable, amount, tuple(names), tuple(nets), bet.placed_later, wheels, tuple(rows))


def _net(sheet: Sheet, bet: SideBet, amount: int, outcomes: tuple[str, ...]) -> int:
    """The net of a wager, with meters at the sheet's amounts."""
    paytable = bet.paytables[bet.paytable]
    row = best_row(outcomes, paytable.paid)
    if row in paytable.wheels:
        return 0  # the net is that of a stop
    share = paytable.shares.get(row or "")
    if share is None or bet.jackpot is None:
        return decided_net(paytable, Decided(row, outcomes[0]), amount)
    return meter_share(bet.jackpot.levels[share.level].start, share.percent, rule_tables(sheet).rounding) - amount


def _class_table(sheet: Sheet, bet_id: str, bet: SideBet) -> ClassTable:
    args = bet.reads, tuple(bet.outcomes.items()), bet.paytables[bet.paytable].paid, rule_tables(sheet).limit
    try:
        if FIRST_FOUR in bet.reads:
            return four_cards_table(*args)
        if IN_ORDER in bet.reads:
            return run_table(*args[1:])
        if SPLIT_HANDS in bet.reads:
            return split_table(*args)
        if FINAL_HAND not in bet.reads:
            return opening_table(*args)
        return final_table(*args, not_offered=_not_offered(sheet) if bet.placed_later else None)
    except NotSimulated as refused:
        raise NotSimulated(f"{sheet.side_bet_keys[bet_id]}: {refused}") from None


def _not_offered(sheet: Sheet) -> NotOffered:
    deal = rule_tables(sheet).deal
    if deal.ends_early or any(not natural for _, natural in deal.not_offered):
        raise NotSimulated(
            "a bet placed after the up card is not supported if an ace or a natural can end a hand before"
        )
    return deal.not_offered
