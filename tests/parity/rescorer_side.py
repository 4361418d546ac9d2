"""What each side bet should show and pay."""

from __future__ import annotations

from rescorer_dealer import EarlyEnd, early_end
from rescorer_record import Round, Seat
from rescorer_rules import (
    BLAZING_SEVENS,
    PAYS_TO_ONE,
    Share,
    blazing_levels,
    count,
    known_paytables,
    lammer_word,
    same_colour,
    same_suit,
)

BLAZING = "blazing-7s"


def check_side_bets(round_: Round) -> tuple[list[str], dict[str, int]]:
    """The faults, and the right sum of side bets by the path of the seat."""
    faults = [*_check_paytables(round_), *_check_meters(round_)]
    totals: dict[str, int] = {}
    meter = MeterBook(round_)
    for seat in _counter_clockwise(round_):
        faults += _check_ids(round_, seat)
        totals[seat.path] = 0
        for bet, wager in seat.side_wagers.items():
            if bet not in seat.side:
                continue
            if not _can_score(round_, bet):
                totals[seat.path] += seat.side[bet].net
                continue
            outcome, net = _score(round_, meter, seat, bet, wager)
            totals[seat.path] += net
            faults += _compare(seat, bet, outcome, net)
    return faults + meter.faults, totals


def _counter_clockwise(round_: Round) -> list[Seat]:
    # Boxes are numbered clockwise; the order only matters to seats that share one meter.
    return sorted(round_.seats, key=lambda seat: seat.box, reverse=True)


def _check_paytables(round_: Round) -> list[str]:
    faults: list[str] = []
    for bet, table in round_.paytables.items():
        if bet not in round_.sheet.side_bets:
            faults.append(f"paytables.{bet}: {round_.game} has no such side bet.")
        elif table not in known_paytables(bet):
            faults.append(f"paytables.{bet}: {table!r} is no paytable of this bet.")
    return faults


def _check_ids(round_: Round, seat: Seat) -> list[str]:
    faults: list[str] = []
    for bet in seat.side_wagers:
        if bet not in round_.sheet.side_bets:
            faults.append(f"{seat.path}.wagers.{bet}: {round_.game} has no such side bet.")
        elif bet not in round_.paytables:
            faults.append(f"paytables.{bet}: is missing though {seat.path} made the bet.")
        if bet not in seat.side:
            faults.append(f"{seat.path}.side.{bet}: is missing though the wager was made.")
    faults += [
        f"{seat.path}.side.{bet}: is settled though no wager was made."
        for bet in seat.side
        if bet not in seat.side_wagers
    ]
    return faults


def _can_score(round_: Round, bet: str) -> bool:
    return bet in round_.sheet.side_bets and round_.paytables.get(bet) in known_paytables(bet)


def _score(round_: Round, meter: MeterBook, seat: Seat, bet: str, wager: int) -> tuple[str, int]:
    table = round_.paytables[bet]
    if bet == BLAZING:
        outcome = _blazing_outcome(round_, seat, table)
        return outcome, meter.award(BLAZING_SEVENS[table].get(outcome, 0), wager) - wager
    outcome = _plain_outcome(round_, seat, bet, table)
    pays = PAYS_TO_ONE[bet][table].get(outcome)
    return outcome, -wager if pays is None else pays * wager


def _compare(seat: Seat, bet: str, outcome: str, net: int) -> list[str]:
    faults: list[str] = []
    recorded = seat.side[bet]
    if recorded.outcome != outcome:
        faults.append(f"{seat.path}.side.{bet}.outcome: is {recorded.outcome!r}, should be {outcome!r}.")
    if recorded.net != net:
        faults.append(f"{seat.path}.side.{bet}.net: is {recorded.net}, should be {net} for {outcome!r}.")
    return faults


def _plain_outcome(round_: Round, seat: Seat, bet: str, table: str) -> str:
    if bet == "dealer-22" or (bet == "push-22" and "22" not in PAYS_TO_ONE[bet][table]):
        return _dealer_22_outcome(round_)
    if bet == "push-22":
        return "22" if _dealer_totals_22(round_) else "no 22"
    if bet == "tw20-bonus":
        return _bonus_outcome(round_, seat)
    # SD.14 3(k) and A9: with a dealer blackjack the lammer bets lose, whatever was collected.
    return "dealer blackjack" if round_.dealer_has_blackjack() else lammer_word(seat.lammers)


