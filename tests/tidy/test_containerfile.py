"""The Containerfile names only what is there. No container engine is needed to say so, and none is here to build it."""

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from lammer.ledger import keys

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
        ["packages without hashes"] if re.search(r"pip install (?![^&]*(--require-hashes|--no-index))", text) else []
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name, extras in re.findall(r'"(\w+)\[([\w,]+)\]"', text):
        found += [f"no package {name}"] if name != project["name"] else []
        found += [f"no extra {one}" for one in extras.split(",") if one not in project["optional-dependencies"]]
    return found + _running(steps)


@cache
def _help(program: str, command: str) -> str:
    line = [sys.executable, "-m", program, command, "--help"]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def _running(steps: Steps) -> list[str]:
    last = max(at for at, (kind, _) in enumerate(steps) if kind == "FROM")
    final = steps[last:]
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
    told = _help(program, command)
    found += [f"no option {word}" for word in options if word.startswith("--") and word not in told]
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
        ("lammer[web,", "lammer[wep,", "no extra wep"),
        ("USER lammer", "USER root", "runs as root"),
        ('"--no-browser"', '"--no-brwser"', "no option --no-brwser"),
        ("LAMMER_KEYS=/var/lib/lammer-keys", "LAMMER_KEYS=/etc", "LAMMER_KEYS is not on a volume"),
        ("EXPOSE 8777", "EXPOSE 8778", "port 8777 is not the one told"),
        ("--require-hashes -r locks/run.txt", "-r locks/run.txt", "packages without hashes"),
    ],
)
def test_control_a_slip_is_found(there: str, instead: str, fault: str) -> None:
    assert there in TEXT
    assert fault in faults(steps_of(TEXT.replace(there, instead)))


def test_no_books_or_keys_get_into_an_image() -> None:
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {"**/*.db", "**/*.key", "**/*.seeds", "**/users.toml", ".git"} <= set(left_out)
