"""The examples in every command's help run, in the order shown, in a folder of their own.

They are found in the help texts, so a new command without examples fails here. Members of a group share a folder and
are run in the order in which the group has them: those of ``progressive`` are the life of a jackpot."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.commands import Done, commands, run

ALL = dict(commands())
GROUPS = [chain for chain in ALL if any(other[:-1] == chain for other in ALL if other)]
ALONE = [chain for chain in ALL if chain in GROUPS or len(chain) == 1]
MEMBERS = {group: [chain for chain in ALL if chain[:-1] == group] for group in GROUPS if group}
REFUSED = "# refused"
SERVERS = (["lammer"], ["lammer", "serve"])


def shown(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, columns: int = 300) -> list[str]:
    """The example lines of a command's help."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run(*chain, "--help").out.splitlines()
    at = lines.index("Examples:") if "Examples:" in lines else len(lines)
    rest = lines[at + 1 :]
    return [line.strip() for line in rest[: rest.index("") if "" in rest else len(rest)]]


def parsed(line: str) -> tuple[list[list[str]], str]:
    """The commands of a pipeline, and the file its output goes to."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    stages: list[list[str]] = [[]]
    words = list(lexer)
    for word in words:
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    *_, last = stages
    return ([*stages[:-1], last[: last.index(">")]], last[-1]) if ">" in last else (stages, "")


def carried_out(line: str) -> Done:
    """As a shell would; a server is stopped as soon as it answers."""
    stages, file = parsed(line)
    done = Done(0, "", "")
    for words in stages:
        if words[0] == "echo":
            done = Done(0, " ".join(words[1:]) + "\n", "")
        elif words[:2] in SERVERS:
            done = served(*words[1:])
        else:
            assert words[0] == "lammer", line
            done = run(*words[1:], stdin=done.out)
    if file:
        Path(file).write_text(done.out, encoding="utf-8")
    return done


def served(*words: str) -> Done:
    process = subprocess.Popen(
        [sys.executable, "-m", "lammer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "tables at" in line:
            process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    return Done(process.returncode, "", error)


def check(lines: list[str]) -> None:
    for line in lines:
        done = carried_out(line)
        assert done.code == (2 if REFUSED in line else 0), f"{line}\n{done.error}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("LAMMER_JACKPOT", raising=False)
    return tmp_path


@pytest.mark.parametrize("chain", ALL, ids=lambda chain: " ".join(chain) or "lammer")
def test_a_command_shows_examples_of_its_own(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(chain, monkeypatch)
    named = " ".join(("lammer", *chain))
    assert any(line == named or line.startswith(f"{named} ") for line in lines), f"{named} --help has no example"
    assert chain == () or lines != shown(chain[:-1], monkeypatch)


@pytest.mark.parametrize("chain", ALL, ids=lambda chain: " ".join(chain) or "lammer")
def test_no_example_is_broken_by_a_narrow_terminal(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(map(len, shown(chain, monkeypatch, columns=300))) <= 118
    assert shown(chain, monkeypatch, 120) == shown(chain, monkeypatch, 300)


@pytest.mark.parametrize("chain", ALONE, ids=lambda chain: " ".join(chain) or "lammer")
def test_the_examples_of_a_command_run(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    check(shown(chain, monkeypatch))


@pytest.mark.parametrize("group", MEMBERS, ids=" ".join)
def test_the_examples_of_a_groups_members_run(group: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    check([line for chain in MEMBERS[group] for line in shown(chain, monkeypatch)])


def test_an_example_that_fails_would_be_noticed() -> None:
    """Negative control."""
    with pytest.raises(AssertionError, match="Did you mean"):
        check(["lammer games", "lammer gmaes"])
    with pytest.raises(AssertionError):
        check([f"lammer games  {REFUSED}"])


def test_a_pipeline_is_read_as_a_shell_reads_it() -> None:
    assert parsed("lammer deal x --json | lammer replay - > 'a b'  # comment") == (
        [["lammer", "deal", "x", "--json"], ["lammer", "replay", "-"]],
        "a b",
    )
