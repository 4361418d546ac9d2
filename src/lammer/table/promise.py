"""The commitment of a shoe, published before the first bet, and the effect of players' contributions.

Scheme 2: the house draws a seed and publishes the commitment, a hash of the seed and of everything else that determines
the shoe. Players then contribute texts. The order of the cards follows from the seed and these texts, so neither side
alone can choose it. Scheme 1 of older records has a commitment that covers only the seed and the number of decks.
"""

import hashlib
import json
from typing import Any, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.table.shuffle import SEED_BYTES, DrawStream
from lammer.table.shuffle import commitment as commitment_1

SCHEME = 2
HOUSE, PLAYER = "house", "player"
MAX_CONTRIBUTION = 64
_COMMITMENT, _ORDER = b"lammer/commitment/2\n", b"lammer/order/2\n"

Contribution = tuple[str, str]
"""A player's name and text."""


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, no escaped letters, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Promise(NamedTuple):
    """Everything the house decides about a shoe, before players contribute."""

    seed: bytes
    decks: int
    burn: int = 0
    behind_cut_card: int = 0
    scheme: int = 1
    table: str = ""
    """The table of the shoe; empty for `lammer deal` and `lammer play`."""
    number: int = 1
    ends_at: int = 0
    """The shoe is over at the first end of a round with this many cards or fewer left."""
    cut_range: tuple[int, int] = (0, 0)
    """The minimum and maximum number of cards cut."""
    cuts: str = HOUSE
    """Who cuts: the house, or a player if one is willing."""

    @property
    def cards(self) -> int:
        return self.decks * DECK_SIZE

    @property
    def commitment(self) -> str:
        if self.scheme == 1:
            return commitment_1(self.seed, self.decks)
        return hashlib.sha256(_COMMITMENT + canonical(self.terms() | {"seed": self.seed.hex()})).hexdigest()

    def terms(self) -> dict[str, Any]:
        """Everything except the seed, with the keys of the commitment and of records."""
        return {
            "scheme": self.scheme,
            "table": self.table,
            "number": self.number,
            "decks": self.decks,
            "burn": self.burn,
            "behind_cut_card": self.behind_cut_card,
            "ends_at": self.ends_at,
            "cut_range": list(self.cut_range),
            "cuts": self.cuts,
        }

    def final_seed(self, contributions: tuple[Contribution, ...]) -> bytes:
        """The seed of the shuffle: the shoe's own seed if nobody contributed."""
        if not contributions:
            return self.seed
        inputs = [self.seed.hex(), self.table, self.number, [list(one) for one in contributions]]
        return hashlib.sha256(_ORDER + canonical(inputs)).digest()

    def house_cut(self, contributions: tuple[Contribution, ...]) -> int:
        """The house's cut. It has its own random stream, so that it reveals nothing about the shuffle."""
        minimum, maximum = self.cut_range
        return minimum + DrawStream(b"cut" + self.final_seed(contributions)).below(maximum - minimum + 1)


def end_of_shoe(behind_cut_card: int, minimum_cards_per_box: int, boxes: int) -> int:
    """``ends_at``: the cut card is out, or too few cards are left for another round with that many boxes."""
    return max(behind_cut_card, minimum_cards_per_box * (boxes + 1) - 1)


def read_promise(evidence: dict[str, Any]) -> Promise:
    """The promise in the evidence of an opened shoe. Raises ValueError if the evidence is incomplete."""
    try:
        if evidence.get("scheme", 1) == 1:
            terms: dict[str, Any] = {key: evidence[key] for key in ("decks", "burn", "behind_cut_card", "number")}
        else:
            terms = {key: evidence[key] for key in Promise(b"", 0).terms()}
            minimum, maximum = terms["cut_range"]
            terms["cut_range"] = (minimum, maximum)
        seed = bytes.fromhex(evidence["seed"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"the evidence of the shoe is incomplete: {error}") from None
    if len(seed) != SEED_BYTES:
        raise ValueError(f"the seed has {len(seed)} bytes, not {SEED_BYTES}")
    return Promise(seed, **terms)
