"""Users whose passwords are hashed with the smallest parameters of Argon2.

A hash names its parameters, so logging in is quick too: with the real ones each of the two takes 0.28 CPU seconds.
Tests of log-ins as such (``tests/attacks``, ``test_first_user.py``) use those."""

from functools import cache

from argon2 import PasswordHasher

from lammer.surfaces.web.people import Role, hashed_entry


@cache
def _hashed(password: str) -> str:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(password)


def user_entry(name: str, password: str, roles: tuple[Role, ...]) -> str:
    """The lines of a user for the users file."""
    return hashed_entry(name, _hashed(password), roles)
