"""Checks every shoe in the books: its commitment, the contributions, the order of events, and its end.

The chain proves the order: the commitment, then contributions and the cut, then the first deal, and finally the seed.
So the books show more than records alone: a contribution that the house left out, a cut that no player made.
"""

import json
import re
from typing import Any

from lammer.cards.card import CODES, DECK_SIZE
from lammer.floor.records import jackpot_spins
from lammer.floor.verify.verdict import Findings
from lammer.table.notation import read_round
from lammer.table.promise import Promise
from lammer.table.shoe_check import opened_cards, seed_faults, shoe_fault, spin_faults
from lammer.table.spins import Spun, read_spins
from lammer.table.wheel import spins_made

_CARD = re.compile(r"(?<![\w:=-])[A23456789TJQK][cdhs]\b")
_KINDS = ("open-table", "reopen", "close", "deal", "cut")
_PROMISED = (*Promise(b"", 0).terms(), "commitment")

Values = dict[str, Any]


class _Run:
    """A shoe from which cards were dealt; ``shoe`` has the values that the first deal announced."""

    def __init__(self, shoe: Values, position: int) -> None:
        self.shoe, self.position = shoe, position
        self.rounds: list[tuple[int, str, int, list[int]]] = []
        """Event, name, position of the first card, and cards of every round."""
        self.spins: list[tuple[int, int, tuple[Spun, ...]]] = []
        """Event and number of every round with spins, and the spins in order."""

    @property
    def left(self) -> int:
        return int(self.shoe["decks"]) * DECK_SIZE - self.position

    @property
    def is_modern(self) -> bool:
        return bool(self.shoe.get("scheme", 1) != 1)


