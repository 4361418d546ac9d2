"""``lammer evs``."""

from typing import Annotated

from cyclopts import App, Parameter

from lammer.api.analysis import HandQuery, action_values_of
from lammer.surfaces.cli.analysis.options import ShoeOptions, prepare_analysis
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import GameArgument, shared

evs_app = App(
    name="evs",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer evs sd-free-bet "8h 8d" --up 6
  lammer evs sd-free-bet "9h 8d" --up 7 --free
  lammer evs sd-free-bet "8h 8d" --up 6 --free --hands 3
  lammer evs sd-blackjack "8h 3d" --up 6 --split
  lammer evs sd-free-bet "Th 2d" --up 4 --remove "5c 5d" --json""",
)


@evs_app.default
def evs(
    game: GameArgument,
    hand: Annotated[str, Parameter(help='Two or more cards, like "8h 8d".')],
    *,
    up: Annotated[str, shared("--up", "A, 2 … 9, T, or a card like 6c.")],
    free: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="The hand was added by a free split and has a lammer as its stake.",
        ),
    ] = False,
    split: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="The hand comes from a split and has the original wager; its first card is one of the pair.",
        ),
    ] = False,
    hands: Annotated[
        int | None,
        Parameter(
            show_default=False,
            help="With --split or --free: hands on the box, this one included (default 2). The first card of each "
            "is removed from the shoe; remove their other cards with --remove.",
        ),
    ] = None,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> None:
    """The exact value of every action with a hand, in original wagers."""
    sheet = options.sheet(game)
    prepare_analysis("best_policies")
    _refuse_contradictions(free, split, hands)
    found = action_values_of(sheet, HandQuery(hand, up, free, split, hands), options.choice())
    values, shoe, given = dict(found), found.shoe, found.given
    number, from_split = 2 if hands is None else hands, free or split
    if options.json:
        rounded = {action: round(value, 12) for action, value in values.items()}
        query = {"sheet": sheet.ref, "shoe": shoe, "hand": hand, "up": up, "free": free, "given": given}
        query |= {"hands": number if from_split else 1}
        print_json(query | {"values": rounded})
        return
    of_split = f", one of {number} split hands, on {'a lammer' if free else 'own money'}" if from_split else ""
    _print(f"{sheet.ref}, {shoe}: {hand} against {up}{of_split}; {given}", values)


def _refuse_contradictions(free: bool, split: bool, hands: int | None) -> None:
    if free and split:
        raise BadOption("--free and --split: a split hand has either a lammer or own money; leave one out")
    if hands is not None and not (free or split):
        raise BadOption("--hands is the number of hands of a split: add --split or --free")


def _print(title: str, values: dict[str, float]) -> None:
    best = next(iter(values.values()))
    rows = [
        (action, f"{value:+.6f}", f"{value - best:+.6f}" if value != best else "best")
        for action, value in values.items()
    ]
    print_table(title, ("action", "value", ""), rows)
