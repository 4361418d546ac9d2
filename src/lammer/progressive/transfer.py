"""On closing its business a licensee hands liability and fund to another one, by petition (SD.19 (9)). A `Transfer`
tells what it hands over; the other licensee receives exactly that, once."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.liability import NINE, RECEIVE, known_level, nothing_claimed, require_closed, used_petition
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require, with_
from lammer.progressive.terms import MAXIMUM, Stored

Held = Annotated[int, Field(ge=0, le=MAXIMUM, description="minor units")]


class Fund(Stored):
    """What a level hands over."""

    meter: Held
    reserve: Held


class Transfer(Stored):
    """The paper that goes with a fund, as the sender's books have it."""

    sender: str
    from_link: str
    licensee: str
    """Whom it goes to."""
    reference: str
    """The petition's."""
    fund: dict[str, Fund]

    @property
    def total(self) -> int:
        return sum(level.meter + level.reserve for level in self.fund.values())


def transfer(now: Situation, reference: str, licensee: str, sender: str) -> Step:
    """By petition, on closing the business: liability and fund go to another licensee."""
    require(now.link, now.actor, "executive", NINE)
    require_closed(now)
    petitions = used_petition(now, reference, "transfer to another licensee")
    if not licensee.strip() or not sender.strip():
        raise StepRefused("no-licensee", "say which licensee sends the jackpot and which takes it over", NINE)
    _same_licensee(now, reference, licensee)
    entries: tuple[Entry, ...] = ()
    fund = {}
    for level in now.link.terms.levels:
        names, held = now.accounts(level), Fund(meter=now.meter(level), reserve=now.reserve(level))
        entries += moved(names.meter, names.moved, held.meter, f"meter to {licensee}")
        entries += moved(names.reserve, names.moved, held.reserve, f"reserve to {licensee}")
        fund[level] = held
    sent = Transfer(sender=sender, from_link=now.link.link, licensee=licensee, reference=reference, fund=fund)
    carried = {level: one.model_dump() for level, one in now.link.carried.items()}
    ended = with_(now.link, status="discontinued", petitions=petitions, owed=dict.fromkeys(now.link.owed, 0))
    answer = {"licensee": licensee, **sent.model_dump(), "total": sent.total, "carried": carried}
    return Step(ended, now.table, entries, answer)


def _same_licensee(now: Situation, reference: str, licensee: str) -> None:
    decided = now.link.petitions[reference].licensee
    if decided and decided != licensee:
        raise StepRefused("other-licensee", f"petition {reference} is about {decided}, not {licensee}", NINE)


def receive(now: Situation, sent: Transfer, licensee: str, received: int, to_levels: Mapping[str, str]) -> Step:
    """By petition: the fund that another licensee sent goes onto this jackpot's meters and reserves. ``licensee`` is
    who receives it and ``received`` what arrived: both must be as the sender says."""
    require(now.link, now.actor, "executive", NINE)
    if now.link.status == "discontinued":
        raise StepRefused("discontinued", f"link {now.link.link} has ended", NINE)
    petitions = used_petition(now, sent.reference, RECEIVE)
    _same_licensee(now, sent.reference, sent.sender)
    if licensee != sent.licensee:
        text = f"{sent.sender} sent the fund to {sent.licensee}, not to {licensee or 'nobody'}"
        raise StepRefused("other-licensee", text, NINE)
    if received != sent.total:
        text = f"{sent.sender} sent {money_text(sent.total)}, and {money_text(received)} arrived"
        raise StepRefused("other-amount", text, NINE)
    for level in set(to_levels) ^ set(sent.fund):
        why = "has no place here" if level in sent.fund else f"was not sent; {', '.join(sent.fund)} was"
        raise StepRefused("no-such-level", f"{level!r} {why}", NINE)
    entries: tuple[Entry, ...] = ()
    owed = dict(now.link.owed)
    for level, fund in sent.fund.items():
        target = to_levels[level]
        known_level(now, target)
        nothing_claimed(now, target)
        names = now.accounts(target)
        entries += moved(names.moved, names.meter, fund.meter, f"meter from {sent.sender}")
        entries += moved(names.moved, names.reserve, fund.reserve, f"reserve from {sent.sender}")
        owed[target] += fund.meter + fund.reserve
    answer = {"received_from": sent.sender, "total": received, "sent": sent.model_dump(), "levels": dict(to_levels)}
    return Step(with_(now.link, petitions=petitions, owed=owed), now.table, entries, answer)
