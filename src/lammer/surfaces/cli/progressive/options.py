"""Options of the progressive commands, and access to the books."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lammer.cards.money import money_text
from lammer.surfaces.books_options import KeysOption, WitnessOption
from lammer.surfaces.cli.options import BadOption, JsonOption, money_option
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.shared import REPEATED, KeyOption, examples, shared
from lammer.surfaces.database import BadDatabase, refuse_password
from lammer.surfaces.hidden_input import NoTerminal, ask_hidden

if TYPE_CHECKING:
    from lammer.ledger.records import Posted
    from lammer.progressive.desk import Desk

DATABASE = "LAMMER_JACKPOT"
TableArgument = Annotated[str, Parameter(help="The table's name.")]
TermsSetOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--set", help="Set a value: KEY=VALUE. Like levels.meter.seed=2000000; repeat for more.", **REPEATED
    ),
]
HandArgument = Annotated[str, Parameter(help="The hand button, like '777 suited' or 'one 7'.")]
SpotArgument = Annotated[int, Parameter(help="The player's spot, 1 to 7.")]


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """The books, and the jackpot in them."""

    db: Annotated[str, shared("--db", f"Else ${DATABASE}, or jackpot.db.", show_default=False)] = ""
    key_file: Annotated[Path | None, Parameter(help="The signing key's file; else it is in the folder of keys.")] = None
    keys: KeysOption = None
    witness: WitnessOption = ""
    link: Annotated[str, shared("--link", show_default=False)] = ""

    @property
    def books(self) -> str:
        try:
            refuse_password(self.db, instead=f"into the environment variable {DATABASE}")
        except BadDatabase as fault:
            raise BadOption(str(fault)) from None
        return self.db or os.environ.get(DATABASE, "") or "jackpot.db"

    @contextmanager
    def desk(self, *, new: bool = False, witnessed: bool = True) -> "Iterator[Desk]":
        """The desk of these books. ``new`` creates the books if necessary; ``witnessed`` uses the named witness."""
        needed()
        from lammer.progressive.desk import create_desk, key_place_of, open_desk

        keys = self.key_file or key_place_of(self.books, self.keys)
        desk = (create_desk if new else open_desk)(self.books, keys, self.witness if witnessed else None)
        try:
            yield desk
        finally:
            desk.journal.close()

    def name(self, desk: "Desk") -> str:
        if self.link:
            return self.link
        links = desk.links()
        if len(links) != 1:
            raise BadOption(f"--link: say which jackpot; the books have {', '.join(links) or 'none'}")
        return links[0]


@Parameter(name="*")
@dataclass(frozen=True)
class Who:
    """The person who takes a step, and its idempotency key."""

    as_: Annotated[str, Parameter(name="--as", help="The name of the enrolled person who takes the step.")]
    key: KeyOption = ""
    json: JsonOption = False

    @property
    def its_key(self) -> str:
        return self.key or secrets.token_hex(12)


def card_option(text: str) -> str:
    """The code of a card; ``-`` prompts for it."""
    if text != "-":
        return text
    try:
        return ask_hidden("card: ")
    except NoTerminal:
        raise BadOption("--card -: no terminal to ask for it") from None


def progressive_examples(*lines: str) -> str:
    return examples(*(f"lammer progressive {line}" for line in lines))


def needed() -> None:
    """Raises BadOption with the package to install if the ledger's packages are missing."""
    try:
        import cryptography  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        raise BadOption(f"the progressive needs {error.name}: pip install lammer") from None


def amounts(texts: tuple[str, ...], what: str) -> dict[str, int]:
    """Minor units by name, from ``NAME=AMOUNT``."""
    found: dict[str, int] = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        if not equals or name in found:
            raise BadOption(f"{text!r}: write {what}=AMOUNT, each once")
        found[name] = money_option(name, amount)
    return found


def spots(found: dict[str, Any]) -> dict[int, Any]:
    for name in found:
        if name not in map(str, range(1, 100)):
            raise BadOption(f"{name!r} is not a spot: write SPOT=…, like 3=1")
    return {int(name): value for name, value in found.items()}


def take_step(kind: str, where: Where, who: Who, table: str = "", **body: Any) -> None:
    """Takes a step and prints its result."""
    with where.desk() as desk:
        print_step(desk.do(kind, who.its_key, who.as_, where.name(desk), table, **body), who.json)


def print_step(posted: "Posted", json: bool) -> None:
    """Prints the result of a step, as JSON or as a sentence."""
    answer = posted.answer
    if json:
        print_json({"event": posted.number, "hash": posted.hash, "repeated": posted.repeated} | answer)
        return
    again = " (already taken with this key)" if posted.repeated else ""
    where = f"{answer['table']}, hand {answer['hand']}: " if "hand" in answer else ""
    # Number and hash are a receipt: they show later whether the event is still in the books.
    print(f"event {posted.number} ({posted.hash[:12]}): {where}{step_text(answer)}{again}")
    meters = answer.get("meters", {})
    for level, after in (meters.get("after") or meters).items():
        before = meters["before"][level] if "before" in meters else after
        grew = f" ({money_text(after - before, signed=True)})" if after != before else ""
        print(f"  {level} {money_text(after)}{grew}")


def step_text(answer: dict[str, Any]) -> str:
    """Describes a step from its answer."""
    for claim in [answer["claim"]] if "claim" in answer else answer.get("claims", []):
        by = [claim[name] for name in ("dealer", "supervisor", "approved_by") if claim[name]]
        amount = f", {money_text(claim['amount'])}" if claim["amount"] else ""
        return f"spot {claim['spot']} {claim['outcome']}{amount}: {claim['stage']}, by {', '.join(by)}"
    for name, value in answer.items():
        if name in ("taken", "sensed", "paid"):
            wagers = ", ".join(f"spot {spot}: {money_text(amount)}" for spot, amount in value.items()) or "nothing"
            return f"{name} {wagers}"
        if name not in ("table", "hand", "stage", "meters", "link", "levels"):
            return f"{name.replace('_', ' ')} {value}"
    return str(answer.get("stage") or answer.get("status", "done"))
