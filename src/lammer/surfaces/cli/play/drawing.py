"""The table as lines of styled text: cards, chips, lammers, side-bet spots, and hands side by side."""

from typing import Any, NamedTuple

from rich.text import Text

from lammer.cards.money import money_text
from lammer.rules.conditions.reading import seen
from lammer.rules.sheet import Sheet
from lammer.rules.signage import main_pays
from lammer.surfaces.cli.play.screen import Scene
from lammer.surfaces.cli.play.seen import turn_of
from lammer.surfaces.cli.play.words import signed
from lammer.table.phrases import BOXED, free_bet_text, natural_word, outcome_text, total_text, why_text
from lammer.table.sidebets import PUSH_TOTAL, decide
from lammer.table.state import Why
from lammer.table.view import HIDDEN
from lammer.table.view_types import BoxView, HandView

EDGE, RED, BLACK, BACK = "dim", "bold red", "bold", "blue"
CHIP, LAMMER, ACTIVE, TITLE = "green", "bold black on yellow", "bold cyan", "dim"
WIN, LOSS, EVEN, BANNER = "bold green", "red", "yellow", "bold black on yellow"
GAP = 3


class Look(NamedTuple):
    """``small`` draws a hand on one line."""

    width: int
    small: bool


def card_text(card: str) -> Text:
    if card == HIDDEN:
        return Text("▒▒▒", BACK)
    return Text(signed(card).rjust(3), RED if card[1] in "dh" else BLACK)


def card_lines(cards: list[str]) -> list[Text]:
    """Small cards, each overlapping the next."""
    top, bottom = "╭───" * len(cards) + "╮", "╰───" * len(cards) + "╯"
    middle = Text()
    for card in cards:
        middle.append("│", EDGE).append_text(card_text(card))
    return [Text(top, EDGE), middle.append("│", EDGE), Text(bottom, EDGE)]


def cards_in_line(cards: list[str]) -> Text:
    return Text(" ").join(Text(signed(card), card_text(card).style) for card in cards)


def money_on_hand(box: BoxView, hand: HandView) -> Text:
    """Own chips and lammers, which must look different."""
    parts = []
    for bettor, stake in zip(box["bettors"], hand["stakes"], strict=True):
        if stake is None:
            continue
        whose = ("against " if bettor.get("against") else "") + ("tip " if bettor["tip"] else "")
        if stake["own"]:
            parts.append(Text(f"{whose}●{money_text(stake['own'])}", CHIP))
        if stake["free"]:
            parts.append(Text(f" ◉ {whose}FREE {money_text(stake['free'])} ", LAMMER))
        if stake["paid"]:
            parts.append(Text(f"{whose}paid {money_text(stake['paid'])}", WIN))
    return Text(" ").join(parts)


def lammers_on(box: BoxView) -> int:
    """The number of lammers of the box's owner."""
    stakes = [hand["stakes"][0] for hand in box["hands"]]
    return sum((stake["split"] == "free") + (stake["doubled"] == "free") for stake in stakes if stake)


def spots(scene: Scene, box: BoxView, ended: dict[str, Any] | None) -> list[Text]:
    """Side bets with their lammers or their outcome, and insurance."""
    owner = box["bettors"][0]
    lines = [_spot(scene, box, bet_id, amount, ended) for bet_id, amount in owner["side"].items()]
    if owner["insurance"]:
        insured = Text("Insurance ").append(f"●{money_text(owner['insurance'])}", CHIP)
        lines.append(insured.append_text(_net(ended["insurance"])) if ended else insured)
    return lines


