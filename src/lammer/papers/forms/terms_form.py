"""The approval form of a jackpot's terms: every parameter of every meter, the pays, and who may approve what."""

from lammer.papers.document import Bullets, Cell, Facts, Number, SubSection
from lammer.papers.forms.books import Event, JackpotBooks
from lammer.papers.forms.parts import NEW_JERSEY, Draft, money, money_words, parameters
from lammer.papers.forms.proof import time_text
from lammer.papers.forms.refusals import FormRefused
from lammer.progressive.award_timing import full_award_chance
from lammer.progressive.terms import Terms

KINDS = ("create", "announce", "change")
DONE = {"create": "Set when the jackpot was created", "announce": "Announced", "change": "Put into force"}
CLAUSES = ("SD.19 (1)", "SD.19 (4)", "SD.19 (5)", "SD.19 (6)(iii)", "SD.19 (6)(vi)", "SD.19 (6)(vii)")


def terms_form(books: JackpotBooks, event: int = 0) -> Draft:
    """The terms of an event that set, announced or changed them; of the last one without a number."""
    found = [one for one in books.events(*KINDS) if event in (0, one.number)]
    if not found:
        known = ", ".join(str(one.number) for one in books.events(*KINDS))
        text = f"event {event} set no terms of jackpot {books.link}; those that did are {known}"
        raise FormRefused("no-such-event", text)
    return _draft(books, found[-1])


def _draft(books: JackpotBooks, event: Event) -> Draft:
    announced = event.kind == "announce"
    terms = books.read_terms(event.said["terms"]) if announced else books.terms_at(event.number).terms
    day = f", from {event.said['from_day']} on" if announced else ""
    return Draft(
        "TA",
        "Approval of terms",
        event.number,
        f"{terms.name} · jackpot {books.link}",
        (
            Facts(
                (
                    (DONE[event.kind] + day, f"by {event.actor}, {time_text(event.at)}"),
                    ("Rules", terms.sheet),
                    *_facts(terms),
                )
            ),
            parameters(terms.levels),
            SubSection("Pays", (Bullets(tuple(_pays(terms))),)),
        ),
        (f"Executive: {event.actor}", "Second executive", "For the regulator"),
        CLAUSES,
        {"event": event.number},
        ("--event", str(event.number)),
    )


def _facts(terms: Terms) -> tuple[tuple[str, Cell], ...]:
    chance = full_award_chance(terms)
    return (
        ("Paytable, decks", f"{terms.paytable}, {terms.decks}"),
        ("Wagers", " or ".join(money_words(stake) for stake in terms.stakes)),
        ("Chance of the highest award", Number("top.chance", f"one wager in {1 / chance:,.1f}")),
        ("Awards won at the same time", terms.simultaneous),
        ("A supervisor confirms from", money("supervisor_from", terms.supervisor_from)),
        ("An executive's card from", money("executive_from", terms.executive_from)),
        ("Whose card completes a win", terms.card_of),
        (f"Unreasonable contribution, {NEW_JERSEY}(a)6: above", money("unreasonable", terms.maximum_contribution)),
        ("Days of notice for other terms", str(terms.notice_days)),
        ("Alarm when sign and books differ by", money("alarm", terms.sign_alarm)),
    )


def _pays(terms: Terms) -> list[str]:
    from lammer.floor.jackpot_view import posted_pays

    return posted_pays(terms)
