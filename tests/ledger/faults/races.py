"""Two tables win the same meter at the same moment, from processes of their own, while a third table's wagers go on:
the claims have one order over all tables, the first takes what the meter shows, the next what that left. And one
command sent by two processes at once under one key is carried out once and answered twice."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.ledger.faults.books import AGAIN, Checker, view
from tests.ledger.faults.pipes import Program
from tests.ledger.faults.plan import (
    APPROVER,
    DIAMONDS,
    FULL,
    HEARTS,
    SHARE,
    SUPERVISOR,
    Order,
    dealer_of,
    found,
    hand_orders,
    terms_of,
)

RACER = "tests.ledger.faults.racer"
RACING, WAGERING = ("a", "b"), "c"
SPOT = 4
BEFORE = 4
"""The orders of a hand before its race: open, wager, take, deal."""
WAGERING_HANDS = 3
SOON = 0.005
"""Seconds until a start, so that all have heard of it."""
SLOW = 0.010


class Mix(NamedTuple):
    """What both tables win, and whether the third has wagers meanwhile."""

    outcomes: tuple[str, str]
    wagers: bool


MIXES = (
    Mix((FULL, FULL), wagers=False),
    Mix((FULL, SHARE), wagers=False),
    Mix((FULL, FULL), wagers=True),
    Mix((FULL, FULL), wagers=False),
    Mix((SHARE, FULL), wagers=True),
    Mix((SHARE, SHARE), wagers=False),
)


def mix_of(hand: int) -> Mix:
    return MIXES[hand % len(MIXES)]


@lru_cache(maxsize=64)
def race_orders(link: str, table: str, hand: int) -> Sequence[Order]:
    """The hands of a race: on link "one" one winner at each racing table and none at the third."""
    if link != "one":
        return hand_orders(link, table, hand)
    dealer = dealer_of(table)
    wins = "" if table == WAGERING else mix_of(hand).outcomes[RACING.index(table)]
    cards = {"": (1, 5), FULL: (DIAMONDS, DIAMONDS), SHARE: (HEARTS, HEARTS)}[wins]
    steps: list[tuple[str, str, dict[str, Any]]] = [
        ("open", dealer, {}),
        ("wager", dealer, {"wagers": {SPOT: 500}}),
        ("take", dealer, {}),
        ("deal", dealer, {"cards": {SPOT: cards}, "up": DIAMONDS}),
    ]
    if wins:
        steps.append(("select", dealer, {"spot": SPOT, "outcome": wins}))
        steps += [("confirm", SUPERVISOR, {"spot": SPOT}), ("swipe", APPROVER, {"spot": SPOT})]
    steps.append(("end", dealer, {}))
    return tuple(
        Order(f"{link}/{table}/{hand}/{place}", kind, actor, link, table, body)
        for place, (kind, actor, body) in enumerate(steps)
    )


@dataclass
class Outcome:
    """``overlapped``: races whose two claims were under way at the same time. ``first``: how often each table's claim
    came first."""

    races: int = 0
    mixes: Counter[str] = field(default_factory=Counter)
    overlapped: int = 0
    waited: int = 0
    first: Counter[str] = field(default_factory=Counter)
    twins: int = 0
    twin_races: int = 0
    events: int = 0
    paid: int = 0
    longest: float = 0.0
    seconds: float = 0.0
    faults: list[tuple[str, str]] = field(default_factory=list)


class Run(NamedTuple):
    """One table's part in a race."""

    table: str
    outcome: str
    selected: int
    confirmed: int
    amount: int
    paid: int
    took: tuple[float, float]


def run_of(table: str, outcome: str, report: dict[str, Any]) -> Run:
    steps = {kind: (number, answer, took) for kind, number, answer, _, took in report["posted"]}
    claim, paid = steps["confirm"][1]["claims"][0], steps["swipe"][1]["claim"]
    took = tuple(steps["select"][2])
    return Run(table, outcome, steps["select"][0], steps["confirm"][0], claim["amount"], paid["amount"], took)


def overlapping(runs: Sequence[Run]) -> bool:
    return max(run.took[0] for run in runs) < min(run.took[1] for run in runs)


def judged(runs: Sequence[Run], meter: int, reserve: int, seed: int, *, undisturbed: bool) -> list[tuple[str, str]]:
    """What is wrong with a race that began with so much on the meter and in reserve. ``undisturbed``: nobody else
    wagered meanwhile."""
    faults = []
    in_order = sorted(runs, key=lambda run: run.selected)
    if in_order != sorted(runs, key=lambda run: run.confirmed):
        faults.append(("order", f"claims {[run.selected for run in runs]} frozen in another order"))
    if any(run.amount != run.paid for run in runs):
        faults.append(("amount", f"what was frozen is not what was paid: {runs}"))
    if undisturbed:
        for run in in_order:
            due = meter if run.outcome == FULL else meter // 10
            if run.amount != due:
                faults.append(("amount", f"table {run.table} took {run.amount}; the meter showed {meter}"))
            meter, reserve = (seed + reserve, 0) if run.outcome == FULL else (meter - due, reserve)
    return faults


@contextmanager
def racing() -> Iterator[list[Program]]:
    """Three racers, for as many races as one likes."""
    with ExitStack() as ending:
        racers = [Program(RACER) for _ in range(3)]
        for racer in racers:
            ending.callback(racer.close)
        yield racers


