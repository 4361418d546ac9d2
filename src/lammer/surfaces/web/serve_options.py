"""Options of ``lammer serve`` for its books and clients, and their checks. This module does not import the server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from lammer.surfaces.books_options import KeysOption, WitnessOption
from lammer.surfaces.database import DATABASE, books_address
from lammer.surfaces.folders import data_folder
from lammer.surfaces.web.options import (
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    IDLE_MINUTES,
    LOOPBACK,
    REQUESTS_PER_ADDRESS,
)

REPEATED: dict[str, Any] = {"negative": "", "consume_multiple": False, "show_default": False}


@Parameter(name="*")
@dataclass(frozen=True)
class BooksOptions:
    """The locations of the books, their keys and their witness."""

    db: Annotated[
        str,
        Parameter(
            show_default=False,
            help="The books: an SQLite file or a postgresql:// address. Without a password; "
            f"else ${DATABASE}, or a file in the user's data folder.",
        ),
    ] = ""
    db_file: Annotated[
        Path | None, Parameter(help="A file with the address of the books; only its owner may be able to read it.")
    ] = None
    keys: KeysOption = None
    witness: WitnessOption = ""

    def address(self, *, users: bool) -> str:
        """The address of the books. Raises BadDatabase. A floor with guests and a floor with users have separate books:
        guests have every role and users their own, so neither could finish what the other began."""
        return books_address(self.db, self.db_file) or str(data_folder() / ("house.db" if users else "floor.db"))


@Parameter(name="*")
@dataclass(frozen=True)
class ClientOptions:
    """The host names and proxies that the server accepts, and limits on clients."""

    connections: Annotated[
        int, Parameter(name="--max-connections", help="Open connections in total; 0 for no limit.")
    ] = CONNECTIONS
    per_address: Annotated[
        int, Parameter(name="--max-connections-per-address", help="Open connections from one address; 0 for no limit.")
    ] = CONNECTIONS_PER_ADDRESS
    requests: Annotated[
        int,
        Parameter(name="--max-requests-per-address", help="Requests per second from one address; 0 for no limit."),
    ] = REQUESTS_PER_ADDRESS
    allow_host: Annotated[
        tuple[str, ...],
        Parameter(
            help="A host name that the server accepts besides its own address: NAME or NAME:PORT. Repeat for more.",
            **REPEATED,
        ),
    ] = ()
    trust_proxy: Annotated[
        tuple[str, ...],
        Parameter(
            help="The address of a proxy whose Forwarded and X-Forwarded headers are trusted: ADDRESS or "
            "ADDRESS/BITS. Repeat for more.",
            **REPEATED,
        ),
    ] = ()

    @property
    def limits(self) -> dict[str, int]:
        return {
            "connections": self.connections,
            "connections_per_address": self.per_address,
            "requests_per_second": self.requests,
        }

    def unfit(self) -> str:
        """What is wrong with these options; empty if nothing is."""
        from lammer.surfaces.web.hosts import host_of
        from lammer.surfaces.web.proxies import network_of

        options = ("--max-connections", "--max-connections-per-address", "--max-requests-per-address")
        for option, number in zip(options, self.limits.values(), strict=True):
            if number < 0:
                return f"{option} {number}: write a number from 0 (no limit)"
        for name in self.allow_host:
            if host_of(name) is None:
                return f"--allow-host {name}: write a host name as a browser shows it: NAME or NAME:PORT"
        for address in self.trust_proxy:
            try:
                network_of(address)
            except ValueError:
                return f"--trust-proxy {address}: write an address or a network: 10.0.0.5 or 10.0.0.0/24"
        return ""


@Parameter(name="*")
@dataclass(frozen=True)
class IdleOptions:
    """When the server closes unused tables and logs idle guests out."""

    idle_tables: Annotated[
        int,
        Parameter(
            help="Minutes without a command after which an open table is closed; 0 for never. "
            "Not while a bet is placed, a round is being played or a dealer is on duty."
        ),
    ] = IDLE_MINUTES
    idle_guests: Annotated[
        int,
        Parameter(help="Minutes after which an idle guest is logged out and loses seats without a bet; 0 for never."),
    ] = IDLE_MINUTES

    @property
    def seconds(self) -> dict[str, int]:
        return {"tables": self.idle_tables * 60, "guests": self.idle_guests * 60}

    def unfit(self) -> str:
        """What is wrong with these options; empty if nothing is."""
        for option, minutes in (("--idle-tables", self.idle_tables), ("--idle-guests", self.idle_guests)):
            if minutes < 0:
                return f"{option} {minutes}: write a number of minutes from 0 (never)"
        return ""


def unfit(host: str, users: Path | None, workers: int) -> str:
    """What is wrong with the combination of options; empty if nothing is."""
    if users is None and host not in LOOPBACK:
        return f"--host {host}: other people can connect, so they must log in: add --users FILE (it may be a new file)"
    if workers < 1:
        return f"--workers {workers}: write 1 or more"
    return ""
