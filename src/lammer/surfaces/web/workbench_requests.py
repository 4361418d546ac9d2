"""What pages ask the workbench."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from lammer.surfaces.web.requests import Game

Override = Annotated[str, Field(max_length=1_000, description="key=value, as after `lammer --set`")]
Overrides = Annotated[tuple[Override, ...], Field(max_length=60)]


class Rules(BaseModel):
    """A game and the values that are set otherwise."""

    model_config = ConfigDict(extra="forbid")
    game: Game
    overrides: Overrides = ()


class Asked(Rules):
    """``page`` names the page that asks; with a higher ``turn``, what it asked before is no longer wanted."""

    page: Annotated[str, Field(max_length=40)] = ""
    turn: Annotated[int, Field(ge=0, le=10**9, strict=True)] = 0


class EdgeAsked(Asked):
    pin: Annotated[Rules | None, Field(description="a second game to compare with")] = None


class EffectsAsked(Asked):
    key: Annotated[str, Field(min_length=1, max_length=200, description="the value that is changed")]
