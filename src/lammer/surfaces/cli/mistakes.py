"""One-line error messages for an invalid command line: where, what is wrong, what to do."""

from collections.abc import Iterable
from enum import EnumType
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from lammer.errors import BadArgument
from lammer.rules.wording import did_you_mean

KINDS = {bool: ("true or false", ""), int: ("a whole number", "3"), float: ("a number", "1.5")}


POSITIONAL = {"hand": "HAND", "hand, up and remove": "HAND, --up and --remove"}
"""Arguments of the Python API that are not a single option of the command line."""


def as_option(fault: BadArgument) -> str:
    """The message of an API error, with the name of the option in place of the argument's."""
    return fault.named(POSITIONAL.get(fault.argument) or f"--{fault.argument.replace('_', '-')}")


def explained(app: App, mistake: CycloptsError) -> str:
    """``deal: Unknown option '--roudns'. Did you mean '--rounds'? See lammer deal --help.``"""
    chain = " ".join(mistake.command_chain or ())
    see = f"lammer {chain} --help" if chain else "lammer --help"
    message = _message(app, mistake, see)
    return f"{chain}: {message}" if chain else message


def _message(app: App, mistake: CycloptsError, see: str) -> str:
    if isinstance(mistake, UnknownCommandError):
        return _unknown_command(app, mistake, see)
    if isinstance(mistake, UnknownOptionError):
        typed = (mistake.token.keyword or mistake.token.value).partition("=")[0]
        known = [name for one in mistake.argument_collection if one.parse and one.show for name in one.names]
        return f"Unknown option {typed!r}.{did_you_mean(typed, known)} See {see}."
    if isinstance(mistake, UnusedCliTokensError):
        return f"unexpected {' '.join(mistake.unused_tokens or ())!r}; see {see}"
    if isinstance(mistake, MissingArgumentError):
        return _missing(mistake, see)
    if isinstance(mistake, RepeatArgumentError):
        return f"{mistake.token.keyword} is given twice; give it once"
    if isinstance(mistake, CoercionError) and mistake.token is not None and mistake.target_type is not None:
        return _wrong_kind(mistake, mistake.token.value, mistake.target_type)
    mistake.verbose = False
    return f"{' '.join(str(mistake).split())} See {see}."


def _unknown_command(app: App, mistake: UnknownCommandError, see: str) -> str:
    word = (mistake.unused_tokens or [""])[0]
    _, apps, _ = app.parse_commands(list(mistake.command_chain or ()))
    known = [name for name in apps[-1] if not name.startswith("-")]
    return f"Unknown command {word!r}.{did_you_mean(word, known)} See {see}."


def _missing(mistake: MissingArgumentError, see: str) -> str:
    if mistake.argument is None:
        return f"an argument is missing; see {see}"
    typed = mistake.keyword or next((token.keyword for token in mistake.argument.tokens if token.keyword), None)
    if typed is not None:
        return f"{typed} needs a value; see {see}"
    return f"{_name(mistake)} is missing; see {see}"


def _name(mistake: CycloptsError) -> str:
    """The name of an option, or of a positional argument as help shows it."""
    argument = mistake.argument
    if argument is None:
        return "a value"
    return argument.name if argument.index is None else argument.name.lstrip("-").upper()


def _wrong_kind(mistake: CoercionError, value: str, kind: Any) -> str:
    token = mistake.token
    name = (token.keyword if token is not None else None) or _name(mistake)
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    choices = [str(choice) for one in kinds for choice in _listed(one)]
    if choices:
        return f"{name}: {value!r} is not a choice; choose from {', '.join(choices)}.{did_you_mean(value, choices)}"
    what, example = KINDS.get(kind, (f"a {getattr(kind, '__name__', kind)}", ""))
    return f"{name}: {value!r} is not {what}" + (f"; write one like {example}" if example else "")


def _listed(kind: Any) -> Iterable[Any]:
    """The choices of a type that has some."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return list(kind) if isinstance(kind, EnumType) else ()
