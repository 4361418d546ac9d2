"""The Containerfile names only what is there. ``tools/try_container.py`` builds it, which takes minutes."""

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from lammer.ledger import keys
from tools import wheels

ROOT = Path(__file__).resolve().parent.parent.parent
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "CMD"}
Steps = list[tuple[str, str]]


def steps_of(text: str) -> Steps:
    """Every instruction with its words, in order."""
    lines = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", text)).splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines if line]


def faults(steps: Steps) -> list[str]:
    """What the file names and is not there, or what it must not do."""
    text = "\n".join(f"{kind} {words}" for kind, words in steps)
    found = [f"unknown instruction {kind}" for kind, _ in steps if kind not in KNOWN]
    found += [f"no {path}" for path in re.findall(r"-r (\S+)", text) if not (ROOT / path).is_file()]
    found += (
        ["packages without hashes"] if re.search(r"pip install (?![^&]*(--require-hashes|--no-deps))", text) else []
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name, extras in re.findall(r'"(\w+)\[([\w,]+)\]"', text):
        found += [f"no package {name}"] if name != project["name"] else []
        found += [f"no extra {one}" for one in extras.split(",") if one not in project["optional-dependencies"]]
    built = dict(steps[: _last_stage(steps)])
    settings = dict(word.split("=", 1) for word in built["ENV"].split())
    found += ["an index may be asked"] if settings.get("PIP_NO_INDEX") != "1" else []
    if settings.get("PIP_FIND_LINKS") != f"{built['WORKDIR']}/{wheels.FOLDER.relative_to(ROOT)}":
        found.append("the folder of tools/wheels.py is not used")
    return found + _running(steps)


def _last_stage(steps: Steps) -> int:
    return max(at for at, (kind, _) in enumerate(steps) if kind == "FROM")


@cache
def _help(program: str, command: str) -> str:
    line = [sys.executable, "-m", program, command, "--help"]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def _running(steps: Steps) -> list[str]:
    final = steps[_last_stage(steps) :]
    one = dict(final)
    found = ["runs as root"] if one.get("USER", "root") in ("root", "0") else []
    made = " ".join(words for kind, words in final if kind == "RUN")
    volumes = json.loads(one["VOLUME"])
    found += [f"volume {path} is not made for the user" for path in volumes if f" {path}" not in made]
    settings = dict(word.split("=", 1) for word in one["ENV"].split())
    found += [
        f"{name} is not on a volume" for name in ("XDG_DATA_HOME", keys.VARIABLE) if settings.get(name) not in volumes
    ]
    program, command, *options = json.loads(one["CMD"])
    help_text = _help(program, command)
    found += [f"no option {word}" for word in options if word.startswith("--") and word not in help_text]
    port = options[options.index("--port") + 1]
    found += (
        [f"port {port} is not the one told"]
        if one["EXPOSE"] != port or f":{port}/healthz" not in one["HEALTHCHECK"]
        else []
    )
    return found


TEXT = (ROOT / "Containerfile").read_text("utf-8")


def test_everything_that_the_containerfile_names_is_there() -> None:
    assert faults(steps_of(TEXT)) == []


@pytest.mark.parametrize(
    ("there", "instead", "fault"),
    [
        ("locks/run.txt", "locks/none.txt", "no locks/none.txt"),
        ("lammer[postgres]", "lammer[postgers]", "no extra postgers"),
        ("USER lammer", "USER root", "runs as root"),
        ('"--no-browser"', '"--no-brwser"', "no option --no-brwser"),
        ("LAMMER_KEYS=/var/lib/lammer-keys", "LAMMER_KEYS=/etc", "LAMMER_KEYS is not on a volume"),
        ("EXPOSE 8777", "EXPOSE 8778", "port 8777 is not the one told"),
        ("--require-hashes -r locks/run.txt", "-r locks/run.txt", "packages without hashes"),
        ("PIP_NO_INDEX=1 ", "", "an index may be asked"),
        ("PIP_FIND_LINKS=/src/wheels", "PIP_FIND_LINKS=/wheels", "the folder of tools/wheels.py is not used"),
    ],
)
def test_control_a_slip_is_found(there: str, instead: str, fault: str) -> None:
    assert there in TEXT
    assert fault in faults(steps_of(TEXT.replace(there, instead)))


def test_no_books_or_keys_get_into_an_image() -> None:
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {"**/*.db", "**/*.key", "**/*.seeds", "**/users.toml", ".git"} <= set(left_out)


LOCK = """alike==1 \\
    --hash=sha256:0
older==1 ; python_full_version < '3.12' \\
    --hash=sha256:1
newer==2 ; python_full_version >= '3.12' and sys_platform != 'win32' \\
    --hash=sha256:2 \\
    --hash=sha256:3
"""


def test_wheels_are_those_of_the_images_python_not_of_this_one() -> None:
    alike, older, newer = (
        "alike==1 --hash=sha256:0\n",
        "older==1 --hash=sha256:1\n",
        "newer==2 --hash=sha256:2 --hash=sha256:3\n",
    )
    assert wheels.wanted(LOCK, "3.11", "x86_64") == alike + older
    assert wheels.wanted(LOCK, "3.12", "x86_64") == alike + newer
    assert wheels.image_python() in TEXT


def test_nothing_is_left_to_build_with_a_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The wheel of lammer has the page and the documentation; what builds them is not in the image."""
    built: list[str] = []
    monkeypatch.setattr(wheels, "fetch", lambda *_: None)
    monkeypatch.setattr("tools.page.build", lambda: built.append("page"))
    monkeypatch.setattr("tools.site.build", lambda: built.append("site"))
    wheels.main(["--into", str(tmp_path)])
    assert built == ["page", "site"]


def test_nothing_of_the_lock_is_lost_for_the_image() -> None:
    """Every package of the lock is wanted in one version, but for those that only other systems need."""
    lock = wheels.LOCK.read_text("utf-8")
    found = [line.partition("==")[0] for line in wheels.wanted(lock, wheels.image_python(), "x86_64").splitlines()]
    named = set(re.findall(r"(?m)^([\w.-]+)(?:\[[\w,]+\])?==", lock))
    assert len(found) == len(set(found))
    assert named - {name.partition("[")[0] for name in found} == {"importlib-metadata", "lazy-importer", "zipp"}
