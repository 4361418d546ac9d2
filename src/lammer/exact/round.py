"""A whole round: every up card and first two cards with their exact weights."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from lammer.cards.card import DECK_SIZE, TEN, VALUES
from lammer.exact.bet_against import chances_against, mean_and_sd
from lammer.exact.classes import PLAIN_CLASS
from lammer.exact.hands import Floats
from lammer.exact.pays import Pays, pays_of
from lammer.exact.refusals import NotAnalysed
from lammer.exact.stakes import NUMBERS, OWN
from lammer.exact.ten_ranks import TEN_CODES, TenRanks
from lammer.exact.up_card import Against
from lammer.exact.values import Game, Worth
from lammer.rule_tables import ends
from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.tables import RuleTables


def round_worth(game: Game) -> float:
    """Expected net of one round for one original wager."""
    if game.tables.against:
        return mean_and_sd(chances_against(game.tables, game.shoe))[0]
    total = sum(net * chance for net, chance in first_aces(game))
    for worth in game.worths:
        worth.learn_splits()
        for (first, second), chance in hands_dealt(game, worth).items():
            total += chance * hand_worth(worth, first, second)
    return float(total)


def hands_dealt(game: Game, worth: Worth) -> Mapping[tuple[int, int], float]:
    """First two cards in ascending order → chance of them, in either order, and this up card."""
    dealing, up = game.tables.dealing, worth.against.up
    return {} if up in dealing.up_values else _hands_dealt(tuple(game.shoe.tolist()), up, tuple(dealing.first_values))


@lru_cache(maxsize=128)
def _hands_dealt(shoe: tuple[float, ...], up: int, without: tuple[int, ...]) -> Mapping[tuple[int, int], float]:
    """Without first cards of these values, which end the round."""
    chances: dict[tuple[int, int], float] = defaultdict(float)
    for first, second, chance in _openings(shoe, up):
        if first not in without:
            chances[min(first, second), max(first, second)] += chance
    return dict(chances)


def first_aces(game: Game) -> list[tuple[float, float]]:
    """Net and probability of rounds that end with a first card."""
    dealing, pays = game.tables.dealing, pays_of(game.tables)
    found = [(_at_once(pays, ended), deal_chance(game.shoe, (value,))) for value, ended in dealing.first_values.items()]
    for up, ended in dealing.up_values.items():
        before = sum(deal_chance(game.shoe, (value, up)) for value in dealing.first_values)
        found.append((_at_once(pays, ended), deal_chance(game.shoe, (up,)) - before))
    return found


def _at_once(pays: Pays, ended: int) -> float:
    """Ends that come before the dealer's hand pay the same whatever that is."""
    return pays.net(ended, PLAIN_CLASS, NUMBERS[OWN])


def openings(game: Game, worth: Worth) -> Iterator[tuple[int, int, float]]:
    """First two cards of the player against this up card, with the chance of all three."""
    dealing, up = game.tables.dealing, worth.against.up
    if up in dealing.up_values:
        return
    for first, second, chance in _openings(tuple(game.shoe.tolist()), up):
        if first not in dealing.first_values:
            yield first, second, chance


@lru_cache(maxsize=128)
def _openings(shoe: tuple[float, ...], up: int) -> list[tuple[int, int, float]]:
    """The same for all games that are dealt from such a shoe."""
    found = [(first, second, _in_order(shoe, (first, up, second))) for first, second in product(range(1, 11), repeat=2)]
    return [one for one in found if one[2] > 0]


def deal_chance(shoe: Floats, values: tuple[int, ...]) -> float:
    """Chance that the next cards have these values, in order."""
    return _in_order(tuple(shoe.tolist()), values)


def _in_order(shoe: tuple[float, ...], values: tuple[int, ...]) -> float:
    left, cards, chance = list(shoe), sum(shoe), 1.0
    for value in values:
        chance *= max(left[value - 1], 0.0) / cards
        left[value - 1] -= 1
        cards -= 1
    return chance


def hand_worth(worth: Worth, first: int, second: int) -> float:
    """Value of the first two cards before the peek."""
    against = worth.against
    if against.tables.dealing.is_natural(first, second):
        return sum(net * chance for net, chance in natural_results(against, first, second))
    found = against.cards.natural_chance(first, second) if against.peeks else 0.0
    return (1 - found) * worth.of(first, second) + found * against.pays.lost_to_natural()


def natural_results(against: Against, first: int, second: int) -> list[tuple[float, float]]:
    """Net and probability of each outcome of a player's natural."""
    special = _special_chance(against, first, second)
    found = _one_natural(against, ends.NATURAL, first, second, 1 - special)
    return found + (_one_natural(against, ends.SPECIAL_NATURAL, first, second, special) if special else [])


def _one_natural(against: Against, ended: int, first: int, second: int, share: float) -> list[tuple[float, float]]:
    """The same for one kind of natural, which so many of these cards are."""
    pays = against.pays.natural(ended, NUMBERS[OWN])
    if pays.settled:
        return [(pays.usual, share)]
    tie = against.cards.natural_chance(first, second)
    changed = {class_: _class_chance(against, class_, first, second) for class_ in pays.against}
    usual = share * (1 - tie) * (1 - sum(changed.values()))
    other = [(pays.against[class_], share * (1 - tie) * chance) for class_, chance in changed.items()]
    return [(pays.usual, usual), *other, (pays.natural, share * tie)]


def _class_chance(against: Against, class_: int, first: int, second: int) -> float:
    """How often the dealer ends in a class, given no dealer natural."""
    chance = against.class_chance(class_, first, second)
    # With a peek the dealer's chances are given no natural already.
    return chance if against.peeks else chance / (1 - against.cards.natural_chance(first, second))


def _special_chance(against: Against, first: int, second: int) -> float:
    """Chance that two cards of these values are a natural that pays other odds than usual."""
    if (first, second) == (TEN, TEN):
        return special_tens(against.tables, against.tens)
    refuse_special(against.tables, first, second)
    return 0.0


def refuse_special(tables: RuleTables, first: int, second: int) -> None:
    """Raises NotAnalysed if cards of these values may be a natural that pays other odds than usual."""
    if (first, second) != (TEN, TEN) and _special(tables.dealing, first, second):
        raise NotAnalysed("natural.suited_faces_pay: only naturals of two ten-values are told apart by their cards")


def special_tens(tables: RuleTables, tens: TenRanks) -> float:
    """Chance that two ten-values are a natural that pays other odds than usual."""
    special = _special(tables.dealing, TEN, TEN)
    by_code = tens.likely_codes(tables.decks)
    numbers, total = dict(zip(TEN_CODES, by_code, strict=True)), sum(by_code)
    pairs = sum(numbers[one] * max(numbers[other] - (one == other), 0.0) for one, other in special)
    return pairs / (total * (total - 1)) if total > 1 else 0.0


@lru_cache(maxsize=256)
def _special(dealing: Dealing, first: int, second: int) -> list[tuple[int, int]]:
    """The cards of these values that are such a natural."""
    two = dealing.two_cards
    if not dealing.is_natural(first, second):
        return []
    return [codes for codes in _cards_of(first, second) if two[_place(codes)] != ends.NATURAL]


def _cards_of(first: int, second: int) -> list[tuple[int, int]]:
    ones, others = ([code for code in range(DECK_SIZE) if VALUES[code] == value] for value in (first, second))
    return [(one, other) for one in ones for other in others]


def _place(codes: tuple[int, int]) -> int:
    return DECK_SIZE * codes[0] + codes[1]
