"""What the procedure says no to: a code for programs, a sentence for people, the clause it stands on."""


class StepRefused(Exception):
    """A step that may not be taken; nothing has changed."""

    def __init__(self, code: str, text: str, clause: str) -> None:
        super().__init__(f"{text} [{code}, {clause}]")
        self.code, self.text, self.clause = code, text, clause


class TermsFault(ValueError):
    """Terms that cannot be read or do not fit together."""
