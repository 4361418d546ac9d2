"""Compares the money that moved at every table, round by round, with the rules."""

import json
from collections import defaultdict
from collections.abc import Mapping

from lammer.cards.money import money_text
from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.money import OFF_LAYOUT, TAKEN_BACK
from lammer.floor.verify.lights import PlayersLights
from lammer.floor.verify.rounds import Due, Pending, pending_amount
from lammer.floor.verify.verdict import Findings
from lammer.ledger.verify.evidence import Row

NOTHING: Mapping[int, tuple[str, int]] = {}


class Table:
    """Money that moved between players and one table since its last round ended."""

    def __init__(self, name: str) -> None:
        self.held, self.bank, self.tips = held(name), bank(name), tips(name)
        self.own = {self.held, self.bank, self.tips}
        self.game = ""
        self.dealt = 0
        """The number of the last dealt round."""
        self.under_way = False
        self.last = 0
        """The last event that moved money here."""
        self.seats: dict[int, str] = {}
        """The player at each box of the round in progress, for the sensors."""
        self.sensed: dict[int, int] = {}
        """Progressive wagers, by box."""
        self.layout: dict[tuple[str, int], Pending] = {}
        """Bets on the layout between rounds, by player and box."""
        self.lights = PlayersLights()
        self.begin()

    def begin(self) -> None:
        self.moved: defaultdict[str, int] = defaultdict(int)
        self.staked: defaultdict[str, int] = defaultdict(int)

    def enter(self, lines: list[Row]) -> list[Row]:
        """Adds what moved between players and this table; returns the entries with another account."""
        strange = list[Row]()
        for line in lines:
            self.last, _, debit, credit, amount, reason = line
            if reason.endswith(OFF_LAYOUT):
                strange += [] if self._returned(debit, credit, amount, reason) else [line]
                continue
            if (debit in self.own or debit.startswith("player/")) and (
                credit in self.own or credit.startswith("player/")
            ):
                self.moved[debit] -= amount
                self.moved[credit] += amount
                if credit == self.held:
                    self.staked[debit] += amount
                elif reason == TAKEN_BACK:
                    self.staked[credit] -= amount
            else:
                strange.append(line)
        return strange

    def _returned(self, debit: str, credit: str, amount: int, reason: str) -> bool:
        """Takes bets off the layout that are returned to their player; False if there were no such bets."""
        box, player = reason.split(":")[0].removeprefix("box "), credit.removeprefix("player/").removesuffix("/chips")
        pending = self.layout.pop((player, int(box) if box.isdecimal() else 0), ())
        return debit == self.held and credit == chips(player) and sum(one[1] for one in pending) == amount > 0


