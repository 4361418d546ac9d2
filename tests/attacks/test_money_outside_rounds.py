"""Attack: money leaves a table, or comes from the cage, in an event that no rule pays it in."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]

LAST = "(SELECT max(number) FROM events)"
BANK = f"'floor/{TABLE}/bank'"


def test_a_buy_in_that_the_bank_of_a_table_pays_is_found(operator: Operator) -> None:
    first = "(SELECT min(number) FROM events WHERE kind = 'buy-in')"
    operator.change(f"UPDATE entries SET debit = {BANK} WHERE event = {first}")
    assert "no rule explains" in texts(operator.found(), "award")


def test_a_buy_in_of_more_than_was_asked_for_is_found(operator: Operator) -> None:
    operator.change("UPDATE entries SET amount = amount + 1 WHERE reason = 'buy-in'")
    assert "buy-in" in texts(operator.found(), "award")


def test_money_that_moves_after_the_last_round_is_found(operator: Operator) -> None:
    operator.change(
        "INSERT INTO events SELECT number + 1, 'a new key', '', 'sit', 'friend', at, 'floor/" + TABLE + "', "
        f"'{{}}', '{{}}', '[]' FROM events WHERE number = {LAST}",
        f"INSERT INTO audit VALUES ({LAST}, '', '')",
        f"INSERT INTO entries VALUES ({LAST}, 0, {BANK}, 'player/friend/chips', 5000, 'stake taken back')",
    )
    assert f"after round 4 at table {TABLE}: floor/{TABLE}/bank" in texts(operator.found(), "payment")


def test_money_of_another_account_in_a_step_at_a_table_is_found(operator: Operator) -> None:
    sat = f"(SELECT number FROM events WHERE kind = 'sit' AND about = 'floor/{TABLE}')"
    operator.change(f"INSERT INTO entries VALUES ({sat}, 0, 'cage/bank', 'player/friend/chips', 5000, 'a gift')")
    assert "no rule moves 50 from cage/bank to player/friend/chips" in texts(operator.found(), "entry")


def test_an_event_of_no_known_kind_moves_nothing(operator: Operator) -> None:
    operator.change(
        f"INSERT INTO events SELECT number + 1, 'a new key', '', 'bonus', 'x', at, 'house', '{{}}', '{{}}', '[]' "
        f"FROM events WHERE number = {LAST}",
        f"INSERT INTO audit VALUES ({LAST}, '', '')",
        f"INSERT INTO entries VALUES ({LAST}, 0, 'cage/bank', 'player/friend/chips', 5000, 'a gift')",
    )
    assert "no rule explains" in texts(operator.found(), "award")


def test_an_event_that_cannot_be_read_is_told_and_no_traceback(operator: Operator) -> None:
    broken = f"about = 'floor/{TABLE}/1' AND kind = 'act'"
    operator.change(f"UPDATE events SET body = '[]' WHERE {broken}")
    assert "cannot be read" in texts(operator.found(), "round")
