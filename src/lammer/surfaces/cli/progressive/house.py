"""Commands between hands: create, open and close jackpots, enrol people, change terms, and correct, move or end
liability."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.surfaces.cli.options import BadOption, JsonOption, money_option
from lammer.surfaces.cli.progressive.options import (
    HandArgument,
    TableArgument,
    TermsSetOption,
    Where,
    Who,
    card_option,
    needed,
    print_step,
    progressive_examples,
    take_step,
)
from lammer.surfaces.cli.shared import CardOption, KeyOption, NoteOption, TermsOption, shared

PetitionOption = Annotated[str, Parameter(help="The reference under which the petition is recorded.")]
Role = Literal["dealer", "supervisor", "executive"]


def add_opening(app: App) -> None:
    """Adds the commands used before the first hand, in this order."""
    _add(
        app,
        {
            create: ("create main --executive erin --card E1",),
            enrol: (
                "enrol eli executive --card E2 --as erin",
                "enrol sam supervisor --card S1 --approved-by eli --as erin",
                "enrol dana dealer --as erin",
                "enrol dave dealer --as erin",
            ),
            approve_table: ("approve-table T1 --as erin",),
            open_link: ("open-link --as sam",),
        },
    )


def add_changes(app: App) -> None:
    """Adds the commands used between hands and to end a jackpot."""
    _add(
        app,
        {
            adjust: (
                "adjust meter 12.50 --reason 'sensor fault' \\\n    --note 'table 1' --approved-by eli --as erin",
            ),
            announce: ("announce --from-day 2099-01-31 --terms blazing-7s --as erin",),
            close_link: ("close-link --as sam",),
            change: ("change --as erin    # refused before that day",),
            petition: ("petition P1 --to 'reduce qualification' \\\n    --decided-by kim --note hearing --as erin",),
            reduce: ("reduce '777 same colour' --reference P1 --as erin",),
            move: (
                "create other --executive erin",
                "petition P2 --to 'move to another jackpot' \\\n"
                "    --decided-by kim --note hearing --as erin --link main",
                "move other meter=meter --reference P2 --as erin --link main",
            ),
            transfer: (
                "petition P3 --to 'transfer to another licensee' \\\n"
                "    --decided-by kim --note sold --as erin --link other",
                "transfer 'House B' --sender 'House A' --reference P3 \\\n"
                "    --as erin --link other --json > sent.json",
            ),
            receive: (
                "create main --executive eve --db house-b.db",
                "petition P3 --to 'receive from another licensee' \\\n"
                "    --licensee 'House A' --decided-by kim --note sold --as eve --db house-b.db",
                "receive sent.json meter=meter --licensee 'House B' \\\n"
                "    --received 20012.68 --as eve --db house-b.db",
            ),
            discontinue: (
                "create small --executive erin",
                "discontinue --as erin --link small    # refused: never won",
            ),
        },
    )


def _add(app: App, steps: Mapping[Callable[..., None], tuple[str, ...]]) -> None:
    for step, lines in steps.items():
        app.command(step, name=step.__name__.replace("_", "-"), help_epilogue=progressive_examples(*lines))


def create(
    jackpot: Annotated[str, Parameter(help="The jackpot's name.")],
    *,
    executive: Annotated[str, Parameter(help="The first executive, who enrols the others.")],
    card: CardOption = "",
    terms: TermsOption = "blazing-7s",
    set_: TermsSetOption = (),
    key: KeyOption = "",
    where: Where = Where(),  # noqa: B008 (frozen)
    json: JsonOption = False,
) -> None:
    """Create a jackpot with its meters at their seeds: lammer progressive create main --executive erin --card E1"""
    from lammer.progressive.terms import load_terms

    agreed = load_terms(terms, set_)
    with where.desk(new=True) as desk:
        print_step(desk.create(Who(executive, key).its_key, jackpot, agreed, executive, card_option(card)), json)


def enrol(
    name: Annotated[str, Parameter(help="The person's name.")],
    role: Annotated[Role, Parameter(help="The role of the person.")],
    *,
    card: CardOption = "",
    approved_by: Annotated[str, shared("--approved-by", "For supervisors and executives.", show_default=False)] = "",
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """An executive enrols a dealer, supervisor or executive."""
    from lammer.progressive.desk import card_digest

    carried = card_digest(card_option(card)) if card else ""
    take_step("enrol", where, who, name=name, role=role, card=carried, approved_by=approved_by)


def approve_table(table: TableArgument, *, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """An executive approves a table with sensors and signage: hands begin on approved tables only."""
    take_step("approve-table", where, who, name=table)


def open_link(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """Open the jackpot: hands may begin at its tables."""
    take_step("open-link", where, who)


def close_link(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """Close the jackpot: no new hand may begin, and the meters do not change."""
    take_step("close-link", where, who)


def announce(
    *,
    from_day: Annotated[str, Parameter(help="The first day of the new terms, like 2027-01-31.")],
    terms: TermsOption,
    set_: TermsSetOption = (),
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Announce new terms, with the notice that players must get."""
    from lammer.progressive.terms import load_terms

    take_step("announce", where, who, terms=load_terms(terms, set_), from_day=from_day)


