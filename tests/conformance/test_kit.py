"""The conformance kit over every sheet and combination, found by listing the folder of sheets.

No game or side bet is named here. A new file is tested without a change of this file; what of it is not supported must
stand in docs/conformance.md.
"""

import pytest

from lammer.conformance.kit import (
    ANY_PLAY,
    KERNEL,
    PARTS,
    PAYMENTS,
    QUICK,
    REPLAY,
    SIMULATED,
    SMALL_SHOES,
    VIEWS,
    conform,
)
from lammer.conformance.listing import Case, all_cases, attached_together, plain_games
from lammer.rules.sheet import Sheet
from tools.conformance import COMPARES, PAGE, cases, cell, head

BY_ROUND = (ANY_PLAY, REPLAY, VIEWS, PAYMENTS)
"""Parts that take a moment; they run over every combination."""
COMPILED = (KERNEL, SIMULATED)
"""Parts that prepare a kernel. All paytables are compared in tests/parity/test_attachable_bets.py."""
LISTED = {
    cells[1].strip("` "): dict(zip(PARTS, (text.strip() for text in cells[2:-1]), strict=True))
    for cells in (line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `"))
    if len(cells) == len(PARTS) + 3
}
WRITE = "run python tools/conformance.py"


def faults(case: Case, sheet: Sheet, parts: tuple[str, ...]) -> list[str]:
    """What the kit reports, and what docs/conformance.md does not say."""
    found = []
    for verdict in conform(sheet, QUICK, parts):
        found += [f"{verdict.part}: {fault}" for fault in verdict.faults]
        listed = LISTED.get(str(case))
        if listed is not None and listed[verdict.part] != cell(verdict):
            found.append(
                f"{verdict.part}: docs/conformance.md says {listed[verdict.part]}, it is {cell(verdict)}: {WRITE}"
            )
    return found


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_rounds_of_every_combination(case: Case) -> None:
    assert faults(case, case.sheet(), BY_ROUND) == []


@pytest.mark.parametrize("case", cases(), ids=str)
def test_small_shoes_of_every_sheet(case: Case) -> None:
    assert faults(case, case.sheet(), (SMALL_SHOES,)) == []


@pytest.mark.parametrize("case", [*plain_games(), *attached_together()], ids=str)
def test_kernel_and_exact_edges(case: Case) -> None:
    assert faults(case, case.sheet(), COMPILED) == []


def test_the_table_lists_every_sheet() -> None:
    assert list(LISTED) == [str(case) for case in cases()], WRITE


def test_the_page_is_written_by_the_tool() -> None:
    assert PAGE.read_text(encoding="utf-8").startswith(head()), WRITE
    assert list(COMPARES) == list(PARTS)
