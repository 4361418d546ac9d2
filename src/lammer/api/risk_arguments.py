"""What is asked about the risk of a bankroll, from user-supplied arguments."""

from typing import NamedTuple

from lammer.api.arguments import Amount, count_of, minor_units, number_of, seed_number, text_of, whole_number
from lammer.api.simulation import MAX_SEATS
from lammer.cards.money import NotMoney
from lammer.counting.systems import named_count
from lammer.counting.true_counts import checked_rounding
from lammer.errors import BadArgument
from lammer.risk.ramp import parse_ramp

MAX_KELLY, MAX_BEST_BET = 10, 1000
OF_SIMULATION = ("true_count", "cut_decks", "rounds", "seed", "threads")
"""Arguments that mean nothing without a count."""


class Rounds(NamedTuple):
    """What determines the results of a round at each true count. ``system`` is the count; without one the results are
    exact. ``unit`` is in minor units."""

    unit: int
    seats: int = 1
    system: str = ""
    true_count: str = "floor"
    cut_decks: float | None = None
    rounds: int = 100_000_000
    seed: int = 1
    threads: int = 0


class Bets(NamedTuple):
    """How the bankroll is bet. ``bank`` and ``goal`` are in minor units; without a goal it is 0. ``best`` is the risk
    of ruin for which a ramp is wanted."""

    bank: int
    goal: int = 0
    horizon: int = 10_000
    kelly: float = 1.0
    ramp: str = "1"
    best: float | None = None
    least: int = 1
    most: int = 12


class Asked(NamedTuple):
    rounds: Rounds
    bets: Bets


def rounds_asked(
    *,
    bet: Amount,
    seats: float,
    count: str,
    true_count: str,
    cut_decks: float | None,
    rounds: float,
    seed: int | str,
    threads: float = 0,
) -> Rounds:
    """Raises BadArgument, which names the argument that is wrong."""
    checked_rounding(true_count)
    if text_of("count", count):
        named_count(count)
    boxes, many = count_of("seats", seats), count_of("threads", threads, minimum=0)
    if boxes > MAX_SEATS:
        raise BadArgument("seats", f"a table has 1 to {MAX_SEATS}", boxes)
    if boxes > 1 and not count:
        raise BadArgument("seats", "results of several seats are simulated by count; name a count, like hi-lo")
    dealt = count_of("rounds", rounds)
    return Rounds(_money("bet", bet), boxes, count, true_count, cut_decks, dealt, seed_number(seed), many)


def refuse_unused(rounds: Rounds) -> None:
    """Refuses arguments of the simulation for flat bets, whose results are exact."""
    for name in OF_SIMULATION:
        given = getattr(rounds, name)
        if not rounds.system and given != Rounds._field_defaults[name]:
            raise BadArgument(name, "flat bets are not simulated; leave it out, or name a count, like hi-lo", given)


def bets_asked(
    rounds: Rounds,
    *,
    bankroll: Amount,
    goal: Amount | None,
    horizon: float,
    kelly: float,
    ramp: str,
    best: float | None,
    least: int,
    most: int,
) -> Bets:
    """Raises BadArgument, which names the argument that is wrong."""
    from lammer.risk.ruin import MAX_SLOW_ROUNDS

    bank, wanted = _money("bankroll", bankroll), None if goal is None else _money("goal", goal)
    ahead = count_of("horizon", horizon)
    if bank <= 0:
        raise BadArgument("bankroll", "an amount must be above 0", bankroll)
    if wanted is not None and wanted <= 0:
        raise BadArgument("goal", "an amount must be above 0", goal)
    if ahead > MAX_SLOW_ROUNDS:
        raise BadArgument("horizon", f"up to {MAX_SLOW_ROUNDS:,} rounds", horizon)
    if not 0 < number_of("kelly", kelly) <= MAX_KELLY:
        raise BadArgument("kelly", f"write a fraction above 0 and at most {MAX_KELLY}, like 0.5", f"{kelly:g}")
    parse_ramp(text_of("ramp", ramp))
    units = whole_number("least", least), whole_number("most", most)
    _check_ramp(rounds, ramp, None if best is None else number_of("best", best), *units)
    return Bets(bank, wanted or 0, ahead, kelly, ramp, best, *units)


def _check_ramp(rounds: Rounds, ramp: str, best: float | None, least: int, most: int) -> None:
    for given, name in ((best is not None, "best"), ("," in ramp, "ramp")):
        if given and not rounds.system:
            raise BadArgument(name, "this needs a count; name one, like hi-lo")
    if best is None:
        for name, units in (("least", least), ("most", most)):
            if units != Bets._field_defaults[name]:
                raise BadArgument(name, "this is for the best ramp; ask for one with best, like 0.05", units)
        return
    if ramp != "1":
        raise BadArgument("best", "it finds a ramp; leave out the ramp")
    if not 0 < best < 1:
        raise BadArgument("best", "write a risk between 0 and 1, like 0.05", best)
    if not 0 <= least <= most <= MAX_BEST_BET or most == 0:
        wrong = ("most", most) if 0 <= least <= most else ("least", least)
        text = f"write whole units, the least at most as many as the most, and at most {MAX_BEST_BET:,}"
        raise BadArgument(wrong[0], text, wrong[1])


def _money(argument: str, amount: Amount) -> int:
    try:
        return minor_units(amount)
    except NotMoney as error:
        raise BadArgument(argument, str(error)) from None
