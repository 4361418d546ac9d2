"""The floor: every table and every player's chips in one set of books. Each command has a key; its event, its entries
and the new table are on the disk before it is answered."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from lammer.floor import betting, buttons, cut, idle, seats, stakes, steps
from lammer.floor.accounts import CAGE, chips, side_of
from lammer.floor.approved_sheets import DOCUMENT, must_be_approved, named_sheet, read_decisions, without
from lammer.floor.fit import values_of_jackpot
from lammer.floor.jackpot import AUTOMATIC, JackpotHand, linked, must_fit, not_the_winner, on_duty
from lammer.floor.jackpot_view import jackpot_view, next_step, read_hand
from lammer.floor.refusals import FloorRefused
from lammer.floor.seeds import SeedVault
from lammer.floor.shoes import with_next_shoe
from lammer.floor.situation import Done, Now, with_
from lammer.floor.state import ABSENT_SECONDS, FloorTable, sheet_of, table_document
from lammer.floor.view_json import view_texts
from lammer.floor.view_types import JackpotView, StaffRole, TableView
from lammer.floor.views import table_view
from lammer.ledger.journal import Books, Journal, create_journal
from lammer.ledger.keys import KeyPlace
from lammer.ledger.records import Balance, Command, Entry, Posted, Posting
from lammer.progressive.situation import approved
from lammer.progressive.state import link_document
from lammer.rules.loader import with_version

STEPS: dict[str, Callable[..., Done]] = {
    "sit": seats.sit,
    "leave": seats.leave,
    "cut": cut.cut,
    "bet": betting.place,
    "lights": buttons.lights,
    "take": buttons.take,
    "deal": steps.deal,
    "act": steps.act,
    "absent": steps.call_absent,
    "answer-call": steps.answer_call,
    "void": steps.void,
    "duty": steps.duty,
    "close": steps.close,
    "reopen": steps.reopen,
    "free-seats": idle.free_seats,
}
BEFORE_THE_DEAL = ("lights", "take")
OF_THE_JACKPOT = ("select", "confirm", "swipe", "void", "relieve", "end")
MAX_CHIPS = 10**11
IDLE_ROUNDS, IDLE_SECONDS = 10, 600
"""When a new table frees seats whose players do not bet; a house rule."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,59}")
BAD_NAME = "a table name has letters, digits and dashes, for example friday-night"


def round_name(table: str, number: int) -> str:
    return f"floor/{table}/{number}"


def table_of(about: str) -> str:
    """The table of an event, from its subject; empty for other events."""
    kind, _, rest = about.partition("/")
    return rest.partition("/")[0] if kind == "floor" else ""


