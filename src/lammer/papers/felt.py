"""The felt of a table as a drawing to scale: betting boxes on an arc, a circle for each side bet, the printed lines.

Lengths are millimetres; the picture has the size of the felt. The dealer stands at the straight side, on top.
"""

from collections.abc import Iterator
from html import escape
from math import asin, cos, pi, sin, tan
from typing import NamedTuple

from lammer.rules.drawing import draws
from lammer.rules.sheet import Sheet
from lammer.rules.signage import main_pays

WIDTH, DEPTH = 1800, 1000
BOX = 150, 190
CIRCLE, USEFUL, SMALLEST = 46, 30, 6
"""The radii of the circle of a side bet: the usual one, one with room for chips side by side, and the smallest."""
TRAY_ENDS = 110
"""How far below the middle of the arcs the text has to stay, so that it does not reach the chip tray."""
GAP, BELOW = 8, 12
"""Between circles, and between a circle and its box."""
BOXES = 700
"""The radius of the arc of the boxes."""
LOOSE = {"title": 330, "pays": 400, "rule": 460}
CLOSE = {"title": 170, "pays": 215, "rule": 265}
"""The radii of the arcs of text; with many side bets they are closer to the dealer."""
MIDDLE = WIDTH / 2
GREEN, LINE = "#0f5747", "#f4e9c8"
OUTLINE = f'fill="none" stroke="{LINE}"'


def felt_svg(sheet: Sheet) -> str:
    rules, bets = sheet.rules, len(sheet.side_bets)
    radii = LOOSE
    if _largest(bets, rules.limits.boxes, LOOSE["rule"]) < USEFUL:
        radii = CLOSE
    places = _places(bets, rules.limits.boxes, radii["rule"])
    parts = [
        f'<path d="M0 0 H{WIDTH} A{MIDDLE} {DEPTH - 40} 0 0 1 0 0 Z" fill="{GREEN}" stroke="{LINE}" stroke-width="6"/>',
        f'<rect x="{MIDDLE - 330}" y="20" width="660" height="120" rx="10" {OUTLINE} stroke-width="4"/>',
        _text(MIDDLE, 92, "CHIP TRAY", 30),
        _arc_text("title", sheet.title, radii["title"], 64),
        _arc_text("pays", _pays(sheet), radii["pays"], 34),
        _arc_text("rule", _rule(sheet), radii["rule"], 34),
    ]
    boxes = rules.limits.boxes
    for number in range(1, boxes + 1):
        parts.append(_box(sheet, number, pi * (1 - (number - 0.5) / boxes), places))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{DEPTH}mm" viewBox="0 0 {WIDTH} {DEPTH}" '
        f'font-family="Georgia, serif" fill="{LINE}"><title>{escape(sheet.title)}: felt, 1:1</title>'
        f"<defs>{''.join(_arc(name, radius) for name, radius in radii.items())}</defs>{''.join(parts)}"
        f'<text x="20" y="{DEPTH - 14}" font-size="18" fill="#444">{escape(sheet.ref)} · {sheet.digest} · '
        f"{WIDTH} × {DEPTH} mm</text></svg>\n"
    )


def _pays(sheet: Sheet) -> str:
    """The line of naturals and other special wins."""
    return _line([f"{one.hand} pays {one.pays}" for one in main_pays(sheet)[:-1]])


def _rule(sheet: Sheet) -> str:
    """The line of the dealer's drawing and of insurance."""
    rules = sheet.rules
    lines = [f"dealer {draws(sheet)}"]
    lines += ["dealer 22 pushes"] if rules.dealer.pushes_on_22 else []
    lines += [f"insurance pays {rules.insurance.pays}"] if rules.insurance.under else []
    return _line(lines)


def _line(parts: list[str]) -> str:
    return " · ".join(parts).replace(":", " to ").upper()


def _point(angle: float, radius: float) -> tuple[float, float]:
    """A point below the middle of the dealer's side, on an arc that is as deep as the felt allows."""
    return MIDDLE + 1.08 * radius * cos(angle), 60 + radius * sin(angle) * 0.98


def _arc(name: str, radius: float) -> str:
    (x1, y1), (x2, y2) = _point(pi * 0.97, radius), _point(pi * 0.03, radius)
    bow = f"A{1.08 * radius:.1f} {radius:.1f} 0 0 0 {x2:.1f} {y2:.1f}"
    return f'<path id="{name}" d="M{x1:.1f} {y1:.1f} {bow}" fill="none"/>'


def _arc_text(name: str, text: str, radius: float, size: float) -> str:
    beside_the_tray = pi - 2 * asin(TRAY_ENDS / radius)
    fitted = min(size, 1.83 * min(beside_the_tray, 2.7) * radius / max(len(text), 1))
    return (
        f'<text font-size="{fitted:.1f}" text-anchor="middle" letter-spacing="{min(1, fitted / 34):.2f}">'
        f'<textPath href="#{name}" startOffset="50%">{escape(text)}</textPath></text>'
    )


def _text(x: float, y: float, text: str, size: float) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle">{escape(text)}</text>'


class Circle(NamedTuple):
    """Of a side bet, in the coordinates of its box: the dealer is upwards."""

    x: float
    y: float
    radius: float


def _places(bets: int, boxes: int, rule: float) -> list[Circle]:
    """A circle for each side bet, in rows from the box towards the dealer, as large as they fit."""
    radius = _largest(bets, boxes, rule)
    found = list[Circle]()
    for up, most in _rows(radius, boxes, rule) if bets else ():
        many = min(most, bets - len(found))
        found += [Circle((at - (many - 1) / 2) * (2 * radius + GAP), up, radius) for at in range(many)]
    return found


def _largest(bets: int, boxes: int, rule: float) -> int:
    sizes = range(CIRCLE, SMALLEST, -1)
    return next((one for one in sizes if sum(most for _, most in _rows(one, boxes, rule)) >= bets), SMALLEST)


def _rows(radius: int, boxes: int, rule: float) -> Iterator[tuple[float, int]]:
    """The rows of circles in the sector of a box: how far up they are, and how many circles have room."""
    half, up = pi / max(boxes, 2) / 2, BOX[1] / 2 + BELOW + radius
    while (around := 0.98 * BOXES - up) - radius >= rule + GAP:
        room = around * tan(half) - (radius + GAP / 2) / cos(half)
        if room >= 0:
            yield -up, 1 + int(2 * room / (2 * radius + GAP))
        up += 2 * radius + GAP


def _box(sheet: Sheet, number: int, angle: float, places: list[Circle]) -> str:
    """A box with its number and a circle for each side bet towards the dealer."""
    x, y = _point(angle, BOXES)
    turn = 90 - angle * 180 / pi
    width, height = BOX
    drawn = [
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="14" fill="none" '
        f'stroke="{LINE}" stroke-width="4"/>',
        _text(0, height / 2 - 14, str(number), 26),
    ]
    for bet, place in zip(sheet.side_bets.values(), places, strict=True):
        drawn += _circle(bet.name, place)
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({-turn:.1f})">{"".join(drawn)}</g>'


def _circle(name: str, place: Circle) -> Iterator[str]:
    """A circle with the name of its bet, a word in each line."""
    yield (
        f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="{place.radius:g}" fill="none" stroke="{LINE}" '
        f'stroke-width="3"/>'
    )
    words = name.split()
    size = min(20.0, 2.6 * place.radius / max(map(len, words)), 1.6 * place.radius / len(words))
    for row, word in enumerate(words):
        down = place.y + (row - (len(words) - 1) / 2) * size * 1.05 + size * 0.35
        yield _text(place.x, down, word, round(size, 1))
