"""Exact figures that are kept on disk, so that the same question is answered at once the next time.

A figure is kept by everything that it depends on: every value of the sheet, the strategy, the shoe, and a hash of the
sources that compute it. Reading one needs neither numpy nor Numba.
"""

import json
import os
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from lammer.api.shoes import ShoeChoice
from lammer.cache import cache_folder, hash_of, sources_of
from lammer.cache.documents import Documents
from lammer.rules.sheet import Sheet, value_text
from lammer.strategy.chart import Chart, write_chart

COMPUTING = (
    "api",
    "cards",
    "compiled",
    "counting",
    "exact",
    "report",
    "risk",
    "rule_tables",
    "rules",
    "simulate",
    "strategy",
    "table",
    "workbench",
)
"""Packages whose sources decide what a figure is."""


@cache
def code_version() -> str:
    """A hash of the sources that figures are computed by."""
    return hash_of(sources_of(COMPUTING))


def documents() -> Documents:
    return _documents(os.environ.get("LAMMER_CACHE", ""))


@cache
def _documents(_home: str) -> Documents:
    return Documents(cache_folder("findings", code_version()))


class KeptFindings(NamedTuple):
    """The figures of one sheet, strategy and shoe. Without a ``key`` nothing is read or written; ``fresh`` figures are
    computed anew and then kept."""

    key: str
    fresh: bool = False

    def read(self, what: str) -> Any:
        """The figure of this name, a JSON value, or None."""
        return None if self.fresh or not self.key else documents().read(f"{what}\n{self.key}")

    def write(self, what: str, figure: Any) -> None:
        if self.key:
            documents().write(f"{what}\n{self.key}", figure)

    def found(self, what: str, compute: Callable[[], Any]) -> tuple[Any, bool]:
        """A figure, and whether it was kept."""
        kept = self.read(what)
        if kept is not None:
            return kept, True
        figure = compute()
        self.write(what, figure)
        return figure, False


NOT_KEPT = KeptFindings("")


def kept_findings(
    sheet: Sheet, strategy: str | Chart = "composition", shoe: ShoeChoice | None = None, *, fresh: bool = False
) -> KeptFindings:
    """``strategy`` is composition, total or a chart as it is played at this table."""
    values = {key: value_text(entry.value) for key, entry in sorted(sheet.entries.items())}
    played = strategy if isinstance(strategy, str) else [strategy.name, write_chart(strategy)]
    return KeptFindings(json.dumps([sheet.ref, values, played, list(shoe or ShoeChoice())]), fresh)
