"""The jackpot's part of a command at a table with sensors: its steps are in the same transaction as the round's, and
wins go to the chips of the player who placed the wager.

Wagers move from the held stakes through the jackpot's tray, and fixed pays come back through it. So between two
commands the tray of a link on the floor is empty. Awards of a meter are paid from the cage.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from lammer.cards.money import money_text
from lammer.floor.accounts import CAGE, chips, held
from lammer.floor.fit import differences
from lammer.floor.refusals import FloorRefused, by_the_desk
from lammer.floor.state import FloorTable, SensorWager, sheet_of
from lammer.ledger.journal import Books
from lammer.ledger.records import Entry, moved
from lammer.progressive.accounts import link_accounts
from lammer.progressive.claims import due_row, needs_supervisor, to_others
from lammer.progressive.desk import STEPS, with_meters
from lammer.progressive.hands import weights_of_spin
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, approved, require
from lammer.progressive.state import (
    Claim,
    LinkState,
    TableState,
    link_document,
    read_link,
    read_table,
    table_document,
    terms_of,
)
from lammer.progressive.terms import Terms
from lammer.rules.sheet import Sheet
from lammer.table.actions import main_wager
from lammer.table.drive import SpinWheel

AUTOMATIC = "automatic dealer"
"""The actor of all steps that the table takes by itself; it is enrolled as a dealer of every link on the floor."""


class JackpotHand:
    """The jackpot's hand at one table while a command is executed."""

    def __init__(self, books: Books, table: FloorTable, day: str) -> None:
        self._books, self._day = books, day
        self._floor_table = table
        self.link = linked(books.document(link_document(table.link)), table.link)
        self.table = hand_of(books.document(table_document(table.link, table.table)), table)
        self.sensed = dict(table.sensed)
        self.entries: list[Entry] = []
        self.steps: list[dict[str, Any]] = []
        """The steps taken so far, for the answer."""

    @property
    def bet(self) -> str:
        """The side bet whose place on the layout is the sensor."""
        return self.link.terms.bet

    @property
    def open(self) -> bool:
        """Whether wagers are accepted; the jackpot's terms may have changed since the table was opened."""
        return takes_wagers(self.link, self._floor_table)

    @property
    def pending(self) -> bool:
        """Whether the hand is not over."""
        return self.table.stage != "idle"

    @property
    def in_play(self) -> bool:
        """Whether the hand waits for cards that are dealt in play; the round goes on meanwhile."""
        return self.table.stage == "taken" and bool(self._floor_table.inputs)

    @property
    def blocks(self) -> bool:
        """Whether the round must wait for the hand."""
        return self.pending and not self.in_play

    @property
    def lit(self) -> bool:
        """Whether the sensors are lit and the cards are not dealt yet: bets are closed."""
        return self.table.stage in ("open", "taken") and self.table.on_floor

    def takes(self, amount: int) -> bool:
        return not amount or (self.open and amount in self.link.terms.stakes)

    def check(self, bets: Mapping[str, int]) -> None:
        """Refuses a progressive wager that the sensor does not accept."""
        amount, terms = bets.get(self.bet, 0), self.link.terms
        if not amount:
            return
        if not approved(self.link, self.table.table):
            text = "the jackpot accepts no wagers here: no executive has approved this table"
            raise FloorRefused("table-not-approved", text, "SD.19 (1)")
        if not self.open:
            other = self.link.status == "open"
            text = "its terms differ from this table's" if other else f"it is {self.link.status}"
            raise FloorRefused("link-not-open", f"the jackpot accepts no wagers here: {text}")
        if amount not in terms.stakes:
            allowed = " or ".join(money_text(stake) for stake in terms.stakes)
            raise FloorRefused("not-a-stake", f"a progressive wager is {allowed}", "SD.19 (2)")
        if not main_wager(bets):
            raise FloorRefused("main-first", "place the blackjack wager first", "SD.19 (2)")

    def may_deal(self, name: str) -> None:
        """Refuses a dealer who is not enrolled on the link."""
        try:
            require(self.link, name, "dealer", "SD.19 (4)")
        except StepRefused as refused:
            raise by_the_desk(refused) from None

    def dealt_by(self, actor: str) -> None:
        """If the dealer presses each button, only the dealer on duty may deal."""
        dealer = self._floor_table.dealer
        if dealer_presses(self._floor_table) and actor != dealer:
            raise FloorRefused("other-dealer", f"{dealer} is on duty here and must deal", "SD.19 (5)")

    def wagers_off(self, number: int, sensed: Mapping[int, SensorWager]) -> None:
        """Ensures before the deal that the wagers are taken: by the dealer earlier, or by the table now."""
        if self.lit:
            if self.table.stage != "taken":
                raise FloorRefused("take-first", "the progressive wagers are still on the sensors", "SD.19 (4)")
            return
        self._require_last_over()
        self.sensed = dict(sensed)
        if sensed and dealer_presses(self._floor_table):
            raise FloorRefused("lights-first", "light the sensors and take the progressive wagers first", "SD.19 (4)")
        if sensed:
            self.light(AUTOMATIC, number, sensed)
            self.take(AUTOMATIC)

    def _require_last_over(self) -> None:
        if self.pending:
            raise FloorRefused("jackpot-first", "the last hand of the progressive is not over", "SD.19 (6)(viii)")

    def light(self, dealer: str, number: int, sensed: Mapping[int, SensorWager]) -> None:
        """Begins a hand: sensors report their wagers and light up. Hands have the numbers of the table's rounds."""
        self._require_last_over()
        self.sensed, wagers = dict(sensed), {spot: one.amount for spot, one in sensed.items()}
        self.table = TableState(link=self.link.link, table=self.table.table, hand=number - 1)
        self.step("open", dealer)
        self.step("wager", AUTOMATIC, wagers=wagers)
        self.table = self.table.model_copy(update={"on_floor": True})

    def take(self, dealer: str) -> None:
        """Takes the wagers and advances the meters."""
        self.step("take", dealer)
        for spot, amount in sorted(self.table.wagers.items()):
            self.entries += moved(held(self.table.table), self._tray, amount, f"wager on spot {spot}")

    def evaluate(self, cards: Mapping[int, Sequence[int]], up: int, spin: SpinWheel) -> None:
        """Evaluates the cards that decide the bet, and spins the wheel for cards that win a spin. If the dealer presses
        each button, the hand then waits for that. Otherwise it ends at once, unless a win needs approval; then the
        dealer on duty continues it."""
        on_duty, by_hand = self._floor_table.dealer, dealer_presses(self._floor_table)
        dealer = on_duty if by_hand else AUTOMATIC
        known = {spot: tuple(cards[spot]) for spot in self.table.wagers}
        self.step("deal", dealer, cards=known, up=up, **self._spun(known, up, spin))
        due, stops = winners(self.link, self.table), self.table.stops
        for spot, row in due.items():
            self.sensed[spot] = self.sensed[spot].model_copy(update={"outcome": row, "stop": stops.get(spot, 0)})
        if by_hand:
            return
        terms = terms_of(self.link, self.table)
        if any(by_approval(terms, row, self.table.wagers[spot]) for spot, row in due.items()):
            self.table = self.table.model_copy(update={"dealer": on_duty or AUTOMATIC})
            return
        for spot, row in due.items():
            self.step("select", AUTOMATIC, spot=spot, outcome=row)
        self.step("end", AUTOMATIC)

    def _spun(self, cards: Mapping[int, tuple[int, ...]], up: int, spin: SpinWheel) -> dict[str, dict[int, int]]:
        """The stops of all spins that cards have won, counter-clockwise; no parameter without one."""
        terms, stops = terms_of(self.link, self.table), dict[int, int]()
        for spot in sorted(cards, reverse=True):
            if weights := weights_of_spin(terms, cards[spot], up):
                stops[spot] = spin(len(stops) + 1, weights)
        return {"stops": stops} if stops else {}

    def step(self, kind: str, actor: str, **parameters: Any) -> None:
        """Takes a step, and pays the players who win by it."""
        now = self._now(actor)
        try:
            step: Step = STEPS[kind](now, **parameters)
        except StepRefused as refused:
            raise by_the_desk(refused) from None
        # Before the entries are added: the meters of ``now`` include them.
        answer = with_meters(now, step)
        self.link, self.table = step.link, step.table
        self.entries += step.entries
        for claim in claims_paid_by(kind, now.table, step.table):
            self._pay(claim, now.table)
        self.steps.append({"kind": kind, "actor": actor, "said": parameters, "answer": answer})

    def _pay(self, claim: Claim, table: TableState) -> None:
        self.entries += claim_entries(claim, table, {spot: one.player for spot, one in self.sensed.items()})
        won, envy = self.sensed[claim.spot].won + claim.amount, claim.envy
        self.sensed[claim.spot] = self.sensed[claim.spot].model_copy(update={"won": won, "envy": envy})
        for spot, amount in to_others(table, claim).items():
            one = self.sensed[spot]
            got = {"won": one.won + amount, "from_others": one.from_others + amount}
            self.sensed[spot] = one.model_copy(update=got)

    @property
    def _tray(self) -> str:
        return link_accounts(self.link.link).tray

    def _now(self, actor: str) -> Situation:
        return Situation(self.link, self.table, self._owed, self._books.next_number, actor, self._day)

    def _owed(self, account: str) -> int:
        moved_here = sum(one.amount * ((one.credit == account) - (one.debit == account)) for one in self.entries)
        return self._books.balance(account).credit + moved_here

    def documents(self) -> dict[str, str]:
        link, table = self.link.link, self.table.table
        return {
            link_document(link): self.link.model_dump_json(),
            table_document(link, table): self.table.model_dump_json(),
        }


