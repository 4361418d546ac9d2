"""Awards between the supervisor's confirmation and the card swipe: frozen on the meter, which changes with the swipe
(A14).

A confirmed award is a ``Hold``: the meter shows its amount until the card is swiped, and later claims are computed on
what it will leave. A full award will leave seed and reserve, so a later claim may refer to a meter that is not reset
yet; its swipe must wait for the first one's.
"""

from lammer.ledger.records import Entry, moved
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, with_
from lammer.progressive.state import Claim, Hold, LinkState, Reset


def frozen_on(link: LinkState, level: str) -> int:
    """The frozen part of the amount that the meter shows."""
    return sum(hold.amount * len(hold.orders) for hold in link.held.get(level, ()))


def frozen_amounts(link: LinkState) -> dict[str, int]:
    """The frozen amount by level; levels with nothing frozen are left out."""
    return {level: amount for level in link.terms.levels if (amount := frozen_on(link, level))}


def available_on(now: Situation, level: str) -> int:
    """The amount for the next claim: the meter without frozen awards, plus the seed and reserve that frozen full awards
    will leave."""
    resets = sum(hold.resets for hold in now.link.held.get(level, ()))
    left = resets * now.link.terms.levels[level].seed + (now.reserve(level) if resets else 0)
    return now.meter(level) - frozen_on(now.link, level) + left


def freeze(now: Situation, claims: list[Claim], amount: int, *, full: bool) -> LinkState:
    """Freezes an award for one claim, or ``amount`` for each of several claims that share it."""
    level, held = claims[0].level, now.link.held
    owed = now.link.owed[level] - sum(hold.owed for hold in held.get(level, ()))
    hold = Hold(
        table=now.table.table,
        orders=tuple(claim.order for claim in claims),
        amount=amount,
        resets=full,
        owed=owed if full else 0,
    )
    return with_(now.link, held={**held, level: (*held.get(level, ()), hold)})


def hold_of(link: LinkState, claim: Claim) -> Hold | None:
    """The hold of a claim; None in older books, where the meter changed with the confirmation."""
    return next((hold for hold in link.held.get(claim.level, ()) if claim.order in hold.orders), None)


def complete(now: Situation, claim: Claim, hold: Hold) -> tuple[LinkState, tuple[Entry, ...], Reset | None]:
    """The card swipe: the award leaves the meter, and a full award adds seed and reserve to it."""
    level, names, link = claim.level, now.accounts(claim.level), now.link
    reset: Reset | None = None
    entries: tuple[Entry, ...] = ()
    earlier = next(one for one in link.held[level] if one.resets or one is hold)
    if earlier is not hold:
        text = f"an earlier award on table {earlier.table} resets the meter {level}: complete or void that award first"
        raise StepRefused("earlier-claim", text, "SD.19 (6)(iii)")
    if hold.resets:
        reset = Reset(seed=link.terms.levels[level].seed, reserve=now.reserve(level), owed=hold.owed)
        entries = (
            *moved(names.seeds, names.meter, reset.seed, "seed"),
            *moved(names.reserve, names.meter, reset.reserve, "reserve to the meter"),
        )
        link = with_(link, owed={**link.owed, level: link.owed[level] - hold.owed})
    entries += moved(names.meter, names.awards, claim.amount, f"{claim.outcome} on spot {claim.spot}: {claim.percent}%")
    orders = tuple(order for order in hold.orders if order != claim.order)
    left = with_(hold, orders=orders, resets=False, owed=0) if orders else None
    return _replaced(link, level, hold, left), entries, reset


def release(link: LinkState, level: str, hold: Hold) -> LinkState:
    """A void: the meter does not change, and nothing is frozen for this award any more."""
    return _replaced(link, level, hold, None)


def _replaced(link: LinkState, level: str, hold: Hold, by: Hold | None) -> LinkState:
    holds = tuple(by if one is hold else one for one in link.held[level])
    return with_(link, held={**link.held, level: tuple(one for one in holds if one is not None)})
