"""The base of every error that lammer raises on purpose, and the errors that have no package of their own.

It stands below all other modules, so that each of them can define its own errors.
"""


class LammerError(Exception):
    """Something was refused or could not be read. The message says what, where, and what to do about it."""


class BadArgument(LammerError, ValueError):
    """An argument of the Python API cannot be used. ``argument`` names it; the command line names its option."""

    def __init__(self, argument: str, text: str, given: object = "") -> None:
        """``given`` is what was written, where that belongs beside the name: ``seed -1: …``."""
        self.argument, self.text, self.given = argument, text, str(given)
        super().__init__(self.named(argument))

    def named(self, name: str) -> str:
        """The message under another name of the argument, as a command has it."""
        return f"{name} {self.given}: {self.text}" if self.given else f"{name}: {self.text}"


class MissingExtra(LammerError, ImportError):
    """A part that is installed separately is not there. The message says what to install."""
