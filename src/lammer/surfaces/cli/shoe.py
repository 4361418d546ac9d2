"""``lammer shoe``: the shuffle behind a seed, repeated for whoever wants to check a deal."""

import re
from typing import Annotated

from cyclopts import App, Parameter

from lammer.cards.card import DECK_SIZE, NAMES
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.shared import shared
from lammer.table.shoe import Shoe
from lammer.table.shuffle import SEED_BYTES

shoe_app = App(
    name="shoe",
    help="Repeat the shuffle behind a seed.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer shoe 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
  lammer shoe a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3 --cut 9

The commitment it prints must be the one published before the shoe was dealt;
the cards are in dealing order, burned ones first.""",
)


@shoe_app.default
def shoe(
    seed: str,
    *,
    decks: Annotated[int, shared("--decks", "1 to 8.")] = 6,
    cut: Annotated[int, Parameter(help="How many cards the cut took off the top.")] = 0,
    json: JsonOption = False,
) -> None:
    """Repeat the shuffle behind a seed.

    Parameters
    ----------
    seed
        The seed as records and the table tell it, in hexadecimal.
    """
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", seed):
        raise BadOption(f"{seed!r} is no seed: it has {2 * SEED_BYTES} hexadecimal digits")
    if not 1 <= decks <= 8 or not 0 <= cut <= decks * DECK_SIZE:
        raise BadOption(f"--decks {decks} --cut {cut}: a shoe has 1 to 8 decks and is cut within its cards")
    filled = Shoe(bytes.fromhex(seed), decks, cut, 0, 0)
    cards = [NAMES[code] for code in filled.cards]
    if json:
        print_json({"commitment": filled.commitment, "decks": decks, "cut": cut, "cards": cards})
        return
    print(f"commitment {filled.commitment}")
    for at in range(0, len(cards), 26):
        print(" ".join(cards[at : at + 26]))
