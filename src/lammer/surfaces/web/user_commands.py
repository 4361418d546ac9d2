"""``lammer serve add-user``, ``passwd``, ``roles`` and ``remove-user`` change the users file. A running server applies
the changes at once and ends the sessions of changed users."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer.surfaces.hidden_input import NoTerminal, ask_hidden
from lammer.surfaces.web.options import ROLES, SHORTEST_PASSWORD, Role

UsersOption = Annotated[Path, Parameter(help="The users file.")]
NameOption = Annotated[str, Parameter(help="The name to log in with.")]
RoleOption = Annotated[
    tuple[Role, ...],
    Parameter(negative="", consume_multiple=False, help="A role of the user. Repeat for more."),
]
PasswordOption = Annotated[str, Parameter(help="The password; - prompts for it without showing it.")]


def add_user_commands(app: App) -> None:
    app.command(
        add_user,
        name="add-user",
        help_epilogue="""Examples:
  lammer serve add-user users.toml ann --password 'correct horse'
  lammer serve add-user users.toml sam --role supervisor \\
    --password 'battery staple'

Without --password you are prompted for it. Other users of the machine can read
a command line while it runs.""",
    )
    app.command(
        passwd,
        name="passwd",
        help_epilogue="""Examples:
  lammer serve passwd users.toml ann --password 'staple battery'

Without --password you are prompted for it. The user is logged out everywhere at
once.""",
    )
    app.command(
        roles,
        name="roles",
        help_epilogue="""Examples:
  lammer serve roles users.toml ann --role player --role dealer

The roles replace the previous ones, and the user must log in again.""",
    )
    app.command(
        remove_user,
        name="remove-user",
        help_epilogue="""Examples:
  lammer serve remove-user users.toml sam

The user is logged out everywhere at once. Money and records stay in the books.""",
    )


def add_user(
    file: Annotated[Path, Parameter(help="The users file; created if it does not exist.")],
    name: NameOption,
    *,
    role: RoleOption = ("player",),
    password: PasswordOption = "-",
) -> int:
    """Add a user with a hashed password to the users file."""

    def write() -> None:
        from lammer.surfaces.web.people import UsersFault, read_users
        from lammer.surfaces.web.users_file import add_user as write_user

        if file.exists() and name in read_users(file):
            raise UsersFault(f"{file}: {name} already exists")
        write_user(file, name, _secret(name, password), role)

    return _done(write, f"{file}: {name}, {', '.join(role)} (of {', '.join(ROLES)})")


def passwd(file: UsersOption, name: NameOption, *, password: PasswordOption = "-") -> int:
    """Change the password of a user."""

    def write() -> None:
        from lammer.surfaces.web.users_file import change_user, user_in

        user_in(file, name)
        change_user(file, name, password=_secret(name, password))

    return _done(write, f"{file}: the password of {name} is changed")


def roles(file: UsersOption, name: NameOption, *, role: RoleOption) -> int:
    """Change the roles of a user."""

    def write() -> None:
        from lammer.surfaces.web.users_file import change_user

        change_user(file, name, roles=role)

    return _done(write, f"{file}: {name}, {', '.join(role)} (of {', '.join(ROLES)})")


def remove_user(file: UsersOption, name: NameOption) -> int:
    """Remove a user from the users file."""

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


def _done(write: Callable[[], None], message: str) -> int:
    """Calls ``write`` and prints the message, or the error in one line."""
    try:
        from lammer.surfaces.web.people import UsersFault

        import_module("lammer.surfaces.web.users_file")
    except ModuleNotFoundError as missing:
        return _refuse(f"the users file needs {missing.name}: pip install lammer")
    try:
        write()
    except (UsersFault, _Refused, OSError) as fault:
        return _refuse(str(fault))
    print(message)
    return 0


def _refuse(text: str) -> int:
    print(f"lammer: {text}", file=sys.stderr)
    return 2
