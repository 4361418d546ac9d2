"""Rule sheets: TOML files in which every value cites its clause.

``load_sheet("sd-free-bet")`` returns a ``Sheet``, frozen and fully explicit, or raises ``SheetFaults`` with every fault
at once. Start with ``schema.py`` (the values of a sheet), then ``loader.py`` (how files become a sheet).
``conditions/`` is the vocabulary of side bets; ``outcome_chances.py`` computes their exact chances.
"""

from lammer.rules.loader import load_sheet, sheet_names
from lammer.rules.sheet import Fault, Sheet, SheetFaults

__all__ = ["Fault", "Sheet", "SheetFaults", "load_sheet", "sheet_names"]
