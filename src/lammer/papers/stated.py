"""What a PAR sheet's file says about how it was made. The file may be changed, or of another version of lammer."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lammer import __version__
from lammer.errors import BadArgument
from lammer.papers.pdf import seconds_of
from lammer.papers.profiles import Profile
from lammer.papers.reading import NotADocument
from lammer.papers.wanted import Wanted

KIND = "PAR sheet"
MOST_ROUNDS, MOST_SEED = 10**15, 10**100
"""What the command takes."""
FAULTS = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "int_type": "is not a whole number",
    "greater_than_equal": "is too small",
    "less_than": "is too large",
    "less_than_equal": "is too large",
    "bool_type": "is neither true nor false",
    "string_type": "is not a text",
    "literal_error": "is none of those here",
    "model_type": "has no parts",
}
"""What is said of a fault, by pydantic's names."""


class Stated(NamedTuple):
    """What the command needs to make the document."""

    game: str
    profile: Profile
    date: str
    wanted: Wanted


class _Wanted(BaseModel):
    """The fields of ``Wanted``. None has a default: a file that does not say one of them was made otherwise."""

    model_config = ConfigDict(strict=True, extra="forbid")
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)]
    seed: Annotated[int, Field(ge=0, lt=MOST_SEED)]
    spread: bool
    effects: bool
    removal: bool
    chart: bool


class _Stated(BaseModel):
    """The part of the JSON that is read. The rest is only compared."""

    model_config = ConfigDict(strict=True)
    game: Annotated[str, Field(min_length=1, max_length=10_000)]
    profile: Profile
    date: str
    wanted: _Wanted


def stated_by(about: Mapping[str, Any]) -> Stated:
    """Raises NotADocument if the document cannot be made again by it."""
    if about.get("kind") != KIND:
        raise NotADocument("this document is not a PAR sheet of lammer report")
    try:
        found = _Stated.model_validate(about)
        seconds_of(found.date)
    except ValidationError as faults:
        first = faults.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise _cannot_be_used(about, f"{where} {FAULTS.get(first['type'], 'cannot be used')}") from None
    except BadArgument as fault:
        raise _cannot_be_used(about, f"date: {fault.text}") from None
    return Stated(found.game, found.profile, found.date, Wanted(**found.wanted.model_dump()))


def _cannot_be_used(about: Mapping[str, Any], fault: str) -> NotADocument:
    versions = about.get("versions")
    maker = f"; it names lammer {versions.get('lammer')}" if isinstance(versions, dict) else ""
    text = f"its JSON cannot be used: {fault}. The file was changed, or another version of lammer made it, which can"
    return NotADocument(f"{text} check it (this is lammer {__version__}{maker})")
