"""Forms of a jackpot from real books: their numbers, read back from the print, are those of the books."""

import json
import re
import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lammer.ledger.refusals import LedgerFault
from lammer.papers.data import document_data
from lammer.papers.document import Amount, Document, Number, Paper, Proof
from lammer.papers.forms.catalogue import Wanted, made
from lammer.papers.forms.checking import form_differences
from lammer.papers.forms.parts import money_words
from lammer.papers.forms.proof import code_svg, matrix_of
from lammer.papers.forms.refusals import FormRefused
from lammer.papers.html_page import html_page
from lammer.papers.pdf import compiled, pdf_bytes
from lammer.papers.reading import read_pdf
from tests.jackpot import DEALER, LINK, SUPERVISOR, new_jackpot
from tests.papers.form_books import HEIR, REFERENCE, Kept, jackpot_with_forms
from tests.papers.made import overflows, pages

NAMES = (
    "slip",
    "slip of the tray",
    "approval",
    "terms",
    "reading",
    "reconciliation",
    "liability",
    "petition",
    "transfer",
)
ONE_PAGE = ("slip", "slip of the tray", "approval", "terms", "liability", "petition", "transfer")
QUIET = 4


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return jackpot_with_forms(tmp_path_factory.mktemp("books"))


class Ledger:
    """A second look at the books, with plain SQL."""

    def __init__(self, kept: Kept) -> None:
        self._books = sqlite3.connect(kept.journal.where)

    def moved(self, debit: str, credit: str, up_to: int = 10**9, after: int = 0) -> int:
        query = (
            "SELECT coalesce(sum(amount), 0) FROM entries WHERE debit = ? AND credit = ? AND event <= ? AND event > ?"
        )
        return int(self._books.execute(query, (debit, credit, up_to, after)).fetchone()[0])

    def held(self, account: str, up_to: int) -> int:
        query = "SELECT coalesce(sum(CASE WHEN credit = ? THEN amount ELSE -amount END), 0) FROM entries "
        query += "WHERE ? IN (debit, credit) AND event <= ?"
        return int(self._books.execute(query, (account, account, up_to)).fetchone()[0])

    def event(self, kind: str, about: str) -> tuple[int, str, str]:
        """Number, hash and signature of the last event of a kind."""
        query = "SELECT number, hash, signature FROM events JOIN audit USING (number) WHERE kind = ? AND about = ?"
        found: tuple[int, str, str] = self._books.execute(query + " ORDER BY number DESC", (kind, about)).fetchone()
        return found


@pytest.fixture(scope="module")
def ledger(kept: Kept) -> Ledger:
    return Ledger(kept)


def figures(kept: Kept, name: str) -> dict[str, str]:
    return made(kept.journal, kept.wanted[name]).figures()


@pytest.mark.parametrize("name", NAMES)
def test_a_form_prints_every_figure_on_both_papers(kept: Kept, name: str) -> None:
    papers: tuple[Paper, ...] = ("a4", "letter")
    for paper in papers:
        document = made(kept.journal, kept.wanted[name], paper)
        file = pdf_bytes(document, paper)
        read = read_pdf(file)
        assert read.paper == paper
        text = " ".join(word for page in read.pages for word in page)
        assert document.title in text
        assert all(number in text for number in document.figures().values())
        assert {"hash", "signature", "public_key"} <= read.about.keys()
        close = text.replace(" ", "")
        assert all(read.about[key] in close for key in ("hash", "signature", "public_key"))
        assert str(read.about["command"]).replace(" ", "") in close
        shown = pages(file)
        assert len(shown) == 1 or name not in ONE_PAGE
        for page in shown:
            assert not overflows(page)
            assert len(page.boxes) > 6
            assert page.colours > 2


@pytest.mark.parametrize("name", NAMES)
def test_the_same_books_make_the_same_bytes_and_agree_with_the_file(kept: Kept, name: str) -> None:
    file, again = (pdf_bytes(made(kept.journal, kept.wanted[name])) for _ in range(2))
    assert file == again
    listed, _ = form_differences(kept.journal, file, read_pdf(file))
    assert listed == []
    page = html_page(made(kept.journal, kept.wanted[name]))
    assert all(number in page for number in figures(kept, name).values())
    assert "<svg" in page


