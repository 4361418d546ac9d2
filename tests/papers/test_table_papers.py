"""Signs, pocket cards, felts and pictures."""

import re
import xml.etree.ElementTree as ET
from cmath import rect
from collections.abc import Sequence
from itertools import combinations
from math import radians
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import lammer
from lammer.cards.card import LETTER_VALUES
from lammer.papers.felt import DEPTH, WIDTH, felt_svg
from lammer.papers.plots import plot
from lammer.papers.posted import SIGN_PAPERS, card_pdf, grids, sign_pdf
from lammer.papers.sections.play import chart_block
from lammer.rules.loader import load_sheet
from tests.papers.made import Box, page_words, pages, shipped
from tests.surfaces.commands import run


def overlapping(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    """Pieces of text that are printed over each other by more than a point."""
    return [
        (one, other)
        for one, other in combinations(boxes, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1
    ]


def test_control_text_over_text_is_found() -> None:
    assert overlapping([(0, 0, 10, 10), (5, 5, 15, 15), (0, 20, 10, 30)]) == [((0, 0, 10, 10), (5, 5, 15, 15))]


def test_a_sign_tells_limits_from_odds() -> None:
    assert "wager 1 to 100" in " ".join(page_words(sign_pdf(load_sheet("sd-free-bet"), "a4"))[0])


@pytest.mark.parametrize("name", shipped())
def test_a_sign_has_one_page_with_every_pay(name: str) -> None:
    sheet = load_sheet(name)
    made = sign_pdf(sheet, "a4")
    words = page_words(made)
    assert len(words) == 1
    for bet in sheet.side_bets.values():
        paytable = bet.paytables[bet.paytable]
        for row in paytable.paid:
            assert set(paytable.text(row).split()) <= set(words[0]), row
    assert str(sheet.rules.natural.pays).replace(":", " to ") in " ".join(words[0])
    (page,) = pages(made)
    assert all(box[0] > 0 and box[2] < page.width and box[1] > 0 for box in page.boxes)
    assert not overlapping(page.boxes)


def test_a_larger_sign_has_larger_print() -> None:
    heights = []
    for paper in SIGN_PAPERS:
        (page,) = pages(sign_pdf(load_sheet("sd-free-bet"), paper))
        heights.append(max(top - bottom for _, bottom, _, top in page.boxes))
    assert heights[-1] > 1.5 * heights[0]  # a2 against a4
    assert sign_pdf(load_sheet("sd-free-bet"), "a3") == sign_pdf(load_sheet("sd-free-bet"), "a3")


def test_a_pocket_card_has_two_sides_with_the_chart() -> None:
    game = lammer.load("sd-free-bet")
    chart = game.strategy("house").chart
    words = page_words(card_pdf(game.sheet, chart))
    assert len(words) == 2
    assert "FP" in words[1]


def test_rows_of_a_pocket_card_stand_for_every_hand() -> None:
    """Equal neighbours are one row, and no other rows are."""
    chart = lammer.load("sd-free-bet").strategy("house").chart
    for grid in grids(chart_block(chart, load_sheet("sd-free-bet"))):
        if not grid["title"].startswith("Hard, own"):
            continue
        for label, actions in grid["rows"]:
            first, _, last = label.partition("–")
            for total in range(int(first), int(last or first) + 1):
                for up, action in zip(grid["ups"], actions, strict=True):
                    wishes = chart.wishes("own", "hard", total, LETTER_VALUES[up])
                    assert wishes == {"H": ("hit",), "S": ("stand",), "FDh": ("free-double", "hit")}[action]


@pytest.mark.parametrize("name", shipped())
def test_a_felt_has_every_box_and_side_bet_inside(name: str) -> None:
    sheet = load_sheet(name)
    drawing = ET.fromstring(felt_svg(sheet))
    space = "{http://www.w3.org/2000/svg}"
    boxes = drawing.findall(f"{space}g")
    assert len(boxes) == sheet.rules.limits.boxes
    assert all(len(box.findall(f"{space}circle")) == len(sheet.side_bets) for box in boxes)
    assert (drawing.get("width"), drawing.get("height")) == (f"{WIDTH}mm", f"{DEPTH}mm")
    for box in boxes:
        x, y = map(float, str(box.get("transform")).split("(")[1].split(")")[0].split())
        assert 100 < x < WIDTH - 100
        assert 100 < y < DEPTH - 100


SVG = "{http://www.w3.org/2000/svg}"
MANY = (
    "sd-blackjack+streak+war+ten-sticks-21+21-plus-3",
    "sd-blackjack+streak+war+21-plus-3+buster+trilux+royal-match+perfect-pairs+lucky-ladies+lucky-lucky+push-22"
    "+bust-bonus+dead-mans-hand+progressive-blackjack",
)


class Shapes(NamedTuple):
    """The circles (centre and radius) and the corners of the boxes of a felt, as they lie on the table."""

    circles: list[tuple[complex, float]]
    boxes: list[list[complex]]


def shapes(drawing: ET.Element) -> Shapes:
    found = Shapes([], [])
    for group in drawing.findall(f"{SVG}g"):
        x, y, turned = map(float, re.findall(r"-?[\d.]+", str(group.get("transform"))))
        turn = rect(1, radians(turned))
        for one in group.findall(f"{SVG}circle"):
            place = complex(float(one.get("cx", 0)), float(one.get("cy", 0)))
            found.circles.append((complex(x, y) + turn * place, float(one.get("r", 0))))
        (box,) = group.findall(f"{SVG}rect")
        left, top, width, height = (float(box.get(name, 0)) for name in ("x", "y", "width", "height"))
        corners = [complex(left + right, top + down) for right in (0, width) for down in (0, height)]
        found.boxes.append([complex(x, y) + turn * corner for corner in corners])
    return found


def inside(point: complex) -> bool:
    """Whether a point is on the felt, half an ellipse."""
    return point.imag >= 0 and ((point.real - WIDTH / 2) / (WIDTH / 2)) ** 2 + (point.imag / (DEPTH - 40)) ** 2 <= 1


@pytest.mark.parametrize("boxes", [1, 5, 7])
@pytest.mark.parametrize("name", ["sd-free-bet", "sd-blackjack+streak", *MANY])
def test_circles_of_a_felt_lie_beside_each_other_inside_the_table(name: str, boxes: int) -> None:
    sheet = load_sheet(name, (f"limits.boxes={boxes}",))
    found = shapes(ET.fromstring(felt_svg(sheet)))
    assert len(found.circles) == boxes * len(sheet.side_bets)
    for (one, radius), (other, its) in combinations(found.circles, 2):
        assert abs(one - other) >= radius + its
    for centre, radius in found.circles:
        assert all(inside(centre + rect(radius, radians(angle))) for angle in range(0, 360, 10))
        assert radius >= 15, "half of a chip"
        for corners in found.boxes:
            middle, first, second = sum(corners) / 4, corners[2] - corners[0], corners[1] - corners[0]
            gaps = [
                abs(((centre - middle) * side.conjugate()).real) / abs(side) - abs(side) / 2 for side in (first, second)
            ]
            assert max(gaps) >= radius - 0.1 or abs(complex(*(max(gap, 0) for gap in gaps))) >= radius - 0.1


def closing_in(name: str, rounds: int) -> tuple[Any, Any, Any]:
    """The rounds and edges of the curve, and the exact edge."""
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    plot(lammer.load(name), "convergence", rounds, 1).draw(axes)
    curve, exact = axes.lines
    edge: Any = exact.get_ydata()
    return curve.get_xdata(), curve.get_ydata(), edge[0]


def test_a_short_simulation_closes_in_step_by_step() -> None:
    """A run shorter than a chunk was one dot."""
    at, _, _ = closing_in("sd-blackjack[split.maximum_hands=1]", 10_000)
    assert [*at] == [1_000 * number for number in range(1, 11)]


def test_a_simulation_of_two_hands_closes_in_on_a_game_with_swaps() -> None:
    _, edges, exact = closing_in("blackjack-switch[split.maximum_hands=1]", 100_000)
    assert edges[-1] == pytest.approx(exact, abs=1.5)
    assert exact < 2


def test_words_of_a_pocket_card_stay_in_their_cells() -> None:
    """Two free splits side by side are two words, and a row of several hands is one line."""
    game = lammer.load("sd-free-bet")
    back = page_words(card_pdf(game.sheet, game.strategy("house").chart))[1]
    assert {"FP", "FDh", "13\u201314"} <= set(back)
    assert not [word for word in back if "FPFP" in word or "FDhFD" in word]


@pytest.mark.parametrize("what", ["chart", "convergence", "bankroll", "results", "edge-by-rule"])
def test_a_picture_is_drawn_the_same_twice(what: str, tmp_path: Path) -> None:
    game = "zombie-blackjack[split.maximum_hands=1]"
    made = []
    for name in ("one.svg", "two.svg"):
        done = run("plot", game, what, "-o", str(tmp_path / name), "--rounds", "1e5")
        assert done.code == 0, done.error
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert ET.fromstring(made[0]).tag.endswith("svg")


def test_a_meter_is_drawn_only_for_a_progressive(tmp_path: Path) -> None:
    assert run("plot", "sd-blackjack+blazing-7s", "meter", "-o", str(tmp_path / "m.png")).code == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    refused = run("plot", "sd-blackjack", "meter", "-o", str(tmp_path / "n.png"))
    assert refused.code == 2
    assert "no terms of a jackpot" in refused.error


def test_papers_of_a_table_as_commands(tmp_path: Path) -> None:
    for words, name in (
        (("rules", "post", "sd-blackjack"), "posted.pdf"),
        (("card", "sd-blackjack", "--strategy", "house"), "card.pdf"),
        (("layout", "sd-blackjack"), "felt.svg"),
    ):
        assert run(*words, "-o", str(tmp_path / name)).code == 0
        assert (tmp_path / name).stat().st_size > 1000
        assert "must end in" in run(*words, "-o", str(tmp_path / "x.txt")).error
        assert "--output is missing" in run(*words).error
