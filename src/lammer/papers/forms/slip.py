"""The jackpot slip: one award that was paid, with its cards, the meter before and after, and who approved it."""

from lammer.papers.document import Amount, Block, Cell, Column, Facts, Table
from lammer.papers.forms.awards import Award, Stage, award_of
from lammer.papers.forms.books import JackpotBooks
from lammer.papers.forms.parts import Draft, level_title, lines_table, money, money_words
from lammer.papers.forms.proof import time_text

CLAUSES = ("SD.19 (6)(i)", "SD.19 (6)(ii)", "SD.19 (6)(vi)", "SD.19 (6)(vii)", "SD.19 (7)")


def slip(books: JackpotBooks, table: str, hand: int, spot: int) -> Draft:
    award = award_of(books.journal, books.link, table, hand, spot)
    paid, terms = award.reached("paid"), books.terms_at(award.reached("paid").number).terms
    claim = paid.claim
    blocks: tuple[Block, ...] = (
        Amount("Jackpot paid", money("paid", claim["amount"]), award_words(claim)),
        award_facts(award, paid, "Paid at"),
        award.picture(claim["outcome"]),
        _payments(books, paid),
        _approvals(award),
    )
    people = [f"Dealer: {claim['dealer']}"]
    people += [f"Supervisor: {claim['supervisor']}"] if claim["supervisor"] else []
    people += [f"Card: {claim['approved_by']}"] if claim["approved_by"] else []
    return Draft(
        "JS",
        "Jackpot slip",
        paid.number,
        f"{terms.name} · jackpot {books.link} · {award.place}",
        blocks,
        (f"Received by the player{award.player and ': ' + award.player}", "Paid out by", *people),
        CLAUSES,
        {"table": table, "hand": hand, "spot": spot},
        (table, str(hand), str(spot)),
        money_words(claim["amount"]),
        spot,
    )


def award_words(claim: dict[str, object]) -> str:
    won = f"{claim['percent']}% of the {level_title(str(claim['level'])).lower()}" if claim["level"] else "a fixed pay"
    return f"{claim['outcome']}: {won}"


def award_facts(award: Award, stage: Stage, at: str) -> Facts:
    rows: list[tuple[str, Cell]] = [
        (at, time_text(stage.at)),
        ("Table, hand, spot", f"{award.table}, {award.hand}, {award.spot}"),
        ("Progressive wager", money("wager", stage.claim["wager"])),
    ]
    rows += [("Player", award.player)] if award.player else []
    rows += [("Commitment of the shoe", award.commitment)] if award.commitment else []
    return Facts(tuple(rows))


def _payments(books: JackpotBooks, paid: Stage) -> Table:
    claim, others = paid.claim, paid.claim.get("others", 0)
    rows: list[tuple[str, Cell]] = []
    strong = 0
    if level := claim["level"]:
        before, after = (
            books.journal.balance_after(books.accounts(level).meter, paid.number - back) for back in (1, 0)
        )
        reset = claim["reset"] or {"seed": 0, "reserve": 0}
        rows.append((f"{level_title(level)} before the card", money("before", before)))
        rows.append(("Award, off the meter", money("award", -claim["amount"], signed=True)))
        rows.append(("Seed", money("seed", reset["seed"], signed=True)))
        rows.append(("Reserve", money("reserve", reset["reserve"], signed=True)))
        rows.append((f"{level_title(level)} after the card", money("after", after)))
        strong = 4
        if claim["breakage"]:
            rows.append(("Left on the meter by rounding, in hundredths of a cent", str(claim["breakage"])))
    else:
        rows.append(("Paid from the tray, not off the meter", money("tray", claim["amount"])))
    rows += [("To the dealers' tip pool (Lucky George)", money("envy", claim["envy"]))] if claim["envy"] else []
    rows += [("To every other bettor of the table", money("others", others))] if others else []
    return lines_table("Award and meter", rows, (strong,))


def _approvals(award: Award) -> Table:
    names = {"selected": "Selected by the dealer", "frozen": "Confirmed by the supervisor", "paid": "Completed by card"}
    if "frozen" not in award.stages:
        names["paid"] = "Paid by the dealer"
    rows = tuple(
        (names[name], stage.actor, str(stage.number), time_text(stage.at)) for name, stage in award.stages.items()
    )
    columns = (Column("Step", width=1), Column("Person", width=1), Column("Event", "right"), Column("Time", "right"))
    return Table(columns, rows, "Approvals in the books")