def _dealer_totals_22(round_: Round) -> bool:
    return count(round_.dealer.cards, round_.sheet.limit)[0] == 22


def _dealer_22_outcome(round_: Round) -> str:
    if not _dealer_totals_22(round_):
        return "no 22"
    if same_suit(round_.dealer.cards):
        return "suited 22"
    return "one-colour 22" if same_colour(round_.dealer.cards) else "other 22"


def _bonus_outcome(round_: Round, seat: Seat) -> str:
    end = early_end(round_, seat)
    if end is EarlyEnd.PLAYER_ACE:
        return "first-card ace"
    # A11: a dealer's first ace ends the hand before a second card. Any other pair of faces is a two-card 20.
    if end is not EarlyEnd.PLAYER_TWENTY:
        return "none"
    first, second = seat.hands[0].cards[:2]
    if first[0] != second[0] or first[0] not in "JQK":
        return "none"
    if first != second:
        return "pair of faces"
    return "suited kings" if first[0] == "K" else "suited queens or jacks"


def _blazing_outcome(round_: Round, seat: Seat, table: str) -> str:
    possible = [_sevens(first, second, round_, table) for first, second in _possible_first_two(seat)]
    recorded = seat.side[BLAZING].outcome
    return recorded if recorded in possible else possible[0]


def _possible_first_two(seat: Seat) -> list[tuple[str, str]]:
    """The first two cards of the box.

    After a re-split the record does not tell which later hand began with the second card, so each may have.
    """
    first = seat.hands[0].cards
    if len(seat.hands) > 1:
        return [(first[0], hand.cards[0]) for hand in seat.hands[1:]]
    return [(first[0], first[min(1, len(first) - 1)])]


def _sevens(first: str, second: str, round_: Round, table: str) -> str:
    sevens = [card for card in (first, second) if card[0] == "7"]
    if len(sevens) < 2:
        return "one 7" if sevens else "none"
    three = [*sevens, *round_.dealer.cards[:1]]
    if len(three) < 3 or three[2][0] != "7":
        return "two 7s"
    if same_suit(three):
        return "777 diamonds" if first[1] == "d" and "777 diamonds" in BLAZING_SEVENS[table] else "777 suited"
    return "777 same colour" if same_colour(three) else "777"


def _check_meters(round_: Round) -> list[str]:
    table = round_.paytables.get(BLAZING)
    faults: list[str] = []
    for name, levels in (("meters", round_.meters), ("meters_reset", round_.meters_reset)):
        if levels is None:
            continue
        wanted = blazing_levels(table) if table in BLAZING_SEVENS else set()
        if set(levels) != wanted:
            faults.append(f"{name}: has the levels {sorted(levels)}, should have {sorted(wanted)}.")
        faults += [f"{name}.{level}: is below nothing." for level, amount in levels.items() if amount < 0]
    if round_.meters is None and any(BLAZING in seat.wagers for seat in round_.seats):
        faults.append("meters: is missing though the progressive bet was made.")
    return faults


class MeterBook:
    """The progressive levels while one round's awards come off them in turn (A14)."""

    def __init__(self, round_: Round) -> None:
        self.faults: list[str] = []
        self.levels: dict[str, int] = dict(round_.meters or {})
        self.resets: dict[str, int] = dict(round_.meters_reset or {})

    def award(self, pay: int | Share, wager: int) -> int:
        if isinstance(pay, int):
            return pay * wager
        if pay.level not in self.levels:
            self.faults.append(f"meters.{pay.level}: an award comes off this level, but its amount is not recorded.")
            return 0
        shown = self.levels[pay.level]
        amount = shown * pay.percent // 100
        if pay.percent == 100:
            self._reset(pay.level)
        else:
            self.levels[pay.level] = shown - amount
        return amount

    def _reset(self, level: str) -> None:
        if level in self.resets:
            self.levels[level] = self.resets[level]
        else:
            # Not a fault by itself: the reset amount is needed only if a second award follows.
            del self.levels[level]