def claims_paid_by(kind: str, before: TableState, after: TableState) -> list[Claim]:
    """Claims that a step paid: a swipe pays its claim, the end of the hand those that need no card."""
    if kind == "end":
        return [claim for claim in before.claims.values() if claim.stage != "paid"]
    return [one for spot, one in after.claims.items() if one.stage == "paid" and before.claims[spot].stage != "paid"]


def claim_entries(claim: Claim, table: TableState, players: Mapping[int, str]) -> list[Entry]:
    """Payments to players for a paid claim: its amount to the winner, and what it pays to every other bettor."""
    tray, what = link_accounts(table.link).tray, f"spot {claim.spot}: {claim.outcome}"
    entries = list(moved(CAGE if claim.level else tray, chips(players[claim.spot]), claim.amount, what))
    for spot, amount in to_others(table, claim).items():
        entries += moved(tray, chips(players[spot]), amount, f"spot {spot}: from {claim.outcome} on spot {claim.spot}")
    return entries


def linked(document: str | None, link: str) -> LinkState:
    if document is None:
        raise FloorRefused("no-such-link", f"there is no jackpot {link}")
    return read_link(document)


def hand_of(document: str | None, table: FloorTable) -> TableState:
    return read_table(document) if document else TableState(link=table.link, table=table.table)


