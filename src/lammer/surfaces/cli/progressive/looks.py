"""Commands that read the books: status, past hands, comparison of sign and books, the signed head."""

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.cards.money import money_text
from lammer.surfaces.cli.options import JsonOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.progressive.options import TableArgument, Where, Who, progressive_examples
from lammer.surfaces.cli.progressive.options import amounts as read_amounts


def add_looks(app: App) -> None:
    looks: dict[Callable[..., object], tuple[str, ...]] = {
        status: ("status", "status --json"),
        recall: ("recall T1 1",),
        reconcile: ("reconcile meter=10000.18 --as sam",),
        head: ("head > head.json",),
    }
    for look, lines in looks.items():
        app.command(look, help_epilogue=progressive_examples(*lines))


def status(*, where: Where = Where(), json: JsonOption = False) -> None:  # noqa: B008 (frozen)
    """Meters, reserves and hands in progress."""
    from lammer.progressive.accounts import LevelSums, level_sums
    from lammer.progressive.freezes import frozen_amounts

    with where.desk() as desk:
        name = where.name(desk)
        link, balances = desk.link(name), desk.journal.balances()
        sums = {level: level_sums(balances, name, level) for level in link.terms.levels}
        tables = [desk.table(name, table) for table in link.hands]
    frozen = frozen_amounts(link)
    if json:
        levels = {
            level: one._asdict() | {"holds": one.meter_holds, "frozen_on_meter": frozen.get(level, 0)}
            for level, one in sums.items()
        }
        hands = [table.model_dump(mode="json") for table in tables]
        eased = {"eased": link.eased.as_json() if link.eased else None}
        about = {"link": name, "status": link.status, "terms": link.terms.name} | eased
        print_json(about | {"levels": levels, "hands": hands})
        return
    print(f"link {name}: {link.status}, {link.terms.name}, paytable {link.terms.paytable}")
    if link.eased:
        print(link.eased.text())
    amounts = zip(LevelSums._fields, *sums.values(), strict=True)
    print_table("", ("", *sums), [(name, *(money_text(amount) for amount in row)) for name, *row in amounts])
    held = all(one.meter_holds for one in sums.values())
    print("the books balance" if held else "THE BOOKS DO NOT BALANCE")
    for level, amount in frozen.items():
        print(f"{level}: {money_text(amount)} is frozen for confirmed wins until their cards are swiped")
    print(f"approved tables: {', '.join(link.tables) or 'none'}")
    for table in tables:
        claims = ", ".join(f"spot {claim.spot} {claim.outcome} {claim.stage}" for claim in table.claims.values())
        print(f"table {table.table}, hand {table.hand}: {table.stage}, dealer {table.dealer}{claims and '; ' + claims}")


def recall(
    table: TableArgument,
    hand: Annotated[int, Parameter(help="The hand's number.")],
    *,
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """A past hand: cards, wagers, meters before and after, who approved what."""
    with where.desk() as desk:
        from lammer.progressive.recall import recall as recalled

        found = recalled(desk.journal, where.name(desk), table, hand)
    if json:
        print_json(found)
        return
    ended = "" if found["ended"] else ", in progress"
    print(f"link {found['link']}, table {table}, hand {hand}, dealer {found['dealer']}{ended}")
    for spot, amount in found["wagers"].items():
        print(f"  spot {spot}: wager {money_text(amount)}, cards {' '.join(found['cards'].get(spot, []))}")
    if found["up"]:
        print(f"  up card {found['up']}")
    for spin in found["spins"]:
        print(f"  spot {spin['spot']}: the wheel stopped at {spin['stop']}")
    for award in found["awards"]:
        by = ", ".join(award[name] for name in ("dealer", "supervisor", "approved_by") if award[name])
        print(f"  spot {award['spot']} {award['outcome']}: {money_text(award['amount'])} {award['stage']}, by {by}")
    for level, before in found["meters"]["before"].items():
        print(f"  {level}: {money_text(before)} before, {money_text(found['meters']['after'][level])} after")
    rows = [
        (str(step["number"]), step["at"], step["kind"], step["actor"], step["hash"][:12]) for step in found["steps"]
    ]
    print_table("", ("event", "at", "step", "by", "hash"), rows)


def reconcile(
    *readings: Annotated[str, Parameter(help="LEVEL=AMOUNT as the sign shows it.")],
    who: Who,
    where: Where = Where(),  # noqa: B008
) -> int:
    """Compare the sign with the books: lammer progressive reconcile meter=10012.40 --as sam. Exit code 1: alarm."""
    with where.desk() as desk:
        read = read_amounts(readings, "LEVEL")
        answer = desk.do("reconcile", who.its_key, who.as_, where.name(desk), readings=read).answer
    if who.json:
        print_json(answer)
    else:
        _print_reconciled(answer)
    return 1 if answer["alarm"] else 0


def _print_reconciled(answer: dict[str, Any]) -> None:
    rows = [
        (
            level,
            money_text(row["sign"]),
            money_text(row["books"]),
            money_text(row["frozen"]),
            money_text(row["difference"], signed=True),
            "ALARM" if row["alarm"] else "",
        )
        for level, row in answer["levels"].items()
    ]
    print_table("", ("level", "sign", "books", "of it frozen", "difference", ""), rows)


def head(*, where: Where = Where()) -> None:  # noqa: B008
    """The signed hash of the last event, as JSON. Saved elsewhere, it proves that no earlier event was changed."""
    with where.desk() as desk:
        print_json(desk.journal.sign_head())
