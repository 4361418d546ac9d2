"""Shell completion of games, charts and terms, and of the user's own files."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lammer.rules.loader import attachments_for, game_names, sheet_names
from lammer.rules.sheet import SheetFaults

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


def games(context: "CompletionContext") -> list[str]:
    """Game ids and the user's own sheets; after a plus, the side bets that attach to the game."""
    host, plus, _ = context.incomplete.rpartition("+")
    if plus:
        return [f"{host}+{guest}" for guest in _attachments(host)]
    return [*game_names(), *_files(context.incomplete, (".toml",))]


def side_bets(context: "CompletionContext") -> list[str]:
    """Ids of the side bets that attach to some game."""
    games = set(game_names())
    return [name for name in sheet_names() if name not in games]


def _attachments(name: str) -> list[str]:
    try:
        return attachments_for(name)
    except SheetFaults:
        return []


def charts(context: "CompletionContext") -> list[str]:
    from lammer.strategy.chart import shipped_charts

    names = ["house", "total", "composition", *shipped_charts()]
    return [*names, *_files(context.incomplete, (".csv", ".toml", ".json"))]


def terms(context: "CompletionContext") -> list[str]:
    from lammer.progressive.terms import SHEETS

    return [*sorted(path.stem for path in SHEETS.glob("*.toml")), *_files(context.incomplete, (".toml",))]


def _files(typed: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Matching files and folders; nothing before something is typed."""
    if not typed:
        return
    folder, slash, _ = typed.rpartition("/")
    try:
        found = sorted(Path(folder or (slash and "/") or ".").iterdir())
    except OSError:
        return
    for path in found:
        if not path.name.startswith(".") and (path.suffix in endings or path.is_dir()):
            yield f"{folder}{slash}{path.name}{'/' if path.is_dir() else ''}"
