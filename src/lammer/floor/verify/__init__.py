"""Takes the books of a floor; gives a verdict on its play: every round dealt again by the rules, and every payment,
contribution and award held against the entries in the books; every shoe held against what was promised of it.

The ledger's own verifier says whether the books are whole; this one says whether what they hold was right.
"""

from lammer.floor.verify.verdict import PlayFault, PlayVerdict
from lammer.floor.verify.walk import FEW_EVENTS, verify_play

__all__ = ["FEW_EVENTS", "PlayFault", "PlayVerdict", "verify_play"]