class Floor:
    def __init__(self, journal: Journal, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.journal, self._now = journal, now
        self._seeds = SeedVault.of(journal)
        self.supervised: Callable[[FloorTable], bool] = lambda _table: False
        """Whether a supervisor could answer a call at a table; set by surfaces, which know who is connected."""
        self.training = True
        """One person may take every role, and any sheet may be dealt. A surface with log-in sets this to False."""
        self.holders: stakes.Holders = lambda _role: set()
        """The users who have a role; set by surfaces, which know the users."""

    def now(self) -> datetime:
        return self._now()

    def open_table(
        self,
        key: str,
        by: str,
        table: str,
        game: str,
        overrides: tuple[str, ...] = (),
        *,
        turn_seconds: int = 30,
        bet_seconds: int = 0,
        absent_seconds: int = ABSENT_SECONDS,
        idle_rounds: int = IDLE_ROUNDS,
        idle_seconds: int = IDLE_SECONDS,
        link: str = "",
        dealer: str = "",
        training: bool = False,
    ) -> Posted:
        """Opens a table for a game, with its timers (0 for no limit), limits for idle seats (0 for never), jackpot and
        the jackpot's dealer. At a training table the coach may be used even if the game forbids devices."""
        if not NAME.fullmatch(table):
            raise FloorRefused("bad-name", BAD_NAME)
        sheet = named_sheet(game, overrides)
        more: dict[str, Any] = {"turn_seconds": turn_seconds, "bet_seconds": bet_seconds}
        more |= {"absent_seconds": absent_seconds, "idle_rounds": idle_rounds, "idle_seconds": idle_seconds}
        more |= {"link": link, "dealer": dealer} if link else {}
        state = {"table": table, "game": with_version(game), "overrides": overrides, "training": training, **more}
        state |= {"opened_by": (by,)}
        fresh, shoe = with_next_shoe(FloorTable.model_validate(state))
        more |= {"training": True} if training else {}

        def carry_out(books: Books) -> Posting:
            if books.document(table_document(table)) is not None:
                raise FloorRefused("table-exists", f"table {table} already exists")
            if link:
                must_fit(sheet, linked(books.document(link_document(link)), link))
            self._approved(books, fresh)
            answer = {"table": table, "next_shoe": shoe}
            return Posting(answer, f"floor/{table}", (), {table_document(table): self._seeds.written(fresh)})

        body = {"table": table, "game": game, "overrides": list(overrides), **more}
        return self.journal.post(Command(key, "open-table", by, body), carry_out)

    def buy_in(self, key: str, by: str, player: str, amount: int) -> Posted:
        """Gives a player play money from the cage."""
        if not 0 < amount <= MAX_CHIPS:
            raise FloorRefused("bad-amount", "a buy-in is a positive amount")

        def carry_out(books: Books) -> Posting:
            have = books.balance(chips(player)).credit + amount
            return Posting({"chips": have}, f"player/{player}", (Entry(CAGE, chips(player), amount, "buy-in"),))

        return self.journal.post(Command(key, "buy-in", by, {"player": player, "amount": amount}), carry_out)

    def do(self, kind: str, key: str, player: str, table: str, **body: Any) -> Posted:
        """Executes a step at a table, by its name."""
        self.known(table)

        def carry_out(books: Books) -> Posting:
            before = self._table(books.document(table_document(table)), table)
            jackpot = self._jackpot(books, before) if before.link else None
            self._no_own_case(kind, player, before, jackpot, body)
            if kind == "reopen":
                self._approved(books, before)
            supervised = kind == "absent" and self.supervised(before)
            done = STEPS[kind](Now(before, player, self._now(), jackpot, supervised, self.training), **body)
            about = f"floor/{table}"
            if before.inputs or kind == "deal" or (kind == "close" and "next_shoe" in done.answer):
                about = round_name(table, done.table.round)
            elif kind in BEFORE_THE_DEAL:
                about = round_name(table, done.table.round + 1)
            posting = self._posting(done, about, jackpot)
            _afford(books, posting.entries)
            return posting

        return self.journal.post(Command(key, kind, player, {"table": table, **body}), carry_out)

    def jackpot(self, kind: str, key: str, actor: str, table: str, **body: Any) -> Posted:
        """Executes a step of the jackpot's hand at a table. The link's own rules decide who may take it."""
        self.known(table)

        def carry_out(books: Books) -> Posting:
            state = self._table(books.document(table_document(table)), table)
            if not state.link or kind not in OF_THE_JACKPOT:
                raise FloorRefused("no-jackpot", f"table {table} has no jackpot")
            hand = self._jackpot(books, state)
            if not hand.table.on_floor:
                raise FloorRefused("no-hand", f"table {table} has no progressive hand in progress")
            not_the_winner(hand, kind, actor, body.get("spot", 0))
            self._no_own_jackpot(books, kind, actor, state, hand)
            hand.step(kind, actor, **body)
            after = with_(state, dealer=on_duty(hand.table.dealer)) if kind == "relieve" else state
            after = after if hand.pending else steps.resumed(after, self._now())
            return self._posting(Done(after), round_name(table, hand.table.hand), hand)

        return self.journal.post(Command(key, f"jackpot-{kind}", actor, {"table": table, **body}), carry_out)

    def _posting(self, done: Done, about: str, hand: JackpotHand | None) -> Posting:
        """One posting for the round and, if there is one, the jackpot's hand."""
        if hand is None or not hand.steps:
            document = {table_document(done.table.table): self._seeds.written(done.table)}
            return Posting(done.answer, about, done.entries, document)
        table = done.table.model_copy(update={"sensed": hand.sensed})
        return Posting(
            {**done.answer, "link": hand.link.link, "progressive": hand.steps},
            about,
            (*done.entries, *hand.entries),
            {table_document(table.table): self._seeds.written(table), **hand.documents()},
        )

    def _no_own_case(
        self, kind: str, actor: str, table: FloorTable, jackpot: JackpotHand | None, body: Mapping[str, Any]
    ) -> None:
        goes = kind == "duty" and not body.get("on", True)
        if self.training or kind not in stakes.AT_THE_TABLE or goes:
            return
        playing = stakes.players_of(table, hand_under_way=jackpot is not None and jackpot.pending)
        stakes.no_own_case(stakes.AT_THE_TABLE[kind], actor, table, playing, self.holders)

    def no_own_table(self, kind: str, actor: str, table: str) -> None:
        """Refuses a step about a table, taken elsewhere, to a person who plays there. A table that does not exist yet
        has no players."""
        document = self.journal.document(table_document(self.known(table)))
        if document is not None:
            self._no_own_case(kind, actor, self._seeds.read(document), None, {})

    def _no_own_jackpot(self, books: Books, kind: str, actor: str, table: FloorTable, hand: JackpotHand) -> None:
        if self.training:
            return
        step = stakes.OF_THE_JACKPOT[kind]
        stakes.no_own_case(step, actor, table, stakes.players_of(table, hand_under_way=True), self.holders)
        if kind in stakes.ON_THE_METER:
            documents = (books.document(table_document(one)) for one in hand.link.tables if one != table.table)
            stakes.no_own_meter(step, actor, map(self._seeds.read, filter(None, documents)), self.holders)

    def _approved(self, books: Books, table: FloorTable) -> None:
        """Refuses a sheet that the house has not approved, except on a training floor."""
        if self.training:
            return
        link = linked(books.document(link_document(table.link)), table.link) if table.link else None
        base = without(table.game, table.overrides, values_of_jackpot(link.terms) if link else {})
        decisions = read_decisions(books.document(DOCUMENT))
        must_be_approved(decisions, sheet_of(table.game, table.overrides), base)

    def _jackpot(self, books: Books, table: FloorTable) -> JackpotHand:
        return JackpotHand(books, table, self._now().date().isoformat())

    def calls(self, table: FloorTable) -> StaffRole | Literal[""]:
        """The role that the table needs, for an absent player or for a step of its jackpot. Empty if it needs nobody,
        or if the table takes the step itself."""
        if table.called:
            return "supervisor"
        if not table.link or table.status != "open":
            return ""
        link, hand = read_hand(self.journal, table)
        if link.status == "open" and not approved(link, table.table):
            return "executive"
        step = next_step(table, link, hand)
        return step.role if step and (table.dealer or step.role != "dealer") else ""

    def dealer_goes_on(self, table: str) -> Posted | None:
        """If nobody is on duty, presses the next button of the dealer display; None if there is no button to press."""
        state = self.table(table)
        if not state.link or state.dealer:
            return None
        link, hand = read_hand(self.journal, state)
        step = next_step(state, link, hand)
        if step is None or step.role != "dealer":
            return None
        body = {"spot": step.spot, "outcome": step.outcome} if step.kind == "select" else {}
        # The key contains the number of steps so far, so that several servers press the button only once.
        key = f"{AUTOMATIC} {table} {hand.hand} {self.journal.count_about(round_name(table, hand.hand))}"
        press = self.do if step.kind in STEPS else self.jackpot
        posted = press(step.kind, key, AUTOMATIC, table, **body)
        return None if posted.repeated else posted

    def known(self, table: str) -> str:
        """Returns the name of a table; refuses one that no table can have."""
        if not NAME.fullmatch(table):
            raise FloorRefused("no-such-table", BAD_NAME)
        return table

    def _table(self, document: str | None, table: str) -> FloorTable:
        if document is None:
            raise FloorRefused("no-such-table", f"there is no table {table}")
        return self._seeds.read(document)

    def read_table(self, document: str) -> FloorTable:
        return self._seeds.read(document)

    def table(self, table: str) -> FloorTable:
        return self._table(self.journal.document(table_document(self.known(table))), table)

    def tables(self) -> list[FloorTable]:
        return [self._seeds.read(document) for document in self.journal.documents(table_document("")).values()]

    def table_names(self) -> list[str]:
        return [name.removeprefix(table_document("")) for name in self.journal.document_names(table_document(""))]

    def chips(self, player: str) -> int:
        return self.journal.balance(chips(player)).credit

    def view(self, table: str, viewer: str = "") -> TableView:
        state, have, jackpot = self._look(table, {viewer})
        return table_view(state, viewer, have[viewer], jackpot)

    def views(self, table: str, viewers: set[str]) -> dict[str, str]:
        """Each viewer's view as JSON text, from one read of the books."""
        return view_texts(*self._look(table, viewers))

    def _look(self, table: str, viewers: set[str]) -> tuple[FloorTable, dict[str, int], JackpotView | None]:
        document, balances = self.journal.look(table_document(self.known(table)), [chips(viewer) for viewer in viewers])
        state = self._table(document, table)
        have = {viewer: balances.get(chips(viewer), Balance()).credit for viewer in viewers}
        return state, have, jackpot_view(self.journal, state) if state.link else None

    def round_events(self, table: str, number: int) -> list[Mapping[str, Any]]:
        return self.journal.events_about(round_name(table, number))


def _afford(books: Books, entries: tuple[Entry, ...]) -> None:
    """Refuses a command for which a player lacks the chips, before the books would refuse it."""
    left: dict[str, int] = {}
    for debit, credit, amount, _ in entries:
        for account, change in ((debit, -amount), (credit, amount)):
            if account.startswith("player/"):
                left[account] = left.get(account, books.balance(account).credit) + change
                if left[account] < 0:
                    raise FloorRefused("not-enough-chips", "you do not have enough chips")


def create_floor(
    where: str | Path, keys: Path | KeyPlace, witness: str | None = None, *, shared: bool = False, **more: Any
) -> Floor:
    """Opens a floor at new or existing books; ``shared`` if several processes write to one SQLite file."""
    return Floor(create_journal(where, keys, side_of, witness=witness, shared=shared, **more), **more)
