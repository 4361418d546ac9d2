"""The exact loss of a policy is ``lammer.regret``; this is its earlier place."""

from lammer.api.policy_questions import Policy
from lammer.api.regret import CellLoss, Regret, regret

__all__ = ["CellLoss", "Policy", "Regret", "regret"]
