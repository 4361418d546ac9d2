"""Options of every command that opens books: where their keys and their witness are."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

KeysOption = Annotated[
    Path | None,
    Parameter(
        name="--keys",
        help="The folder of keys, apart from the books; else $LAMMER_KEYS, or keys in the user's data folder.",
    ),
]
WitnessOption = Annotated[
    str,
    Parameter(
        name="--witness",
        show_default=False,
        help="Where the newest signed event is kept outside the books: a file, or another server's address; "
        "else $LAMMER_WITNESS.",
    ),
]
