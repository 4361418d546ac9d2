"""``lammer serve add-user``, ``passwd``, ``roles`` and ``remove-user``: the file of users. A running server takes the
changes up at once and ends the sessions of whoever was changed."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer.surfaces.hidden_input import NoTerminal, ask_hidden
from lammer.surfaces.web.options import ROLES, SHORTEST_PASSWORD, Role

UsersOption = Annotated[Path, Parameter(help="The file of users.")]
NameOption = Annotated[str, Parameter(help="The name to log in with.")]
RoleOption = Annotated[
    tuple[Role, ...],
    Parameter(negative="", consume_multiple=False, help="What the user may do. Repeat for more."),
]
PasswordOption = Annotated[str, Parameter(help="- asks for it without showing it.")]


def add_user_commands(app: App) -> None:
    app.command(
        add_user,
        name="add-user",
        help_epilogue="""Examples:
  lammer serve add-user users.toml ann --password 'correct horse'
  lammer serve add-user users.toml sam --role supervisor --password 'battery staple'

Without --password it is asked for. Other users of the machine can read a command
line while it runs.""",
    )
    app.command(
        passwd,
        name="passwd",
        help_epilogue="""Examples:
  lammer serve passwd users.toml ann --password 'staple battery'

Without --password it is asked for. Whoever is logged in as this user is logged
out at once.""",
    )
    app.command(
        roles,
        name="roles",
        help_epilogue="""Examples:
  lammer serve roles users.toml ann --role player --role dealer

The roles replace those the user had, and the user must log in again.""",
    )
    app.command(
        remove_user,
        name="remove-user",
        help_epilogue="""Examples:
  lammer serve remove-user users.toml sam

Whoever is logged in as this user is logged out at once. Money and records stay in
the books.""",
    )


def add_user(
    file: Annotated[Path, Parameter(help="The file of users; a new one is made.")],
    name: NameOption,
    *,
    role: RoleOption = ("player",),
    password: PasswordOption = "-",
) -> int:
    """Write a user with a hashed password into a file of users."""

    def write() -> None:
        from lammer.surfaces.web.people import UsersFault, read_users
        from lammer.surfaces.web.users_file import add_user as write_user

        if file.exists() and name in read_users(file):
            raise UsersFault(f"{file}: {name} is in it already")
        write_user(file, name, _secret(name, password), role)

    return _done(write, f"{file}: {name}, {', '.join(role)} (of {', '.join(ROLES)})")


def passwd(file: UsersOption, name: NameOption, *, password: PasswordOption = "-") -> int:
    """Give a user another password."""

    def write() -> None:
        from lammer.surfaces.web.users_file import change_user, user_in

        user_in(file, name)
        change_user(file, name, password=_secret(name, password))

    return _done(write, f"{file}: {name} has another password")


def roles(file: UsersOption, name: NameOption, *, role: RoleOption) -> int:
    """Give a user other roles."""

    def write() -> None:
        from lammer.surfaces.web.users_file import change_user

        change_user(file, name, roles=role)

    return _done(write, f"{file}: {name}, {', '.join(role)} (of {', '.join(ROLES)})")


def remove_user(file: UsersOption, name: NameOption) -> int:
    """Remove a user from a file of users."""

    def write() -> None:
        from lammer.surfaces.web.users_file import remove_user as remove

        remove(file, name)

    return _done(write, f"{file}: {name} is removed")


class _Refused(Exception):
    pass


def _secret(name: str, password: str) -> str:
    try:
        secret = ask_hidden(f"password for {name}: ") if password == "-" else password
    except NoTerminal:
        raise _Refused("--password -: no terminal to ask for it; write --password PASSWORD") from None
    if len(secret) < SHORTEST_PASSWORD:
        raise _Refused(f"a password has at least {SHORTEST_PASSWORD} characters")
    return secret


def _done(write: Callable[[], None], said: str) -> int:
    """Writes, and says what was written or what is wrong in one line."""
    try:
        from lammer.surfaces.web.people import UsersFault

        import_module("lammer.surfaces.web.users_file")
    except ModuleNotFoundError as missing:
        return _refuse(f"a file of users needs {missing.name}: pip install 'lammer[web]'")
    try:
        write()
    except (UsersFault, _Refused, OSError) as fault:
        return _refuse(str(fault))
    print(said)
    return 0


def _refuse(text: str) -> int:
    print(f"lammer: {text}", file=sys.stderr)
    return 2
