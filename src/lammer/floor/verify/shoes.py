"""Every shoe of the books against its commitment, the contributions, the order of events, and its end.

The chain says what came before what: the promise, then contributions and the cut, then the first deal, and at last the
seed. So the books show what records alone cannot: a contribution that the house left out, a cut that no player made.
"""

import json
import re
from typing import Any

from lammer.cards.card import CODES, DECK_SIZE
from lammer.floor.verify.verdict import Findings
from lammer.table.promise import Promise
from lammer.table.shoe_check import opened_cards, seed_faults, shoe_fault

_CARD = re.compile(r"(?<![\w:=-])[A23456789TJQK][cdhs]\b")
_KINDS = ("open-table", "reopen", "close", "deal", "cut")
_PROMISED = (*Promise(b"", 0).terms(), "commitment")

Told = dict[str, Any]


class _Run:
    """A shoe that was dealt from."""

    def __init__(self, told: Told, position: int) -> None:
        self.told, self.position = told, position
        self.rounds: list[tuple[int, str, int, list[int]]] = []
        """Event, name, first card and cards of every round."""

    @property
    def left(self) -> int:
        return int(self.told["decks"]) * DECK_SIZE - self.position

    @property
    def is_modern(self) -> bool:
        return bool(self.told.get("scheme", 1) != 1)


