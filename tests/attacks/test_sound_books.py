"""Attack: none. The control of every other attack on money: books that nobody changed have no fault."""

from tests.attacks.dishonest_operator import Operator, operator

__all__ = ["operator"]

from lammer.floor.verify import verify_play


def test_control_sound_books_have_no_fault(operator: Operator) -> None:
    verdict = operator.found()
    assert verdict.faults == ()
    assert (verdict.rounds, verdict.steps > 20) == (7, True)


def test_control_the_cover_up_changes_nothing_by_itself(operator: Operator) -> None:
    operator.change("UPDATE entries SET amount = amount")
    assert operator.found().faults == ()
    assert verify_play(str(operator.books), processes=0) == operator.found()