def _spot(scene: Scene, box: BoxView, bet_id: str, amount: int, ended: dict[str, Any] | None) -> Text:
    bet = scene.sheet.side_bets[bet_id]
    text = Text(f"{bet.name} ").append(f"●{money_text(amount)}", CHIP)
    if bet.lammers is not None and lammers_on(box):
        count = lammers_on(box)
        text.append(" ").append("◉" * count, LAMMER)
        row = decide(bet, seen(bet.reads, scene.sheet.rules.points.limit, lammers=count)).row
        paytable = bet.paytables[bet.paytable]
        text.append(f" {paytable.text(row)}" if row and paytable.rows[row] and not ended else "")
    if ended:
        return text.append_text(_net(ended["side"][bet_id]["net"]))
    paid = box["bettors"][0]["side_paid"].get(bet_id, 0)
    return text.append(f" paid {money_text(paid)}", WIN) if paid else text


def _net(amount: int) -> Text:
    return Text(" " + (money_text(amount, signed=True)), WIN if amount > 0 else LOSS if amount < 0 else EVEN)


def _seat(scene: Scene, number: int) -> dict[str, Any] | None:
    """The box's part of the record, once the round is over."""
    seats = scene.entry["seats"] if scene.entry else []
    return next((seat for seat in seats if seat["seat"] == number), None)


def hand_title(scene: Scene, box_at: int, hand_at: int) -> tuple[Text, Text]:
    """The name of the hand, and its result or status."""
    box = scene.view["boxes"][box_at]
    active = turn_of(scene.view) == (box_at, hand_at)
    words = [f"box {box['box']}"] if len(scene.view["boxes"]) > 1 else []
    words += [f"hand {hand_at + 1}"] if len(box["hands"]) > 1 else []
    name = ("▶ " if active else "") + (" · ".join(words) or "your hand")
    title = Text(name, ACTIVE if active else TITLE)
    seat = _seat(scene, box["box"])
    if seat is None:
        return title, Text(_status(scene, box["hands"][hand_at]), EVEN)
    ended = seat["hands"][hand_at]
    style = EVEN if ended["result"] == "push" else WIN if ended["net"] > 0 else LOSS
    result = Text("  ").append(outcome_text(ended["result"], ended["net"]).upper().replace("PUSHES", "PUSH"), style)
    plain = free_bet_text(ended, ended["result"], ended["net"]) or why_text(
        scene.sheet, ended["why"], against=ended.get("against", False)
    )
    return title, result.append(f" · {ended['why'] if words else plain}", TITLE)


def _status(scene: Scene, hand: HandView) -> str:
    status = hand.get("status", "open")
    if status in ("open", "stood"):
        return ""
    word = natural_word(scene.sheet) if status == "natural" else status
    where = "face down" if hand.get("face_down") else BOXED if hand.get("boxed") else ""
    return f"  {word.upper()}" + (f" ({where})" if where else "")


def hand_block(scene: Scene, box_at: int, hand_at: int, look: Look) -> list[Text]:
    """One hand with its money; the first hand of a box also shows the side bets."""
    box = scene.view["boxes"][box_at]
    hand = box["hands"][hand_at]
    (title, result), money = hand_title(scene, box_at, hand_at), money_on_hand(box, hand)
    beside = spots(scene, box, _seat(scene, box["box"])) if hand_at == 0 else []
    total = Text(f" {total_text(hand)}" if "total" in hand else "", "bold")
    cards = [HIDDEN] * len(hand["cards"]) if hand.get("face_down") else hand["cards"]
    lines = card_lines(cards)
    if look.small or lines[0].cell_len + total.cell_len > look.width:
        # A narrow window cuts the end of the line, so the cards come first.
        shown = Text(" ").join(part for part in (title, cards_in_line(cards), total) if part).append_text(result)
        return [Text(" ").join(part for part in (shown, money) if part), *beside]
    lines[1].append_text(total)
    return [Text().append_text(title).append_text(result), *lines, money, *beside]