def test_a_slip_has_the_award_of_the_books(kept: Kept, ledger: Ledger) -> None:
    number, hash_, signature = ledger.event("swipe", f"{LINK}/T1/1")
    document = made(kept.journal, kept.wanted["slip"])
    shown = document.figures()
    award = ledger.moved(f"{LINK}/mega/meter", f"{LINK}/mega/awards", number)
    assert document.title == f"JS-{number}-3"
    assert (document.about["hash"], document.about["signature"]) == (hash_, signature)
    assert shown["paid"] == money_words(award) == "25,000.72"
    assert shown["before"] == money_words(ledger.held(f"{LINK}/mega/meter", number - 1))
    assert shown["after"] == money_words(ledger.held(f"{LINK}/mega/meter", number))
    tray = figures(kept, "slip of the tray")
    assert tray["paid"] == money_words(ledger.moved(f"{LINK}/fixed", f"{LINK}/tray")) == "2.00"


def test_an_approval_is_of_the_frozen_amount(kept: Kept, ledger: Ledger) -> None:
    number, _, _ = ledger.event("confirm", f"{LINK}/T2/1")
    document = made(kept.journal, kept.wanted["approval"])
    assert document.title == f"AF-{number}-1"
    assert document.figures()["amount"] == money_words(ledger.held(f"{LINK}/mega/meter", number))
    assert document.figures()["frozen"] == document.figures()["amount"]


def amount(text: str) -> int:
    return int(text.replace(",", "").replace(".", "").replace("\u2212", "-"))


def test_a_reconciliation_adds_up(kept: Kept, ledger: Ledger) -> None:
    number, _, _ = ledger.event("reconcile", LINK)
    shown = {key: amount(text) for key, text in figures(kept, "reconciliation").items()}
    for level in ("mega", "major", "minor"):
        came = ("opening", "contributions", "seeds", "from_reserve", "corrections", "moved", "awards")
        assert sum(shown[f"{level}.{name}"] for name in came) == shown[f"{level}.closing"]
        assert shown[f"{level}.closing"] == ledger.held(f"{LINK}/{level}/meter", number)
        kept_back = ("reserve.opening", "reserved", "overflow", "to_meter", "reserve.moved")
        assert sum(shown[f"{level}.{name}"] for name in kept_back) == shown[f"{level}.reserve.closing"]
        assert shown[f"{level}.reserve.closing"] == ledger.held(f"{LINK}/{level}/reserve", number)
        assert shown[f"{level}.due"] == shown[f"{level}.contributed"]
    assert shown["minor.corrections"] == 1250
    assert (shown["minor.difference"], shown["mega.difference"]) == (7, 0)


def test_a_reading_has_every_meter_of_new_jerseys_list(kept: Kept, ledger: Ledger) -> None:
    number, _, _ = ledger.event("reconcile", LINK)
    shown = figures(kept, "reading")
    assert (shown["mega.wagers_number.now"], shown["mega.wagers_amount.now"]) == ("2", "6.00")
    assert (shown["mega.awards_number.now"], shown["minor.awards_number.now"]) == ("1", "0")
    assert shown["mega.awards_amount.now"] == "25,000.72"
    assert shown["minor.sign"] == money_words(ledger.held(f"{LINK}/minor/meter", number) + 7)
    assert shown["minor.reserve.now"] == money_words(ledger.held(f"{LINK}/minor/reserve", number))
    assert shown["major.limit"] == "25,000.00"
    assert (shown["mega.base"], shown["mega.hidden"]) == ("25,000.00", "2% of each wager")


def test_a_liability_is_meters_and_reserves_as_they_were(kept: Kept, ledger: Ledger) -> None:
    """Also after the awards were paid and everything was moved away."""
    number = int(kept.wanted["liability"].ask["event"])
    shown = figures(kept, "liability")
    held = {
        level: (ledger.held(f"{LINK}/{level}/meter", number), ledger.held(f"{LINK}/{level}/reserve", number))
        for level in ("mega", "major", "minor")
    }
    assert shown["total"] == money_words(sum(map(sum, held.values())))
    assert shown["mega.frozen"] == money_words(held["mega"][0])
    assert all(shown[f"{level}.left"] == shown[f"{level}.liability"] for level in held)
    after = made(kept.journal, Wanted("liability", LINK, {})).figures()
    assert (after["total"], after["mega.frozen"]) == ("0.00", "0.00")


