"""A meter sign in a terminal: the jackpots' meters of a running server, and wins as they are confirmed and paid.

Example: python examples/meter_sign.py http://127.0.0.1:8777 --user sign --password '…'

The user needs no more than the role of a spectator. After a lost connection the sign continues with the next event.
"""

import argparse
import contextlib

from lammer.client import Client
from lammer.client.routes.event_types import StreamedEvent


def meters_text(link: str, meters: dict[str, int]) -> str:
    return f"{link:<20}" + "   ".join(f"{level} {amount / 100:>12,.2f}" for level, amount in sorted(meters.items()))


def lines(event: StreamedEvent) -> list[str]:
    """What the sign shows of an event."""
    shown = [meters_text(event["meters"]["link"], event["meters"]["meters"])] if "meters" in event else []
    for win in event.get("jackpots", []):
        if win["level"] and win["stage"] in ("confirmed", "paid"):
            shown.append(f"*** {win['outcome']} at {win['table']}: {win['amount'] / 100:,.2f} {win['stage']} ***")
    return shown


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("address", help="like http://127.0.0.1:8777")
    options.add_argument("--user", default="sign")
    options.add_argument("--password", default="", help="without one, as a guest of a local floor")
    options.add_argument("--once", action="store_true", help="show the meters and what the books tell, then end")
    asked = options.parse_args()
    with Client(asked.address, user=asked.user, password=asked.password) as client:
        for link in client.jackpots()["links"]:
            print(meters_text(link["link"], link["meters"]), flush=True)
        after = 0 if asked.once else None
        for event in client.events(after=after, kinds=["meters", "jackpots"], follow=not asked.once):
            for line in lines(event):
                print(line, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