class _Table:
    """One table after its events so far."""

    def __init__(self, name: str, findings: Findings) -> None:
        self.name, self._findings = name, findings
        self.promised: Values | None = None
        self.contributions: list[list[str]] = []
        self.cut: tuple[str, int] = ("", 0)
        self.run: _Run | None = None
        self.number = self.round = self.first = 0
        self.jackpot_spins: tuple[Spun, ...] = ()
        """The spins of the jackpot in the round, which follow those of the round itself."""
        self.is_closed = False

    def fault(self, event: int, text: str) -> None:
        self._findings.fault("shoe", event, f"table {self.name}: {text}")

    def event(self, number: int, kind: str, actor: str, body: str, answer: Values) -> None:
        if kind in ("open-table", "reopen", "close"):
            self.is_closed = kind == "close"
        if kind in ("bet", "cut"):
            self.player_request(actor, kind, json.loads(body))
        if kind == "deal":
            self.dealt(number, answer)
        if "notation" in answer:
            self.ended(number, answer["notation"])
        prepared = answer.get("next_shoe", {})
        if "over" in prepared:
            self.opened(number, prepared["over"], by_closing=kind == "close")
        if "promised" in prepared:
            self.promise(number, prepared["promised"])

    def promise(self, event: int, promised: Values) -> None:
        if self.promised is not None:
            self.fault(event, f"shoe {self.promised['number']} was promised, but never dealt from")
        if self.run is not None:
            self.fault(event, f"shoe {self.run.shoe['number']} was not opened when the next one was promised")
        if promised["number"] != self.number + 1:
            self.fault(event, f"shoe {promised['number']} was promised after shoe {self.number}")
        self.promised, self.contributions, self.cut, self.run = promised, [], ("", 0), None

    def player_request(self, actor: str, kind: str, request: Values) -> None:
        """A contribution, or a cut. The books contain no refused requests."""
        text = request.get("contribution")
        if text is not None and actor not in [player for player, _ in self.contributions]:
            self.contributions.append([actor, text])
        if kind == "cut" and request.get("cards"):
            self.cut = (actor, request["cards"])

    def dealt(self, event: int, answer: Values) -> None:
        announced = answer.get("shoe", {})
        if "over" in announced:  # earlier versions opened a shoe here
            self.opened(event, announced["over"], by_closing=False)
        if "late_shoe" in answer:
            self._late(event, answer["late_shoe"])
        if "new" in announced:
            self.first_deal(event, announced["new"])
        self.round, self.first = answer["round"], answer["first"]
        self.jackpot_spins = read_spins(jackpot_spins(answer))
        if self.run is not None and self.first != self.run.position:
            self.fault(event, f"round {self.round} begins at card {self.first}, not at {self.run.position}")

    def _late(self, event: int, prepared: Values) -> None:
        """A shoe that was promised at its first deal. Only tables of the earliest books may have such a shoe."""
        if "over" in prepared:
            self.opened(event, prepared["over"], by_closing=False)
        if self.number or self.promised:
            self.fault(event, f"shoe {prepared['promised']['number']} was promised only after bets were placed")
        else:
            self._findings.warn(event, f"table {self.name}: its first shoe was promised only after bets were placed")
        self.promise(event, prepared["promised"])

    def first_deal(self, event: int, shoe: Values) -> None:
        """The first deal from a shoe: it must be the promised shoe, with the players' contributions."""
        fault = shoe_fault(shoe, ())
        if fault is not None:
            self.fault(event, str(fault))
            return
        name = f"shoe {shoe['number']}"
        self.run, self.number = _Run(shoe, shoe["burn"]), shoe["number"]
        if not self.run.is_modern:
            self.promised = None
            return
        if self.promised is None:
            self.fault(event, f"{name} was dealt from, but never promised")
        elif any(shoe.get(key) != self.promised.get(key) for key in _PROMISED):
            self.fault(event, f"{name} is not the one that was promised")
        if shoe["contributions"] != self.contributions:
            self.fault(event, f"{name} was made with {shoe['contributions']}; players sent {self.contributions}")
        if (shoe["cut_by"], shoe["cut"] if shoe["cut_by"] else 0) != self.cut:
            self.fault(event, f"{name} was cut at {shoe['cut']} by {shoe['cut_by'] or 'the house'}; the books differ")
        if not self.contributions:
            self._findings.warn(event, f"table {self.name}: nobody contributed to {name}")
        self.promised = None

    def ended(self, event: int, notation: str) -> None:
        if self.run is None:
            return
        # The text after X is the reason of an interruption.
        cards = [CODES[name] for name in _CARD.findall(notation.partition("|")[2].partition(' X"')[0])]
        if self.run.rounds and self.run.is_modern and self.run.left <= self.run.shoe["ends_at"]:
            self.fault(event, f"round {self.round} was dealt after the end of shoe {self.number}")
        self.run.rounds.append((event, f"round {self.round}", self.first, cards))
        self.run.position = self.first + len(cards)
        own = spins_made(read_round(notation).round) if " *" in notation else ()
        if spins := (*own, *self.jackpot_spins):
            self.run.spins.append((event, self.round, spins))

    def opened(self, event: int, over: Values, *, by_closing: bool) -> None:
        fault = shoe_fault(over, ("seed",))
        run, self.run = self.run, None
        if fault is not None or run is None:
            self.fault(
                event, str(fault) if fault else f"shoe {over['number']} was opened, but nothing was dealt from it"
            )
            return
        name = f"shoe {run.shoe['number']}"
        if {key: value for key, value in over.items() if key not in ("seed", "closed")} != run.shoe:
            self.fault(event, f"{name} was opened with other values than it was dealt with")
        for wrong in seed_faults(over):
            self.fault(event, f"{name}: {wrong}")
        if run.is_modern and run.left > run.shoe["ends_at"]:
            if by_closing:
                text = f"table {self.name}: {name} ended early, with {run.left} cards, by closing"
                self._findings.warn(event, text)
            else:
                self.fault(event, f"{name} was left with {run.left} cards; it ends with {run.shoe['ends_at']}")
        cards = opened_cards(run.shoe | {"seed": over["seed"]})
        for at, round_, first, dealt in run.rounds:
            if cards[first : first + len(dealt)] != dealt:
                self.fault(at, f"the cards of {round_} are not those of {name}")
        for at, number, spins in run.spins:
            for wrong in spin_faults(number, spins, run.shoe | {"seed": over["seed"]}):
                self.fault(at, f"round {number}: {wrong}")

    def finish(self) -> None:
        if self.is_closed and self.run is not None and self.run.is_modern and self.run.rounds:
            self.fault(self.run.rounds[-1][0], f"is closed, but shoe {self.number} was never opened")


class Shoes:
    """The shoes of every table, checked with the events in order."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tables: dict[str, _Table] = {}

    @staticmethod
    def reads(kind: str, body: str, answer: str) -> bool:
        """Whether an event concerns shoes."""
        return kind in _KINDS or '"notation":' in answer or (kind == "bet" and '"contribution":' in body)

    def event(self, number: int, kind: str, actor: str, name: str, body: str, answer: Values) -> None:
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = _Table(name, self._findings)
        try:
            table.event(number, kind, actor, body, answer)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            table.fault(number, f"event {number} cannot be read: {error!r}"[:200])

    def end(self) -> None:
        for table in self._tables.values():
            table.finish()
