"""Effects of removal: what one card less in the shoe does to the player's expectation of a bet.

Let E be the expectation from a shoe of N cards and E_c that of the shoe without the card c. The effect of c is
e_c = E_c − E. If the expectation were linear in the composition of the shoe, Σ e_c over all N cards would be 0; the sum
says how far it is from that.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

from lammer.cards.card import NAMES, RANKS, VALUE_LETTERS, VALUES
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import DIGITS

MAIN = "main game"
INSURANCE = "insurance"
AGAINST = "bet against the hand"
OPTIMAL, CHART_HELD = "optimal", "chart held"
"""The play: the best one of each shoe; the best chart of the full shoe."""
SAME = 1e-13
"""Effects that differ by less are the same: this is rounding."""


class Effects(NamedTuple):
    """``by_card`` holds the effect of every card of the shoe, by code, in wagers of the bet; ``counts`` how many of
    each the shoe holds. Where only values are known, the cards of a value are counted under its first code."""

    bet: str
    paytable: str
    play: str
    """How hands are played; empty for a bet that depends on the cards alone."""
    ev: float
    by_card: Mapping[int, float]
    counts: Mapping[int, int]

    @property
    def name(self) -> str:
        return f"{self.bet} {self.paytable}".rstrip()

    @property
    def cards(self) -> int:
        """The number of cards in the shoe."""
        return sum(self.counts.values())

    @property
    def total(self) -> float:
        """The sum over all cards of the shoe."""
        return sum(self.counts[code] * effect for code, effect in self.by_card.items())

    @property
    def mean(self) -> float:
        return self.total / self.cards

    @property
    def squares(self) -> float:
        """Σ (e − mean)² over all cards of the shoe."""
        return sum(self.counts[code] * (effect - self.mean) ** 2 for code, effect in self.by_card.items())

    @property
    def deviation(self) -> float:
        """The standard deviation over the cards of the shoe: the larger, the more there is to count."""
        return sqrt(self.squares / self.cards)

    @property
    def countable(self) -> bool:
        """Whether some card matters more than another."""
        return max(self.by_card.values()) - min(self.by_card.values()) > SAME

    def by_value(self) -> dict[int, float]:
        """The average effect of the cards of each value, 1 the ace … 10 the ten-values."""
        found: dict[int, float] = {}
        for value in sorted({VALUES[code] for code in self.by_card}):
            codes = [code for code in self.by_card if VALUES[code] == value]
            found[value] = sum(self.counts[code] * self.by_card[code] for code in codes) / self.of_value(value)
        return found

    def of_value(self, value: int) -> int:
        """The number of cards of a value."""
        return sum(count for code, count in self.counts.items() if VALUES[code] == value)

    def classes(self) -> dict[str, list[int]]:
        """Cards with the same effect, as a person would name them: a value, a rank, or single cards."""
        found: dict[str, list[int]] = {}
        for value in sorted({VALUES[code] for code in self.by_card}):
            codes = [code for code in self.by_card if VALUES[code] == value]
            if self._same(codes):
                found[VALUE_LETTERS[value]] = codes
                continue
            for rank in sorted({code // 4 for code in codes}):
                found |= self._of_rank(RANKS[rank], [code for code in codes if code // 4 == rank])
        return found

    def groups(self) -> dict[str, float]:
        """The effect of each class of cards."""
        return {name: self.by_card[codes[0]] for name, codes in self.classes().items()}

    def _of_rank(self, letter: str, codes: list[int]) -> dict[str, list[int]]:
        if self._same(codes):
            return {"10" if letter == "T" else letter: codes}  # T alone would read as all ten-values
        return {NAMES[code]: [code] for code in codes}

    def _same(self, codes: list[int]) -> bool:
        effects = [self.by_card[code] for code in codes]
        return max(effects) - min(effects) <= SAME

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"bet": self.bet, "paytable": self.paytable, "play": self.play}
        found |= {"ev": _rounded(self.ev), "total": _rounded(self.total), "mean": _rounded(self.mean)}
        found["deviation"] = _rounded(self.deviation)
        found["by_value"] = {VALUE_LETTERS[value]: _rounded(one) for value, one in self.by_value().items()}
        groups = {name: _rounded(one) for name, one in self.groups().items()}
        return found if groups == found["by_value"] else found | {"by_card": groups}


def _rounded(figure: float) -> float:
    """Without a negative zero."""
    return round(figure, DIGITS) + 0.0


def effects_from(
    bet: str, paytable: str, play: str, shoe: ShoeCards, before: float, after: Mapping[int, float]
) -> Effects:
    """The effects from the expectation of the whole shoe, and ``after``, that without a card, by its code."""
    counts = {code: count for code, count in enumerate(shoe.counts) if count}
    return Effects(bet, paytable, play, before, {code: after[code] - before for code in counts}, counts)
