"""The approval form of an award: what a supervisor has confirmed and whose card must complete it, to be signed."""

from lammer.papers.document import Amount, Block, Cell, Column, Facts, Paragraph, Table
from lammer.papers.forms.awards import award_of
from lammer.papers.forms.books import JackpotBooks
from lammer.papers.forms.parts import Draft, level_title, lines_table, money, money_words
from lammer.papers.forms.proof import time_text
from lammer.papers.forms.slip import award_facts, award_words
from lammer.progressive.claims import card_role
from lammer.progressive.state import Claim

CLAUSES = ("SD.19 (5)(a)", "SD.19 (6)(iii)", "SD.19 (6)(iv)", "SD.19 (6)(v)", "SD.19 (6)(vi)")
CHECKED = (
    "The starting cards on the layout are those above",
    "The progressive wager was on the sensor before the cards",
    "The sign shows the amount of the meter",
    "The player's identity",
)


def approval(books: JackpotBooks, table: str, hand: int, spot: int) -> Draft:
    award = award_of(books.journal, books.link, table, hand, spot)
    frozen = award.reached("frozen")
    terms, claim = books.terms_at(frozen.number).terms, frozen.claim
    role = card_role(terms, Claim.model_validate(claim))
    other = " It must be another person's than the supervisor's." if terms.card_of == "another person" else ""
    selected = award.stages["selected"]
    blocks: tuple[Block, ...] = (
        Amount("Award to approve", money("amount", claim["amount"]), award_words(claim)),
        award_facts(award, frozen, "Confirmed at"),
        award.picture(claim["outcome"]),
        *_meter(books, claim, frozen.number),
        Facts(
            (
                ("Selected", f"by the dealer {selected.actor}, event {selected.number}, {time_text(selected.at)}"),
                ("Confirmed", f"by the supervisor {frozen.actor}, event {frozen.number}, {time_text(frozen.at)}"),
                ("To be completed", f"by the card of {'an' if role == 'executive' else 'a'} {role}"),
            )
        ),
        Paragraph(f"From {money_words(terms.executive_from)} the card must be an executive's.{other}", small=True),
        Table(
            (Column("Verified", width=1), Column("Initials", width=0.35)),
            tuple((one, "") for one in CHECKED),
            "To be checked before the card is swiped",
        ),
    )
    return Draft(
        "AF",
        "Approval of an award",
        frozen.number,
        f"{terms.name} · jackpot {books.link} · {award.place}",
        blocks,
        (f"Dealer: {claim['dealer']}", f"Supervisor: {claim['supervisor']}", f"{role.capitalize()} (card)"),
        CLAUSES,
        {"table": table, "hand": hand, "spot": spot},
        (table, str(hand), str(spot)),
        money_words(claim["amount"]),
        spot,
    )


def _meter(books: JackpotBooks, claim: dict[str, object], number: int) -> tuple[Block, ...]:
    level = str(claim["level"])
    if not level:
        return ()
    shown = books.journal.balance_after(books.accounts(level).meter, number)
    frozen = books.frozen_at(number).get(level, 0)
    rows: list[tuple[str, Cell]] = [
        (f"{level_title(level)} on the sign", money("meter", shown)),
        ("Of it frozen for confirmed awards, with this one", money("frozen", frozen)),
        ("This award", money("award", int(str(claim["amount"])))),
    ]
    return (lines_table("The meter when the award was confirmed", rows, (2,)),)