def winners(link: LinkState, table: TableState) -> dict[int, str]:
    """Winning spots that are not selected yet, counter-clockwise, with their outcomes."""
    left = [spot for spot in sorted(table.wagers, reverse=True) if spot not in table.claims]
    terms = terms_of(link, table)
    due = {spot: due_row(terms, table, spot) for spot in left}
    return {spot: row for spot, row in due.items() if row is not None}


def by_approval(terms: Terms, row: str, wager: int) -> bool:
    """Whether a supervisor must confirm a win of this row."""
    return needs_supervisor(terms, terms.rows.get(row, 0) * wager, of_meter=row in terms.shares)


def on_duty(dealer: str) -> str:
    """The dealer on duty, given the hand's dealer; empty for the automatic dealer."""
    return "" if dealer == AUTOMATIC else dealer


def not_the_winner(hand: JackpotHand, kind: str, actor: str, spot: int) -> None:
    """Refuses a step that would let a winner approve their own win."""
    if kind in ("select", "confirm", "swipe") and spot in hand.sensed and hand.sensed[spot].player == actor:
        raise FloorRefused("self-approval", f"{actor} has won this and may not approve it", "SD.19 (6)(v)")


def dealer_presses(table: FloorTable) -> bool:
    """Whether a dealer is on duty and must press every button. Otherwise the table takes the steps without a choice."""
    bets = sheet_of(table.game, table.overrides).jackpots.values()
    return bool(table.link and table.dealer) and any(bet.buttons == "dealer presses each" for bet in bets)


def takes_wagers(link: LinkState, table: FloorTable) -> bool:
    """Whether the link accepts wagers at this table; its terms may have changed since the table was opened."""
    alike = not differences(sheet_of(table.game, table.overrides), link.terms)
    return link.status == "open" and approved(link, table.table) and alike


def must_fit(sheet: Sheet, link: LinkState) -> None:
    """Refuses a jackpot whose pays or rules differ from the table's."""
    terms = link.terms
    if terms.bet not in sheet.jackpots:
        raise FloorRefused("no-sensors", f"{sheet.ref} has no {terms.bet} wager", "SD.19 (1)")
    if differing := differences(sheet, terms):
        text = f"{sheet.ref} does not fit the jackpot {link.link}; they differ in {', '.join(differing)}"
        raise FloorRefused("other-terms", text, "SD.19 (5)")
    if (advances := sheet.jackpots[terms.bet].advances) != terms.advances:
        text = f"the meters of {sheet.ref} advance by {advances}, those of the jackpot {link.link} by {terms.advances}"
        raise FloorRefused("other-terms", text, "SD.19 (4)")
    if sheet.rules.limits.bettors > 1:
        raise FloorRefused(
            "several-bettors", "a sensor accepts one wager, so a box may have only one bettor", "SD.19 (2)"
        )
    if AUTOMATIC not in link.staff:
        raise FloorRefused("no-dealer", f"{AUTOMATIC!r} is not enrolled as a dealer of {link.link}")
