"""The jackpot's part of a command at a table with sensors: its steps are taken in the same transaction as the round's,
and what they win goes to the chips of whoever placed the wager.

Wagers go from what is held through the jackpot's tray, fixed pays come back through it, so between two commands the
tray of a link that is played on the floor holds nothing. Awards of a meter are paid at the cage.
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
from lammer.progressive.claims import due_row, needs_supervisor
from lammer.progressive.desk import STEPS, with_meters
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

AUTOMATIC = "automatic dealer"
"""Takes every step of a hand that the table takes by itself; a link that is played on the floor has it among its
dealers."""


class JackpotHand:
    """One table's place on a link while a command is carried out."""

    def __init__(self, books: Books, table: FloorTable, day: str) -> None:
        self._books, self._day = books, day
        self._floor_table = table
        self.link = linked(books.document(link_document(table.link)), table.link)
        self.table = hand_of(books.document(table_document(table.link, table.table)), table)
        self.sensed = dict(table.sensed)
        self.entries: list[Entry] = []
        self.told: list[dict[str, Any]] = []

    @property
    def bet(self) -> str:
        """The side bet whose place on the layout is the sensor."""
        return self.link.terms.bet

    @property
    def open(self) -> bool:
        """Whether wagers are taken: terms may have changed since the table was opened for others."""
        return takes_wagers(self.link, self._floor_table)

    @property
    def pending(self) -> bool:
        """The hand waits for somebody."""
        return self.table.stage != "idle"

    @property
    def lit(self) -> bool:
        """The sensors are lit and the cards not dealt: bets are closed."""
        return self.table.stage in ("open", "taken") and self.table.on_floor

    def takes(self, amount: int) -> bool:
        return not amount or (self.open and amount in self.link.terms.stakes)

    def check(self, bets: Mapping[str, int]) -> None:
        """Asks the sensor whether it takes a wager."""
        amount, terms = bets.get(self.bet, 0), self.link.terms
        if not amount:
            return
        if not approved(self.link, self.table.table):
            text = "the jackpot takes no wager here: an executive has not approved this table"
            raise FloorRefused("table-not-approved", text, "SD.19 (1)")
        if not self.open:
            other = self.link.status == "open"
            text = "its terms are not those of this table" if other else f"it is {self.link.status}"
            raise FloorRefused("link-not-open", f"the jackpot takes no wager here: {text}")
        if amount not in terms.stakes:
            allowed = " or ".join(money_text(stake) for stake in terms.stakes)
            raise FloorRefused("not-a-stake", f"a progressive wager is {allowed}", "SD.19 (2)")
        if not bets.get("main"):
            raise FloorRefused("main-first", "the blackjack wager comes first", "SD.19 (2)")

    def may_deal(self, name: str) -> None:
        """Whoever comes on duty is enrolled on the link."""
        try:
            require(self.link, name, "dealer", "SD.19 (4)")
        except StepRefused as refused:
            raise by_the_desk(refused) from None

    def dealt_by(self, actor: str) -> None:
        """Where the dealer presses each button, the deal is one of them."""
        dealer = self._floor_table.dealer
        if dealer_presses(self._floor_table) and actor != dealer:
            raise FloorRefused("other-dealer", f"{dealer} is on duty here and deals", "SD.19 (5)")

    def wagers_off(self, number: int, sensed: Mapping[int, SensorWager]) -> None:
        """Before the cards: the wagers are off the sensors. The dealer has taken them, or the table does so now."""
        if self.lit:
            if self.table.stage != "taken":
                raise FloorRefused("take-first", "the progressive wagers are still on the sensors", "SD.19 (4)")
            return
        self._last_is_over()
        self.sensed = dict(sensed)
        if sensed and dealer_presses(self._floor_table):
            raise FloorRefused("lights-first", "light the sensors and take the progressive wagers first", "SD.19 (4)")
        if sensed:
            self.light(AUTOMATIC, number, sensed)
            self.take(AUTOMATIC)

    def _last_is_over(self) -> None:
        if self.pending:
            raise FloorRefused("jackpot-first", "the last hand of the progressive is not ended", "SD.19 (6)(viii)")

    def light(self, dealer: str, number: int, sensed: Mapping[int, SensorWager]) -> None:
        """A hand begins: sensors report their wagers and light up. Hands have the numbers of the table's rounds."""
        self._last_is_over()
        self.sensed, wagers = dict(sensed), {spot: one.amount for spot, one in sensed.items()}
        self.table = TableState(link=self.link.link, table=self.table.table, hand=number - 1)
        self.step("open", dealer)
        self.step("wager", AUTOMATIC, wagers=wagers)
        self.table = self.table.model_copy(update={"on_floor": True})

    def take(self, dealer: str) -> None:
        """Wagers are taken, meters advance."""
        self.step("take", dealer)
        for spot, amount in sorted(self.table.wagers.items()):
            self.entries += moved(held(self.table.table), self._tray, amount, f"wager on spot {spot}")

    def evaluate(self, cards: Mapping[int, Sequence[int]], up: int) -> None:
        """Once all starting cards are there. Where the dealer presses each button, the hand waits for them. Else it is
        over at once if nobody need approve a win; if somebody must, whoever is on duty has it from here on."""
        on_duty, by_hand = self._floor_table.dealer, dealer_presses(self._floor_table)
        dealer = on_duty if by_hand else AUTOMATIC
        self.step("deal", dealer, cards={spot: tuple(cards[spot]) for spot in self.table.wagers}, up=up)
        due = winners(self.link, self.table)
        self.sensed |= {spot: self.sensed[spot].model_copy(update={"outcome": row}) for spot, row in due.items()}
        if by_hand:
            return
        terms = terms_of(self.link, self.table)
        if any(_by_approval(terms, row, self.table.wagers[spot]) for spot, row in due.items()):
            self.table = self.table.model_copy(update={"dealer": on_duty or AUTOMATIC})
            return
        for spot, row in due.items():
            self.step("select", AUTOMATIC, spot=spot, outcome=row)
        self.step("end", AUTOMATIC)

    def step(self, kind: str, actor: str, **said: Any) -> None:
        """Any step; whoever it pays has the money with it."""
        now = self._now(actor)
        try:
            step: Step = STEPS[kind](now, **said)
        except StepRefused as refused:
            raise by_the_desk(refused) from None
        self.link, self.table = step.link, step.table
        self.entries += step.entries
        for claim in claims_paid_by(kind, now.table, step.table):
            self._pay(claim)
        self.told.append({"kind": kind, "actor": actor, "said": said, "answer": with_meters(now, step)})

    def _pay(self, claim: Claim) -> None:
        source, wager = CAGE if claim.level else self._tray, self.sensed[claim.spot]
        self.entries += moved(source, chips(wager.player), claim.amount, f"spot {claim.spot}: {claim.outcome}")
        self.sensed[claim.spot] = wager.model_copy(update={"won": claim.amount, "envy": claim.envy})

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
    """Claims that a step paid: a swipe its own, the end of the hand what needed no card."""
    if kind == "end":
        return [claim for claim in before.claims.values() if claim.stage != "paid"]
    return [one for spot, one in after.claims.items() if one.stage == "paid" and before.claims[spot].stage != "paid"]


