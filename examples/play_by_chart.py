"""Plays rounds at a table of a running server, by the best chart of its game. Both come from the server.

Example: python examples/play_by_chart.py http://127.0.0.1:8777 --rounds 3
"""

import argparse

from lammer.client import Client
from lammer.client.routes.table_types import TableView

STAKE = 1000
"""10.00 in minor units."""
PLAYS = {
    "H": "hit",
    "S": "stand",
    "D": "double",
    "FD": "free-double",
    "P": "split",
    "FP": "free-split",
    "R": "surrender",
}
Chart = dict[tuple[str, str, str, str], str]
"""The cell of a stake, a section, a hand and an up card: plays like ``FD/H``, the first legal one is played."""


def read_chart(client: Client, game: str) -> Chart:
    """The best chart of a game, which the server computes."""
    rows = client.chart(game=game)["rows"]
    return {
        (row["stake"], row["section"], row["hand"], cell["up"]): cell["play"] for row in rows for cell in row["cells"]
    }


def letter(card: str) -> str:
    """``T`` for ten, jack, queen and king."""
    return "T" if card[0] in "TJQK" else card[0]


def decision(view: TableView, chart: Chart) -> str:
    """The chart's play for the hand whose turn it is. Questions, such as insurance, are declined."""
    play = view["play"]
    assert play is not None
    assert play["to_act"] is not None
    legal = [option["kind"] for option in play["legal"]]
    if play["ask"] or "pass" in legal:
        return "pass" if "pass" in legal else legal[-1]
    box = next(one for one in play["boxes"] if one["box"] == play["to_act"]["box"])
    hand = box["hands"][play["at_hand"]]
    stakes = hand["stakes"][0]
    stake, up = "free" if stakes and not stakes["own"] else "own", letter(play["dealer"]["cards"][0])
    cards = [letter(card) for card in hand["cards"]]
    cell = chart.get((stake, "pair", cards[0], up), "-") if len(cards) == 2 and cards[0] == cards[1] else "-"
    if cell == "-":
        cell = chart[stake, "soft" if hand["soft"] else "hard", str(hand["total"]), up]
    return next(PLAYS[one] for one in cell.split("/") if PLAYS[one] in legal)


def play_round(client: Client, table: str, box: int, chart: Chart) -> str:
    """Bets, decides until the round is over, and returns the round in notation."""
    if client.table_view(table)["cut"]:
        client.cut(table, cards=0)
    client.bet(table, box=box, bets={"main": STAKE})
    while (view := client.table_view(table))["under_way"]:
        client.act(table, action=decision(view, chart))
    return client.rounds(table)[0]["notation"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("address", help="like http://127.0.0.1:8777")
    options.add_argument("--user", default="robot")
    options.add_argument("--password", default="", help="without one, as a guest of a local floor")
    options.add_argument("--game", default="sd-free-bet")
    options.add_argument("--rounds", type=int, default=1)
    asked = options.parse_args()
    with Client(asked.address, user=asked.user, password=asked.password, timeout=120) as client:
        chart, table = read_chart(client, asked.game), f"chart-{asked.game}"
        if table not in [one["table"] for one in client.tables()]:
            client.open_table(table=table, game=asked.game, turn_seconds=0)
        box = next(one["free"][0] for one in client.tables() if one["table"] == table)
        client.sit(table, box=box)
        before = client.me()["chips"]
        for _ in range(asked.rounds):
            print(play_round(client, table, box, chart))
        client.leave(table, box=box)
        print(f"{asked.rounds} rounds, net {(client.me()['chips'] - before) / 100:+.2f}")


if __name__ == "__main__":
    main()
