"""``lammer`` without a command: opens tables in the browser."""

from importlib import import_module
from typing import Annotated

from cyclopts import Parameter, UnknownCommandError

SERVE = "lammer.surfaces.web.serve"
"""Imported by name, because surfaces do not import one another."""


def start(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Open tables in the browser, on this machine."""
    if not words:
        return int(import_module(SERVE).serve())
    from lammer.rules.loader import sheet_names
    from lammer.surfaces.cli.options import BadOption

    if words[0] in sheet_names():
        raise BadOption(f"{words[0]} is a game; play it with lammer play {words[0]}")
    raise UnknownCommandError(unused_tokens=list(words))