def linked(document: str | None, link: str) -> LinkState:
    if document is None:
        raise FloorRefused("no-such-link", f"there is no jackpot {link}")
    return read_link(document)


def hand_of(document: str | None, table: FloorTable) -> TableState:
    return read_table(document) if document else TableState(link=table.link, table=table.table)


def winners(link: LinkState, table: TableState) -> dict[int, str]:
    """Spots that win something and were not selected yet, counter-clockwise."""
    left = [spot for spot in sorted(table.wagers, reverse=True) if spot not in table.claims]
    terms = terms_of(link, table)
    due = {spot: due_row(terms, table.cards[spot], table.up) for spot in left}
    return {spot: row for spot, row in due.items() if row is not None}


def _by_approval(terms: Terms, row: str, wager: int) -> bool:
    return needs_supervisor(terms, terms.rows.get(row, 0) * wager, of_meter=row in terms.shares)


def on_duty(dealer: str) -> str:
    """Who is on duty, where the hand's dealer is known."""
    return "" if dealer == AUTOMATIC else dealer


def not_the_winner(hand: JackpotHand, kind: str, actor: str, spot: int) -> None:
    """Whoever wins has no part in finding that they have won."""
    if kind in ("select", "confirm", "swipe") and spot in hand.sensed and hand.sensed[spot].player == actor:
        raise FloorRefused("self-approval", f"{actor} has won this and may not approve it", "SD.19 (6)(v)")


def dealer_presses(table: FloorTable) -> bool:
    """A dealer is on duty and the sheet leaves every button to them; else the table presses what needs no choice."""
    bets = sheet_of(table.game, table.overrides).jackpots.values()
    return bool(table.link and table.dealer) and any(bet.buttons == "dealer presses each" for bet in bets)


def takes_wagers(link: LinkState, table: FloorTable) -> bool:
    """Terms may have changed since the table was opened for others."""
    alike = not differences(sheet_of(table.game, table.overrides), link.terms)
    return link.status == "open" and approved(link, table.table) and alike


def must_fit(sheet: Sheet, link: LinkState) -> None:
    """A table belongs to a jackpot only when both pay the same hands the same."""
    terms = link.terms
    if terms.bet not in sheet.jackpots:
        raise FloorRefused("no-sensors", f"{sheet.ref} has no {terms.bet} wager", "SD.19 (1)")
    if found := differences(sheet, terms):
        text = f"{sheet.ref} does not fit the jackpot {link.link}; they differ in {', '.join(found)}"
        raise FloorRefused("other-terms", text, "SD.19 (5)")
    if (advances := sheet.jackpots[terms.bet].advances) != terms.advances:
        text = f"meters of {sheet.ref} advance by {advances}, those of the jackpot {link.link} by {terms.advances}"
        raise FloorRefused("other-terms", text, "SD.19 (4)")
    if sheet.rules.limits.bettors > 1:
        raise FloorRefused(
            "several-bettors", "a sensor takes one wager: a box of such a table has one bettor", "SD.19 (2)"
        )
    if AUTOMATIC not in link.staff:
        raise FloorRefused("no-dealer", f"{AUTOMATIC!r} is not enrolled as a dealer of {link.link}")