class _Table:
    """One table as its events tell it so far."""

    def __init__(self, name: str, findings: Findings) -> None:
        self.name, self._findings = name, findings
        self.promised: Told | None = None
        self.contributions: list[list[str]] = []
        self.cut: tuple[str, int] = ("", 0)
        self.run: _Run | None = None
        self.number = self.round = self.first = 0
        self.is_closed = False

    def fault(self, event: int, text: str) -> None:
        self._findings.fault("shoe", event, f"table {self.name}: {text}")

    def event(self, number: int, kind: str, actor: str, body: str, answer: Told) -> None:
        if kind in ("open-table", "reopen", "close"):
            self.is_closed = kind == "close"
        if kind in ("bet", "cut"):
            self.said(actor, kind, json.loads(body))
        if kind == "deal":
            self.dealt(number, answer)
        if "notation" in answer:
            self.ended(number, answer["notation"])
        prepared = answer.get("next_shoe", {})
        if "over" in prepared:
            self.opened(number, prepared["over"], by_closing=kind == "close")
        if "promised" in prepared:
            self.promise(number, prepared["promised"])

    def promise(self, event: int, promised: Told) -> None:
        if self.promised is not None:
            self.fault(event, f"shoe {self.promised['number']} was promised and never dealt from")
        if self.run is not None:
            self.fault(event, f"shoe {self.run.told['number']} was not opened when the next one was promised")
        if promised["number"] != self.number + 1:
            self.fault(event, f"shoe {promised['number']} was promised after shoe {self.number}")
        self.promised, self.contributions, self.cut, self.run = promised, [], ("", 0), None

    def said(self, actor: str, kind: str, said: Told) -> None:
        """A contribution, or a cut. Those that the table refused are in no event."""
        text = said.get("contribution")
        if text is not None and actor not in [player for player, _ in self.contributions]:
            self.contributions.append([actor, text])
        if kind == "cut" and said.get("cards"):
            self.cut = (actor, said["cards"])

    def dealt(self, event: int, answer: Told) -> None:
        told = answer.get("shoe", {})
        if "over" in told:  # as earlier versions opened a shoe
            self.opened(event, told["over"], by_closing=False)
        if "late_shoe" in answer:
            self._late(event, answer["late_shoe"])
        if "new" in told:
            self.begun(event, told["new"])
        self.round, self.first = answer["round"], answer["first"]
        if self.run is not None and self.first != self.run.position:
            self.fault(event, f"round {self.round} begins at card {self.first}, not at {self.run.position}")

    def _late(self, event: int, prepared: Told) -> None:
        """A shoe that was promised with its first deal. Only tables of the earliest books come without one."""
        if "over" in prepared:
            self.opened(event, prepared["over"], by_closing=False)
        if self.number or self.promised:
            self.fault(event, f"shoe {prepared['promised']['number']} was promised only when bets lay already")
        else:
            self._findings.warn(event, f"table {self.name}: its first shoe was promised when bets lay already")
        self.promise(event, prepared["promised"])

    def begun(self, event: int, told: Told) -> None:
        """The first deal from a shoe: it is the one that was promised, with what players contributed since."""
        fault = shoe_fault(told, ())
        if fault is not None:
            self.fault(event, str(fault))
            return
        name = f"shoe {told['number']}"
        self.run, self.number = _Run(told, told["burn"]), told["number"]
        if not self.run.is_modern:
            self.promised = None
            return
        if self.promised is None:
            self.fault(event, f"{name} was dealt from, but never promised before")
        elif any(told.get(key) != self.promised.get(key) for key in _PROMISED):
            self.fault(event, f"{name} is not the one that was promised")
        if told["contributions"] != self.contributions:
            self.fault(event, f"{name} was made with {told['contributions']}; players sent {self.contributions}")
        if (told["cut_by"], told["cut"] if told["cut_by"] else 0) != self.cut:
            self.fault(event, f"{name} was cut at {told['cut']} by {told['cut_by'] or 'the house'}; the books differ")
        if not self.contributions:
            self._findings.warn(event, f"table {self.name}: nobody contributed to {name}")
        self.promised = None

    def ended(self, event: int, notation: str) -> None:
        if self.run is None:
            return
        # What follows X is the reason of an interruption.
        cards = [CODES[name] for name in _CARD.findall(notation.partition("|")[2].partition(' X"')[0])]
        if self.run.rounds and self.run.is_modern and self.run.left <= self.run.told["ends_at"]:
            self.fault(event, f"round {self.round} was dealt after the end of shoe {self.number}")
        self.run.rounds.append((event, f"round {self.round}", self.first, cards))
        self.run.position = self.first + len(cards)

    def opened(self, event: int, over: Told, *, by_closing: bool) -> None:
        fault = shoe_fault(over, ("seed",))
        run, self.run = self.run, None
        if fault is not None or run is None:
            self.fault(
                event, str(fault) if fault else f"shoe {over['number']} was opened, but nothing was dealt from it"
            )
            return
        name = f"shoe {run.told['number']}"
        if {key: value for key, value in over.items() if key not in ("seed", "closed")} != run.told:
            self.fault(event, f"{name} was opened as another than it was dealt")
        for wrong in seed_faults(over):
            self.fault(event, f"{name}: {wrong}")
        if run.is_modern and run.left > run.told["ends_at"]:
            if by_closing:
                text = f"table {self.name}: {name} ended early, with {run.left} cards, by closing"
                self._findings.warn(event, text)
            else:
                self.fault(event, f"{name} was left with {run.left} cards; it ends with {run.told['ends_at']}")
        shoe = opened_cards(run.told | {"seed": over["seed"]})
        for at, round_, first, dealt in run.rounds:
            if shoe[first : first + len(dealt)] != dealt:
                self.fault(at, f"the cards of {round_} are not those of {name}")

    def finish(self) -> None:
        if self.is_closed and self.run is not None and self.run.is_modern and self.run.rounds:
            self.fault(self.run.rounds[-1][0], f"is closed, and shoe {self.number} was never opened")


class Shoes:
    """The shoes of every table, told all of its events in order."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tables: dict[str, _Table] = {}

    @staticmethod
    def reads(kind: str, body: str, told: str) -> bool:
        """Whether an event says something of shoes."""
        return kind in _KINDS or '"notation":' in told or (kind == "bet" and '"contribution":' in body)

    def event(self, number: int, kind: str, actor: str, name: str, body: str, answer: Told) -> None:
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
