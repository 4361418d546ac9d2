"""Verifies the play in the books of a floor: deals every round again by the rules, compares every payment, contribution
and award with the entries, and compares every shoe with its commitment.

The ledger's verifier checks that the books are complete and unaltered; this one checks that the play in them was
correct. Start with ``walk.verify_play``, which returns a ``PlayVerdict``.
"""

from lammer.floor.verify.verdict import PlayFault, PlayVerdict
from lammer.floor.verify.walk import FEW_EVENTS, verify_play

__all__ = ["FEW_EVENTS", "PlayFault", "PlayVerdict", "verify_play"]
