"""Reads the JSON record into typed values and reports what is malformed, so that later checks can trust the types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rescorer_rules import RANKS, SHEETS, SUITS, Sheet, count, is_ace_and_ten

RESULTS = ("win", "lose", "push", "bust", "blackjack")
BET_KINDS = (None, "free", "paid")


@dataclass(frozen=True)
class Hand:
    path: str
    cards: tuple[str, ...]
    own: int
    free: int
    doubled: str | None
    split: str | None
    result: str
    net: int
    even_money: bool
    stands_on: int | None
    """The total of a bettor who did not follow a draw (A17)."""

    def total(self, limit: int) -> int:
        """What counts against the dealer."""
        return count(self.cards, limit)[0] if self.stands_on is None else self.stands_on


@dataclass(frozen=True)
class SideResult:
    outcome: str
    net: int


@dataclass(frozen=True)
class Seat:
    path: str
    box: int
    bettor: int
    wagers: dict[str, int]
    hands: tuple[Hand, ...]
    side: dict[str, SideResult]
    insurance: int
    insurance_wager: int | None
    net: int
    swapped: bool = False

    @property
    def main(self) -> int:
        return self.wagers["against" if self.against else "main"]

    @property
    def against(self) -> bool:
        return "against" in self.wagers

    @property
    def side_wagers(self) -> dict[str, int]:
        return {bet: amount for bet, amount in self.wagers.items() if bet not in ("main", "against")}

    @property
    def lammers(self) -> int:
        return sum((hand.split == "free") + (hand.doubled == "free") for hand in self.hands)


@dataclass(frozen=True)
class Dealer:
    cards: tuple[str, ...]
    total: int
    blackjack: bool


@dataclass(frozen=True)
class Round:
    game: str
    sheet: Sheet
    paytables: dict[str, str]
    meters: dict[str, int] | None
    meters_reset: dict[str, int] | None
    seats: tuple[Seat, ...]
    dealer: Dealer

    def decider(self, seat: Seat) -> Seat:
        """Who plays the cards of this box: its owner, or without an owner's bet the next bettor on it (EU 1.11)."""
        return min((other for other in self.seats if other.box == seat.box), key=lambda other: other.bettor)

    def box_was_split(self, seat: Seat) -> bool:
        # A bettor who declined the split shows one hand only, so the decider's hands must be asked.
        return len(self.decider(seat).hands) > 1

    def is_natural(self, seat: Seat, hand: Hand) -> bool:
        whole = not self.box_was_split(seat) and not seat.swapped
        return self.sheet.limit == 21 and is_ace_and_ten(hand.cards) and whole

    def dealer_has_blackjack(self) -> bool:
        return self.sheet.limit == 21 and is_ace_and_ten(self.dealer.cards[:2])


