"""The petition to the executive secretary about a jackpot's liability, and the statement of a liability that was
handed over by one (SD.19 (9))."""

from lammer.papers.document import Amount, Block, Cell, Column, Facts, Paragraph, Table
from lammer.papers.forms.books import Event, JackpotBooks
from lammer.papers.forms.liability import owed_table
from lammer.papers.forms.parts import Draft, level_title, money, money_words, parameters
from lammer.papers.forms.proof import time_text
from lammer.papers.forms.refusals import FormRefused

CLAUSES = ("SD.19 (9)",)
ASKS = {
    "reduce qualification": "to reduce the qualification for the highest award, so that it is won sooner",
    "move to another jackpot": "to transfer the award liability to the jackpot of a different game",
    "transfer to another licensee": "to transfer the award liability, along with the award fund, to another licensee "
    "that offers a comparable award, because the business closes",
    "receive from another licensee": "to receive the award liability, along with the award fund, of another licensee",
}


def petition(books: JackpotBooks, reference: str) -> Draft:
    event = _recorded(books, reference)
    granted = event.answer["petition"]
    terms, now = books.terms_at(event.number).terms, books.figures_at(event.number)
    total = sum(one.liability for one in now.levels.values())
    facts: list[tuple[str, Cell]] = [
        ("Reference", reference),
        ("Licensee's executive", event.actor),
        ("Recorded at", time_text(event.at)),
        ("Decided by", granted["decided_by"]),
        ("Note", granted["note"]),
    ]
    facts += [("Other licensee", granted["licensee"])] if granted["licensee"] else []
    blocks: tuple[Block, ...] = (
        Paragraph(f"The licensee petitions the executive secretary for permission {ASKS[granted['permits']]}."),
        Amount("Liability and fund at this time", money("total", total), "meters and reserves of all levels"),
        Facts(tuple(facts)),
        owed_table(now, books.frozen_at(event.number)),
        parameters(terms.levels, {level: one.sums.reserve for level, one in now.levels.items()}),
    )
    return Draft(
        "TP",
        "Petition to reduce a qualification" if granted["permits"] == "reduce qualification" else "Transfer petition",
        event.number,
        f"{terms.name} · jackpot {books.link} · petition {reference}",
        blocks,
        (f"For the licensee: {event.actor}", "Executive secretary", "Other licensee, if there is one"),
        CLAUSES,
        {"reference": reference},
        (reference,),
        money_words(total),
    )


def _recorded(books: JackpotBooks, reference: str) -> Event:
    every = books.events("petition")
    for event in every:
        if event.said["reference"] == reference:
            return event
    known = ", ".join(event.said["reference"] for event in every) or "none"
    raise FormRefused(
        "no-petition", f"no petition {reference!r} is recorded for jackpot {books.link}; there is {known}"
    )


def transfer(books: JackpotBooks, reference: str) -> Draft:
    """The fund that left a jackpot by a petition, or arrived at it."""
    _recorded(books, reference)
    used = [one for one in books.events("transfer", "move", "receive") if _reference(one) == reference]
    if not used:
        raise FormRefused("not-yet", f"nothing was handed over by petition {reference} yet")
    event = used[-1]
    terms, rows = books.terms_at(event.number).terms, _handed_over(books, event)
    total = sum(meter + reserve for _, _, meter, reserve in rows)
    columns = (
        Column("From", width=1),
        Column("To", width=1),
        Column("Meter", "right"),
        Column("Reserve", "right"),
        Column("Fund", "right"),
    )
    table = Table(
        columns,
        tuple(
            (
                from_,
                to,
                money(f"{at}.meter", meter),
                money(f"{at}.reserve", reserve),
                money(f"{at}.fund", meter + reserve),
            )
            for at, (from_, to, meter, reserve) in enumerate(rows, 1)
        ),
        "Liability and fund by level",
    )
    blocks: tuple[Block, ...] = (
        Amount("Liability and fund handed over", money("total", total), "meters and reserves of all levels"),
        Facts((("Reference", reference), ("Handed over at", time_text(event.at)), *_parties(books, event))),
        table,
    )
    return Draft(
        "TF",
        "Transfer of a jackpot's liability",
        event.number,
        f"{terms.name} · jackpot {books.link} · petition {reference}",
        blocks,
        ("For the sender", "For the receiver", "Executive secretary"),
        CLAUSES,
        {"reference": reference},
        (reference,),
        money_words(total),
    )


def _reference(event: Event) -> str:
    said = event.said
    return str(said["sent"]["reference"] if event.kind == "receive" else said["reference"])


def _parties(books: JackpotBooks, event: Event) -> tuple[tuple[str, Cell], ...]:
    if event.kind == "move":
        return (("To the jackpot", str(event.said["to_link"])), ("Executive", event.actor))
    sent = event.said["sent"] if event.kind == "receive" else event.answer
    return (("Sender", sent["sender"]), ("Receiver", sent["licensee"]), ("Executive", event.actor))


def _handed_over(books: JackpotBooks, event: Event) -> list[tuple[str, str, int, int]]:
    """Level here, level there, meter and reserve; from the entries of the event."""
    if event.kind == "receive":
        levels = event.said["to_levels"]
        fund = event.said["sent"]["fund"]
        return [(from_, level_title(to), fund[from_]["meter"], fund[from_]["reserve"]) for from_, to in levels.items()]
    to = event.said.get("to_levels", {})
    found = []
    for level in books.figures_at(event.number).levels:
        names, span = books.accounts(level), (event.number - 1, event.number)
        meter, reserve = (
            sum(line["amount"] for line in books.journal.entries_between(account, names.moved, *span))
            for account in (names.meter, names.reserve)
        )
        target = level_title(to[level]) if level in to else "the receiver's meter"
        found.append((level_title(level), target, meter, reserve))
    return found
