"""docs/published.md lists every published figure that is known, and each agrees or has a test that refutes it."""

import re

import pytest

from tools.published import HEAD, PAGE, ROOT, Row, figures, rows, same_digits

WRITE = "run python tools/published.py"


@pytest.fixture(scope="module")
def listed() -> list[Row]:
    return list(rows())


def test_every_figure_agrees_or_is_refuted_by_a_test(listed: list[Row]) -> None:
    assert [row for row in listed if "NOT HELD" in row.verdict or row.verdict.endswith("(``)")] == []
    assert sum(row.agrees for row in listed) > 20


@pytest.mark.parametrize("test", sorted({one["refuted"] for one in figures() if "refuted" in one}))
def test_the_tests_that_refute_are_there(test: str) -> None:
    path, _, name = test.partition("::")
    assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_refuted_figure_does_not_agree(listed: list[Row]) -> None:
    refuted = [row for row in listed if row.verdict.startswith("differs")]
    assert refuted
    assert not any(row.agrees for row in refuted)


def test_the_page_is_current(listed: list[Row]) -> None:
    """Lines of a sheet that is not there yet are written anew when it comes."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.startswith(HEAD), WRITE
    assert [
        row.what for row in listed if row.text() not in text and f"| {row.what} | {row.printed} |" not in text
    ] == []
    assert [row.text() for row in listed if row.exact is not None and row.text() not in text] == [], WRITE


def test_control_another_last_digit_does_not_agree() -> None:
    assert same_digits(13.298, "13.30")
    assert not same_digits(13.294, "13.30")
    assert not Row("", "6.21", 5.422974, "", "").agrees
