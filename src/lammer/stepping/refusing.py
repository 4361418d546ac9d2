"""Games and wagers that the step-by-step kernel does not support: those with other questions than plays of a hand."""

from collections.abc import Mapping, Sequence

from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.simulate.refusals import NotSimulated
from lammer.table.offers import split_by_time


def refuse_questions(sheet: Sheet, sides: Mapping[str, int]) -> None:
    """Raises NotSimulated."""
    tables = rule_tables(sheet)
    if tables.hands_per_box > 1:
        raise NotSimulated("hands.per_box=2: the kernel plays one hand per box step by step")
    if tables.lights is not None:
        raise NotSimulated("lights: the kernel keeps no lights from round to round")
    _, later = split_by_time(sheet, sides)
    for bet_id in sides:
        bet = sheet.side_bets[bet_id]
        wheels = any(paytable.wheels for paytable in bet.paytables.values())
        if bet_id in later or bet.parlay is not None or bet.streak is not None or wheels:
            raise NotSimulated(
                f"{sheet.side_bet_keys[bet_id]}: the kernel supports bets that are settled in one round "
                "and ask no question"
            )


def refuse_sizes(sheet: Sheet, sizes: Sequence[int]) -> None:
    """Raises NotSimulated if the pays of a size are not in proportion to the first, because odd cents are rounded."""
    payoffs = rule_tables(sheet).payoffs
    first = payoffs.in_money(sizes[0])
    for size in sizes[1:]:
        if any(
            net * sizes[0] != of_first * size
            for row, first_row in zip(payoffs.in_money(size), first, strict=True)
            for net, of_first in zip(row, first_row, strict=True)
        ):
            raise NotSimulated("the pays of these sizes are not in proportion, because fractions of a cent are rounded")
