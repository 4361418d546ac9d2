"""``lammer progressive demo``: a table with seven players and a dealer display, played until a jackpot is hit."""

import hashlib
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from lammer.cards.card import NAMES
from lammer.cards.money import money_text
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.progressive.options import TermsSetOption, Where
from lammer.surfaces.cli.shared import SeedOption, TermsOption, shared

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lammer.progressive.desk import Desk
    from lammer.progressive.state import TableState
    from lammer.progressive.terms import Terms

LINK, TABLE, SPOTS = "demo", "T1", range(1, 8)
DEALER, SUPERVISOR, SECOND, EXECUTIVE, OTHER = "dana", "sam", "sue", "erin", "eli"
CARDS = {SECOND: "card of sue", OTHER: "card of eli"}
SHOWN_A_SECOND = 10


def demo(
    *,
    terms: TermsOption = "blazing-7s",
    set_: TermsSetOption = (),
    until: Annotated[
        Literal["meter", "top"], Parameter(help="meter: any award off a meter; top: the highest award.")
    ] = "meter",
    seed: SeedOption = "1",
    maximum_hands: Annotated[int, Parameter(help="The number of hands after which to stop.")] = 100_000,
    pause: Annotated[bool, Parameter(help="Wait for Enter before each step of a win, on a terminal.")] = True,
    db: Annotated[str, shared("--db", "Else they are discarded.", show_default=False)] = "",
) -> int:
    """Seven players bet the progressive wager every hand, from honest shoes, until a jackpot is hit; then the dealer,
    the supervisor and the executive take their steps. Every step is in the books before it is shown."""
    if maximum_hands < 1:
        raise BadOption(f"--maximum-hands {maximum_hands}: write 1 or more")
    with tempfile.TemporaryDirectory() as folder, _desk(db, Path(folder)) as desk:
        _staff(desk, terms, set_)
        display = Display(desk, pause=pause and sys.stdin.isatty() and sys.stdout.isatty())
        try:
            won = _play(desk, display, _cards(seed, desk.link(LINK).terms.decks), until, maximum_hands)
        except KeyboardInterrupt:
            display.stop()
            print(f"stopped after {display.hands:,} hands")
            return 130
        display.stop()
        if not won:
            print(f"{display.hands:,} hands without such an award; raise --maximum-hands to continue")
        _print_end(desk, display.hands)
    return 0


def _desk(db: str, folder: Path) -> "AbstractContextManager[Desk]":
    """Temporary books have temporary keys and no witness, because a witness of other books would refuse them."""
    if db:
        return Where(db).desk(new=True)
    return Where(str(folder / "demo.db"), keys=folder / "keys").desk(new=True, witnessed=False)


def _staff(desk: "Desk", terms: str, changes: tuple[str, ...]) -> None:
    from lammer.progressive.desk import card_digest
    from lammer.progressive.terms import load_terms

    if LINK in desk.links():
        raise BadOption("--db: these books already contain a demo; name others")
    desk.create("create", LINK, load_terms(terms, changes), EXECUTIVE)
    roles = {OTHER: "executive", DEALER: "dealer", SUPERVISOR: "supervisor", SECOND: "supervisor"}
    for name, role in roles.items():
        card = card_digest(CARDS[name]) if name in CARDS else ""
        approval = OTHER if name != OTHER and role != "dealer" else ""
        person = {"name": name, "role": role, "card": card, "approved_by": approval}
        desk.do("enrol", f"enrol {name}", EXECUTIVE, LINK, **person)
    desk.do("approve-table", "approve-table", EXECUTIVE, LINK, name=TABLE)
    desk.do("open-link", "open-link", EXECUTIVE, LINK)


def _cards(seed: str, decks: int) -> Iterator[int]:
    """Cards of consecutive shuffled shoes. The last deck and a half of each is not dealt."""
    from lammer.table.promise import Promise
    from lammer.table.shoe import Shoe

    number = 0
    while True:
        number += 1
        made = hashlib.sha256(f"demo {seed} {number}".encode()).digest()
        shoe = Shoe(Promise(made, decks, burn=1, behind_cut_card=78), cut=0)
        while not shoe.cut_card_out:
            yield shoe.draw()


def _taken_in_play(terms: "Terms", cards: tuple[int, ...], shoe: Iterator[int]) -> tuple[int, ...]:
    """A player's cards with those taken as long as they may bring a better hand."""
    from lammer.progressive.hands import takes_more

    while takes_more(terms, cards):
        cards = (*cards, next(shoe))
    return cards


def _spun(terms: "Terms", cards: dict[int, tuple[int, ...]], up: int, hand: int) -> dict[str, dict[int, int]]:
    """The stops of the spins that cards have won, if there are any."""
    from lammer.progressive.hands import weights_of_spin
    from lammer.table.spins import spin_of

    wheels = {spot: weights_of_spin(terms, some, up) for spot, some in cards.items()}
    stops = {spot: spin_of(b"demo", hand, spot, weights) for spot, weights in wheels.items() if weights}
    return {"stops": stops} if stops else {}


