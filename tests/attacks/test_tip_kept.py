"""Attack: what a tip bet wins for the dealers goes to somebody else."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]


def test_a_tip_that_goes_elsewhere_is_found(operator: Operator) -> None:
    tips = f"'floor/{TABLE}/tips'"
    first = f"(SELECT min(event) FROM entries WHERE credit = {tips})"
    operator.change(f"UPDATE entries SET credit = 'player/friend/chips' WHERE event = {first} AND credit = {tips}")
    found = texts(operator.found(), "payment")
    assert f"floor/{TABLE}/tips" in found
    assert "player/friend/chips" in found
