"""The rules in plain sentences and as the values of the sheet, each with its clause."""

from typing import Any, get_args

from lammer.cards.money import money_text
from lammer.papers.document import Block, Column, Paragraph, SubSection, Table
from lammer.papers.figures import Figures
from lammer.papers.sections.jackpot_steps import jackpot_steps
from lammer.papers.sections.lammers import lammer_rules
from lammer.papers.sections.order_of_deal import deal_rules
from lammer.papers.sections.playing import playing_rules
from lammer.papers.sections.procedure import dealing_rules, irregularity_rules
from lammer.papers.sections.settlement import settlement_rules
from lammer.rules.clauses import clause_texts
from lammer.rules.description import description
from lammer.rules.guide import guide
from lammer.rules.paytable import Minor, Paytable
from lammer.rules.posted import PostedRule, posted_rules
from lammer.rules.schema import Level
from lammer.rules.schema_walk import is_section, is_statement, schema_at
from lammer.rules.sheet import Sheet
from lammer.rules.side_bet_words import side_bet_rules
from lammer.rules.signage import hand_signals, main_pays
from lammer.rules.value_words import value_words

MINOR = get_args(Minor)[1].description
"""How the schema describes an amount of money."""
RULED = Column("Rule", width=3), Column("Clause", width=1)


def plain(figures: Figures) -> tuple[Block, ...]:
    """The game in words."""
    sheet = figures.sheet
    blocks: list[Block] = [
        Paragraph(description(sheet)),
        _sentences("How it is played", [*guide(sheet), *playing_rules(sheet)]),
    ]
    blocks += [_sentences("Lammers", lammers)] if (lammers := lammer_rules(sheet)) else []
    pays = tuple(
        (one.hand, one.pays, "at once" if one.at_once else "at the end", one.clause) for one in main_pays(sheet)
    )
    columns = Column("Hand", width=2), Column("Pays"), Column("Paid"), Column("Clause", width=1)
    blocks.append(SubSection("Payout odds of the main wager", (Table(columns, pays),)))
    blocks.append(_sentences("Settlement, insurance and surrender", settlement_rules(sheet)))
    blocks += [_sentences(f"Side bet: {bet.name}", side_bet_rules(sheet, one)) for one, bet in sheet.side_bets.items()]
    signals = tuple((one.action, one.sign, one.clause) for one in hand_signals(sheet))
    signed = Column("Action"), Column("Sign", width=3), Column("Clause", width=1)
    blocks.append(SubSection("Hand signals", (Table(signed, signals, small=True),)))
    return (*blocks, _sentences("Posted rules", posted_rules(sheet)))


def _sentences(title: str, rules: list[PostedRule]) -> SubSection:
    return SubSection(title, (_ruled(rules),))


def _ruled(rules: list[PostedRule]) -> Table:
    return Table(RULED, tuple((one.text, one.clause) for one in rules))


def values(figures: Figures) -> tuple[Block, ...]:
    """The rules in code form."""
    text = (
        "Every value of the sheet with the clause that states it. A rule drives the game; a statement (in brackets) "
        "describes what the table always does, or what is posted."
    )
    return (Paragraph(text), *_by_section(figures.sheet))


def equipment(figures: Figures) -> tuple[Block, ...]:
    sheet = figures.sheet
    steps = [_sentences(sheet.side_bets[bet_id].name, jackpot_steps(sheet, bet_id)) for bet_id in sheet.jackpots]
    return (
        _ruled(dealing_rules(sheet)),
        Paragraph("lammer layout draws the felt of the table to scale."),
        _sentences("The order of the deal", deal_rules(sheet)),
        *steps,
    )


def irregularities(figures: Figures) -> tuple[Block, ...]:
    return (_ruled(irregularity_rules(figures.sheet)),)


def _by_section(sheet: Sheet) -> list[Block]:
    texts, sections = clause_texts(), dict[str, list[tuple[str, ...]]]()
    for key, entry in sheet.entries.items():
        *path, name = key.split(".", 2) if key.startswith("side_bets.") else key.split(".", 1)
        shown = _shown(key, entry.value)
        says = texts.get(entry.clauses[0], "")
        row = name, f"({shown})" if is_statement(schema_at(key)) else shown, entry.clause, says
        sections.setdefault(".".join(path), []).append(row)
    columns = (
        Column("Value", width=1.3),
        Column("Is", width=1.5),
        Column("Clause", width=0.8),
        Column("Text", width=2.6),
    )
    return [SubSection(name, (Table(columns, tuple(rows), small=True),)) for name, rows in sections.items()]


def _shown(key: str, value: Any) -> str:
    """The value in words; money as an amount, since a minimum of 500 would be read as five hundred."""
    if isinstance(value, Level):
        return f"starts at {_amount(value.start)}; reset to {_amount(value.reset)}"
    if isinstance(value, Paytable) and value.envy:
        return f"{value_words(value)}; {_envy(value)}"
    return _amount(value) if _is_money(key) else value_words(value)


def _amount(minor: int) -> str:
    return f"{money_text(minor)} ({minor} cents)"


def _envy(paytable: Paytable) -> str:
    stakes = " or ".join(money_text(stake) for stake in paytable.stakes)
    rows = (f"{row} {' or '.join(money_text(pay) for pay in pays)}" for row, pays in paytable.envy.items())
    return f"to the tip pool for a wager of {stakes}: {', '.join(rows)}"


def _is_money(key: str) -> bool:
    """Whether a value is in minor units, by its description in the schema."""
    section, _, name = key.rpartition(".")
    within = schema_at(section)
    return within is not None and is_section(within) and within.model_fields[name].description == MINOR
