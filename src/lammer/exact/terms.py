"""What the analysis needs of a sheet, as plain values. Whatever it cannot treat exactly is refused here, by key."""

from dataclasses import dataclass

from lammer.cards.card import LETTER_VALUES
from lammer.cards.hand import natural_partner
from lammer.cards.money import Odds
from lammer.exact.dealer import DealerRule
from lammer.exact.refusals import NotAnalysed
from lammer.rules.schema import Letters
from lammer.rules.sheet import Sheet

OWN, ADDED, FREE = "own", "added", "free"
"""Whose money plays a hand: the original wager, a wager added by a paid split, or a lammer."""


@dataclass(frozen=True)
class Terms:
    """Rules as numbers. Card values are 1 (ace) … 10."""

    limit: int
    stand_on_hard: int
    stand_on_soft: int
    hole_card: bool
    peek_under: frozenset[int]
    push_22: bool
    ties_push: bool
    natural_takes_all: bool
    win: float
    natural_pays: float
    suited_faces_pay: float
    natural_at_once: bool
    natural_beats_22: bool
    natural_ties: bool
    natural_after_split: bool
    first_ace_player: bool
    first_ace_dealer: bool
    must_draw_through: int
    draw_on_limit: bool
    double_after_split: bool
    double_on_free_hand: bool
    double_where_free: bool
    most_hands: int
    one_card_on_aces: bool
    resplit_aces: bool
    split_where_free: bool
    free_totals: frozenset[int]
    free_soft: bool
    free_after_split: bool
    free_split: frozenset[int]
    free_resplit: bool
    surrender: bool
    surrender_late: bool
    """A dealer natural takes the whole of a surrendered wager."""

    def peeks(self, up: int) -> bool:
        """A dealer natural under this card is found before anyone plays."""
        return self.hole_card and up in self.peek_under

    @property
    def always_peeks(self) -> bool:
        """No dealer natural is ever a surprise at the end of a round."""
        return all(self.peeks(up) for up in range(1, 11) if natural_partner(up, self.limit) is not None)

    @property
    def natural_pushed_by_22(self) -> bool:
        return self.push_22 and not self.natural_beats_22

    def dealer(self, up: int) -> DealerRule:
        return DealerRule(self.limit, self.stand_on_hard, self.stand_on_soft, self.peeks(up))


def _ratio(odds: Odds) -> float:
    return odds.numerator / odds.denominator


def _values(letters: Letters) -> frozenset[int]:
    return frozenset(LETTER_VALUES[letter] for letter in letters)


def terms_of(sheet: Sheet) -> Terms:
    rules = sheet.rules
    if rules.draw.must_through >= rules.points.limit:
        raise NotAnalysed(f"draw.must_through={rules.draw.must_through}: a hand that must be drawn to can never stand")
    if rules.split.pairs == "rank":
        raise NotAnalysed(
            "split.pairs=rank: the analysis counts card values, and ten-values of different rank look alike"
        )
    return Terms(
        limit=rules.points.limit,
        stand_on_hard=rules.dealer.stand_on_hard,
        stand_on_soft=rules.dealer.stand_on_soft,
        hole_card=rules.dealer.hole_card,
        peek_under=_values(rules.dealer.peek_under),
        push_22=rules.dealer.pushes_on_22,
        ties_push=rules.dealer.tie == "push",
        natural_takes_all=rules.dealer.natural_takes == "all",
        win=_ratio(rules.pay.win),
        natural_pays=_ratio(rules.natural.pays),
        suited_faces_pay=_ratio(rules.natural.suited_faces_pay),
        natural_at_once=rules.natural.paid == "at once",
        natural_beats_22=rules.natural.beats_22,
        natural_ties=rules.natural.both == "push",
        natural_after_split=rules.natural.after_split,
        first_ace_player=rules.first_ace.player == "wins",
        first_ace_dealer=rules.first_ace.dealer == "wins",
        must_draw_through=rules.draw.must_through,
        draw_on_limit=rules.draw.may_on_limit,
        double_after_split=rules.double.after_split,
        double_on_free_hand=rules.double.on_free_hand,
        double_where_free=rules.double.where_free,
        most_hands=rules.split.most_hands,
        one_card_on_aces=rules.split.one_card_on_aces,
        resplit_aces=rules.split.resplit_aces,
        split_where_free=rules.split.where_free,
        free_totals=frozenset(rules.free.double_totals),
        free_soft=rules.free.double_soft,
        free_after_split=rules.free.double_after_split,
        free_split=_values(rules.free.split_values),
        free_resplit=rules.free.resplit,
        surrender=rules.surrender.late,
        surrender_late=rules.surrender.natural_takes == "all",
    )