def _play(desk: "Desk", display: "Display", cards: Iterator[int], until: str, maximum_hands: int) -> bool:
    """Plays hands until the requested award is won; returns whether it was."""
    terms = desk.link(LINK).terms
    stake = terms.stakes[0]
    while display.hands < maximum_hands:
        step = Steps(desk, display.hands + 1)
        step("open", DEALER)
        step("wager", DEALER, wagers=dict.fromkeys(SPOTS, stake))
        step("take", DEALER)
        first = {spot: next(cards) for spot in SPOTS}
        up = next(cards)
        dealt = {spot: (first[spot], next(cards)) for spot in SPOTS}
        next(cards)  # the hole card
        known = {spot: _taken_in_play(terms, two, cards) for spot, two in dealt.items()}
        step("deal", DEALER, cards=known, up=up, **_spun(terms, known, up, display.hands + 1))
        level = _win(desk, display, step)
        step("end", DEALER)
        display.hands += 1
        display.show(desk)
        if level and (until == "meter" or level == desk.link(LINK).terms.top + " 100"):
            return True
    return False


class Steps:
    """Takes the steps of one hand, each with its own idempotency key."""

    def __init__(self, desk: "Desk", hand: int) -> None:
        self._desk, self._hand, self._taken = desk, hand, 0

    def __call__(self, kind: str, actor: str, **body: Any) -> dict[str, Any]:
        self._taken += 1
        return self._desk.do(kind, f"hand {self._hand} step {self._taken}", actor, LINK, TABLE, **body).answer

    def swipe(self, card: str, spot: int) -> dict[str, Any]:
        self._taken += 1
        return self._desk.swipe(f"hand {self._hand} step {self._taken}", card, LINK, TABLE, spot).answer


def _win(desk: "Desk", display: "Display", step: Steps) -> str:
    """Selects every winner counter-clockwise and completes the approvals of awards; returns the level that was hit."""
    from lammer.progressive.claims import card_role, due_row, needs_approval

    hit, table, terms = "", desk.table(LINK, TABLE), desk.link(LINK).terms
    for spot in sorted(SPOTS, reverse=True):
        outcome = due_row(terms, table, spot)
        if outcome is None:
            continue
        step("select", DEALER, spot=spot, outcome=outcome)
        claim = desk.table(LINK, TABLE).claims[spot]
        if not needs_approval(terms, claim):
            continue
        slow = bool(claim.level)
        display.announce(desk, f"Spot {spot} has {outcome}. {DEALER}, the dealer, has selected it and calls.", slow)
        frozen = step("confirm", SUPERVISOR, spot=spot)["claims"][0]
        amount = money_text(frozen["amount"])
        display.announce(desk, f"{SUPERVISOR}, the supervisor, has verified the hand and confirmed {amount}.", slow)
        person = OTHER if card_role(terms, desk.table(LINK, TABLE).claims[spot]) == "executive" else SECOND
        step.swipe(CARDS[person], spot)
        display.announce(desk, f"{person} has swiped a card: the win is recorded and {amount} is paid.", slow)
        hit = f"{claim.level} {claim.percent}" if claim.level else hit
    return hit


class Display:
    """The dealer display: meters, spots and the last message, redrawn a few times a second on a terminal."""

    def __init__(self, desk: "Desk", *, pause: bool) -> None:
        self.hands, self._pause, self._drawn = 0, pause, 0.0
        console = Console()
        self._live = Live(console=console, auto_refresh=False) if console.is_terminal else None
        if self._live is not None:
            self._live.start()
        self.show(desk)

    def show(self, desk: "Desk", word: str = "") -> None:
        if self._live is None or (not word and time.monotonic() - self._drawn < 1 / SHOWN_A_SECOND):
            return
        self._drawn = time.monotonic()
        meters = desk.meters(LINK)
        shown = [Text(f"{level:>8}  {money_text(amount):>12}", style="bold") for level, amount in meters.items()]
        spots = _spots(desk.table(LINK, TABLE))
        body = Group(*shown, Text(), *spots, Text(), Text(word or f"hand {self.hands:,}"))
        self._live.update(Panel(body, title="Blazing 7's, dealer display", width=72), refresh=True)

    def announce(self, desk: "Desk", word: str, slow: bool) -> None:
        """Announces a step of a win; only ``slow`` ones are shown, and wait for Enter."""
        if self._live is None:
            if slow:
                print(f"hand {self.hands + 1:,}: {word}")
            return
        if slow:
            self.show(desk, f"{word}{'  [Enter]' if self._pause else ''}")
            if self._pause:
                self._live.console.input(password=True)

    def stop(self) -> None:
        if self._live is not None:
            self._live.stop()


def _spots(table: "TableState") -> list[Text]:
    """A line for each spot: its light, its cards and its selected hand."""
    lines = []
    for spot in SPOTS:
        cards = " ".join(NAMES[code] for code in table.cards.get(spot, ()))
        claim = table.claims.get(spot)
        said = f"{claim.outcome}, {claim.stage}" if claim else ""
        lines.append(Text(f"  spot {spot}  {'●' if spot in table.wagers else '○'}  {cards:<7} {said}"))
    up = NAMES[table.up] if table.up >= 0 else "—"
    return [*lines, Text(f"  dealer     {up}")]


def _print_end(desk: "Desk", hands: int) -> None:
    from lammer.progressive.accounts import level_sums

    balances = desk.journal.balances()
    print(f"{hands:,} hands")
    for level in desk.link(LINK).terms.levels:
        sums = level_sums(balances, LINK, level)
        print(f"  {level}: {money_text(sums.meter)} on the meter, {money_text(sums.awards)} paid, books ", end="")
        print("balance" if sums.meter_holds else "DO NOT BALANCE")
