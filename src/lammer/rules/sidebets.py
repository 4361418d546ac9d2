"""Exact figures of side bets that do not depend on play: chance and pay of each outcome, and the house edge."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from lammer.cards.card import LETTER_VALUES, VALUE_LETTERS
from lammer.cards.hand import natural_partner
from lammer.rules.conditions.outcomes import IN_ORDER, SPLIT_HANDS
from lammer.rules.outcome_chances import Chances, NotCounted, outcome_chances, up_card_chances, why_not_counted
from lammer.rules.parlays import ParlayFinding
from lammer.rules.paytable import Paytable, net_odds, stop_name
from lammer.rules.schema import Rules, SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, whole_decks

ALL_SPLIT = "every pair is split, unless the dealer shows a natural first"
TAKES_CARDS = "cards are taken while they may improve the outcome, unless the dealer shows a natural first"
DIGITS = 12
"""Digits of chances and edges in JSON."""


WheelNets = Mapping[str, list[tuple[str, Fraction, float]]]


class Outcome(NamedTuple):
    """``pays`` is the net of a wager of 1; a share of a meter is in wagers, for the sheet's or the given meter."""

    name: str
    probability: float
    pays: float


def _edge(outcomes: tuple[Outcome, ...]) -> float:
    return -sum(outcome.probability * outcome.pays for outcome in outcomes)


def _outcomes_json(outcomes: tuple[Outcome, ...]) -> list[dict[str, Any]]:
    return [{"name": one.name, "probability": round(one.probability, DIGITS), "pays": one.pays} for one in outcomes]


class UpCardFinding(NamedTuple):
    """A bet that is placed after the up card, for one up card. ``offered`` is the chance that it is offered with it."""

    up: str
    offered: float
    outcomes: tuple[Outcome, ...]

    @property
    def house_edge(self) -> float:
        return _edge(self.outcomes)

    def as_json(self) -> dict[str, Any]:
        finding = {"up": self.up, "offered": round(self.offered, DIGITS), "house_edge": round(self.house_edge, DIGITS)}
        return finding | {"outcomes": _outcomes_json(self.outcomes)}


class StreakFinding(NamedTuple):
    """A bet on rounds won in a row: the chances that the net of a round is above, at and below 0, and the number of
    rounds until the bet is won or lost, on average."""

    win: float
    push: float
    loss: float
    rounds: float

    @property
    def decided(self) -> float:
        """The chance to win a round that is not a push."""
        return self.win / (self.win + self.loss)

    def as_json(self) -> dict[str, Any]:
        return {name: round(value, DIGITS) for name, value in (*self._asdict().items(), ("decided", self.decided))}


class SideBetFinding(NamedTuple):
    """``outcomes`` of a bet that is placed after the up card are those of a player who always places it."""

    id: str
    paytable: str
    outcomes: tuple[Outcome, ...]
    up_cards: tuple[UpCardFinding, ...] = ()
    """Findings by up card, for a bet that is placed after it is seen."""
    streak: StreakFinding | None = None
    """For a bet that stays on the layout until it is won or lost."""
    parlay: ParlayFinding | None = None
    """Figures of parlays, for a bet that has them; they depend on the play of the main game."""
    assumes: str = ""
    """What the chances assume about the play."""

    @property
    def house_edge(self) -> float:
        return _edge(self.outcomes)

    @property
    def sd(self) -> float:
        """The standard deviation of the net of a wager of 1."""
        square = sum(outcome.probability * outcome.pays**2 for outcome in self.outcomes)
        return float((square - self.house_edge**2) ** 0.5)

    def as_json(self) -> dict[str, Any]:
        finding: dict[str, Any] = {"id": self.id, "paytable": self.paytable}
        finding["house_edge"] = round(self.house_edge, DIGITS)
        finding["outcomes"] = _outcomes_json(self.outcomes)
        if self.assumes:
            finding["assumes"] = self.assumes
        if self.up_cards:
            finding["up_cards"] = [one.as_json() for one in self.up_cards]
        finding |= {"rounds_won": self.streak.as_json()} if self.streak else {}
        return finding | ({"parlay": self.parlay.as_json()} if self.parlay is not None else {})

    @property
    def settled_per_round(self) -> float:
        """The number of wagers that a player who always bets has settled in a round, on average."""
        if self.streak is not None:
            return 1 / self.streak.rounds
        return sum(one.offered for one in self.up_cards) if self.up_cards else 1.0


def fixed_side_bets(
    sheet: Sheet,
    meters: Mapping[str, int] | None = None,
    shoe: ShoeCards | None = None,
    refused: dict[str, str] | None = None,
) -> Iterator[SideBetFinding]:
    """Findings for every paytable, for one box and a fresh or the given shoe; meters default to the sheet's amounts.
    Flat pays and shares of a meter are those of a wager of the minimum.

    Bets that depend on play are left out, such as a bet that is returned if the dealer need not complete the hand. Why
    a bet cannot be counted from the shoe is put into ``refused``; without it NotCounted is raised.
    """
    rules = sheet.rules
    for bet_id, bet in rules.side_bets.items():
        if why_not_counted(bet) is None:
            try:
                chances = counted_chances(sheet, bet_id, shoe)
            except NotCounted as why:
                if refused is None:
                    raise
                refused[bet_id] = str(why)
                continue
            for name, paytable in bet.paytables.items():
                ups = tuple(_up_cards(sheet, bet, paytable, shoe)) if bet.placed_later else ()
                assumes = ALL_SPLIT if SPLIT_HANDS in bet.reads else TAKES_CARDS if IN_ORDER in bet.reads else ""
                outcomes = outcomes_paid(bet, paytable, chances, meters or {})
                yield SideBetFinding(bet_id, name, outcomes, ups, assumes=assumes)
    yield from insurance_bets(rules, shoe or whole_decks(rules.shoe.decks))


