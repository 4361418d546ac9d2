"""Why a form cannot be made."""

from lammer.errors import LammerError


class FormRefused(LammerError, ValueError):
    """The books have nothing to print. ``code`` is for programs, the text says what to do."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text
