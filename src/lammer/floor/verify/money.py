"""What the books moved at every table, round by round, and whether the rules say the same."""

from collections import defaultdict
from collections.abc import Mapping

from lammer.cards.money import money_text
from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.verify.rounds import Due
from lammer.floor.verify.verdict import Findings
from lammer.ledger.verify.evidence import Row

TAKEN_BACK = "stake taken back"
NOTHING: Mapping[int, tuple[str, int]] = {}


class Table:
    """Money that moved between players and one table since its last round was over."""

    def __init__(self, name: str) -> None:
        self.held, self.bank, self.tips = held(name), bank(name), tips(name)
        self.own = {self.held, self.bank, self.tips}
        self.game = ""
        self.seats: dict[int, str] = {}
        """Who sat at each box of the round under way, for the sensors."""
        self.sensed: dict[int, int] = {}
        """Progressive wagers that were taken, by box."""
        self.begin()

    def begin(self) -> None:
        self.moved: defaultdict[str, int] = defaultdict(int)
        self.staked: defaultdict[str, int] = defaultdict(int)

    def enter(self, lines: list[Row]) -> None:
        for _, _, debit, credit, amount, reason in lines:
            if (debit in self.own or debit.startswith("player/")) and (
                credit in self.own or credit.startswith("player/")
            ):
                self.moved[debit] -= amount
                self.moved[credit] += amount
                if credit == self.held:
                    self.staked[debit] += amount
                elif reason == TAKEN_BACK:
                    self.staked[credit] -= amount


class Tables:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tables: dict[str, Table] = {}

    def of(self, about: str) -> Table:
        name = about.split("/")[1]
        if name not in self._tables:
            self._tables[name] = Table(name)
        return self._tables[name]

    def compare(self, due: Due) -> None:
        """A round is over: its money is what it ought to be, and nothing is left on the table."""
        table = self.of(due.about)
        name, number = due.about.split("/")[1:3]
        where = f"round {number} at table {name}"
        if due.fault:
            self._findings.fault("round", due.event, f"{where}: {due.fault}")
        else:
            for account, (is_, ought) in _differences(table, due).items():
                text = f"{where}: {account} is {money_text(is_)} in the books, by the rules {money_text(ought)}"
                self._findings.fault("payment", due.event, text)
            if table.game and table.game != due.game:
                self._findings.fault(
                    "game", due.event, f"{where}: dealt as {due.game}, the rounds before as {table.game}"
                )
        table.game = due.game
        table.sensed = {}
        table.begin()


def _differences(table: Table, due: Due) -> dict[str, tuple[int, int]]:
    """By account, what moved and what ought to have, wherever they are not the same."""
    wagered: defaultdict[str, int] = defaultdict(int)
    for box, amount in table.sensed.items():
        wagered[table.seats.get(box, "")] += amount
    ought = {table.tips: due.tips, table.bank: due.bank, table.held: sum(wagered.values())}
    ought |= {chips(player): money.gained - wagered[player] for player, money in due.players.items()}
    staked = {chips(player): money.staked + wagered[player] for player, money in due.players.items()}
    moved = {account: (table.moved.get(account, 0), ought.get(account, 0)) for account in {*table.moved, *ought}}
    placed = {
        f"what {account} staked": (table.staked.get(account, 0), staked.get(account, 0))
        for account in {*table.staked, *staked}
    }
    return {account: both for account, both in sorted((moved | placed).items()) if both[0] != both[1]}
