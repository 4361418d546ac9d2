"""The payoff table as the analysis reads it: nets in original wagers, by the dealer's final class.

A hand that stands meets the dealer's classes in a few ways (it wins, it loses, it meets a natural). Each way is a
column, and the chances of all classes that are paid alike are added up before they are multiplied by a pay.
"""

from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lammer.exact.classes import BUST_CLASS, CLASSES, NATURAL, NO_COLUMN, PLAIN_CLASS
from lammer.exact.hands import Floats, Ints
from lammer.exact.play_kernels import Nets
from lammer.exact.stakes import ADDED, FREE_DOUBLE, NUMBERS, OWN, PAID_DOUBLE
from lammer.rule_tables import ends
from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.numbers import PUSH
from lammer.rule_tables.payoffs import Payoffs
from lammer.rule_tables.tables import RuleTables


def dealer_end(class_: int) -> int:
    """The dealer's end of a class, as the payoff table numbers it."""
    return ends.DEALER_NATURAL if class_ == NATURAL else class_


class NaturalPays(NamedTuple):
    """What a natural pays: usually, against the final classes that change it, and against a dealer natural."""

    usual: float
    against: dict[int, float]
    natural: float

    @property
    def settled(self) -> bool:
        """Nothing that the dealer gets changes it."""
        return not self.against and self.natural == self.usual


class Ends(NamedTuple):
    """How hands of some kinds can end, besides standing and going over the limit."""

    doubled: bool
    doubled_free: bool
    surrendered: bool
    natural: bool


