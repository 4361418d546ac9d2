"""Takes TOML sheets in which every value names its clause; gives frozen, fully explicit sheets, or every fault."""

from lammer.rules.loader import load_sheet, sheet_names
from lammer.rules.sheet import Fault, Sheet, SheetFaults

__all__ = ["Fault", "Sheet", "SheetFaults", "load_sheet", "sheet_names"]