class Reader:
    """Reads values one at a time; what is malformed becomes a fault and a harmless stand-in."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, path: str, sentence: str) -> None:
        self.faults.append(f"{path}: {sentence}")

    def mapping(self, value: Any, path: str) -> dict[str, Any]:
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            return value
        self.fault(path, "is missing or is not an object.")
        return {}

    def listing(self, value: Any, path: str) -> list[Any]:
        if isinstance(value, list):
            return value
        self.fault(path, "is missing or is not a list.")
        return []

    def integer(self, value: Any, path: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.fault(path, "is missing or is not a whole number.")
        return 0

    def flag(self, value: Any, path: str) -> bool:
        if isinstance(value, bool):
            return value
        self.fault(path, "is missing or is not true or false.")
        return False

    def text(self, value: Any, path: str) -> str:
        if isinstance(value, str):
            return value
        self.fault(path, "is missing or is not a text.")
        return ""

    def one_of(self, source: dict[str, Any], key: str, path: str, allowed: Sequence[str | None]) -> str | None:
        if key in source and (source[key] is None or isinstance(source[key], str)) and source[key] in allowed:
            return None if source[key] is None else str(source[key])
        self.fault(f"{path}.{key}", f"is missing or is none of {', '.join(map(str, allowed))}.")
        return allowed[0]

    def amounts(self, value: Any, path: str) -> dict[str, int]:
        return {key: self.integer(amount, f"{path}.{key}") for key, amount in self.mapping(value, path).items()}

    def cards(self, value: Any, path: str) -> tuple[str, ...]:
        cards = self.listing(value, path)
        for index, card in enumerate(cards):
            if not _is_card(card):
                self.fault(f"{path}[{index}]", f"{card!r} is no card.")
        return tuple(card for card in cards if _is_card(card))


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in SUITS


def read_round(record: dict[str, Any]) -> tuple[Round | None, list[str]]:
    """The round, or None and the reasons why it cannot be read."""
    reader = Reader()
    game = reader.text(record.get("game"), "game")
    if game not in SHEETS:
        return None, [f"game: {game!r} is unknown."]
    reader.integer(record.get("version"), "version")
    reader.integer(record.get("round"), "round")
    round_ = Round(
        game=game,
        sheet=_read_overrides(reader, SHEETS[game], record.get("overrides")),
        paytables=_read_paytables(reader, record.get("paytables")),
        meters=_read_optional_amounts(reader, record, "meters"),
        meters_reset=_read_optional_amounts(reader, record, "meters_reset"),
        seats=_read_seats(reader, record.get("seats")),
        dealer=_read_dealer(reader, record.get("dealer")),
    )
    return (None, reader.faults) if reader.faults else (round_, [])


def _read_overrides(reader: Reader, sheet: Sheet, value: Any) -> Sheet:
    for key, setting in reader.mapping(value, "overrides").items():
        path = f"overrides.{key}"
        if key.endswith(".paytable"):
            continue  # which paytable is posted is told in "paytables" and read from there
        if key == "shoe.decks":
            sheet = replace(sheet, decks=reader.integer(setting, path))
        elif key == "dealer.soft_17" and setting in ("hit", "stand"):
            sheet = replace(sheet, hits_soft_17=setting == "hit")
        else:
            reader.fault(path, f"cannot check a round played with the setting {setting!r}.")
    return sheet


def _read_paytables(reader: Reader, value: Any) -> dict[str, str]:
    tables = reader.mapping(value, "paytables")
    return {bet: reader.text(table, f"paytables.{bet}") for bet, table in tables.items()}


def _read_optional_amounts(reader: Reader, record: dict[str, Any], key: str) -> dict[str, int] | None:
    return reader.amounts(record[key], key) if key in record else None


def _read_seats(reader: Reader, value: Any) -> tuple[Seat, ...]:
    seats = reader.listing(value, "seats")
    if not seats:
        reader.fault("seats", "holds no seat.")
    return tuple(_read_seat(reader, seat, f"seats[{index}]") for index, seat in enumerate(seats))


def _read_seat(reader: Reader, value: Any, path: str) -> Seat:
    seat = reader.mapping(value, path)
    hands = reader.listing(seat.get("hands"), f"{path}.hands")
    if not hands:
        reader.fault(f"{path}.hands", "holds no hand.")
    has_insurance = "insurance_wager" in seat
    return Seat(
        path=path,
        box=reader.integer(seat.get("seat"), f"{path}.seat"),
        bettor=reader.integer(seat.get("bettor"), f"{path}.bettor"),
        wagers=_read_wagers(reader, seat.get("wagers"), f"{path}.wagers"),
        hands=tuple(_read_hand(reader, hand, f"{path}.hands[{index}]") for index, hand in enumerate(hands)),
        side=_read_side(reader, seat.get("side"), f"{path}.side"),
        insurance=reader.integer(seat.get("insurance"), f"{path}.insurance"),
        insurance_wager=reader.integer(seat["insurance_wager"], f"{path}.insurance_wager") if has_insurance else None,
        net=reader.integer(seat.get("net"), f"{path}.net"),
        swapped=reader.flag(seat.get("swapped", False), f"{path}.swapped"),
    )


def _read_wagers(reader: Reader, value: Any, path: str) -> dict[str, int]:
    wagers = reader.amounts(value, path)
    if ("main" in wagers) == ("against" in wagers):
        reader.fault(f"{path}.main", "there must be one bet, on the hand or against it.")
    for bet, amount in wagers.items():
        if amount <= 0:
            reader.fault(f"{path}.{bet}", f"is {amount}, but a wager that was made is more than nothing.")
    return wagers


def _read_hand(reader: Reader, value: Any, path: str) -> Hand:
    hand = reader.mapping(value, path)
    cards = reader.cards(hand.get("cards"), f"{path}.cards")
    if not cards:
        reader.fault(f"{path}.cards", "holds no card.")
    return Hand(
        path=path,
        cards=cards,
        own=reader.integer(hand.get("own"), f"{path}.own"),
        free=reader.integer(hand.get("free"), f"{path}.free"),
        doubled=reader.one_of(hand, "doubled", path, BET_KINDS),
        split=reader.one_of(hand, "split", path, BET_KINDS),
        result=str(reader.one_of(hand, "result", path, RESULTS)),
        net=reader.integer(hand.get("net"), f"{path}.net"),
        even_money=reader.flag(hand.get("even_money", False), f"{path}.even_money"),
        stands_on=reader.integer(hand["stands_on"], f"{path}.stands_on") if "stands_on" in hand else None,
    )


def _read_side(reader: Reader, value: Any, path: str) -> dict[str, SideResult]:
    results: dict[str, SideResult] = {}
    for bet, raw in reader.mapping(value, path).items():
        entry = reader.mapping(raw, f"{path}.{bet}")
        outcome = reader.text(entry.get("outcome"), f"{path}.{bet}.outcome")
        results[bet] = SideResult(outcome, reader.integer(entry.get("net"), f"{path}.{bet}.net"))
    return results


def _read_dealer(reader: Reader, value: Any) -> Dealer:
    dealer = reader.mapping(value, "dealer")
    return Dealer(
        cards=reader.cards(dealer.get("cards"), "dealer.cards"),
        total=reader.integer(dealer.get("total"), "dealer.total"),
        blackjack=reader.flag(dealer.get("blackjack"), "dealer.blackjack"),
    )
