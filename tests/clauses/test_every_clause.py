"""No clause without a sheet value, none without a test named after it, and the page that lists them is current."""

import pytest

from lammer.rules.clauses import clause_texts
from tools.clauses import PAGE, clause_tests, clause_values, page, slug


@pytest.mark.parametrize("clause", clause_texts())
def test_a_sheet_value_cites(clause: str) -> None:
    assert clause_values().get(clause), f"no sheet value cites {clause}"


@pytest.mark.parametrize("clause", clause_texts())
def test_a_test_is_named_after(clause: str) -> None:
    assert clause_tests().get(slug(clause)), f"no test in tests/clauses is named test_{slug(clause)}__…"


def test_every_clause_test_names_a_real_clause() -> None:
    known = {slug(clause) for clause in clause_texts()}
    assert set(clause_tests()) - known == set()


def test_slugs_do_not_collide() -> None:
    assert len({slug(clause) for clause in clause_texts()}) == len(clause_texts())


def test_a_clause_without_a_test_is_noticed() -> None:
    """Negative control."""
    assert slug("SD.14 9(z)") not in clause_tests()


def test_docs_clauses_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tools/clauses.py"
