"""The PAR sheet of every shipped sheet: its figures, read back from the print, are those of the exact analysis."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import lammer
from lammer.counting.count_curve import CountCurve
from lammer.counting.effects import MAIN
from lammer.counting.protection import TableTerms, counted_bet
from lammer.counting.systems import systems
from lammer.papers.checking import Difference, differences
from lammer.papers.data import document_data
from lammer.papers.document import Block, Column, Paper, Paragraph, Section, Table
from lammer.papers.figures import may_be_posted
from lammer.papers.html_page import html_page
from lammer.papers.par import par_sheet
from lammer.papers.pdf import compiled, pdf_bytes
from lammer.papers.profiles import LISTS, PLAIN, ordered
from lammer.papers.reading import read_document, read_pdf
from lammer.papers.wanted import LeftOut, Wanted
from lammer.rules.sidebets import fixed_side_bets
from tests.papers.forged import filled_in, stamped
from tests.papers.made import (
    analysed_quickly,
    exact_edge,
    figures,
    overflows,
    page_words,
    pages,
    par,
    pdf,
    quick,
    shipped,
)

FULL = Wanted(rounds=1_000_000)
FULL_SHEET = "sd-blackjack[split.maximum_hands=1]"
"""Without splits the spread takes no time."""


def printed(number: float, digits: int = 4) -> str:
    return f"{100 * number:.{digits}f}%".replace("-", "\u2212")


@pytest.mark.parametrize("name", [analysed_quickly(name) for name in shipped()])
def test_printed_figures_are_those_of_the_exact_analysis(name: str) -> None:
    """And the pages of both papers keep their margins, and none is empty."""
    document, made = par(name, quick(name)), pdf(name, quick(name))
    read = read_pdf(made)
    words = [word for page in read.pages for word in page]
    sheet = lammer.load(name).sheet
    assert all(sheet.digest in page for page in read.pages), "the footer has the whole digest"
    game, bracket, rules = name.partition("[")
    found_edge = exact_edge(f"{game.partition('+')[0]}{bracket}{rules}")
    if isinstance(found_edge, LeftOut):
        assert set(found_edge.why.split()) <= set(words)
    else:
        assert printed(found_edge) in read.pages[0]
        assert printed(found_edge, 6) in words
    counted = [] if figures(name, quick(name)).refused_bets else fixed_side_bets(sheet)
    for found in (one for one in counted if may_be_posted(sheet, one)):
        assert printed(found.house_edge, 6) in words, found.id
        for one in found.outcomes:
            assert f"{one.probability:.9f}" in words
    every = set(words)
    missing = {key: text for key, text in document.figures().items() if not set(text.split()) <= every}
    assert not missing
    assert read.about["figures"] == document.figures()
    papers: tuple[Paper, ...] = ("a4", "letter")
    for paper in papers:
        for number, page in enumerate(pages(pdf(name, quick(name), paper)), 1):
            assert not overflows(page), (paper, number)
            assert len(page.boxes) > 6, f"page {number} on {paper} is nearly empty"
            assert page.colours > 2, f"page {number} on {paper} is blank"


@pytest.mark.parametrize("lines", range(24, 48, 3))
def test_a_text_stays_with_its_table_and_a_table_keeps_three_rows_together(lines: int) -> None:
    """However much of the page is full."""
    filler = tuple(Paragraph("filler") for _ in range(lines))
    small = Table((Column("A"), Column("B")), tuple(("small", str(row)) for row in range(12)))
    large = Table((Column("A"), Column("B")), tuple(("large", str(row)) for row in range(70)))
    blocks: tuple[Block, ...] = (*filler, Paragraph("about"), small, Paragraph("next"), large)
    made = pdf_bytes(replace(par("sd-blackjack"), sections=(Section("one", "One", blocks),)))
    found = page_words(made)
    assert [words for words in found if "about" in words] == [words for words in found if "small" in words]
    assert all(words.count("large") in (0, *range(3, 71)) for words in found)


def test_text_beyond_the_margins_is_found() -> None:
    """Negative control of the test above."""
    wide = Section("wide", "Wide", (Paragraph("#" * 400),))
    document = replace(par("sd-blackjack"), sections=(wide,))
    assert any(overflows(page) for page in pages(pdf_bytes(document)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_full_sheet_on_both_papers(paper: Paper) -> None:
    made = pdf(FULL_SHEET, FULL, paper)
    read = read_pdf(made)
    assert read.paper == paper
    assert not any(overflows(page) for page in pages(made))
    found = lammer.load(FULL_SHEET).edge()
    words = {word for page in read.pages for word in page}
    assert {f"{found.sd:.6f}", f"{found.at_risk:.6f}", printed(found.house_edge_at_risk, 6)} <= words
    for net, chance in found.results.items():
        assert f"{chance:.9f}" in words, net
    assert printed(found.house_edge - 1.959963984540054 * found.sd / 1000, 3) in words


def test_removed_cards_are_differences_of_two_analyses() -> None:
    game, texts = lammer.load(FULL_SHEET), par(FULL_SHEET, FULL).figures()
    effect = game.edge(spread=False, remove="5s").house_edge - game.edge(spread=False).house_edge
    assert texts["removal.main game.5"] == f"{100 * effect:+.3f}".replace("-", "\u2212")


def test_vulnerability_follows_from_the_printed_effects() -> None:
    """The trigger of Hi-Lo is near −52·E / ((N − 1)·b), with the slope b of the player's effects on the tags. It is not
    the same: the model is a curve."""
    removed, texts = figures(FULL_SHEET, FULL).removal, par(FULL_SHEET, FULL).figures()
    assert not isinstance(removed, LeftOut)
    effects = next(one for one in removed.by_card if one.bet == MAIN)
    tags = {value: 1 if 2 <= value <= 6 else -1 if value in (1, 10) else 0 for value in range(1, 11)}
    squares = sum(effects.of_value(value) * tag * tag for value, tag in tags.items())
    slope = sum(effects.of_value(value) * tags[value] * one for value, one in effects.by_value().items()) / squares
    trigger = -52 * effects.ev / ((effects.cards - 1) * slope)
    assert float(texts["vulnerability.main game.hi-lo.trigger"]) == pytest.approx(trigger, abs=0.3)
    hi_lo = systems()["hi-lo"].tags
    known = removed.models[MAIN, str(hi_lo)]
    assert isinstance(known, CountCurve)
    simulated = figures(FULL_SHEET, FULL).simulated
    assert not isinstance(simulated, LeftOut)
    found = counted_bet(effects, hi_lo, simulated.length, known)
    assert texts["vulnerability.main game.hi-lo.trigger"] == f"{found.trigger:+.2f}"
    won = found.at_cut(1.5, TableTerms(simulated.length.mean)).win_per_round
    assert texts["vulnerability.main game.hi-lo.win.1.5"] == f"{100 * won:.3f}"
    shares = [float(texts[f"vulnerability.main game.hi-lo.share.{behind}"].rstrip("%")) for behind in ("1", "1.5", "2")]
    assert 20 > shares[0] > shares[1] > shares[2] > 1


def test_rule_effects_are_those_of_the_changed_sheet() -> None:
    game, texts = lammer.load(FULL_SHEET), par(FULL_SHEET, FULL).figures()
    effect = game.replace(soft_17="stand").edge(spread=False).house_edge - game.edge(spread=False).house_edge
    assert texts["effect.dealer.soft_17=stand"] == f"{100 * effect:+.4f}%".replace("-", "\u2212")


def test_changes_without_a_figure_are_named_with_the_reason() -> None:
    found = figures(FULL_SHEET, FULL).effects
    assert not isinstance(found, LeftOut)
    assert "dealer.hole_card" in [one.key for one in found.refused]
    words = html_page(par(FULL_SHEET, FULL))
    assert "No figure for dealer.hole_card=false, which does not go together with dealer.peek_under " in words
    assert "set it to" not in words
    assert ".toml: " not in words
    assert all(html.escape(one.why) in words for one in found.refused)


def test_simulated_figures_agree_with_exact_ones() -> None:
    dealt = figures(FULL_SHEET, FULL).simulated
    assert not isinstance(dealt, LeftOut)
    assert len(dealt.rows) > 5
    assert dealt.worst <= dealt.limit


def test_two_runs_make_the_same_bytes() -> None:
    from lammer.papers.figures import figures_of

    name = "sd-blackjack+perfect-pairs"
    wanted = figures(name, quick(name)).wanted
    again = par_sheet(figures_of(lammer.load(name), name, wanted), f"lammer report {name} -o par.pdf")
    first = par(name, quick(name))
    assert pdf_bytes(again) == pdf(name, quick(name))
    assert html_page(again) == html_page(first)
    assert pdf_bytes(replace(again, date="2026-11-17")) != pdf_bytes(again)


def test_html_has_every_figure() -> None:
    page = html_page(par(FULL_SHEET, FULL))
    embedded = re.search(r'<script type="application/json" id="figures">(.*?)</script>', page, re.S)
    assert embedded
    assert json.loads(embedded[1])["figures"] == par(FULL_SHEET, FULL).figures()
    body = page.partition("<script")[0]
    assert all(f">{text}<" in body for text in par(FULL_SHEET, FULL).figures().values())


def test_lint_warnings_are_on_the_first_page() -> None:
    name = "sd-free-bet[natural.pays=1:1]"
    assert figures(name).remarks
    first = " ".join(read_pdf(pdf(name)).pages[0])
    for remark in figures(name).remarks:
        assert " ".join(str(remark).split()[:6]) in first


def test_what_the_analysis_refuses_is_said_in_its_place() -> None:
    name = "sd-free-bet[side_bets.pot-of-gold.lammers.count=winning lammers]"
    why = figures(name).refused_bets["pot-of-gold"]
    text = " ".join(word for page in read_pdf(pdf(name)).pages for word in page)
    assert text.count(why.split(": ")[1]) >= 2  # on the first page, and among the side bets


def test_every_profile_has_every_section() -> None:
    for profile in LISTS:
        assert set(ordered(profile)) == set(PLAIN)
        assert list(ordered(profile))[-1] == "method"
    first = par_sheet(figures("sd-blackjack"), "lammer report sd-blackjack -o par.pdf", "ma")
    assert first.sections[0].title.startswith("(c) ")
    assert first.figures() == par("sd-blackjack").figures()


def test_what_is_copied_from_the_print_has_no_invisible_characters() -> None:
    """A command or a notation with a zero-width space cannot be run, and nobody sees why."""
    words = page_words(pdf("sd-blackjack"))
    assert par("sd-blackjack").about["command"].split()[-1] in words[0]
    assert not [word for page in words for word in page if "\u200b" in word]


def test_a_check_finds_nothing_in_an_unchanged_file() -> None:
    made = pdf("sd-blackjack")
    assert differences(made, read_pdf(made), par("sd-blackjack")) == []


def test_a_check_finds_a_changed_figure_in_print_and_in_the_json() -> None:
    document = par("sd-blackjack")
    text = document.figures()["main.house_edge"]
    other = text.replace(text[-2], str((int(text[-2]) + 1) % 10))
    data = json.loads(json.dumps(document_data(document)).replace(json.dumps(text), json.dumps(other)))
    only_print = compiled("paper.typ", data, "a4", document)
    found = differences(only_print, read_pdf(only_print), document)
    assert [(one.where, one.file, one.computed) for one in found] == [("page 1", other, text)]
    about = {**read_pdf(only_print).about, "figures": {**document.figures(), "main.house_edge": other}}
    other_bytes = pdf("sd-blackjack") + b"% more\n"
    only_json = differences(other_bytes, read_pdf(other_bytes)._replace(about=about), document)
    assert [(one.where, one.file, one.computed) for one in only_json] == [("main.house_edge", other, text)]


def test_a_check_finds_two_figures_in_each_others_place() -> None:
    """The page has the same words then."""
    document = par("sd-blackjack")
    one, other = (document.figures()[f"{key}.house_edge"] for key in ("main", "cover.insurance.under A"))
    swapped = {one: other, other: one}
    data = json.loads(json.dumps(document_data(document)))
    forged = compiled("paper.typ", exchanged(data, swapped), "a4", document)
    found = differences(forged, read_pdf(forged), document)
    assert found
    assert {difference.where for difference in found} <= {f"page {number}" for number in range(1, 20)}


def exchanged(part: Any, texts: dict[str, str]) -> Any:
    """The same data with some texts replaced."""
    if isinstance(part, dict):
        return {key: exchanged(value, texts) for key, value in part.items()}
    if isinstance(part, list):
        return [exchanged(value, texts) for value in part]
    return texts.get(part, part) if isinstance(part, str) else part


def test_a_check_finds_a_page_with_the_same_words_that_looks_different() -> None:
    document = par("sd-blackjack")
    cover = tuple(replace(block, strong=()) if isinstance(block, Table) else block for block in document.cover)
    plain = pdf_bytes(replace(document, cover=cover))
    found = differences(plain, read_pdf(plain), document)
    assert [str(one) for one in found] == [
        "page 1 does not look like the one that is made now, although it has the same words"
    ]


@pytest.mark.parametrize("changed", [stamped, filled_in])
def test_a_check_finds_what_is_shown_over_a_page(changed: Callable[[bytes], bytes]) -> None:
    """An annotation or a form field is in no text of the page, and a stamp may be only in print."""
    forged = changed(pdf("sd-blackjack"))
    read = read_pdf(forged)
    assert read == read_pdf(pdf("sd-blackjack"))
    found = [str(one) for one in differences(forged, read, par("sd-blackjack"))]
    fields = ["form fields: the file says some, computed none"] * (changed is filled_in)
    assert found == [
        *fields,
        "annotations on page 1: the file says 1, computed 0",
        "page 1 does not look like the one that is made now, although it has the same words",
    ]


def test_a_check_finds_changed_metadata() -> None:
    forged = pdf("sd-blackjack").replace(b"/Author(lammer)", b"/Author(Lammer)")
    found = differences(forged, read_pdf(forged), par("sd-blackjack"))
    assert [str(one) for one in found] == ["metadata Author: the file says Lammer, computed lammer"]


def test_a_check_of_another_version_never_agrees() -> None:
    """The versions in a file can be changed with the rest, so they are no excuse for other bytes."""
    document = par("sd-blackjack")
    older = {**document.about, "versions": {**document.about["versions"], "typst": "0.1"}}
    made = pdf_bytes(replace(document, about=older))
    (found,) = differences(made, read_pdf(made), document)
    assert (found.where, found.file) == ("versions.typst", '"0.1"')


def test_a_check_of_a_page() -> None:
    document = par("sd-blackjack")
    page, text = html_page(document), document.figures()["main.house_edge"]
    assert differences(page.encode(), read_document(page.encode()), document) == []
    other = text.replace(text[-2], str((int(text[-2]) + 1) % 10))
    forged = page.replace(f">{text}<", f">{other}<", 1).encode()
    found = differences(forged, read_document(forged), document)
    assert [tuple(one) for one in found] == [("section 0", other, text)]
    forged = page.replace(f'"main.house_edge": "{text}"', f'"main.house_edge": "{other}"').encode()
    found = differences(forged, read_document(forged), document)
    assert [tuple(one) for one in found] == [("main.house_edge", other, text)]
    forged = page.replace("</style>", "td { visibility: hidden }</style>").encode()
    (unseen,) = differences(forged, read_document(forged), document)
    assert "although all figures and all words agree: something was added or changed" in str(unseen)


def test_differences_carry_nothing_out_in_a_terminal() -> None:
    assert str(Difference("main.house_edge", "\x1b[2J0.1%", "0.2%")).isprintable()
