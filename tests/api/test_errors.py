"""Every error of the package derives from LammerError, so that one ``except`` is enough."""

import pytest

from lammer.errors import LammerError
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from tools.error_classes import exceptions

CONTROL_FLOW = {
    "lammer.ledger.store.Busy",  # the desk tries again
    "lammer.progressive.terms._Unfit",  # tells pydantic what is wrong with a value
    "lammer.surfaces.cli.stopping.Terminated",  # a KeyboardInterrupt: SIGTERM is handled as Ctrl-C is
    "lammer.surfaces.cli.play.asking.Leave",  # the player leaves the table
    "lammer.surfaces.web.analysis.child._Stopped",  # ends work that nobody waits for
    "lammer.surfaces.web.protocols._Refused",  # ends a request early, with the answer
    "lammer.surfaces.web.security_log._Unchanged",  # ends a transaction that has nothing to write
    "lammer.surfaces.web.serve._NotPrepared",  # ends the start of a server, after its message was printed
    "lammer.surfaces.cli.workbench.analyst._Superseded",  # ends work that nobody waits for
    "lammer.surfaces.web.user_commands._Refused",  # rolls the file of users back
    "lammer.table.redeal._Unusual",  # the round is dealt the plain way
    "lammer.workbench.paytables._Stop",  # ends a search that has taken too many steps
}
"""Exceptions that never leave the module or process part that raises them."""


def test_every_error_derives_from_the_one_base() -> None:
    found = exceptions()
    assert len(found) >= 30
    assert {name for name, one in found.items() if not issubclass(one, LammerError)} == CONTROL_FLOW


def test_errors_keep_their_other_bases() -> None:
    """Programs that catch ValueError, and pydantic, which expects it, see what they saw before."""
    values = {name.rpartition(".")[2] for name, one in exceptions().items() if issubclass(one, ValueError)}
    assert values >= {"SheetFaults", "Refused", "NotationError", "NotACard", "NotMoney", "NotAnalysed", "ChartFault"}
    with pytest.raises(LammerError) as caught:
        load_sheet("no-such-game")
    assert isinstance(caught.value, SheetFaults)
    assert isinstance(caught.value, ValueError)
