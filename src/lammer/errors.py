"""The base of every error that lammer raises on purpose.

It stands below all other modules, so that each of them can define its own errors.
"""


class LammerError(Exception):
    """Something was refused or could not be read. The message says what, where, and what to do about it."""
