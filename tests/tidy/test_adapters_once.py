"""Validators that apps of tests share are those of the same rules, and of no others."""

from typing import Annotated

import pytest
from fastapi._compat import v2
from pydantic import Field, TypeAdapter, ValidationError

from tests.adapters_once import FirstAdapter


def test_the_same_rules_share_a_validator_and_others_do_not() -> None:
    built = FirstAdapter(TypeAdapter)
    seats = built(Annotated[int, Field(ge=1, le=7)])
    assert built(Annotated[int, Field(ge=1, le=7)]) is seats
    others = [built(Annotated[int, Field(ge=1)]), built(Annotated[str, Field(ge=1, le=7)])]
    others.append(built(Annotated[int, Field(ge=1, le=7)], config={"strict": True}))
    assert seats not in others
    assert built(Annotated[int | str, Field()]) is not built(Annotated[str | int, Field()])
    with pytest.raises(ValidationError):
        seats.validate_python(8)


def test_fastapi_builds_its_validators_here() -> None:
    """Negative control: where FastAPI no longer does, this file and what it tests can go."""
    assert isinstance(vars(v2)["TypeAdapter"], FirstAdapter)
