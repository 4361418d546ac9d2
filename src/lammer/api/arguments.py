"""Conversion of user-supplied arguments: amounts of money, seeds, counts, progress callbacks."""

import hashlib
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from math import isfinite
from numbers import Real

from lammer.cards.money import MINOR_UNITS, NotMoney, parse_money
from lammer.errors import BadArgument, MissingExtra

Amount = int | float | str | Decimal
"""An amount in units of money: 10 and "10.00" are ten units, 7.5 is seven and a half."""
OnProgress = Callable[[int, int], None]
"""Called with the number of steps done and the total number of steps."""


def minor_units(amount: Amount) -> int:
    """The amount in minor units (cents), the engine's unit. Raises NotMoney for fractions of a cent.

    >>> minor_units(10), minor_units(7.5), minor_units("1,000")
    (1000, 750, 100000)
    """
    if isinstance(amount, str):
        return parse_money(amount)
    try:
        minor = Decimal(str(amount)) * MINOR_UNITS
        if not isinstance(amount, bool) and minor == minor.to_integral_value():
            return int(minor)
    except (InvalidOperation, ValueError, OverflowError):  # not a finite number
        pass
    raise NotMoney(f"{amount!r} is not an amount; write it like 10, 7.5 or '7.50', in whole cents")


def units(minor: int) -> Decimal:
    """Minor units as units of money: ``1050`` is ``Decimal("10.50")``."""
    return Decimal(minor).scaleb(-2)


def seed_number(seed: int | str) -> int:
    """The simulator's seed: a whole number is used as it is, any other text is hashed to a number."""
    text = str(seed)
    if re.fullmatch(r"[0-9]{1,100}", text):
        return int(text)
    if re.fullmatch(r"[-+]?[0-9._,]+", text):
        raise BadArgument("seed", "write a whole number, 0 or more, or any word", text[:40])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


def count_of(argument: str, number: float, minimum: int = 1) -> int:
    """A whole number of at least ``minimum``; ``1e7`` is accepted."""
    whole = whole_number(argument, number)
    if whole < minimum:
        raise BadArgument(argument, f"{number!r} is too small; write {minimum} or more")
    return whole


def whole_number(argument: str, number: float) -> int:
    """A whole number; ``1e7`` is accepted, and no text."""
    if isinstance(number, bool) or not isinstance(number, Real) or not isfinite(number) or number != int(number):
        raise BadArgument(argument, f"{number!r} is not a whole number")
    return int(number)


def text_of(argument: str, value: object) -> str:
    """A text; raises BadArgument for anything else."""
    if not isinstance(value, str):
        raise BadArgument(argument, f"{value!r} is not a text")
    return value


def number_of(argument: str, value: object) -> float:
    """A number; raises BadArgument for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | Real):
        raise BadArgument(argument, f"{value!r} is not a number")
    return float(value)


def steps_of(on_progress: OnProgress | None, total: int) -> Callable[[], None]:
    """A callback without arguments that counts steps and reports them to ``on_progress``."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if on_progress is not None:
            on_progress(done, total)

    return step


def need_numba(what: str) -> None:
    """Raises MissingExtra, which names the package to install, if Numba is not installed."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise MissingExtra(f"{what} needs {error.name}: pip install lammer") from None
