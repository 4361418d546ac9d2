"""The house tells a round twice, one that it won, or deals from a shoe after it was opened."""

from tests.attacks.dishonest_house import caught, evening, honest, promised, renumbered, shoe_of, unnoticed


def test_a_round_told_twice_is_caught() -> None:
    entries = honest(shoes=2)
    caught([*entries[:3], *entries[2:]], "but the one before was 3", "comes after round 3")


def test_a_round_told_twice_under_another_number_is_caught() -> None:
    entries = honest(shoes=2)
    caught(renumbered([*entries[:3], *entries[2:]]), "but the round before ended at", "the round before ended at")


def test_a_whole_shoe_told_twice_is_caught() -> None:
    entries = honest(shoes=2)
    again = [one for one in entries if one["shoe"]["number"] == 1]
    caught(renumbered([*entries, *again]), "came back to a shoe", "comes back to shoe 1")


def test_a_round_after_the_shoe_was_opened_is_caught() -> None:
    """Whoever has read the seed knows its cards."""
    entries = honest(shoes=2)
    end = next(at for at, one in enumerate(entries) if "round" not in one)
    early = [*entries[: end - 1], entries[end], entries[end - 1], *entries[end + 1 :]]
    caught(early, "after the shoe was opened", "was dealt after shoe 1 was opened")


def test_a_round_past_the_end_is_caught() -> None:
    """The shoe is dealt on while it is poor."""
    shoe = shoe_of(promised(1))
    honest_end = shoe.promise
    shoe.promise = honest_end._replace(ends_at=60)
    entries = evening(shoe)
    for one in entries:
        one["shoe"] |= {"ends_at": honest_end.ends_at, "commitment": honest_end.commitment}
    caught(entries, "after the end of shoe 1", "after the end of shoe 1")


def test_rounds_told_once_pass() -> None:
    """Negative control."""
    unnoticed(honest(shoes=2))
    unnoticed(honest(scheme=1, shoes=2))