def test_a_petition_and_its_transfer_name_the_same_fund(kept: Kept, ledger: Ledger) -> None:
    fund = sum(
        ledger.moved(f"{HEIR}/{level}/moved", f"{HEIR}/{level}/{account}")
        for level in ("mega", "major", "minor")
        for account in ("meter", "reserve")
    )
    assert figures(kept, "petition")["total"] == figures(kept, "transfer")["total"] == money_words(fund)


def test_terms_are_printed_in_their_order(kept: Kept) -> None:
    """Events store names in alphabetical order; the highest award comes first."""
    page = html_page(made(kept.journal, kept.wanted["terms"]))
    places = [page.index(f"{row}:") for row in ("777 diamonds", "777 suited", "777 same colour", "two 7s", "one 7")]
    assert places == sorted(places)
    assert "one wager in 250,666.0" in page


def forged(document: Document, minor: int) -> Document:
    """Another amount in the large print and in the figures."""
    first = next(block for block in document.cover if isinstance(block, Amount))
    other = replace(first, value=Number(first.value.key, money_words(minor)))
    return replace(document, cover=tuple(other if block is first else block for block in document.cover))


@pytest.mark.parametrize("name", ["slip", "approval", "liability", "transfer"])
def test_another_amount_is_found(kept: Kept, name: str) -> None:
    """Negative control of the check."""
    file = pdf_bytes(forged(made(kept.journal, kept.wanted[name]), 99_999_999))
    listed, _ = form_differences(kept.journal, file, read_pdf(file))
    assert any("999,999.99" in one.file for one in listed)
    assert any(one.where == "page 1" for one in listed)


def test_two_amounts_in_each_others_place_are_found(kept: Kept) -> None:
    """The page has the same words then."""
    document = made(kept.journal, kept.wanted["slip"])
    amount = next(block for block in document.cover if isinstance(block, Amount))
    paid = amount.value.text
    other = next(text for key, text in document.figures().items() if text not in (paid, "0.00") and "." in text)
    data = json.dumps(document_data(document)).replace(f'"{paid}"', '"@"', 1).replace(f'"{other}"', f'"{paid}"', 1)
    file = compiled("paper.typ", json.loads(data.replace('"@"', f'"{other}"')), "a4", document)
    listed, _ = form_differences(kept.journal, file, read_pdf(file))
    assert [one.where for one in listed if paid in one.file or other in one.file]


@pytest.mark.parametrize(
    ("key", "value", "where"),
    [
        ("signature", "00" * 64, "signature"),
        ("hash", "ab" * 32, "hash"),
        ("event", 12, "event"),
        ("books", "0123456789abcdef", "books"),
        ("number", "JS-99-3", "number"),
        ("ask", {"table": "T1", "hand": 9, "spot": 3}, "form"),
    ],
)
def test_another_event_is_found(kept: Kept, key: str, value: Any, where: str) -> None:
    document = made(kept.journal, kept.wanted["slip"])
    file = pdf_bytes(replace(document, about={**document.about, key: value}))
    listed, _ = form_differences(kept.journal, file, read_pdf(file))
    assert where in [one.where for one in listed]


def test_only_forms_are_checked(kept: Kept) -> None:
    document = made(kept.journal, kept.wanted["slip"])
    for about in ({"kind": "PAR sheet"}, {"form": "bribe"}, {"ask": {"hand": "1"}}, {"ask": {"event": 3}}):
        file = pdf_bytes(replace(document, about={**document.about, **about}))
        with pytest.raises(FormRefused):
            form_differences(kept.journal, file, read_pdf(file))


