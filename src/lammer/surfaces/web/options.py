"""What the command line knows of the server before any of its parts is loaded: addresses, roles, passwords."""

from typing import Literal, get_args

LOOPBACK = ("127.0.0.1", "::1", "localhost")
STANDARD_PORT = 8777

Role = Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)
SHORTEST_PASSWORD = 8
CONNECTIONS, CONNECTIONS_PER_ADDRESS, REQUESTS_PER_ADDRESS = 2000, 100, 100
"""What a server takes unless told otherwise: connections in all, and by address; requests a second by address."""
IDLE_MINUTES = 240
"""When unused tables are closed and idle guests logged out, unless the server is told otherwise."""
