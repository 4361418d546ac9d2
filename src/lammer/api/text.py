"""Figures and tables as plain text."""

from collections.abc import Sequence


def percent(ratio: float, *, signed: bool = False) -> str:
    """A ratio as a percentage with six decimals. A value that rounds to zero has no sign.

    >>> percent(0.01014341), percent(-1e-15), percent(0.5, signed=True)
    ('1.014341%', '0.000000%', '+50.000000%')
    """
    rounded = round(ratio, 12) + 0.0
    return f"{rounded:+.6%}" if signed and rounded else f"{rounded:.6%}"


def plural(word: str, number: int) -> str:
    """
    >>> plural("round", 1), plural("round", 2000)
    ('1 round', '2,000 rounds')
    """
    return f"{number:,} {word}{'s' * (number != 1)}"


def amount_text(amount: float) -> str:
    """An amount of money without needless zeros.

    >>> amount_text(10000), amount_text(0.01), amount_text(7.5)
    ('10,000', '0.01', '7.50')
    """
    return f"{amount:,.2f}".removesuffix(".00")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, with every column as wide as its widest cell.

    >>> aligned([["decks", "edge"], ["6", "1%"]])
    ['decks  edge', '6      1%']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return ["  ".join(row).rstrip() for row in padded]
