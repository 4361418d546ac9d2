"""The progressive jackpot of the terminal. Wagers advance its meters by the terms, awards are paid from them, and the
meters are kept between games (SD.19 (4), (6))."""

from typing import Any

from lammer.cards.money import money_text
from lammer.progressive.meters import advance
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import LevelTerms, Terms, load_terms, shipped_terms
from lammer.rules.paytable import meter_name
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.play.kept_jackpots import CannotKeep, JackpotFile, KeptLevel, Levels
from lammer.table.actions import Action
from lammer.table.settlement import VOID
from lammer.table.state import Meter

FULL = 100


def terms_for(sheet: Sheet, bet_id: str, where: str = "") -> Terms | None:
    """The terms by which a bet's meters advance: the named ones, or shipped ones with the same paytable or the same
    levels; None if no shipped terms match. Raises TermsFault if the named terms do not match."""
    bet, jackpot = sheet.side_bets[bet_id], sheet.jackpots[bet_id]
    found = [load_terms(name) for name in ([where] if where else shipped_terms())]
    fit = [terms for terms in found if terms.bet == bet_id and set(terms.levels) == set(_levels(bet))]
    if not fit and not where:
        return None
    if not fit:
        raise TermsFault(f"{where} does not have the meters of {bet.name}, {bet.paytable}: {', '.join(_levels(bet))}")
    terms = next((one for one in fit if one.paytable == bet.paytable), fit[0])
    if terms.advances != jackpot.advances:
        text = (
            f"{bet.name}: its meters advance by {jackpot.advances} in the sheet, but by {terms.advances} in the terms"
        )
        raise TermsFault(f"{text}; name other terms with --terms, or set side_bets.{bet_id}.jackpot.advances")
    return terms


def _levels(bet: SideBet) -> tuple[str, ...]:
    """Levels that the posted paytable pays from."""
    return bet.paytables[bet.paytable].levels


class HomeJackpot:
    """The meters of one bet during a game. Without a file they start over with every game."""

    def __init__(self, sheet: Sheet, bet_id: str, terms: Terms | None, file: JackpotFile | None = None) -> None:
        self._bet_id, self._bet, self._terms = bet_id, sheet.side_bets[bet_id], terms
        self._jackpot = sheet.jackpots[bet_id]
        self._file, self._name = file, f"{bet_id} {self._bet.paytable}, {sheet.rules.shoe.decks} decks"
        self._trouble = ""
        self._levels = self._before = self._kept() or self._fresh()

    def _fresh(self) -> Levels:
        levels = {level: self._jackpot.levels[level] for level in _levels(self._bet)}
        return {level: KeptLevel(start=one.start, reset=one.reset, amount=one.start) for level, one in levels.items()}

    def _kept(self) -> Levels | None:
        if self._file is None:
            return None
        try:
            kept = self._file.read(self._name)
        except CannotKeep as fault:
            self._trouble = f"The jackpot of earlier games cannot be read: {fault}. A new one begins."
            return None
        alike = kept is not None and {name: (one.start, one.reset) for name, one in kept.items()} == {
            name: (one.start, one.reset) for name, one in self._fresh().items()
        }
        return kept if alike else None

    @property
    def amounts(self) -> dict[str, int]:
        return {level: one.amount for level, one in self._levels.items()}

    @property
    def meters(self) -> tuple[Meter, ...]:
        return tuple(Meter(level, one.amount, one.reset) for level, one in self._levels.items())

    def welcome(self) -> list[str]:
        shown = [f"The {meter_name(level)} stands at {money_text(amount)}." for level, amount in self.amounts.items()]
        kept = "It is kept for your next game." if self._file else "It is not kept after this game."
        if self._terms is None:
            kept = "No shipped terms have its meters, so wagers do not advance them. Use --terms to name others."
        return [*self._take_trouble(), " ".join([f"{self._bet.name}:", *shown, kept])]

    def take(self, bets: tuple[Action, ...]) -> list[str]:
        """Advances the meters by the wagers, before the first card. Returns sentences with the amounts."""
        wagers = [bet.amount for bet in bets if bet.spot == self._bet_id]
        self._before = self._levels
        if not wagers or self._terms is None:
            return []
        terms = self._terms.levels
        self._levels = {level: self._advanced(terms[level], one, wagers) for level, one in self._levels.items()}
        return [
            f"Your progressive wager advances the {meter_name(level)} by "
            f"{money_text(one.amount - self._before[level].amount)} to {money_text(one.amount)}."
            for level, one in self._levels.items()
            if one.amount != self._before[level].amount
        ]

    @staticmethod
    def _advanced(terms: LevelTerms, level: KeptLevel, wagers: list[int]) -> KeptLevel:
        part = advance(terms, level.carried, level.amount, sum(wagers), len(wagers))
        reserve = level.reserve + part.reserve + part.overflow
        return level.model_copy(
            update={"amount": level.amount + part.meter, "reserve": reserve, "carried": part.carried}
        )

    def settle(self, meters: tuple[Meter, ...], entry: dict[str, Any]) -> list[str]:
        """Settles the meters after a round: awards are deducted, and a full award leaves the reset amount plus the
        reserve. A round interrupted before the starting cards were dealt returns the wagers, so the meters go back."""
        sides = [seat["side"][self._bet_id] for seat in entry["seats"] if self._bet_id in seat["side"]]
        if VOID in [side["outcome"] for side in sides]:
            self._levels = self._before
            return []
        won = self._full_awards(sides)
        sentences = []
        for meter in meters:
            if meter.level not in self._levels:
                continue
            level = self._levels[meter.level].model_copy(update={"amount": meter.amount})
            if meter.level in won:
                level = level.model_copy(update={"amount": meter.amount + level.reserve, "reserve": 0})
                sentences.append(f"The {meter_name(meter.level)} is reset to {money_text(level.amount)}.")
            elif meter.amount != self._levels[meter.level].amount:
                sentences.append(f"The {meter_name(meter.level)} now stands at {money_text(meter.amount)}.")
            self._levels = {**self._levels, meter.level: level}
        self._keep()
        return [*sentences, *self._take_trouble()]

    def _full_awards(self, sides: list[dict[str, Any]]) -> set[str]:
        paytable = self._bet.paytables[self._bet.paytable]
        shares = [paytable.shares.get(side["outcome"]) for side in sides]
        spun = [(paytable.wheels.get(side["outcome"], ()), side.get("stop", 0)) for side in sides]
        shares += [wheel[stop - 1].share for wheel, stop in spun if stop]
        return {share.level for share in shares if share is not None and share.percent == FULL}

    def _keep(self) -> None:
        if self._file is None or self._levels == self._before:
            return
        try:
            self._file.write(self._name, self._levels)
        except CannotKeep as fault:
            self._trouble = f"The jackpot cannot be kept for your next game: {fault}."
            self._file = None

    def _take_trouble(self) -> list[str]:
        """The pending error message, which is shown once."""
        trouble, self._trouble = self._trouble, ""
        return [trouble] if trouble else []


def home_jackpots(sheet: Sheet, terms: str, file: JackpotFile | None) -> list[HomeJackpot]:
    """A jackpot for each progressive bet of the sheet. The named terms are for the bet that they name, if the sheet has
    it."""
    named = load_terms(terms).bet if terms else ""
    others = {bet for bet in sheet.jackpots if named in sheet.jackpots and bet != named}
    return [
        HomeJackpot(sheet, bet, terms_for(sheet, bet, "" if bet in others else terms), file) for bet in sheet.jackpots
    ]
