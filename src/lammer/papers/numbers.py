"""How figures are printed: always with the same number of digits in a column, and with a real minus sign."""

from lammer.papers.document import Number

MINUS = "\u2212"
LEAST_CHANCE = 1e-7
"""The least probability that nine decimals show with three digits."""


def percent(key: str, share: float, digits: int = 4, *, signed: bool = False) -> Number:
    return Number(key, f"{_text(100 * share, digits, signed)}%")


def decimal(key: str, value: float, digits: int = 6, *, signed: bool = False) -> Number:
    return Number(key, _text(value, digits, signed))


def signed(key: str, value: float) -> Number:
    """As few digits as it needs: +1.5, −1, 0."""
    return Number(key, f"{value:+g}".replace("-", MINUS) if value else "0")


def count(key: str, value: float, digits: int = 0) -> Number:
    """A large number with commas."""
    return Number(key, f"{value:,.{digits}f}".replace("-", MINUS))


def chance(key: str, probability: float) -> Number:
    """Nine decimals. A smaller chance than 1e-7 has three digits and a power of ten: it is not 0."""
    tiny = 0 < probability < LEAST_CHANCE
    return Number(key, f"{probability:.2e}" if tiny else f"{probability:.9f}".replace("-", MINUS))


def true_odds(key: str, probability: float) -> Number:
    """The odds against an event: ``24.97 to 1``."""
    if probability <= 0:
        return Number(key, "never")
    return Number(key, f"{(1 - probability) / probability:,.2f} to 1")


def _text(value: float, digits: int, signed: bool) -> str:
    text = f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"
    if not text.strip("+-0."):  # a rounded zero has no sign
        text = text.lstrip("+-")
    return text.replace("-", MINUS)
