"""Commands and files that the documents name are there, and the floor's program runs against a real server."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.floor_crash import free_port
from lammer.floor.records import records_of
from tests.floor_play import new_play
from tests.surfaces.commands import carried_out, commands
from tests.surfaces.faults.server import Server
from tools.examples import ALL_PAGES, ROOT

BLOCK = re.compile(r'^```(\w*)(?: title="[^"]*")?\n(.*?)^```', re.DOTALL | re.MULTILINE)
TITLE = re.compile(r'^```\w+ title="([^"]+)"$', re.MULTILINE)
SPAN = re.compile(r"`([^`\n<]+)`")
COMMAND = re.compile(r"(?:^|\| )(?:\./run|lammer) ([a-z-][^|>#\n]*)")
PROGRAM = re.compile(r"\bpython (?:-m )?([\w./]+)")
FILE = re.compile(r"^(?:src|tests|tools|benchmarks|docs|locks)/[\w./-]+$")
KNOWN = dict(commands())


def pieces(page: Path) -> list[str]:
    """What stands as code in the text, and the commands of its blocks line by line."""
    text = page.read_text(encoding="utf-8")
    blocks = [(kind, line) for kind, block in BLOCK.findall(text) for line in block.splitlines()]
    typed = [line for kind, line in blocks if kind == "sh"]
    typed += [line.removeprefix("$ ") for kind, line in blocks if kind == "console" and line.startswith("$ ")]
    return [*typed, *SPAN.findall(BLOCK.sub("", text))]


def unknown(command: str) -> str:
    """The first word of a command line that no command or option of ours is, or nothing."""
    try:
        words = shlex.split(command)
    except ValueError:  # a quotation that goes on in the next line
        words = command.split()
    if words == ["--version"]:  # of the program, not of a command
        return ""
    chain: tuple[str, ...] = ()
    while words and (*chain, words[0]) in KNOWN:
        chain = (*chain, words.pop(0))
    if not chain or (words and KNOWN[chain].default_command is None and not words[0].startswith("-")):
        return words[0] if words else command
    arguments = () if KNOWN[chain].default_command is None else KNOWN[chain].assemble_argument_collection()
    options = {name for argument in arguments for name in (*argument.names, *argument.negatives)}
    return next((w for w in words if w.startswith("--") and w.partition("=")[0] not in options | {"--help"}), "")


@pytest.mark.parametrize("page", ALL_PAGES, ids=[page.relative_to(ROOT).as_posix() for page in ALL_PAGES])
def test_every_command_in_a_document_is_one_of_ours(page: Path) -> None:
    found = [command for piece in pieces(page) for command in COMMAND.findall(piece)]
    assert {command: unknown(command) for command in found if unknown(command)} == {}


STARTED = re.compile(r"^ExecStart=\S*/lammer (.*)$|^CMD (\[.*\])$|&& lammer ([a-z]+ [^&]*)", re.M)


def test_services_containers_and_crontabs_start_commands_of_ours() -> None:
    text = "\n".join((ROOT / path).read_text(encoding="utf-8") for path in ("docs/operations.md", "Containerfile"))
    found = [next(filter(None, match)) for match in STARTED.findall(text)]
    words = [" ".join(json.loads(one)[1:]) if one.startswith("[") else one for one in found]
    assert {command.split()[0] for command in words} >= {"serve", "backup"}
    assert len(words) >= 3
    assert {command: unknown(command) for command in words if unknown(command)} == {}


def test_an_unknown_command_or_option_would_be_noticed() -> None:
    """Negative control."""
    assert unknown("deal sd-free-bet --roudns 5") == "--roudns"
    assert unknown("dela sd-free-bet") == "dela"
    assert unknown("progressive opne T1") == "opne"
    assert unknown("progressive open T1 --as dana --json") == ""
    assert unknown("serve --no-browser") == ""


@pytest.mark.parametrize("page", ALL_PAGES, ids=[page.relative_to(ROOT).as_posix() for page in ALL_PAGES])
def test_every_file_and_program_in_a_document_is_there(page: Path) -> None:
    """In the project, or as a block of the page that has the name of the file."""
    on_page = TITLE.findall(page.read_text(encoding="utf-8"))
    for piece in pieces(page):
        for word in [word for word in piece.split() if FILE.match(word)]:
            assert (ROOT / word).exists(), f"{page.name} names {word}"
        for name in PROGRAM.findall(piece):
            path = name if name.endswith(".py") else f"{name.replace('.', '/')}.py"
            assert path in on_page or (ROOT / path).is_file(), f"{page.name} names python {name}"


@pytest.mark.parametrize("name", ["floor", "operations", "progressive"])
def test_the_commands_of_a_page_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in blocks without output; those with output are run by test_docs.py."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for variable in ("LAMMER_JACKPOT", "LAMMER_DB"):
        monkeypatch.delenv(variable, raising=False)
    if name == "floor":
        Path("table.jsonl").write_text(_records_of_a_table(tmp_path), encoding="utf-8")
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    lines = [
        line for kind, block in BLOCK.findall(text) if kind == "sh" for line in block.replace("\\\n", "").splitlines()
    ]
    assert len(lines) >= 2
    for line in lines:
        if line.startswith("python "):
            words = [str(ROOT / word) if FILE.match(word) else word for word in shlex.split(line, comments=True)[1:]]
            assert subprocess.run([sys.executable, *words], timeout=60).returncode == 0, line
        else:
            assert carried_out(line.replace("./run ", "lammer ")).code == 0, line


def _records_of_a_table(folder: Path) -> str:
    """Long enough for a shoe to be over and opened."""
    play = new_play(folder, "european-free-bet", 5, seed=4)
    for _ in range(40):
        play.round()
    return "\n".join(map(json.dumps, records_of(play.floor, "t")))


def test_the_program_of_the_floor_page_plays_at_a_real_server(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "floor.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code
    assert {name.split(".")[0] for name in re.findall(r"^(?:from|import) (\S+)", code[1], re.MULTILINE)} <= (
        sys.stdlib_module_names
    ), "it needs nothing that ./run does not install"
    server = Server(tmp_path, free_port())
    server.start()
    try:
        server.wait()
        program = code[1].replace(":8777", f":{server.port}")
        assert program != code[1]
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    finally:
        server.stop()
    assert done.returncode == 0, done.stderr
    # Under an ace the first question is about insurance.
    assert (
        any(f"'kind': '{kind}'" in done.stdout for kind in ("stand", "pass"))
        or "'net'" in done.stdout
        or "'seats'" in done.stdout
    )