def outcomes_paid(
    bet: SideBet, paytable: Paytable, chances: Chances, meters: Mapping[str, int] = MappingProxyType({})
) -> tuple[Outcome, ...]:
    """Chance and pay of every outcome of a paytable; meters default to the sheet's amounts."""
    shares = _share_nets(bet, paytable, meters) | _flat_nets(bet, paytable)
    return _outcomes(bet, paytable, chances, shares, _wheel_nets(bet, paytable, meters))


def _up_cards(sheet: Sheet, bet: SideBet, paytable: Paytable, shoe: ShoeCards | None) -> Iterator[UpCardFinding]:
    for one in up_card_chances(bet, sheet.rules, shoe):
        outcomes = _outcomes(bet, paytable, one.chances, _flat_nets(bet, paytable))
        possible = tuple(outcome for outcome in outcomes if outcome.probability)
        yield UpCardFinding(VALUE_LETTERS[one.up], float(one.offered), possible)


def counted_chances(sheet: Sheet, bet_id: str, shoe: ShoeCards | None) -> Chances:
    """Raises NotCounted with the key of the bet."""
    try:
        return outcome_chances(sheet.side_bets[bet_id], sheet.rules, shoe)
    except NotCounted as refused:
        raise NotCounted(f"{sheet.side_bet_keys[bet_id]}.{refused}") from None


def _share_nets(bet: SideBet, paytable: Paytable, meters: Mapping[str, int]) -> dict[str, float]:
    if bet.jackpot is None:
        return {}
    amounts = {level: meters.get(level, amount.start) for level, amount in bet.jackpot.levels.items()}
    return {
        row: float(Fraction(amounts[share.level], bet.minimum) * share.percent / 100 - 1)
        for row, share in paytable.shares.items()
    }


def _wheel_nets(bet: SideBet, paytable: Paytable, meters: Mapping[str, int]) -> WheelNets:
    """Every stop of a wheel, by outcome: its name, its chance among the stops, and its net in wagers."""
    levels = {} if bet.jackpot is None else bet.jackpot.levels
    amounts = {level: meters.get(level, amount.start) for level, amount in levels.items()}
    found: dict[str, list[tuple[str, Fraction, float]]] = {}
    for row, wheel in paytable.wheels.items():
        total = sum(stop.weight for stop in wheel)
        for number, stop in enumerate(wheel, start=1):
            share = Fraction(amounts[stop.share.level] * stop.share.percent, 100) if stop.share else 0
            net = float(Fraction(stop.prize + share, bet.minimum) - 1)
            found.setdefault(row, []).append((stop_name(row, number), Fraction(stop.weight, total), net))
    return found


def _flat_nets(bet: SideBet, paytable: Paytable) -> dict[str, float]:
    return {row: amount / bet.minimum for row, amount in paytable.flat.items()}


def _outcomes(
    bet: SideBet,
    paytable: Paytable,
    chances: Chances,
    others: Mapping[str, float],
    wheels: WheelNets = MappingProxyType({}),
) -> tuple[Outcome, ...]:
    """Rows of a paytable in its order, best first, then returned and lost bets. ``others``: nets of rows without fixed
    odds."""
    nets = {**others, **{row: net_of(paytable, pays) for row, pays in paytable.rows.items()}}
    by_row = chances.by_row({**wheels, **nets})
    rows = [Outcome(name, float(by_row[row] * part), net) for row, stops in wheels.items() for name, part, net in stops]
    rows += [Outcome(row, float(by_row[row]), net) for row, net in nets.items()]
    returned = chances.undecided if bet.unfinished == "returned" else Fraction(0)
    if returned:
        rows.append(Outcome("returned", float(returned), 0.0))
    return (*rows, Outcome(bet.otherwise, float(1 - returned - sum(by_row.values(), Fraction(0))), -1.0))


def net_of(paytable: Paytable, pays: int) -> float:
    """Net of a wager of 1 on a row."""
    return float(Fraction(*net_odds(paytable.basis, pays)))


def insurance_bets(rules: Rules, shoe: ShoeCards) -> Iterator[SideBetFinding]:
    """Insurance, given only the up card. The player's own cards would change the chance a little."""
    pays = Fraction(*rules.insurance.pays)
    for letter in rules.insurance.under:
        up = LETTER_VALUES[letter]
        partner = natural_partner(up, rules.points.limit)
        if partner is None or not shoe.of_value(up):
            continue
        chance = Fraction(shoe.of_value(partner) - (up == partner), sum(shoe.counts) - 1)
        rows = (Outcome("dealer natural", float(chance), float(pays)), Outcome("none", float(1 - chance), -1.0))
        yield SideBetFinding("insurance", f"under {letter}", rows)
