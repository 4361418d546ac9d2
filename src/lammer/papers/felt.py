"""The felt of a table as a drawing to scale: betting boxes on an arc, a circle for each side bet, the printed lines.

Lengths are millimetres; the picture has the size of the felt. The dealer stands at the straight side, on top.
"""

from html import escape
from math import cos, pi, sin

from lammer.rules.drawing import draws
from lammer.rules.sheet import Sheet
from lammer.rules.signage import main_pays

WIDTH, DEPTH = 1800, 1000
BOX = 150, 190
CIRCLE = 46
"""The radius of the circle of a side bet."""
RADII = {"title": 330, "pays": 400, "rule": 460, "box": 700}
MIDDLE = WIDTH / 2
GREEN, LINE = "#0f5747", "#f4e9c8"
OUTLINE = f'fill="none" stroke="{LINE}"'


def felt_svg(sheet: Sheet) -> str:
    rules = sheet.rules
    parts = [
        f'<path d="M0 0 H{WIDTH} A{MIDDLE} {DEPTH - 40} 0 0 1 0 0 Z" fill="{GREEN}" stroke="{LINE}" stroke-width="6"/>',
        f'<rect x="{MIDDLE - 330}" y="20" width="660" height="120" rx="10" {OUTLINE} stroke-width="4"/>',
        _text(MIDDLE, 92, "CHIP TRAY", 30),
        _arc_text("title", sheet.title, 64),
        _arc_text("pays", _pays(sheet), 34),
        _arc_text("rule", _rule(sheet), 34),
    ]
    boxes = rules.limits.boxes
    for number in range(1, boxes + 1):
        parts.append(_box(sheet, number, pi * (1 - (number - 0.5) / boxes)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{DEPTH}mm" viewBox="0 0 {WIDTH} {DEPTH}" '
        f'font-family="Georgia, serif" fill="{LINE}"><title>{escape(sheet.title)}: felt, 1:1</title>'
        f"<defs>{''.join(_arc(name, radius) for name, radius in RADII.items())}</defs>{''.join(parts)}"
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


def _arc_text(name: str, text: str, size: float) -> str:
    fitted = min(size, 2.6 * RADII[name] / max(len(text), 1) * 1.9)
    return (
        f'<text font-size="{fitted:.1f}" text-anchor="middle" letter-spacing="1">'
        f'<textPath href="#{name}" startOffset="50%">{escape(text)}</textPath></text>'
    )


def _text(x: float, y: float, text: str, size: float) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle">{escape(text)}</text>'


def _box(sheet: Sheet, number: int, angle: float) -> str:
    """A box with its number and a circle for each side bet towards the dealer."""
    x, y = _point(angle, RADII["box"])
    turn = 90 - angle * 180 / pi
    width, height = BOX
    drawn = [
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="14" fill="none" '
        f'stroke="{LINE}" stroke-width="4"/>',
        _text(0, height / 2 - 14, str(number), 26),
    ]
    bets = [bet.name for bet in sheet.side_bets.values()]
    for at, name in enumerate(bets):
        place = (at - (len(bets) - 1) / 2) * (2 * CIRCLE + 8)
        drawn.append(
            f'<circle cx="{place:.1f}" cy="{-height / 2 - CIRCLE - 12:.1f}" r="{CIRCLE}" fill="none" stroke="{LINE}" '
            f'stroke-width="3"/>'
        )
        words = name.split()
        size = min(20.0, 2.9 * CIRCLE / max(map(len, words)))
        for row, word in enumerate(words):
            down = -height / 2 - CIRCLE - 12 + (row - (len(words) - 1) / 2) * size * 1.05 + size * 0.35
            drawn.append(_text(place, down, word, round(size, 1)))
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({-turn:.1f})">{"".join(drawn)}</g>'
