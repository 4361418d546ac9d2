"""The licence of a Python package as an SPDX expression: from its metadata, or from the text of its licence file."""

import re
import zipfile
from collections.abc import Iterable
from email.message import Message
from email.parser import Parser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

UNKNOWN = "unknown"
STATED = {
    "MIT": "MIT",
    "MIT License": "MIT",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "Apache-2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "MPL-2.0": "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "Python Software Foundation License": "PSF-2.0",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
}
"""Texts that older packages use instead of an SPDX id. A plain "BSD" is ambiguous, so it is not included."""
REDISTRIBUTION = "redistributions in binary form must reproduce the above copyright notice"
TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("BSD-3-Clause", (REDISTRIBUTION, "may be used to endorse or promote products derived from")),
    ("BSD-2-Clause", (REDISTRIBUTION,)),
    ("Zlib", ("the origin of this software must not be misrepresented", "altered source versions must be plainly")),
    ("MIT", ("permission is hereby granted, free of charge, to any person obtaining a copy", "without restriction")),
    ("Apache-2.0", ("apache license version 2.0, january 2004",)),
)
"""Phrases that identify a licence; the first match counts. A BSD licence without the third clause is the two-clause
one."""
LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING)(\.(txt|md|rst))?", re.IGNORECASE)


def installed_licence(name: str, version: str) -> str | None:
    """The licence of an installed package, or ``unknown``; None if this version is not installed."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return None
    if found.version != version:
        return None
    files = [Path(str(path.locate())) for path in found.files or [] if _is_licence_file(str(path))]
    metadata = Parser().parsestr(found.read_text("METADATA") or "")
    return licence_of(metadata, [path.read_text("utf-8", "replace") for path in files])


def licence_in_wheel(path: Path) -> str:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        (about,) = (name for name in names if name.count("/") == 1 and name.endswith(".dist-info/METADATA"))
        texts = [wheel.read(name).decode("utf-8", "replace") for name in names if _is_licence_file(name)]
        return licence_of(Parser().parsestr(wheel.read(about).decode("utf-8")), texts)


def _is_licence_file(name: str) -> bool:
    """Whether this is the package's own licence file, not one of a bundled package, which is in another folder."""
    folder, _, file = name.rpartition("/")
    return bool(LICENCE_FILE.fullmatch(file)) and bool(re.fullmatch(r"[^/]+\.dist-info(/licenses)?", folder))


def licence_of(metadata: Message, texts: Iterable[str]) -> str:
    """The licence expression of the metadata, else an older field of it, else the licence of the licence files."""
    if metadata["License-Expression"]:
        return str(metadata["License-Expression"])
    given = metadata.get_all("Classifier") or []
    classifiers = [one.rpartition(" :: ")[2] for one in given if one.startswith("License")]
    stated = [*(metadata.get_all("License") or []), *(classifiers if len(classifiers) == 1 else [])]
    for text in stated:
        if str(text).strip() in STATED:
            return STATED[str(text).strip()]
    found = {licence_of_text(text) for text in texts} - {UNKNOWN}
    return found.pop() if len(found) == 1 else UNKNOWN


def licence_of_text(text: str) -> str:
    plain = " ".join(text.lower().split())
    return next((name for name, phrases in TEXTS if all(phrase in plain for phrase in phrases)), UNKNOWN)
