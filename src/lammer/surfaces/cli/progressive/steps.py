"""Commands for the steps of a hand, from its opening to its end."""

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.cards.card import parse_card
from lammer.progressive.hand import NO_CARD
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.progressive.options import (
    HandArgument,
    SpotArgument,
    TableArgument,
    Where,
    Who,
    amounts,
    card_option,
    print_step,
    progressive_examples,
    spots,
    take_step,
)
from lammer.surfaces.cli.shared import CardOption, KeyOption, NoteOption, shared

CardsArgument = Annotated[
    str, Parameter(help="SPOT=CARD,CARD: a player's first two cards, or all that decide; then ,*3 for a spin.")
]


def add_steps(app: App) -> None:
    """Adds the steps of a hand, in the order in which they are taken."""
    hand: dict[Callable[..., None], tuple[str, ...]] = {
        open_: ("open T1 --as dana",),
        wager: ("wager T1 1=1 3=5 --as dana",),
        take: ("take T1 --as dana",),
        deal: ("deal T1 1=7h,7h 3=9c,8d --up 7h --as dana",),
        redeal: ("redeal T1 1=7h,7h 3=9c,8s --up 7h \\\n    --note 'spot 3 has spades' --as sam",),
        relieve: ("relieve T1 dave --note 'end of shift' --as sam",),
        select: ("select T1 1 '777 suited' --as dave",),
        confirm: ("confirm T1 1 --as sam",),
        void: ("void T1 1 --note 'confirmed too early' --as eli",),
        swipe: ("select T1 1 '777 suited' --as dave", "confirm T1 1 --as sam", "swipe T1 1 --card E2"),
        end: ("end T1 --as dave",),
    }
    for step, lines in hand.items():
        app.command(step, name=step.__name__.rstrip("_"), help_epilogue=progressive_examples(*lines))


def open_(table: TableArgument, *, who: Who, where: Where = Where()) -> None:  # noqa: B008 (frozen)
    """The dealer begins a hand."""
    take_step("open", where, who, table)


def wager(
    table: TableArgument,
    *sensed: Annotated[str, Parameter(help="SPOT=AMOUNT as the sensors report it; 0 when a wager is lifted again.")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Sensors report progressive wagers: lammer progressive wager T1 1=1 3=5 --as dana"""
    take_step("wager", where, who, table, wagers=spots(amounts(sensed, "SPOT")))


def take(table: TableArgument, *, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """The dealer's button: wagers are taken, the meters advance."""
    take_step("take", where, who, table)


def deal(
    table: TableArgument,
    *cards: Annotated[
        str, Parameter(help="SPOT=CARD,CARD: a player's first two cards, or all that decide; ,*STOP of a spin.")
    ],
    up: Annotated[str, shared("--up")] = "",
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """The starting cards: lammer progressive deal T1 1=7h,7h 3=9c,7d --up 7h --as dana"""
    take_step("deal", where, who, table, **_hands(cards), up=_up_card(up))


def _up_card(text: str) -> int:
    return parse_card(text) if text else NO_CARD


def _hands(cards: tuple[str, ...]) -> dict[str, dict[int, Any]]:
    """The cards by spot and, if there are any, the stops of spins."""
    dealt, stops = dict[str, list[int]](), dict[str, int]()
    for text in cards:
        spot, equals, two = text.partition("=")
        if not equals or spot in dealt:
            raise BadOption(f"{text!r}: write SPOT=CARD,CARD, each spot once, like 3=9c,7d")
        words = two.split(",")
        if words[-1].startswith("*"):
            stops[spot] = _stop(words.pop())
        dealt[spot] = [parse_card(card) for card in words]
    return {"cards": spots(dealt)} | ({"stops": spots(stops)} if stops else {})


def _stop(text: str) -> int:
    if not text[1:].isdecimal():
        raise BadOption(f"{text!r}: write * and the number of the stop, like *3")
    return int(text[1:])


def redeal(
    table: TableArgument,
    *cards: Annotated[
        str, Parameter(help="SPOT=CARD,CARD: a player's first two cards, or all that decide; ,*STOP of a spin.")
    ],
    up: Annotated[str, shared("--up")] = "",
    note: NoteOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """A supervisor corrects wrongly entered cards, before any win is selected."""
    take_step("redeal", where, who, table, **_hands(cards), up=_up_card(up), note=note)


def relieve(
    table: TableArgument,
    dealer: Annotated[str, Parameter(help="Who takes the hand over.")],
    *,
    note: NoteOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """A supervisor assigns another dealer to the current hand."""
    take_step("relieve", where, who, table, dealer=dealer, note=note)


def select(
    table: TableArgument,
    spot: SpotArgument,
    hand: HandArgument,
    *,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """The dealer selects spot and hand; repeating the command undoes it."""
    take_step("select", where, who, table, spot=spot, outcome=hand)


def confirm(table: TableArgument, spot: SpotArgument, *, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """The supervisor has verified the win."""
    take_step("confirm", where, who, table, spot=spot)


def swipe(
    table: TableArgument,
    spot: SpotArgument,
    *,
    card: CardOption,
    key: KeyOption = "",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """A supervisor's or executive's card completes the win: it is recorded and paid."""
    with where.desk() as desk:
        print_step(desk.swipe(Who("", key).its_key, card_option(card), where.name(desk), table, spot), json)


def void(
    table: TableArgument,
    spot: SpotArgument,
    *,
    note: NoteOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """An executive voids a win that was confirmed by mistake and not completed."""
    take_step("void", where, who, table, spot=spot, note=note)


def end(table: TableArgument, *, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """The dealer's last button: everything is settled, the table is ready for the next hand."""
    take_step("end", where, who, table)
