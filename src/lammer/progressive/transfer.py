"""A licensee that closes its business hands liability and fund over to another one, by petition (SD.19 (9)). A
``Transfer`` states the amounts; the other licensee receives exactly these, once."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.liability import NINE, RECEIVE, known_level, require_closed, require_unclaimed, used_petition
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require, with_
from lammer.progressive.terms import MAXIMUM, Stored

Held = Annotated[int, Field(ge=0, le=MAXIMUM, description="minor units")]


class Fund(Stored):
    """The amounts that a level hands over."""

    meter: Held
    reserve: Held


class Transfer(Stored):
    """The document that accompanies a fund, from the sender's books."""

    sender: str
    from_link: str
    licensee: str
    """The receiver."""
    reference: str
    """The reference of the petition."""
    fund: dict[str, Fund]

    @property
    def total(self) -> int:
        return sum(level.meter + level.reserve for level in self.fund.values())


def transfer(now: Situation, reference: str, licensee: str, sender: str) -> Step:
    """By petition, when the business closes: hands liability and fund over to another licensee."""
    require(now.link, now.actor, "executive", NINE)
    require_closed(now)
    petitions = used_petition(now, reference, "transfer to another licensee")
    if not licensee.strip() or not sender.strip():
        raise StepRefused("no-licensee", "name the licensee that sends the jackpot and the one that receives it", NINE)
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
    """By petition: adds the fund that another licensee sent to this jackpot's meters and reserves. ``licensee`` is the
    receiver and ``received`` the amount that arrived; both must be as the sender states."""
    require(now.link, now.actor, "executive", NINE)
    if now.link.status == "discontinued":
        raise StepRefused("discontinued", f"link {now.link.link} is discontinued", NINE)
    petitions = used_petition(now, sent.reference, RECEIVE)
    _same_licensee(now, sent.reference, sent.sender)
    if licensee != sent.licensee:
        text = f"{sent.sender} sent the fund to {sent.licensee}, not to {licensee!r}"
        raise StepRefused("other-licensee", text, NINE)
    if received != sent.total:
        text = f"{sent.sender} sent {money_text(sent.total)}, but {money_text(received)} arrived"
        raise StepRefused("other-amount", text, NINE)
    for level in set(to_levels) ^ set(sent.fund):
        why = "has no target level" if level in sent.fund else f"was not sent; the fund has {', '.join(sent.fund)}"
        raise StepRefused("no-such-level", f"{level!r} {why}", NINE)
    entries: tuple[Entry, ...] = ()
    owed = dict(now.link.owed)
    for level, fund in sent.fund.items():
        target = to_levels[level]
        known_level(now, target)
        require_unclaimed(now, target)
        names = now.accounts(target)
        entries += moved(names.moved, names.meter, fund.meter, f"meter from {sent.sender}")
        entries += moved(names.moved, names.reserve, fund.reserve, f"reserve from {sent.sender}")
        owed[target] += fund.meter + fund.reserve
    answer = {"received_from": sent.sender, "total": received, "sent": sent.model_dump(), "levels": dict(to_levels)}
    return Step(with_(now.link, petitions=petitions, owed=owed), now.table, entries, answer)
