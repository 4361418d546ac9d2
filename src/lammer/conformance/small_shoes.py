"""Part "small shoes": exact chances and edges against every order of a few cards, in fractions."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from lammer.conformance import sheet_oracle
from lammer.conformance.every_order import first_cards, game_of, moment, outcomes_of
from lammer.conformance.payments import not_found, written_bet
from lammer.exact.analysed import analysed_tables
from lammer.exact.play import ByChart
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.rules.outcome_chances import outcome_chances, up_card_chances
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.strategy.chart import house_chart

CARDS = (
    "7d 7d 7d 7h 8d 6d Qh Qh Kh Ah",
    "Ac Ac Ac 2c 2c 2c 3c 5h Td Td",
    "8c 8c 8d 6c 6c 4h 9c Tc Tc Ah",
)
"""Pairs and suits, long hands of the dealer, busts of one suit."""
VALUES = {5: 3, 6: 2, 10: 7}
"""Cards by value: doubles, splits and dealer busts."""
CLOSE = 1e-12


def side_bet_faults(
    sheet: Sheet, bet_id: str, shoes: tuple[str, ...] = CARDS, text: Sheet | None = None
) -> Iterator[str]:
    """Compares the chance of every outcome. ``text``: the sheet whose text the oracle reads, for a control."""
    oracle = written_bet(text or sheet, bet_id).oracle
    hits = sheet.rules.dealer.stand_on_soft > 17
    for shoe in shoes:
        cards = tuple(shoe.split())
        compare = _by_up_card if oracle.later else _of_the_round
        yield from (f"{bet_id}, cards {shoe}: {fault}" for fault in compare(sheet, bet_id, oracle, cards, hits))


def _of_the_round(
    sheet: Sheet, bet_id: str, oracle: sheet_oracle.Oracle, cards: sheet_oracle.Hand, hits: bool
) -> Iterator[str]:
    found = outcome_chances(sheet.side_bets[bet_id], sheet.rules, shoe_cards(cards)).of_best()
    yield from _unlike(found, sheet_oracle.chances(oracle, cards, hits))


def _by_up_card(
    sheet: Sheet, bet_id: str, oracle: sheet_oracle.Oracle, cards: sheet_oracle.Hand, hits: bool
) -> Iterator[str]:
    expected = sheet_oracle.chances_by_up_card(oracle, cards, hits)
    for one in up_card_chances(sheet.side_bets[bet_id], sheet.rules, shoe_cards(cards)):
        chances = expected.pop(one.up, {})
        offered = sum(chances.values())
        if one.offered != offered:
            yield f"is offered under {one.up} with {one.offered}, not {offered}"
        else:
            yield from _unlike(one.chances.of_best(), {name: chance / offered for name, chance in chances.items()})
    yield from (f"is not counted under {up}" for up in expected)


def _unlike(found: dict[str, Fraction], expected: dict[str, Fraction]) -> Iterator[str]:
    for name in {**found, **expected}:
        if name and found.get(name, 0) != expected.get(name, 0):
            yield f"{name!r} has {found.get(name, 0)}, not {expected.get(name, 0)}"


def shoe_cards(cards: sheet_oracle.Hand) -> ShoeCards:
    found = Counter(cards)
    return ShoeCards(tuple(found[rank + suit] for rank in sheet_oracle.ORDER for suit in "cdhs"))


def not_counted(sheet: Sheet) -> dict[str, str]:
    """Side bets whose chances the oracle does not count, with the reason."""
    first_ace, found = sheet.rules.first_ace, dict[str, str]()
    early = first_ace.player == "wins" or first_ace.dealer == "wins" or sheet.rules.points.limit != sheet_oracle.LIMIT
    for bet_id, bet in sheet.side_bets.items():
        if bet.lammers is not None:
            found[bet_id] = "lammers depend on the play"
        elif early:
            found[bet_id] = "the deal may end early"
        elif sheet_oracle.OF_SPLITS in bet.reads and set(sheet.rules.dealer.peek_under) != {"A", "T"}:
            found[bet_id] = "a pair may be split before a natural is known"
        elif why := not_found(sheet) or written_bet(sheet, bet_id).oracle.unknown():
            found[bet_id] = why
    return found


def main_game_faults(sheet: Sheet, values: dict[int, int] | None = None, dealt: Sheet | None = None) -> Iterator[str]:
    """Compares the exact value of a round by the house chart with every order of a tiny shoe. ``dealt``: the sheet that
    the oracle deals, for a control. Raises NotAnalysed for rules that the analysis does not cover."""
    values, play, tables = values or VALUES, ByChart(house_chart(sheet)), analysed_tables(sheet)
    if tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: two hands have an oracle of their own (tests/parity/two_hands_oracle.py)")
    fast = round_worth(game_of(sheet, first_cards(values), play))
    slow = moment(outcomes_of(dealt or sheet, values, play), 1)
    if abs(fast - slow) > CLOSE:
        yield f"the exact value of a round is {fast:.12f}, and that of every order of the shoe {slow:.12f}"
