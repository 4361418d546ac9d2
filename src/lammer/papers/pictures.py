"""Vector pictures by matplotlib. The same data gives the same bytes: no date, fixed identifiers, letters as paths."""

import io
from collections.abc import Mapping, Sequence
from math import log10
from typing import TYPE_CHECKING, Any, Literal

from lammer.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, ACCENT, WARM, FAINT = "#1b232c", "#0f5747", "#c0492b", "#9aa5ad"
WIDTH = 6.7
"""Inches: the width of the text of a page."""
DPI = 160
"""Of pictures of pixels."""
SETTINGS: dict[str, Any] = {
    "svg.hashsalt": "lammer",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.unicode_minus": True,
}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
FORMATS = ("svg", "png")


def need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtra("pictures need matplotlib: pip install 'lammer[report]'") from None


def drawn(height: float, draw: "Any", kind: str = "svg") -> bytes:
    """A picture as wide as the text. ``draw`` gets the axes."""
    need_matplotlib()
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS):  # type: ignore[arg-type]
        figure: Figure = Figure(figsize=(WIDTH, height), dpi=DPI, layout="constrained")
        draw(figure.add_subplot())
        out = io.BytesIO()
        # Figure.savefig would draw everything twice, the first time to arrange it. The methods below are untyped.
        canvas: Any = FigureCanvasSVG(figure) if kind == "svg" else FigureCanvasAgg(figure)
        if kind == "svg":
            canvas.print_svg(out, metadata={"Date": None, "Creator": "lammer"})
        else:
            canvas.print_png(out, metadata={"Software": "lammer"})
    return out.getvalue()


def svg(height: float, draw: "Any") -> str:
    return drawn(height, draw).decode()


def _powers_of_ten(axes: "Axes", which: Literal["x", "y"]) -> None:
    """A logarithmic scale. Its powers are plain text, since setting formulas takes longer than the rest of it."""
    axes.set(**{f"{which}scale": "log"})
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _place: f"10{f'{log10(value):.0f}'.translate(RAISED)}")
    axis.set_minor_formatter(lambda _value, _place: "")


def results_bars(chances: Mapping[float, float]) -> "Any":
    """The chance of each net result of a round, on a logarithmic scale."""

    def draw(axes: "Axes") -> None:
        nets = sorted(chances)
        colours = [WARM if net < 0 else FAINT if net == 0 else ACCENT for net in nets]
        axes.bar(nets, [chances[net] for net in nets], width=0.36, color=colours)
        _powers_of_ten(axes, "y")
        axes.set_xlabel("net result of a round, in original wagers")
        axes.set_ylabel("probability")
        axes.set_xticks(range(int(min(nets)), int(max(nets)) + 1))

    return draw


def hold_funnel(edge: float, sd: float, rounds: Sequence[int]) -> "Any":
    """The actual hold after a number of rounds: its expectation with 90% and 95% intervals."""

    def draw(axes: "Axes") -> None:
        for z, shade, label in ((1.959964, 0.16, "95% of the time"), (1.644854, 0.32, "90% of the time")):
            low, high = ([100 * (edge + sign * z * sd / many**0.5) for many in rounds] for sign in (-1, 1))
            axes.fill_between(rounds, low, high, color=ACCENT, alpha=shade, linewidth=0, label=label)
        axes.axhline(100 * edge, color=INK, linewidth=0.9, label=f"house edge {100 * edge:.3f}%")
        axes.axhline(0, color=FAINT, linewidth=0.6, linestyle=":")
        _powers_of_ten(axes, "x")
        axes.set_xlabel("rounds")
        axes.set_ylabel("actual hold, % of original wagers")
        axes.legend(frameon=False, fontsize=7)

    return draw


def signed_bars(labels: Sequence[str], values: Sequence[float], axis: str) -> "Any":
    """Horizontal bars, the first on top: what the house gains to the right, what it loses to the left."""

    def draw(axes: "Axes") -> None:
        places = range(len(labels))
        axes.barh(places, values, color=[ACCENT if value > 0 else WARM for value in values], height=0.68)
        axes.set_yticks(places, labels, fontsize=6.5)
        axes.invert_yaxis()
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.set_xlabel(axis)

    return draw


def rank_bars(ranks: Sequence[str], effects: Mapping[str, Sequence[float]], axis: str) -> "Any":
    """Bars for each rank, one for each bet."""
    hatches = ("", "///", "...", "xxx", "---", "\\\\\\")

    def draw(axes: "Axes") -> None:
        width = 0.8 / max(len(effects), 1)
        for at, (name, values) in enumerate(effects.items()):
            places = [place + width * (at - (len(effects) - 1) / 2) for place in range(len(ranks))]
            grey = 0.25 + 0.5 * at / max(len(effects), 1)
            colour = ACCENT if at == 0 else WARM if at == 1 else str(grey)
            axes.bar(places, values, width, label=name, color=colour, hatch=hatches[at % len(hatches)], edgecolor="w")
        axes.set_xticks(range(len(ranks)), ranks)
        axes.axhline(0, color=INK, linewidth=0.6)
        axes.set_ylabel(axis)
        axes.legend(frameon=False, fontsize=6.5)

    return draw
