"""``lammer evs``."""

from typing import Annotated

from cyclopts import App, Parameter

from lammer.cards.card import LETTER_VALUES, VALUES, parse_card
from lammer.surfaces.cli.analysis.asked import Asked, cards_option, prepare_analysis
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import GameArgument, shared

evs_app = App(
    name="evs",
    help="What every action with a hand is worth, exactly.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer evs sd-free-bet "8h 8d" --up 6
  lammer evs sd-free-bet "9h 8d" --up 7 --free
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
            help="The hand lives on a lammer: a free split made it of its first card, whose twin lies in another hand.",
        ),
    ] = False,
    asked: Asked = Asked(),  # noqa: B008
) -> None:
    """What every action with a hand is worth, exactly, in original wagers."""
    sheet = asked.sheet(game)
    prepare_analysis("best_plays")
    from lammer.exact.evs import action_values
    from lammer.exact.terms import terms_of

    shoe, told = asked.cards(sheet)
    codes = cards_option("HAND", hand)
    shown = cards_option("--up", up) if up.upper().replace("10", "T") not in LETTER_VALUES else []
    if len(shown) > 1 or not up.strip():
        raise BadOption(f"--up: {up!r} is not a card; write A, 2 … 9, T, or a card like 6c")
    asked.must_hold("HAND, --up and --remove", sheet, [*codes, *shown, *cards_option("--remove", asked.remove)])
    cards = tuple(VALUES[code] for code in codes)
    limit = sheet.rules.points.limit
    if len(cards) < 2 or sum(cards) > limit:
        raise BadOption(f"{hand!r} is no hand to be played: write two or more cards that do not pass {limit}")
    terms = terms_of(sheet)
    values = action_values(terms, shoe, cards, _up(up), free=free)
    given = "the dealer has no natural" if terms.peeks(_up(up)) else "the dealer has not looked for a natural"
    if asked.json:
        told_values = {action: round(value, 12) for action, value in values.items()}
        asked_for = {"sheet": sheet.ref, "shoe": told, "hand": hand, "up": up, "free": free, "given": given}
        print_json(asked_for | {"values": told_values})
        return
    best = next(iter(values.values()))
    rows = [
        (action, f"{value:+.6f}", f"{value - best:+.6f}" if value != best else "best")
        for action, value in values.items()
    ]
    on_lammer = ", on a lammer" if free else ""
    print_table(f"{sheet.ref}, {told}: {hand} against {up}{on_lammer}; {given}", ("action", "worth", ""), rows)
    if free and len(cards) == 2 and cards[0] == cards[1]:
        print("(splitting a lammer's pair again is not valued)")


def _up(text: str) -> int:
    letter = text.upper().replace("10", "T")
    return LETTER_VALUES[letter] if letter in LETTER_VALUES else VALUES[parse_card(text)]