class Tables:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tables: dict[str, Table] = {}

    def of(self, about: str) -> Table:
        name = about.split("/", 2)[1]
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = Table(name)
        return table

    def dealt(self, event: int, about: str) -> None:
        """A round begins. The rounds of a table are numbered 1, 2, 3 …, and each must end before the next."""
        table, (name, number) = self.of(about), _round_of(about)
        if table.under_way:
            text = f"round {table.dealt} at table {name} never ended; round {number} was dealt after it"
            self._findings.fault("round-missing", event, text)
        if number != table.dealt + 1:
            text = f"round {number} at table {name} was dealt after round {table.dealt}"
            self._findings.fault("round-missing", event, text)
        table.dealt, table.under_way = number, True

    def strange(self, event: int, kind: str, lines: list[Row]) -> None:
        """Reports entries with accounts other than those of the players and of the table's bank, tips and stakes."""
        for _, _, debit, credit, amount, reason in lines:
            text = f"event {event}, {kind}: no rule moves {money_text(amount)} from {debit} to {credit} ({reason})"
            self._findings.fault("entry", event, text)

    def end(self) -> None:
        """After the last event: between rounds only bets may have moved, to the table and back."""
        for name, table in self._tables.items():
            if table.under_way:
                continue
            expected = {account: -amount for account, amount in table.staked.items()}
            expected[table.held] = sum(table.staked.values())
            for account in sorted({*table.moved, *expected}):
                moved, due = table.moved.get(account, 0), expected.get(account, 0)
                if moved != due:
                    text = f"after round {table.dealt} at table {name}: {account} is {money_text(moved)} in the books"
                    self._findings.fault("payment", table.last, f"{text}, by the rules {money_text(due)}")

    def compare(self, due: Due) -> None:
        """A round is over: its payments must be as expected, and nothing may be left on the table."""
        table, (name, number) = self.of(due.about), _round_of(due.about)
        where = f"round {number} at table {name}"
        if not due.fault and (number != table.dealt or not table.under_way):
            self._findings.fault("round-missing", due.event, f"{where} ended, but was not in progress")
        table.under_way = False
        if due.fault:
            self._findings.fault("round", due.event, f"{where}: {due.fault}")
        else:
            for account, (actual, expected) in _differences(table, due).items():
                text = f"{where}: {account} is {money_text(actual)} in the books, by the rules {money_text(expected)}"
                self._findings.fault("payment", due.event, text)
            self._compare_layout(table, due, where)
            if table.game and table.game != due.game:
                self._findings.fault("game", due.event, f"{where}: dealt as {due.game}, earlier rounds as {table.game}")
        table.game = due.game
        table.sensed = {}
        table.begin()

    def _compare_layout(self, table: Table, due: Due, where: str) -> None:
        """What a round left on the layout is what the next one gets, unless it was returned."""
        for player, box in due.played:
            before, now = table.layout.pop((player, box), ()), due.got.get((player, box), ())
            if before != now:
                text = f"{where}: {player} at box {box} has {_text(now)} from earlier rounds, but left {_text(before)}"
                self._findings.fault("layout", due.event, text)
        table.layout |= due.left
        for text in table.lights.after(due.lights, kept=due.lights_kept):
            self._findings.fault("lights", due.event, f"{where}: {text}")

    def emptied(self, event: int, kind: str, player: str, about: str, body: str) -> None:
        """A player has left a box, or everybody a table that closes: their pending bets must have been returned."""
        table = self.of(about)
        if kind == "leave" and table.lights.any:
            table.lights.left(player, json.loads(body).get("box"))
        if kind not in ("leave", "close") or not table.layout:
            return
        box = json.loads(body).get("box")
        for who, where in [one for one in table.layout if kind == "close" or one == (player, box)]:
            text = f"{who} left box {where} without {_text(table.layout.pop((who, where)))}"
            self._findings.fault("layout", event, text)


def _text(pending: Pending) -> str:
    return ", ".join(f"{spot}={money_text(amount)}@{wins}" for spot, amount, wins in pending) or "nothing"


def _round_of(about: str) -> tuple[str, int]:
    """The table and the number of a round; 0 if there is no number."""
    _, name, number = about.split("/", 2) if about.count("/") == 2 else (*about.split("/")[:2], "0")
    return name, int(number) if number.isdecimal() else 0


def _differences(table: Table, due: Due) -> dict[str, tuple[int, int]]:
    """The actual and the expected amount of every account where they differ."""
    wagered: defaultdict[str, int] = defaultdict(int)
    for box, amount in table.sensed.items():
        wagered[table.seats.get(box, "")] += amount
    stays = pending_amount(due.left) - pending_amount(due.got)
    expected = {table.tips: due.tips, table.bank: due.bank, table.held: sum(wagered.values()) + stays}
    staked = dict[str, int]()
    for player, money in due.players.items():
        expected[chips(player)] = money.gained - wagered[player]
        staked[chips(player)] = money.staked + wagered[player]
    if _same(table.moved, expected) and _same(table.staked, staked):
        return {}
    moved = {account: (table.moved.get(account, 0), expected.get(account, 0)) for account in {*table.moved, *expected}}
    placed = {
        f"the stake of {account}": (table.staked.get(account, 0), staked.get(account, 0))
        for account in {*table.staked, *staked}
    }
    return {account: both for account, both in sorted((moved | placed).items()) if both[0] != both[1]}


def _same(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Whether two sums by account are equal; a missing account counts as 0."""
    return all(one.get(account, 0) == amount for account, amount in other.items()) and all(
        account in other or not amount for account, amount in one.items()
    )