def side_by_side(blocks: list[list[Text]], width: int) -> list[Text]:
    """Blocks from left to right, as many in a row as fit."""
    rows: list[list[list[Text]]] = []
    room = 0
    for block in blocks:
        wide = max(line.cell_len for line in block)
        if not rows or wide > room:
            rows.append([])
            room = width
        rows[-1].append(block)
        room -= wide + GAP
    return [line for row in rows for line in _row(row)]


def _row(blocks: list[list[Text]]) -> list[Text]:
    lines = [Text() for _ in range(max(len(block) for block in blocks))]
    start = 0
    for block in blocks:
        for line, part in zip(lines, block, strict=False):
            line.append(" " * (start - line.cell_len)).append_text(part)
        start += max(part.cell_len for part in block) + GAP
    return lines


def header(scene: Scene, width: int) -> list[Text]:
    name = Text().append(scene.sheet.name, "bold")
    purse = Text(f"purse {money_text(scene.bankroll)}")
    if scene.held:
        purse.append(f" · on the table {money_text(scene.held)}")
    purse.append(" · session ").append(money_text(scene.net, signed=True), WIN if scene.net > 0 else "")
    meters = [
        Text(f"progressive {level} {money_text(amount)}", "bold yellow")
        for level, amount in scene.view["meters"].items()
    ]
    if name.cell_len + purse.cell_len + GAP <= width:
        name.append(" " * (width - name.cell_len - purse.cell_len)).append_text(purse)
        return [name, *side_by_side([[meter] for meter in meters], width)]
    return [name, *meters, purse]


def dealer_lines(scene: Scene, look: Look) -> list[Text]:
    dealer = scene.view["dealer"]
    if not dealer["cards"]:
        return [Text("DEALER  no card was needed", TITLE)]
    shows = "shows" if len(dealer["cards"]) == 1 or HIDDEN in dealer["cards"] else "has"
    alone = shows == "shows" and dealer["soft"]
    caption = Text(f"  {shows} {'an ace' if alone else total_text(dealer)}")
    if dealer["checked"] and HIDDEN in dealer["cards"]:
        caption.append(f", no {natural_word(scene.sheet).removeprefix('a ')}", TITLE)
    lines = card_lines(dealer["cards"])
    if look.small or lines[0].cell_len + caption.cell_len + 8 > look.width:
        return [Text().append("DEALER  ", "bold").append_text(cards_in_line(dealer["cards"])).append_text(caption)]
    lines[1] = Text().append("DEALER  ", "bold").append_text(lines[1]).append_text(caption)
    return [Text(" " * 8).append_text(lines[0]), lines[1], Text(" " * 8).append_text(lines[2])]


def banner(scene: Scene, width: int) -> list[Text]:
    """A banner if a dealer 22 made a hand push."""
    hands = [hand for seat in (scene.entry or {"seats": []})["seats"] for hand in seat["hands"]]
    if any(hand["why"] == Why.DEALER_22 for hand in hands):
        return [Text(f"DEALER {PUSH_TOTAL} — PUSH".center(width), BANNER)]
    return []


def layout_print(sheet: Sheet, width: int) -> Text:
    """The line below the dealer, with as many special pays as fit, as printed on a layout."""
    posted = main_pays(sheet)[:-1]
    pays = [f"{row.hand} {row.pays}" for row in posted] if len(posted) > 1 else []
    while pays and len(line := f"─ {' · '.join(pays)} ") > width:
        pays.pop(0)
    return Text(line.ljust(width, "─") if pays else "─" * width, "green")


def table_lines(scene: Scene, look: Look) -> list[Text]:
    """The whole table."""
    rule = Text("─" * look.width, "green")
    blocks = [
        hand_block(scene, box_at, hand_at, look)
        for box_at, box in enumerate(scene.view["boxes"])
        for hand_at in range(len(box["hands"]))
    ]
    top = [*header(scene, look.width), rule, *dealer_lines(scene, look), *banner(scene, look.width)]
    top.append(layout_print(scene.sheet, look.width))
    return [*top, *side_by_side(blocks, look.width), rule]
