"""The PAR sheet: probability and accounting report of a game."""

import shlex
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from platform import python_version

from lammer.api.kept_findings import code_version
from lammer.papers.data import document_data
from lammer.papers.document import Block, Document, Paragraph, Section
from lammer.papers.figures import Figures
from lammer.papers.letters import missing_letters
from lammer.papers.profiles import LISTS, Profile, ordered
from lammer.papers.sections import evidence, front, main_game, play, progressive, rules, side_bets, vulnerability
from lammer.papers.stated import KIND
from lammer.papers.wanted import ROUNDS, SEED, Wanted

SOFTWARE = ("numpy", "numba", "matplotlib", "typst")


def par_sheet(figures: Figures, command: str, profile: Profile = "lab", date: str = "") -> Document:
    """The document with the sections of a profile."""
    versions, sheet = _versions(), figures.sheet
    content: dict[str, tuple[Block, ...]] = {
        "plain": rules.plain(figures),
        "classification": _classification(figures),
        "values": rules.values(figures),
        "equipment": rules.equipment(figures),
        "irregularities": rules.irregularities(figures),
        "edge": main_game.edge(figures),
        "effects": main_game.effects(figures),
        "charts": play.charts(figures),
        "side_bets": side_bets.side_bets(figures),
        "results": main_game.results(figures),
        "hold": main_game.hold(figures),
        "simulation": evidence.simulation(figures),
        "removal": evidence.removal(figures),
        "vulnerability": vulnerability.vulnerability(figures),
        "joint": play.joint(figures),
        "progressive": progressive.progressive(figures),
        "examples": play.examples(figures),
        "method": evidence.method(figures, versions, command),
    }
    sections = tuple(Section(name, title, content[name]) for name, title in ordered(profile).items())
    about = {
        "kind": KIND,
        "sheet": sheet.ref,
        "digest": f"{sheet.ref} · digest {sheet.digest}",
        "game": figures.source,
        "profile": profile,
        "date": date,
        "command": command,
        "versions": versions,
        "wanted": figures.wanted._asdict(),
    }
    listed = LISTS[profile].source
    subtitle = f"{sheet.ref}" + (f" · arranged as {listed}" if listed else "")
    cover = front.cover(figures, command, versions, date)
    document = Document(KIND, sheet.title, subtitle, cover, sections, about, date)
    letters = missing_letters(document_data(document))
    if not letters:
        return document
    codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
    text = f"The fonts of a PDF have no {codes}: these letters print as empty boxes. A page (HTML) has them."
    return replace(document, cover=(*cover, Paragraph(text, small=True)))


def command_for(game: str, wanted: Wanted, profile: str, date: str, paper: str, kind: str = "pdf") -> str:
    """The command that makes a document, with the options that are not the defaults."""
    words = ["lammer", "report", shlex.quote(game), "-o", f"par.{kind}"]
    words += [] if wanted.spread else ["--short"]
    words += ["--rounds", str(wanted.rounds)] if wanted.rounds != ROUNDS else []
    words += ["--seed", str(wanted.seed)] if wanted.seed != SEED else []
    words += ["--for", profile] if profile != "lab" else []
    words += ["--paper", paper] if paper != "a4" and kind == "pdf" else []
    return " ".join([*words, *(["--date", date] if date else [])])


def _versions() -> dict[str, str]:
    found = {"lammer": _version("lammer"), "sources": code_version()[:16], "python": python_version()}
    return found | {name: _version(name) for name in SOFTWARE}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _classification(figures: Figures) -> tuple[Block, ...]:
    sheet = figures.sheet
    natural = "natural blackjack" if sheet.rules.points.limit == 21 else f"a limit of {sheet.rules.points.limit} points"
    free = bool(sheet.rules.free.double_totals or sheet.rules.free.split_values)
    text = f"{sheet.title} is a variation of blackjack, an authorized game, with {natural}"
    text += " and doubles and splits that the house pays for" if free else ""
    bets = [bet.name for bet in sheet.side_bets.values()]
    wagers = [f"Side wagers: {', '.join(bets) or 'none'}."]
    if sheet.rules.against.offered:
        wagers.append("In place of the main wager a player may bet against the own hand.")
    if sheet.rules.lights is not None:
        wagers.append(f"{sheet.rules.lights.name} is a prize without a wager.")
    return Paragraph(f"{text}."), Paragraph(" ".join(wagers))