def change(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """Apply the announced terms; the link must be closed."""
    take_step("change", where, who)


def adjust(
    level: Annotated[str, Parameter(help="The meter's level.")],
    amount: Annotated[str, Parameter(help="The amount to add to the meter; a negative one is written -12.50.")],
    *,
    reason: Annotated[str, Parameter(help="One of the listed reasons; any other word lists them.")],
    note: NoteOption,
    approved_by: Annotated[str, shared("--approved-by")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Correct a meter; two executives are needed."""
    sign = -1 if amount.startswith("-") else 1
    cents = sign * money_option("AMOUNT", amount.removeprefix("-") if sign < 0 else amount.removeprefix("+"))
    take_step("adjust", where, who, level=level, amount=cents, reason=reason, note=note, approved_by=approved_by)


def petition(
    reference: PetitionOption,
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
    decided_by: Annotated[str, Parameter(help="Who decided it.")],
    note: NoteOption,
    licensee: Annotated[
        str, shared("--licensee", "Of the other one, needed to receive a fund.", show_default=False)
    ] = "",
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """Record a permission of the executive secretary (SD.19 (9))."""
    body = {"permits": to, "reference": reference, "decided_by": decided_by, "note": note, "licensee": licensee}
    take_step("petition", where, who, **body)


def reduce(hand: HandArgument, *, reference: PetitionOption, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """By petition: a more frequent hand also wins the highest award, until that is won."""
    take_step("reduce", where, who, reference=reference, outcome=hand)


def move(
    to_link: Annotated[str, Parameter(help="The jackpot that takes it over.")],
    *levels: Annotated[
        str, Parameter(help="LEVEL=LEVEL: a meter of this jackpot and the meter of the other that gets it.")
    ],
    reference: PetitionOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition: move the liability to another jackpot's meters and end this one."""
    pairs = _pairs(levels)
    with where.desk() as desk:
        print_step(desk.move(who.its_key, who.as_, where.name(desk), reference, to_link, pairs), who.json)


def _pairs(levels: tuple[str, ...]) -> dict[str, str]:
    pairs = dict(text.split("=", 1) for text in levels if "=" in text)
    if len(pairs) != len(levels):
        raise BadOption("write LEVEL=LEVEL for each meter, like meter=minor")
    return pairs


def transfer(
    licensee: Annotated[str, Parameter(help="The licensee that takes it over.")],
    *,
    sender: Annotated[str, Parameter(help="The licensee that hands it over, as the receiver knows it.")],
    reference: PetitionOption,
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition, on closing the business: liability and fund go to another licensee.

    --json prints the transfer as a document, which the other licensee needs to receive it."""
    take_step("transfer", where, who, reference=reference, licensee=licensee, sender=sender)


def receive(
    sent: Annotated[Path, Parameter(help="The transfer as the sender's `transfer --json` wrote it.")],
    *levels: Annotated[str, Parameter(help="LEVEL=LEVEL: a meter of the sender and the meter here that gets it.")],
    licensee: Annotated[str, shared("--licensee", "Of this one, which receives the fund.")],
    received: Annotated[str, Parameter(help="The total amount received; it must equal the amount sent.")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> None:
    """By petition: a fund that another licensee sent goes onto this jackpot's meters and reserves."""
    from lammer.surfaces.cli.progressive.papers import read_transfer

    needed()
    paper, arrived, pairs = read_transfer(sent), money_option("--received", received), _pairs(levels)
    with where.desk() as desk:
        print_step(desk.receive(who.its_key, who.as_, where.name(desk), paper, licensee, arrived, pairs), who.json)


def discontinue(*, who: Who, where: Where = Where()) -> None:  # noqa: B008
    """End a jackpot that owes players nothing."""
    take_step("discontinue", where, who)