def codes(file: bytes) -> list[str]:
    """What a decoder that has nothing to do with our encoder reads on the pages, as a phone would."""
    import pypdfium2
    import zxingcpp

    document = pypdfium2.PdfDocument(file)
    pictures = [page.render(scale=3, grayscale=True).to_pil() for page in document]
    document.close()
    return [code.text for picture in pictures for code in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("name", NAMES)
def test_the_code_on_the_page_holds_number_and_signature(kept: Kept, name: str) -> None:
    document = made(kept.journal, kept.wanted[name])
    (code,) = codes(pdf_bytes(document))
    number, signature = document.about["number"], document.about["signature"]
    assert code.startswith(f"LAMMER {number} ")
    assert code.endswith(f"SIGNATURE {signature.upper()}")


def test_the_code_of_a_slip_is_the_event_of_the_books(kept: Kept, ledger: Ledger) -> None:
    number, hash_, signature = ledger.event("swipe", f"{LINK}/T1/1")
    text = f"LAMMER JS-{number}-3 AMOUNT 25000.72 BOOKS {kept.journal.id} EVENT {number} HASH {hash_} "
    assert codes(pdf_bytes(made(kept.journal, kept.wanted["slip"]))) == [(text + f"SIGNATURE {signature}").upper()]


def test_a_drawn_code_is_its_modules() -> None:
    modules = matrix_of("LAMMER")
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1", code_svg("LAMMER"))
    drawn = {(int(x) + more - QUIET, int(y) - QUIET) for x, y, length in runs for more in range(int(length))}
    assert drawn == {(x, y) for y, row in enumerate(modules) for x, module in enumerate(row) if module}


@cache
def refusals() -> list[tuple[Wanted, str]]:
    hand = {"table": "T1", "hand": 1, "spot": 1}
    return [
        (Wanted("slip", "other", hand), "there is no jackpot 'other'; the books have main"),
        (Wanted("slip", LINK, hand | {"hand": 2}), "table T1 of link main has no hand 2"),
        (Wanted("slip", LINK, hand | {"spot": 2}), "there is no award in the books"),
        (Wanted("slip", LINK, hand), "the award is selected; it is not paid yet"),
        (Wanted("approval", LINK, hand), "no supervisor has confirmed it"),
        (Wanted("reading", LINK, {}), "the meters of jackpot main were never read"),
        (Wanted("reconciliation", LINK, {"day": "2026-01-02"}), "never read"),
        (Wanted("liability", LINK, {"event": 10**6}), "the books have no event 1000000"),
        (Wanted("liability", LINK, {"day": "2025-12-31"}), "did not exist yet"),
        (Wanted("liability", LINK, {"day": "yesterday"}), "is not a date"),
        (Wanted("petition", LINK, {"reference": REFERENCE}), "no petition 'P7' is recorded for jackpot main"),
        (Wanted("terms", LINK, {"event": 3}), "event 3 set no terms"),
    ]


def test_what_is_not_in_the_books_is_refused(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path)
    jackpot.dealt({1: "7h 7h", 2: "9c 8d"}, "7h")
    jackpot.select(1, "777 suited")
    for wanted, message in refusals():
        with pytest.raises(FormRefused) as caught:
            made(jackpot.desk.journal, wanted)
        assert message in str(caught.value)
    jackpot.do("confirm", SUPERVISOR, "T1", spot=1)
    with pytest.raises(FormRefused, match="the award is frozen; it is not paid yet"):
        made(jackpot.desk.journal, refusals()[3][0])
    jackpot.swipe("eli", 1)
    jackpot.do("end", DEALER, "T1")
    assert made(jackpot.desk.journal, refusals()[3][0]).figures()["paid"] == "10,000.40"


def test_an_event_that_was_edited_is_not_printed(tmp_path: Path) -> None:
    kept = jackpot_with_forms(tmp_path, "blazing-7s")
    number = int(made(kept.journal, kept.wanted["slip"]).about["event"])
    with sqlite3.connect(kept.journal.where) as books:
        for (name,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            books.execute(f'DROP TRIGGER "{name}"')
        (answer,) = books.execute("SELECT answer FROM events WHERE number = ?", (number,)).fetchone()
        edited = json.loads(answer)
        edited["claim"]["amount"] += 100
        text = json.dumps(edited, sort_keys=True, separators=(",", ":"))
        books.execute("UPDATE events SET answer = ? WHERE number = ?", (text, number))
    with pytest.raises(LedgerFault, match="is not what was signed"):
        made(kept.journal, kept.wanted["slip"])


def test_forms_from_a_postgresql_database(postgres_url: str, tmp_path: Path, kept: Kept) -> None:
    """The same steps give the same figures, and the file agrees with its books alone."""
    there = jackpot_with_forms(tmp_path, where=postgres_url)
    try:
        for name in ("slip", "reconciliation", "liability"):
            assert figures(there, name) == figures(kept, name)
        file = pdf_bytes(made(there.journal, there.wanted["slip"]))
        assert form_differences(there.journal, file, read_pdf(file))[0] == []
        assert [one.where for one in form_differences(kept.journal, file, read_pdf(file))[0]] == ["books"]
    finally:
        there.journal.close()


def test_every_form_has_a_proof(kept: Kept) -> None:
    for wanted in kept.wanted.values():
        assert sum(isinstance(block, Proof) for block in made(kept.journal, wanted).cover) == 1
