"""Constants of the server for the command line, which must not import the server: addresses, roles, limits."""

from typing import Literal, get_args

LOOPBACK = ("127.0.0.1", "::1", "localhost")
STANDARD_PORT = 8777

Role = Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)
SHORTEST_PASSWORD = 8
CONNECTIONS, CONNECTIONS_PER_ADDRESS, REQUESTS_PER_ADDRESS = 2000, 100, 100
"""Defaults: connections in total and by address, requests per second by address."""
IDLE_MINUTES = 240
"""Default time after which unused tables are closed and idle guests logged out."""
