"""Game protection: what the main game, insurance and each side bet are worth to a counter, by position of the cut
card."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from lammer.cards.card import DECK_SIZE, LETTER_VALUES
from lammer.counting.best_tags import NoCount
from lammer.counting.cards_per_round import CardsPerRound
from lammer.counting.count_curve import CountCurve, Curves, has_curve
from lammer.counting.count_finding import best_by_value
from lammer.counting.deciding_cards import DecidingCards, deciding_cards
from lammer.counting.effects import INSURANCE, MAIN, OPTIMAL, Effects
from lammer.counting.finding import ShoeKnown, WantedBets, depends_on_play, each_effect
from lammer.counting.protection import CUTS, CountedBet, CutWorth, TableTerms, counted_bet
from lammer.counting.systems import System
from lammer.counting.tags import Tags
from lammer.rules.sheet import Sheet

DIGITS = 6
METHOD = (
    "exact distribution of the running count at every depth; model exact: expectation given the count from the cards "
    "that decide the bet; model curve: expectation from exact analyses of mean shoes; model linear: exact effects of "
    "removal, added up; one counter who makes the bet only at or beyond the trigger; cards per round simulated"
)
TAKES_LONG = "its analysis takes long: lammer protect {game} --side {bet}"


class Guarded(NamedTuple):
    """What is asked for. ``bet`` is the largest wager; ``worth_less_than`` the amount per hour that a house accepts."""

    bet: float = 25.0
    rounds_per_hour: float = 60.0
    worth_less_than: float = 10.0
    level: int = 1
    whole: bool = False
    """Whether the trigger is a whole true count."""
    seats: int = 1
    side: str = ""
    systems: tuple[System, ...] = ()


class BetToGuard(NamedTuple):
    """A bet with its effects of removal, and with the cards that decide it where these are enumerated."""

    effects: Effects
    decided: DecidingCards | None


class CountThreat(NamedTuple):
    """A count for a bet: what it wins at each cut card. ``behind`` is the least number of cards behind the cut card for
    which it wins less than the amount that is accepted, None if there is none."""

    name: str
    counted: CountedBet
    cuts: tuple[CutWorth, ...]
    behind: int | None

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.name,
            "model": self.counted.model,
            "tags": {letter: tag for letter, tag in self.counted.tags.by_letter.items() if tag},
            "correlation": round(self.counted.correlation, DIGITS),
            "trigger": round(self.counted.trigger, DIGITS),
            "bets_when": "at or above" if self.counted.high else "at or below",
            "cards_behind_needed": self.behind,
            "decks_behind_needed": None if self.behind is None else round(self.behind / DECK_SIZE, 2),
            "cuts": [
                {"decks_behind": one.behind} | {key: round(figure, DIGITS) for key, figure in _figures(one).items()}
                for one in self.cuts
            ],
        }


class BetThreat(NamedTuple):
    """A bet and the counts for it. ``why`` says why there is none."""

    name: str
    ev: float
    wager: float
    offered: float
    counts: tuple[CountThreat, ...]
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"bet": self.name, "ev": round(self.ev, 12), "wager": self.wager}
        found |= {"offered": round(self.offered, DIGITS), "counts": [one.as_json() for one in self.counts]}
        return found | ({"why": self.why} if self.why else {})


class ProtectionFinding(NamedTuple):
    sheet: str
    shoe: str
    asked: Guarded
    length: CardsPerRound
    bets: tuple[BetThreat, ...]
    refused: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        asked = self.asked
        return {
            "sheet": self.sheet,
            "shoe": self.shoe,
            "method": METHOD,
            "bet": asked.bet,
            "rounds_per_hour": asked.rounds_per_hour,
            "worth_less_than": asked.worth_less_than,
            "seats": asked.seats,
            "true_count": "whole" if asked.whole else "exact",
            "cards_per_round": round(self.length.mean, 4),
            "bets": [one.as_json() for one in self.bets],
            "refused": self.refused,
        }


def protection_of(
    sheet: Sheet,
    shoe: str,
    found: Iterable[BetToGuard],
    refused: dict[str, str],
    asked: Guarded,
    length: CardsPerRound,
    curves: Callable[[Tags], Curves],
) -> ProtectionFinding:
    """The finding from effects of removal; ``refused`` says why a bet has none."""
    bets = tuple(each_threat(sheet, found, asked, length, curves))
    return ProtectionFinding(sheet.ref, shoe, asked, length, bets, refused)


def each_threat(
    sheet: Sheet, found: Iterable[BetToGuard], asked: Guarded, length: CardsPerRound, curves: Callable[[Tags], Curves]
) -> Iterator[BetThreat]:
    """The bets one after another, so that a command that is stopped has those that are done. ``curves`` are those of a
    count, and asked for only if a bet needs them."""
    once = cache(curves)
    for one in found:
        yield _threat(sheet, one, asked, length, once)


def bets_to_guard(
    sheet: Sheet,
    shoe: ShoeKnown,
    wanted: WantedBets,
    refused: dict[str, str],
    on_progress: Callable[[], None] = lambda: None,
) -> Iterator[BetToGuard]:
    """The bets one after another, as ``each_effect`` finds them."""
    for one in each_effect(sheet, shoe, wanted, refused, on_progress):
        if one.play in ("", OPTIMAL):
            yield BetToGuard(one, deciding_cards(sheet, shoe.cards, one.bet, one.paytable))


def wanted_effects(sheet: Sheet, side: str) -> tuple[WantedBets, dict[str, str]]:
    """The bets to analyse, and why others are left out: the main game with two hands per box, and bets on rounds won,
    unless they are asked for."""
    if side:
        return WantedBets(side, best_play_only=side == MAIN), {}
    slow = {bet_id for bet_id, bet in sheet.side_bets.items() if bet.streak is not None}
    two_hands = sheet.rules.hands.per_box > 1
    if two_hands:
        slow |= {MAIN, *(bet_id for bet_id, bet in sheet.side_bets.items() if depends_on_play(bet))}
    left_out = {bet: TAKES_LONG.format(game=sheet.id, bet=f"'{bet}'" if " " in bet else bet) for bet in sorted(slow)}
    return WantedBets(main_too=not two_hands, best_play_only=True), left_out


def model_of(
    sheet: Sheet, effects: Effects, decided: DecidingCards | None, curves: Callable[[], Curves]
) -> DecidingCards | CountCurve | None:
    """The best model that there is for a bet; None for the linear one."""
    if decided is not None or sheet.rules.hands.per_box > 1 or not has_curve(sheet, effects.bet):
        return decided
    return CountCurve(effects.ev, tuple(curves()[effects.name]))


def _threat(
    sheet: Sheet, bet: BetToGuard, asked: Guarded, length: CardsPerRound, curves: Callable[[Tags], Curves]
) -> BetThreat:
    effects = bet.effects
    wager, share = _wager(sheet, effects, asked.bet), offered(effects)
    about = effects.name, effects.ev, wager, share
    terms = TableTerms(length.mean, asked.rounds_per_hour, wager, share)
    cuts = [behind for behind in CUTS if DECK_SIZE * behind < effects.cards]
    counts: list[CountThreat] = []
    try:
        if not effects.countable:
            raise NoCount("all cards have the same effect: a count with tags does not help")
        own = f"own, level {asked.level}", best_by_value(effects, asked.level, balanced=True)
        for name, tags in (own, *((system.name, system.tags) for system in asked.systems)):
            known = model_of(sheet, effects, bet.decided, partial(curves, tags))
            one = counted_bet(effects, tags, length, known, whole=asked.whole)
            worths = tuple(one.at_cut(behind, terms) for behind in cuts)
            counts.append(CountThreat(name, one, worths, one.cards_behind_for(asked.worth_less_than, terms)))
    except NoCount as none:
        return BetThreat(*about, tuple(counts), str(none))
    return BetThreat(*about, tuple(counts))


def _wager(sheet: Sheet, effects: Effects, bet: float) -> float:
    """The largest wager on a bet that the rules allow."""
    if effects.bet == INSURANCE:
        part, of = sheet.rules.insurance.maximum_of_stake
        return min(bet, sheet.rules.limits.maximum / 100) * part / of
    side = sheet.side_bets.get(effects.bet)
    return min(bet, (sheet.rules.limits.maximum if side is None else side.maximum) / 100)


def offered(effects: Effects) -> float:
    """The share of rounds in which a bet can be made: insurance needs its up card."""
    if effects.bet != INSURANCE:
        return 1.0
    return effects.of_value(LETTER_VALUES[effects.paytable.removeprefix("under ")]) / effects.cards


def _figures(one: CutWorth) -> dict[str, float]:
    return {key: figure for key, figure in one._asdict().items() if key != "behind"}
