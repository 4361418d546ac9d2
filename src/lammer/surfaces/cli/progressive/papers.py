"""Reads the document that transfers a fund from one licensee's books to another's."""

import json
from pathlib import Path

from pydantic import ValidationError

from lammer.progressive.transfer import Transfer
from lammer.surfaces.cli.options import BadOption


def read_transfer(path: Path) -> Transfer:
    """The transfer from the output of `lammer progressive transfer --json`; its other keys are ignored."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return Transfer.model_validate(
            {name: document[name] for name in Transfer.model_fields if name in document}, strict=True
        )
    except OSError as error:
        raise BadOption(f"{path}: {error.strerror}") from None
    except (ValueError, TypeError) as error:
        wrong = [".".join(map(str, one["loc"])) for one in error.errors()] if isinstance(error, ValidationError) else []
        about = f": {', '.join(wrong)} is wrong or missing" if wrong else ""
        raise BadOption(f"{path}: this is not a transfer{about}; the sender writes it with transfer --json") from None
