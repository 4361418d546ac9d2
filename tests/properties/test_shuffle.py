"""The shuffle is fair, can be verified, and the test of fairness fails for the two classic mistakes."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import sqrt

from lammer.cards.card import fresh_decks
from lammer.table.shuffle import DrawStream, commitment, derived_seed, new_seed, shoe_order, shuffled

SAMPLES = 24_000
Shuffle = Callable[[list[int], Callable[[int], int]], list[int]]


def excess(counts: list[int]) -> float:
    """How far a count of equally likely cells is from fair, in standard deviations of chi-square."""
    expected, freedom = sum(counts) / len(counts), len(counts) - 1
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return (chi_square - freedom) / sqrt(2 * freedom)


def _orders_seen(shuffle: Shuffle) -> list[int]:
    draws = DrawStream(b"orders")
    seen = Counter(tuple(shuffle([0, 1, 2, 3], draws.below)) for _ in range(SAMPLES))
    return [seen[order] for order in permutations(range(4))]


def _swap_any(cards: list[int], below: Callable[[int], int]) -> list[int]:
    """The classic mistake: swapping each card with any other makes 4⁴ paths for 4! orders."""
    cards = list(cards)
    for at in range(len(cards)):
        other = below(len(cards))
        cards[at], cards[other] = cards[other], cards[at]
    return cards


def test_every_order_is_equally_likely() -> None:
    assert abs(excess(_orders_seen(shuffled))) < 5


def test_a_swap_any_shuffle_is_caught() -> None:
    assert excess(_orders_seen(_swap_any)) > 20


def _draws_seen(below: Callable[[int], int], bound: int) -> list[int]:
    seen = Counter(below(bound) for _ in range(200 * bound))
    return [seen[value] for value in range(bound)]


def test_draws_are_unbiased() -> None:
    for bound in (2, 3, 52, 312, 416):
        assert abs(excess(_draws_seen(DrawStream(b"draws").below, bound))) < 5


def test_a_modulo_biased_draw_is_caught() -> None:
    stream = DrawStream(b"draws")
    assert excess(_draws_seen(lambda bound: (stream.word() & 255) % bound, 100)) > 20


def test_words_beyond_the_last_multiple_are_rejected() -> None:
    class Scripted(DrawStream):
        words = iter((65_535, 65_520, 311, 65_519))

        def word(self) -> int:
            return next(self.words)

    scripted = Scripted(b"")
    # 65,520 is the largest multiple of 312 below 65,536: it and everything above is thrown away.
    assert scripted.below(312) == 311
    assert scripted.below(312) == 65_519 % 312


def test_each_position_gets_each_card_evenly_over_many_shoes() -> None:
    first = Counter(shoe_order(derived_seed("positions", str(number)), 1)[0] for number in range(5_200))
    assert abs(excess([first[code] for code in range(52)])) < 5


def test_a_shoe_is_decided_by_its_seed_alone() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert shoe_order(seed, 6) == shoe_order(seed, 6)
    assert sorted(shoe_order(seed, 6)) == sorted(fresh_decks(6))
    assert shoe_order(seed, 6) != shoe_order(new_seed(), 6)


def test_a_shoe_is_the_plain_shuffle_of_its_stream() -> None:
    for number in range(100):
        seed, decks = derived_seed("plain", str(number)), number % 8 + 1
        assert shoe_order(seed, decks) == shuffled(fresh_decks(decks), DrawStream(seed).below)


def test_a_commitment_binds_seed_and_decks() -> None:
    seed = derived_seed("commitment", "1")
    other = bytes([seed[0] ^ 1]) + seed[1:]
    assert commitment(seed, 6) == commitment(seed, 6)
    assert len({commitment(seed, 6), commitment(seed, 8), commitment(other, 6)}) == 3


def test_a_long_stream_goes_on_where_a_short_one_ended() -> None:
    one, other = DrawStream(b"long"), DrawStream(b"long")
    words = [one.word() for _ in range(3_000)]
    assert words == [other.word() for _ in range(3_000)]
    assert len(set(words)) > 2_500
