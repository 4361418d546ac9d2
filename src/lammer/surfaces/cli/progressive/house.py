"""What the house does between hands: jackpots created, opened and closed, people enrolled, terms changed, liability
corrected, moved or ended."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.surfaces.cli.options import BadOption, JsonOption, SetOption, money_option
from lammer.surfaces.cli.progressive.asked import Where, Who, needed, take_step, tell
from lammer.surfaces.hidden_input import NoTerminal, ask_hidden

TermsOption = Annotated[str, Parameter(help="Shipped terms by name, or a TOML file.")]
PetitionOption = Annotated[str, Parameter(help="The reference under which the petition is recorded.")]
Role = Literal["dealer", "supervisor", "executive"]


def add_house(app: App) -> None:
    for step in (create, enrol, announce, change, adjust, petition, reduce, move, transfer, receive, discontinue):
        app.command(step)
    app.command(approve_table, name="approve-table")
    app.command(open_link, name="open-link")
    app.command(close_link, name="close-link")


def create(
    link: Annotated[str, Parameter(help="The jackpot's name.")],
    *,
    executive: Annotated[str, Parameter(help="The first executive, who enrols the others.")],
    card: Annotated[
        str, Parameter(allow_leading_hyphen=True, help="What the executive's card carries; - asks for it, unseen.")
    ] = "",
    terms: TermsOption = "blazing-7s",
    set_: SetOption = (),
    key: Annotated[str, Parameter(help="Idempotency key.")] = "",
    where: Where = Where(),  # noqa: B008 (frozen)
    json: JsonOption = False,
) -> None:
    """A new jackpot, its meters at their seeds: lammer progressive create main --executive erin --card E1"""
    from lammer.progressive.terms import load_terms

    agreed = load_terms(terms, set_)
    with where.desk(new=True) as desk:
        tell(desk.create(Who(executive, key).its_key, link, agreed, executive, _card(card)), json)


def _card(text: str) -> str:
    if text != "-":
        return text
    try:
        return ask_hidden("card: ")
    except NoTerminal:
        raise BadOption("--card -: there is no terminal to ask at") from None


def enrol(
    name: str,
    role: Role,
    *,
    card: Annotated[
        str, Parameter(allow_leading_hyphen=True, help="What the person's card carries; - asks for it, unseen.")
    ] = "",
    approved_by: Annotated[str, Parameter(help="A second executive, for supervisors and executives.")] = "",
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """An executive enrols a dealer, supervisor or executive."""
    from lammer.progressive.desk import card_digest

    carried = card_digest(_card(card)) if card else ""
    take_step("enrol", where, who, name=name, role=role, card=carried, approved_by=approved_by)


def approve_table(table: str, *, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """An executive approves a table with sensors and signage: hands begin on approved tables only."""
    take_step("approve-table", where, who, name=table)


def open_link(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """Hands may begin on every table of the jackpot."""
    take_step("open-link", where, who)


def close_link(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """No hand begins any more; the meters stand."""
    take_step("close-link", where, who)


def announce(
    *,
    from_day: Annotated[str, Parameter(help="The day the new terms hold from, like 2027-01-31.")],
    terms: TermsOption,
    set_: SetOption = (),
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Other terms, with the notice players are due."""
    from lammer.progressive.terms import load_terms

    take_step("announce", where, who, terms=load_terms(terms, set_), from_day=from_day)


def change(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """The announced terms take hold; the link must be closed."""
    take_step("change", where, who)


def adjust(
    level: str,
    amount: Annotated[str, Parameter(help="What is added to the meter; less than nothing is written -12.50.")],
    *,
    reason: Annotated[str, Parameter(help="One of the listed reasons; any other word lists them.")],
    note: str,
    approved_by: Annotated[str, Parameter(help="A second executive.")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """A correction of a meter by two executives."""
    sign = -1 if amount.startswith("-") else 1
    cents = sign * money_option("AMOUNT", amount.removeprefix("-") if sign < 0 else amount.removeprefix("+"))
    take_step("adjust", where, who, level=level, amount=cents, reason=reason, note=note, approved_by=approved_by)


def petition(
    reference: str,
    *,
    to: Annotated[
        Literal[
            "reduce qualification",
            "move to another jackpot",
            "transfer to another licensee",
            "receive from another licensee",
        ],
        Parameter(help="What the executive secretary has permitted."),
    ],
    decided_by: str,
    note: str,
    licensee: Annotated[str, Parameter(help="The other licensee; needed to receive a fund.")] = "",
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Records a permission of the executive secretary (SD.19 (9))."""
    told = {"permits": to, "reference": reference, "decided_by": decided_by, "note": note, "licensee": licensee}
    take_step("petition", where, who, **told)


def reduce(hand: str, *, reference: PetitionOption, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """By petition: a hand that comes more often wins the highest award too, until that is won."""
    take_step("reduce", where, who, reference=reference, outcome=hand)


def move(
    to_link: str,
    *levels: Annotated[str, Parameter(help="LEVEL=LEVEL: which of its meters goes onto which of the other's.")],
    reference: PetitionOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition: the liability goes onto another jackpot's meters, and this one ends."""
    pairs = _pairs(levels)
    with where.desk() as desk:
        tell(desk.move(who.its_key, who.as_, where.name(desk), reference, to_link, pairs), who.json)


def _pairs(levels: tuple[str, ...]) -> dict[str, str]:
    pairs = dict(text.split("=", 1) for text in levels if "=" in text)
    if len(pairs) != len(levels):
        raise BadOption("write LEVEL=LEVEL for each meter, like meter=minor")
    return pairs


def transfer(
    licensee: Annotated[str, Parameter(help="Who takes the jackpot over.")],
    *,
    sender: Annotated[str, Parameter(help="The licensee who hands it over, as the receiver knows them.")],
    reference: PetitionOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition, on closing the business: liability and fund go to another licensee.

    --json prints the transfer as a document, which the other licensee needs to receive it."""
    take_step("transfer", where, who, reference=reference, licensee=licensee, sender=sender)


def receive(
    sent: Annotated[Path, Parameter(help="The transfer as the sender's `transfer --json` wrote it.")],
    *levels: Annotated[str, Parameter(help="LEVEL=LEVEL: which of the sender's meters goes onto which of these.")],
    licensee: Annotated[str, Parameter(help="Who receives it: this licensee.")],
    received: Annotated[str, Parameter(help="What arrived in all; it must be what was sent.")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition: a fund that another licensee sent goes onto this jackpot's meters and reserves."""
    from lammer.surfaces.cli.progressive.papers import read_transfer

    needed()
    paper, arrived, pairs = read_transfer(sent), money_option("--received", received), _pairs(levels)
    with where.desk() as desk:
        tell(desk.receive(who.its_key, who.as_, where.name(desk), paper, licensee, arrived, pairs), who.json)


def discontinue(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """Ends a jackpot that owes players nothing."""
    take_step("discontinue", where, who)
