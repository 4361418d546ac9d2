"""Checks the shoes of recorded rounds, from a file or standard input. Shares no code with lammer.

    python tools/check_shoe.py table.jsonl
    python tools/check_shoe.py --live table.jsonl    # the table still plays: its last shoe need not be opened
    python tools/check_shoe.py --contributed ann=7f3a table.jsonl    # ann's contribution must be in the records

Every shoe must be the one that was promised: its order, cut, burned cards and end follow from the opened seed and the
players' contributions. Rounds must be consecutive from the first to the last, none missing or repeated, and every shoe
must be opened. Payments are settled again by tests/parity/rescorer.py, which was written from the rules alone, if that
folder exists and supports the round.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CARD = re.compile(r"(?<![\w:=-])[A23456789TJQK][cdhs]\b")
PROMISED = ("scheme", "table", "number", "decks", "burn", "behind_cut_card", "ends_at", "cut_range", "cuts")
SHARED = (*PROMISED, "commitment", "cut", "cut_by", "contributions")
Record = dict[str, Any]
"""A shoe, or a round, as recorded."""
RESCORER = Path(__file__).resolve().parents[1] / "tests" / "parity"


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def promised(shoe: Record) -> str:
    """The commitment that follows from this opened shoe."""
    seed = bytes.fromhex(shoe["seed"])
    if shoe.get("scheme", 1) == 1:
        return hashlib.sha256(b"lammer/commitment/1" + bytes([shoe["decks"]]) + seed).hexdigest()
    values = {key: shoe[key] for key in PROMISED} | {"seed": seed.hex()}
    return hashlib.sha256(b"lammer/commitment/2\n" + canonical(values)).hexdigest()


def final_seed(shoe: Record) -> bytes:
    """The seed of the shuffle, from the house's seed and the players' contributions."""
    if not shoe.get("contributions"):
        return bytes.fromhex(shoe["seed"])
    inputs = [shoe["seed"], shoe["table"], shoe["number"], shoe["contributions"]]
    return hashlib.sha256(b"lammer/order/2\n" + canonical(inputs)).digest()


def words(seed: bytes) -> Iterator[int]:
    stream = hashlib.shake_256(b"lammer/shoe/1" + seed).digest(8192)
    return iter([stream[at] * 256 + stream[at + 1] for at in range(0, len(stream), 2)])


def below(bound: int, source: Iterator[int]) -> int:
    # Words beyond the last whole multiple are rejected, because they would favour low numbers.
    return next(word for word in source if word < 65536 - 65536 % bound) % bound


def cards_of(shoe: Record) -> list[str]:
    """The shoe in dealing order."""
    source = words(final_seed(shoe))
    cards = [rank + suit for _ in range(shoe["decks"]) for rank in "A23456789TJQK" for suit in "cdhs"]
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, source)
        cards[last], cards[other] = cards[other], cards[last]
    return cards[int(shoe["cut"]) :] + cards[: int(shoe["cut"])]


def wheel_stop(seed: bytes, number: int, nth: int, weights: list[int]) -> int:
    """The stop, from 1, of the nth spin of a round: the first 64-bit word of its own stream without bias."""
    stream = hashlib.shake_256(b"lammer/wheel/1\n" + f'["{seed.hex()}",{number},{nth}]'.encode()).digest(1024)
    total, numbers = sum(weights), [int.from_bytes(stream[at : at + 8], "big") for at in range(0, 1024, 8)]
    place = next(one for one in numbers if one < 2**64 - 2**64 % total) % total
    return 1 + sum(place >= sum(weights[: stop + 1]) for stop in range(len(weights)))


def opening_faults(shoe: Record) -> Iterator[str]:
    """Checks that the seed matches the commitment, and the cut the seed."""
    if promised(shoe) != shoe["commitment"]:
        yield "the seed and the other values are not those that were promised"
    if shoe.get("scheme", 1) == 1:
        return
    (minimum, maximum), players = shoe["cut_range"], [player for player, _ in shoe["contributions"]]
    if len(set(players)) < len(players):
        yield "a player contributed twice"
    if shoe["cut_by"] and shoe["cuts"] == "player":
        if not minimum <= shoe["cut"] <= maximum:
            yield f"cut at {shoe['cut']}, outside of {minimum} to {maximum}"
        return
    right = minimum + below(maximum - minimum + 1, words(b"cut" + final_seed(shoe)))
    if shoe["cut_by"] or shoe["cut"] != right:
        yield f"cut at {shoe['cut']}; the seed and the contributions make it {right}"


class Shoe:
    """One shoe, as described by the records so far."""

    def __init__(self, shoe: Record) -> None:
        self.evidence = {key: shoe[key] for key in SHARED if key in shoe}
        self.number: int = shoe["number"]
        self.decks: int = shoe["decks"]
        self.modern = shoe.get("scheme", 1) != 1
        self.rounds: list[tuple[int, int, list[str], list[Record]]] = []
        """Number, first card, cards and spins of rounds that could not be checked yet, for lack of the seed."""
        self.cards: list[str] = []
        self.seed, self.opened, self.closed = "", False, False
        self.end = -1
        """The position after its last round; -1 before the first."""

    @property
    def left(self) -> int:
        return 52 * self.decks - self.end

    @property
    def over(self) -> bool:
        return not self.modern or self.left <= int(self.evidence["ends_at"])


class Checker:
    def __init__(self) -> None:
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.shoes: dict[str, Shoe] = {}
        self.now: Shoe | None = None
        self.last, self.checked, self.rescored, self.unknown = 0, 0, 0, 0
        self.lost = False
        """Whether the last record could not be read, so that the next one cannot be compared with it."""

    def line(self, number: int, text: str) -> None:
        try:
            record = json.loads(text)
            if set(record) == {"shoe"}:
                self.opening(record["shoe"])
            else:
                self.round(record)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, StopIteration, RecursionError):
            self.faults.append(
                f"line {number}: this is not a record of a round with its shoe, and no shoe that was opened"
            )

    def fault(self, where: str, text: str) -> None:
        self.faults.append(f"{where}: {text}")

    def round(self, record: Record) -> None:
        number, shoe = record["round"], record["shoe"]
        where = f"round {number}"
        if "first" not in shoe or "notation" not in record:
            self.fault(where, "does not say where in its shoe it was dealt, or how")
            self.lost = True
            return
        played = (
            record["notation"].partition("|")[2].partition(' X"')[0]
        )  # the reason of an interruption may look like cards
        first, dealt = int(shoe["first"]), CARD.findall(played)
        before, run = self.now, self.shoes.get(shoe["commitment"])
        if run is None:
            run = self.shoes[shoe["commitment"]] = Shoe(shoe)
            if run.modern and shoe["table"] and not shoe["contributions"]:
                self.warnings.append(f"nobody contributed to shoe {run.number}: the house alone decided its order")
        self.different(where, run, shoe)
        if before and before.closed and number == 1 and shoe["number"] == 1 and not before.evidence.get("table"):
            before, self.last = None, 0  # `lammer play --log` appends sessions
        if not self.lost:
            self.follows(where, before, run, number, first)
        self.now, self.last, self.lost, run.end = run, number, False, first + len(dealt)
        run.rounds.append((number, first, dealt, record.get("spins", []) + record.get("jackpot_spins", [])))
        self.pays(where, record, dealt)
        if "seed" in shoe:
            self.prove(run, shoe)

    def follows(self, where: str, before: Shoe | None, run: Shoe, number: int, first: int) -> None:
        if number != self.last + 1:
            self.fault(where, f"comes after round {self.last}" if self.last else "is the first record, not round 1")
        if run is before:
            self.goes_on(where, run, first)
        else:
            self.begins(where, before, run, first)

    def different(self, where: str, run: Shoe, shoe: Record) -> None:
        for key in SHARED:
            if shoe.get(key) != run.evidence.get(key):
                self.fault(where, f"has another {key} of shoe {run.number} than the rounds before")

    def goes_on(self, where: str, run: Shoe, first: int) -> None:
        if first != run.end:
            self.fault(where, f"begins at card {first}, the round before ended at {run.end}")
        if run.opened:
            self.fault(where, f"was dealt after shoe {run.number} was opened")
        if run.modern and run.over:
            self.fault(where, f"was dealt after the end of shoe {run.number}")

    def begins(self, where: str, before: Shoe | None, run: Shoe, first: int) -> None:
        if run.end >= 0:
            self.fault(where, f"comes back to shoe {run.number}, which was left before")
        if not run.modern:
            return
        if first != run.evidence["burn"]:
            self.fault(where, f"begins shoe {run.number} at card {first}, after {run.evidence['burn']} burned cards")
        if run.number != (before.number if before else 0) + 1:
            self.fault(where, f"is of shoe {run.number}, the one before was {before.number if before else 'none'}")
        if before and not before.over and before.closed:
            self.warnings.append(f"shoe {before.number} ended early with {before.left} cards: the table was closed")
        elif before and not before.over:
            self.fault(where, f"shoe {before.number} was left with {before.left} cards, before its end")

    def opening(self, shoe: Record) -> None:
        where = f"shoe {shoe.get('number', '?')}"
        run = self.shoes.get(shoe["commitment"])
        try:
            bytes.fromhex(shoe["seed"])
            if run is None:
                run = self.shoes[shoe["commitment"]] = Shoe(shoe)
                run.end = shoe["burn"]
                if run.modern and shoe["table"]:
                    self.fault(where, "was opened, but no round was dealt from it")
                elif run.modern:
                    self.now = run
            elif run.modern or shoe.get("scheme", 1) != 1:
                self.different(where, run, shoe)
                if run.opened:
                    self.fault(where, "was opened twice")
                if not run.over and shoe.get("closed") is not True:
                    self.fault(where, f"was opened with {run.left} cards left, before its end")
            run.opened, run.closed = True, shoe.get("closed") is True
            self.prove(run, shoe)
        except (ValueError, TypeError, KeyError, StopIteration):
            self.fault(where, "the seed is not the one that was promised")

    def prove(self, run: Shoe, shoe: Record) -> None:
        """Checks the promise and every card so far against the seed."""
        if shoe["seed"] != run.seed:
            for fault in opening_faults(shoe):
                self.fault(f"shoe {run.number}", fault)
            run.seed, run.cards = shoe["seed"], cards_of(shoe)
        for number, first, dealt, spins in run.rounds:
            for nth, spin in enumerate(spins, start=1):
                right = wheel_stop(final_seed(shoe), number, nth, spin["weights"])
                if spin["stop"] != right:
                    self.fault(f"round {number}", f"the wheel stopped at {spin['stop']}; the seed makes it {right}")
            if not dealt or first < 0 or run.cards[first : first + len(dealt)] != dealt:
                self.fault(f"round {number}", f"its cards are not those of shoe {run.number}")
            self.checked += 1
        run.rounds.clear()

    def pays(self, where: str, record: Record, dealt: list[str]) -> None:
        """Settles every payment again, if the independent rescorer supports the round."""
        seats = record.get("seats", [])
        special = record.get("void") or any("tip" in seat or "absent" in seat for seat in seats)
        oracle = None if special else rescorer()
        if oracle is None or oracle.read_round(record)[0] is None:
            self.unknown += 1
            return
        self.rescored += 1
        if Counter(shown_cards(record)) != Counter(dealt):
            self.fault(where, "its hands do not contain the cards that were dealt")
        for fault in oracle.rescore(record):
            self.fault(where, fault)

    def finish(self, live: bool, contributed: tuple[str, ...] = ()) -> int:
        """The number of rounds whose shoe is not opened, which is a fault except for the last shoe of a live table."""
        given = {
            f"{player}={text}" for run in self.shoes.values() for player, text in run.evidence.get("contributions", [])
        }
        for one in contributed:
            if one not in given:
                self.fault("contributions", f"{one} is in no shoe")
        waiting = 0
        for run in self.shoes.values():
            if run.rounds and live and run is self.now:
                waiting += len(run.rounds)
            elif run.rounds:
                rounds = len(run.rounds)
                self.fault(f"shoe {run.number}", f"was never opened: {rounds} rounds wait for their shoe to be opened")
        return waiting


def shown_cards(record: Record) -> list[str]:
    """The cards of the dealer and of every box; the owner's entry has all hands of a box."""
    owners: dict[int, Record] = {}
    for seat in sorted(record["seats"], key=lambda seat: -seat["bettor"]):
        owners[seat["seat"]] = seat
    hands = [hand["cards"] for seat in owners.values() for hand in seat["hands"]]
    return [card for cards in (record["dealer"]["cards"], record["dealer"].get("burned", []), *hands) for card in cards]