class Pays:
    def __init__(self, payoffs: Payoffs, dealing: Dealing) -> None:
        self._payoffs, self._dealing = payoffs, dealing
        self.limit, self.bust = payoffs.limit, payoffs.limit + 1
        rows = [[self._payoffs.rows[dealer_end(class_)][total] for class_ in range(CLASSES)] for total in range(22)]
        usual = {row for by_class in rows for row in by_class[:NATURAL]} - {PUSH}
        natural = {by_class[NATURAL] for by_class in rows} - {PUSH}
        first = NUMBERS[OWN]
        order = [(row, False) for row in sorted(usual, key=lambda row: -self._payoffs.pays[row][first])]
        order += [(row, True) for row in sorted(natural, key=lambda row: -self._payoffs.pays[row][first])]
        column = {one: number for number, one in enumerate(order)} | {(PUSH, False): NO_COLUMN, (PUSH, True): NO_COLUMN}
        self.columns: Ints = np.array(
            [[column[row, class_ == NATURAL] for class_, row in enumerate(by_class)] for by_class in rows]
        )
        """Totals × classes: in which way a hand that stands on a total meets the dealer, −1 where no money moves."""
        bust = self._payoffs.rows[dealer_end(BUST_CLASS)][self.bust]
        self.by_column: Floats = np.array(
            [[float(net) for net in self._payoffs.pays[row]] for row in (*(row for row, _ in order), bust)]
        )
        """Ways × stakes: what each brings; the last way is going over the limit."""
        self._nets: dict[tuple[tuple[str, ...], tuple[int, ...], bool], Nets] = {}
        self._digests: dict[tuple[tuple[str, ...], tuple[int, ...], bool, Ends], bytes] = {}
        self._naturals: dict[tuple[int, int], NaturalPays] = {}

    @property
    def ways(self) -> int:
        """Outcomes of a standing hand against the dealer in which money moves."""
        return len(self.by_column) - 1

    def net(self, ended: int, class_: int, stake: int) -> float:
        return float(self._payoffs.net(ended, dealer_end(class_), stake))

    def nets(self, kinds: tuple[str, ...], classes: tuple[int, ...], boxed: bool = False) -> Nets:
        """The nets that the kernels need to value hands of these kinds if the dealer ends in one of these classes.
        ``boxed``: whether busts are boxed under the up card."""
        key = (kinds, classes, boxed)
        if key not in self._nets:
            by_kind = [self._nets_of(NUMBERS[kind], classes, boxed) for kind in kinds]
            self._nets[key] = Nets(*(np.stack(part) for part in zip(*by_kind, strict=True)))
        return self._nets[key]

    def digest(self, kinds: tuple[str, ...], classes: tuple[int, ...], boxed: bool, ended: Ends) -> bytes:
        """A digest of those of the nets that hands which can end so depend on."""
        key = kinds, classes, boxed, ended
        if key not in self._digests:
            nets = self.nets(kinds, classes, boxed)
            columns = [0, *([1] * ended.doubled), *([2] * ended.doubled_free)]
            parts = [nets.stand, nets.broke[:, columns], nets.revived[:, columns]]
            chosen = zip(ended, (nets.paid, nets.free, nets.surrender, nets.natural), strict=True)
            self._digests[key] = digest(*parts, *(part for can, part in chosen if can))
        return self._digests[key]

    def revived(self, stake: int) -> float:
        """What a boxed bust gains if the dealer busts with more than 22."""
        boxed, lost = (self.net(ended, BUST_CLASS, stake) for ended in (ends.BOXED, self.bust))
        return boxed - lost

    def _nets_of(self, stake: int, classes: tuple[int, ...], boxed: bool) -> Nets:
        columns, lowest = self.columns[:, list(classes)], self._dealing.drawing.lowest_final
        stakes = (stake, stake + PAID_DOUBLE, stake + FREE_DOUBLE)
        # NO_COLUMN is the last place, where a push brings nothing.
        stand, paid, free = (np.append(self.by_column[:-1, one], 0.0)[columns] for one in stakes)
        return Nets(
            stand,
            paid,
            free,
            self.by_column[-1, list(stakes)],
            np.array([self.revived(one) if boxed else 0.0 for one in stakes]),
            self._by_class(ends.NATURAL, lowest, classes, stake),
            self._by_class(ends.SURRENDERED, PLAIN_CLASS, classes, stake),
        )

    def _by_class(self, ended: int, usual: int, classes: tuple[int, ...], stake: int) -> Floats:
        """The usual net of a hand that ended so, then what each class adds to it."""
        net = self.net(ended, usual, stake)
        return np.array([net, *(self.net(ended, class_, stake) - net for class_ in classes)])

    def broke(self, kind: str) -> float:
        """The net of a bust for a kind of stake: a lammer loses nothing."""
        return float(self.by_column[-1, NUMBERS[kind]])

    def lost_to_natural(self) -> float:
        """The net of a first hand that a dealer natural ends before it is played."""
        return self.net(ends.OPEN, NATURAL, NUMBERS[OWN])

    def natural(self, ended: int, stake: int) -> NaturalPays:
        key = (ended, stake)
        if key not in self._naturals:
            self._naturals[key] = self._natural(ended, stake)
        return self._naturals[key]

    def _natural(self, ended: int, stake: int) -> NaturalPays:
        lowest = self._dealing.drawing.lowest_final
        by_class = {class_: self.net(ended, class_, stake) for class_ in range(lowest, NATURAL)}
        usual = by_class[lowest]
        other = {class_: net for class_, net in by_class.items() if net != usual}
        return NaturalPays(usual, other, self.net(ended, NATURAL, stake))

    @cached_property
    def paid_stake(self) -> str:
        """The stake of a hand that a paid split adds: told apart from the original wager only where it is paid
        otherwise, as by a natural that takes the original wager alone and that nobody has looked for."""
        drawing, peeks = self._dealing.drawing, self._dealing.peeks
        peeked = all(peeks[up] for up in range(1, 11) if drawing.partner(up) is not None)
        rows = {
            self._payoffs.rows[dealer_end(class_)][ended]
            for class_ in range(CLASSES - peeked)
            for ended in (*range(self.bust + 1), ends.NATURAL)
        }
        alike = all(
            self._payoffs.pays[row][NUMBERS[OWN] + doubled] == self._payoffs.pays[row][NUMBERS[ADDED] + doubled]
            for row in rows
            for doubled in (0, PAID_DOUBLE, ends.FREE)
        )
        return OWN if alike else ADDED


def digest(*arrays: NDArray[Any]) -> bytes:
    """Stands for the arrays in a key."""
    return blake2b(b"".join(array.tobytes() for array in arrays), digest_size=16).digest()


def pays_of(tables: RuleTables) -> Pays:
    return _pays(tables.payoffs, tables.dealing)


@lru_cache(maxsize=64)
def _pays(payoffs: Payoffs, dealing: Dealing) -> Pays:
    return Pays(payoffs, dealing)
