"""``lammer shoe``: repeats the shuffle of a seed, to check a deal."""

import re
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.cards.card import DECK_SIZE, NAMES
from lammer.surfaces.cli.options import BadOption, JsonOption, contributions_from
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.shared import REPEATED, shared
from lammer.table.promise import SCHEME, Promise
from lammer.table.shoe import Shoe
from lammer.table.shuffle import SEED_BYTES

SEED_1 = "a3" * SEED_BYTES
shoe_app = App(
    name="shoe",
    help_format="plaintext",
    help_epilogue=f"""Examples:
  lammer shoe {SEED_1} \\
    --cut 9
  lammer shoe {SEED_1} \\
    --number 1 --contribution ann=7f

The commitment it prints must be the one published before the shoe was dealt;
the cards are in dealing order, burned ones first. With --number the commitment
is of scheme 2, which covers all these values; without --cut the house cuts.
Players' contributions are given as --contribution ann=7f3a, in their order.""",
)


@shoe_app.default
def shoe(
    seed: str,
    *,
    decks: Annotated[int, shared("--decks", "1 to 8.")] = 6,
    cut: Annotated[int | None, Parameter(help="The number of cards cut from the top.", show_default=False)] = None,
    number: Annotated[int, Parameter(help="The shoe's number; 0 for scheme 1 of older records.")] = 0,
    burn: Annotated[int, Parameter(help="The number of burned cards.")] = 0,
    behind: Annotated[int, Parameter(help="The number of cards behind the cut card.")] = 0,
    ends_at: Annotated[int, Parameter(help="The shoe is over with this many cards left.")] = 0,
    cut_range: Annotated[str, Parameter(help="Fewest and most cards of a cut: MINIMUM-MAXIMUM.")] = "0-0",
    cuts: Annotated[Literal["house", "player"], Parameter(help="Who cuts.")] = "house",
    table: Annotated[str, shared("--table", "Leave it out for deal and play.", show_default=False)] = "",
    contribution: Annotated[
        tuple[str, ...], Parameter(help="A player's contribution: PLAYER=TEXT. Repeat in order.", **REPEATED)
    ] = (),
    json: JsonOption = False,
) -> None:
    """Repeat the shuffle of a seed.

    Parameters
    ----------
    seed
        The seed in hexadecimal, as in records and at the table.
    """
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", seed):
        raise BadOption(f"{seed!r} is not a seed: a seed has {2 * SEED_BYTES} hexadecimal digits")
    if not 1 <= decks <= 8 or not 0 <= (cut or 0) <= decks * DECK_SIZE:
        raise BadOption(f"--decks {decks} --cut {cut}: a shoe has 1 to 8 decks and is cut within its cards")
    promise, given = Promise(bytes.fromhex(seed), decks), contributions_from("--contribution", contribution)
    if number:
        between = _cut_range(cut_range, decks)
        promise = Promise(promise.seed, decks, burn, behind, SCHEME, table, number, ends_at, between, cuts)
        cut = promise.house_cut(given) if cut is None else cut
    elif given:
        raise BadOption("--contribution: needs --number; shoes of scheme 1 take no contributions")
    filled = Shoe(promise, cut or 0, given)
    cards = [NAMES[code] for code in filled.cards]
    if json:
        print_json({"commitment": filled.commitment, "decks": decks, "cut": filled.cut, "cards": cards})
        return
    print(f"commitment {filled.commitment}")
    for at in range(0, len(cards), 26):
        print(" ".join(cards[at : at + 26]))


def _cut_range(text: str, decks: int) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4})", text)
    minimum, maximum = (int(found[1]), int(found[2])) if found else (1, 0)
    if not minimum <= maximum <= decks * DECK_SIZE:
        raise BadOption(f"--cut-range {text}: write MINIMUM-MAXIMUM, within the shoe's {decks * DECK_SIZE} cards")
    return minimum, maximum