def rescorer() -> Any:
    """The independent rescorer, if its folder exists."""
    if str(RESCORER) not in sys.path:
        if not RESCORER.is_dir():
            return None
        sys.path.insert(0, str(RESCORER))
    import rescorer as oracle

    return oracle


def main(arguments: list[str]) -> str:
    """The faults; empty if every card is right."""
    live, names, mine = False, list[str](), list[str]()
    rest = iter(arguments)
    for one in rest:
        if one == "--live":
            live = True
        elif one == "--contributed":
            mine.append(next(rest, ""))
        else:
            names.append(one)
    try:
        text = Path(names[0]).read_text("utf-8") if names else sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        return f"check_shoe: {names[0] if names else 'standard input'}: cannot be read: {error}"
    checker = Checker()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            checker.line(number, line)
    waiting = checker.finish(live, tuple(mine))
    for warning in checker.warnings:
        print(f"warning: {warning}")
    if checker.faults:
        return "\n".join(checker.faults)
    if not checker.checked:
        return f"check_shoe: no round was checked: {waiting} wait for their shoe to be opened"
    paid = f"{checker.rescored} settled again, {checker.unknown} not"
    print(f"{checker.checked} rounds: every card lay in the shoe that was promised; {waiting} wait for theirs; {paid}")
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
