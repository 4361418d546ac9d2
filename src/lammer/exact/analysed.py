"""The rule tables of a sheet that the analysis can treat exactly. Other rules are refused here, by key."""

from lammer.exact.refusals import NotAnalysed
from lammer.rule_tables.legality import UNSPLIT
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.sheet import Sheet


def analysed_tables(sheet: Sheet, *, against: bool = False) -> RuleTables:
    """``against``: of the bet against one's own hand. Raises NotAnalysed for rules that the analysis does not
    support."""
    tables = rule_tables(sheet, against=against)
    if against:
        return tables
    if Play.STAND not in tables.legality.plays(UNSPLIT, tables.limit, False, 3):
        raise NotAnalysed("draw.must_through: a hand that must be drawn to can never stand")
    return tables
