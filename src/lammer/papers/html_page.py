"""Writes a document as one HTML page without scripts, fonts or pictures from elsewhere."""

from html import escape
from importlib.resources import files
from typing import Any

from lammer.papers.data import document_data, figures_json
from lammer.papers.document import Document

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = ("d", "h")
FIGURES_ID = "figures"
"""The id of the element that has the JSON."""


def html_page(document: Document) -> str:
    data = document_data(document)
    sections = "".join(
        f'<section id="{escape(one["id"])}"><h2>{at}. {escape(one["title"])}</h2>{_blocks(one["blocks"])}</section>'
        for at, one in enumerate(data["sections"], 1)
    )
    title = escape(f"{document.kind}: {document.title}")
    style = files("lammer.papers").joinpath("page.css").read_text("utf-8")
    figures = figures_json(document).replace("<", "\\u003c")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f'<body><header><p class="kind">{escape(document.kind)}</p><h1>{escape(document.title)}</h1>'
        f'<p class="sub">{escape(document.subtitle)}</p></header>{_blocks(data["cover"])}{sections}'
        f'<script type="application/json" id="{FIGURES_ID}">{figures}</script></body></html>\n'
    )


def _blocks(blocks: list[dict[str, Any]]) -> str:
    return "\n".join(WRITERS[one["kind"]](one) for one in blocks)


def _paragraph(block: dict[str, Any]) -> str:
    return f"<p{' class=small' if block['small'] else ''}>{escape(block['text'])}</p>"


def _items(items: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in items)}</ul>"


def _notice(block: dict[str, Any]) -> str:
    return f'<div class="notice"><strong>{escape(block["title"])}</strong>{_items(block["items"])}</div>'


def _facts(block: dict[str, Any]) -> str:
    tag = "code" if block["code"] else "span"
    rows = "".join(f"<dt>{escape(name)}</dt><dd><{tag}>{escape(value)}</{tag}></dd>" for name, value in block["rows"])
    return f"<dl>{rows}</dl>"


def _table(block: dict[str, Any]) -> str:
    aligns = [column["align"] for column in block["columns"]]
    head = "".join(f'<th class="{one["align"]}">{escape(one["title"])}</th>' for one in block["columns"])
    rows = "".join(
        f"<tr{' class=strong' if at in block['strong'] else ''}>"
        + "".join(f'<td class="{align}">{escape(cell)}</td>' for align, cell in zip(aligns, row, strict=True))
        + "</tr>"
        for at, row in enumerate(block["rows"])
    )
    caption = f"<caption>{escape(block['caption'])}</caption>" if block["caption"] else ""
    return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _picture(block: dict[str, Any]) -> str:
    drawing = block["svg"][block["svg"].index("<svg") :]
    return f'<figure role="img" aria-label="{escape(block["alt"])}">{drawing}</figure>'


def _charts(block: dict[str, Any]) -> str:
    colours = block["colours"]
    grids = "".join(_grid(one, colours) for one in block["grids"])
    legend = " ".join(
        f'<span class="key" style="background:{colour}">{escape(letter)}</span> {escape(word)}'
        for letter, colour, word in block["legend"]
    )
    return f'<div class="charts">{grids}</div><p class="small">{legend}</p>'


def _grid(grid: dict[str, Any], colours: dict[str, str]) -> str:
    head = "".join(f"<th>{escape(up)}</th>" for up in ("", *grid["ups"]))
    rows = "".join(
        f"<tr><th>{escape(hand)}</th>"
        + "".join(
            f'<td style="background:{colours.get(cell.partition("/")[0], "transparent")}">{escape(cell)}</td>'
            for cell in cells
        )
        + "</tr>"
        for hand, cells in grid["rows"]
    )
    return f'<table class="chart"><caption>{escape(grid["title"])}</caption><tr>{head}</tr>{rows}</table>'


def _deal(block: dict[str, Any]) -> str:
    hands = "".join(
        f'<div class="hand"><span>{escape(one["label"])}</span>{"".join(map(_card, one["cards"]))}'
        f"<span>{escape(one['note'])}</span></div>"
        for one in block["hands"]
    )
    lines = "".join(f"<p>{escape(line)}</p>" for line in block["lines"])
    return (
        f'<div class="deal"><strong>{escape(block["title"])}</strong>{hands}{lines}'
        + (f"<code>{escape(block['notation'])}</code>" if block["notation"] else "")
        + "</div>"
    )


def _card(name: str) -> str:
    rank, suit = name[:-1].replace("T", "10"), name[-1]
    return f'<span class="card{" red" if suit in RED else ""}">{rank}{SUITS.get(suit, "?")}</span>'


def _signatures(block: dict[str, Any]) -> str:
    return f'<div class="sign">{"".join(f"<span>{escape(one)}</span>" for one in block["lines"])}</div>'


def _amount(block: dict[str, Any]) -> str:
    note = f"<p>{escape(block['note'])}</p>" if block["note"] else ""
    return f'<div class="amount"><p>{escape(block["label"])}</p><strong>{escape(block["value"])}</strong>{note}</div>'


def _proof(block: dict[str, Any]) -> str:
    figure = f'<figure role="img" aria-label="{escape(block["alt"])}">{block["svg"]}</figure>'
    return f'<div class="proof">{figure}{_facts(block | {"code": True})}</div>'


def _sub_section(block: dict[str, Any]) -> str:
    return f"<h3>{escape(block['title'])}</h3>{_blocks(block['blocks'])}"


WRITERS = {
    "Paragraph": _paragraph,
    "Bullets": lambda block: _items(block["items"]),
    "Notice": _notice,
    "Facts": _facts,
    "Table": _table,
    "Picture": _picture,
    "Charts": _charts,
    "Deal": _deal,
    "Signatures": _signatures,
    "Amount": _amount,
    "Proof": _proof,
    "SubSection": _sub_section,
}