class Races:
    """Races at new books, by three racers."""

    def __init__(self, racers: Sequence[Program], where: str, key_file: Path, fault: str = "") -> None:
        found(where, key_file)
        self._where, self._fault, self.checker, self.outcome = where, fault, Checker(race_orders), Outcome()
        self._racers = racers
        for racer in racers:
            racer.say([where, str(key_file), fault])
        for racer in racers:
            racer.answer()
        self._seed = terms_of("one").levels["meter"].seed
        self._wagering_hand = self._slow_enough = 0

    def run(self, races: int, twin_hands: int, *, to_first_fault: bool = False, at_most: int = 0) -> Outcome:
        """``at_most``: on a busy machine the tables may take turns by chance; so many races are run until they meet.
        Each of those has a supervisor who is slower still, so that the other table comes while its claim is open."""
        self._slow_enough, begun = races, time.monotonic()
        rounds = [(self._race, hand) for hand in range(1, max(races, at_most) + 1)]
        for take_place, hand in rounds + [(self._twins, hand) for hand in range(1, twin_hands + 1)]:
            if take_place == self._race and hand > races and self.outcome.overlapped and self.outcome.waited:
                continue
            take_place(hand)
            if to_first_fault and self.checker.faults:
                break
        self.outcome.seconds, self.outcome.events = time.monotonic() - begun, self.checker.number
        self.outcome.faults = self.checker.faults
        return self.outcome

    def _together(self, *sent: Sequence[Order], slow: int = 2, by: float = SLOW) -> list[dict[str, Any]]:
        """Everyone sends theirs from the same moment on. Table ``slow`` has a supervisor who is slow to confirm."""
        begun = time.monotonic()
        for at, (racer, orders) in enumerate(zip(self._racers, sent, strict=False)):
            racer.say([begun + SOON, orders, by if at == slow else 0.0])
        reports = [racer.answer() for racer, _ in zip(self._racers, sent, strict=False)]
        self.outcome.longest = max(self.outcome.longest, time.monotonic() - begun)
        self.checker.faults += [("failed", each["failed"]) for each in reports if each["failed"]]
        return reports

    def _catch_up(self) -> dict[str, int]:
        with view(self._where) as ask:
            self.checker.catch_up(ask)
            return {name: credits_ - debits for name, debits, credits_ in ask(_HELD)}

    def _race(self, hand: int) -> None:
        mix = mix_of(hand)
        hands = [race_orders("one", table, hand) for table in RACING]
        self._together(*(orders[:BEFORE] for orders in hands))
        before = self._catch_up()
        sent = [orders[BEFORE:] for orders in hands]
        more = max(0, hand - self._slow_enough)
        slow, by = (hand % 2, SLOW * 2 ** min(more, 8)) if more else (hand // len(MIXES) % 3, SLOW)
        reports = self._together(*sent, *([self._wagers()] if mix.wagers else []), slow=slow, by=by)
        after = self._catch_up()
        self.outcome.races += 1
        if any(each["failed"] for each in reports):
            return
        runs = [run_of(*each) for each in zip(RACING, mix.outcomes, reports[:2], strict=True)]
        meter, reserve = before["one/meter/meter"], before["one/meter/reserve"]
        self.checker.faults += judged(runs, meter, reserve, self._seed, undisturbed=not mix.wagers)
        if after["one/meter/awards"] - before.get("one/meter/awards", 0) != sum(run.paid for run in runs):
            self.checker.faults.append(("amount", f"hand {hand}: the awards did not grow by what was paid"))
        self._note(mix, runs, sum(each["waited"] for each in reports))

    def _note(self, mix: Mix, runs: list[Run], waited: int) -> None:
        percent = {FULL: "100%", SHARE: "10%"}
        name = " and ".join(sorted((percent[outcome] for outcome in mix.outcomes), reverse=True))
        self.outcome.mixes[name + (", wagers meanwhile" if mix.wagers else "")] += 1
        self.outcome.overlapped += overlapping(runs)
        self.outcome.waited += waited
        self.outcome.first[min(runs, key=lambda run: run.selected).table] += 1
        self.outcome.paid += len(runs)

    def _wagers(self) -> list[Order]:
        hands = range(self._wagering_hand + 1, self._wagering_hand + 1 + WAGERING_HANDS)
        self._wagering_hand += WAGERING_HANDS
        return [order for hand in hands for order in race_orders("one", WAGERING, hand)]

    def _twins(self, hand: int) -> None:
        """Every command of a hand is sent by two processes at once, under one key."""
        for order in race_orders("three", "d", hand):
            other = (
                order._replace(key=order.key + AGAIN) if self._fault == "new key" and order.kind == "wager" else order
            )
            reports = self._together([order], [other])
            if any(each["failed"] for each in reports):
                return
            (_, number, answer, repeated, took), (_, *others, again, its_took) = (each["posted"][0] for each in reports)
            if [number, answer] != others or repeated == again:
                self.checker.faults.append(("doubled", f"{order.key}: two answers, or none or both of them repeated"))
            self.outcome.twins += 1
            self.outcome.twin_races += max(took[0], its_took[0]) < min(took[1], its_took[1])
        self._catch_up()


_HELD = "SELECT name, debits, credits FROM accounts"
