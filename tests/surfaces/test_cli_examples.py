"""The examples in every command's help run, in the order shown, in a folder of their own.

They are found in the help texts, so a new command without examples fails here. Members of a group share a folder and
are run in the order in which the group has them: those of ``progressive`` are the life of a jackpot."""

from pathlib import Path

import pytest
from rich.console import Console

from lammer.surfaces.cli.app import app
from tests.surfaces.commands import carried_out, commands, parsed, run

ALL = dict(commands())
GROUPS = [chain for chain in ALL if any(other[:-1] == chain for other in ALL if other)]
ALONE = [chain for chain in ALL if chain in GROUPS or len(chain) == 1]
MEMBERS = {group: [chain for chain in ALL if chain[:-1] == group] for group in GROUPS if group}
REFUSED = "# refused"
WITH_EFFECTS = [["count"], ["eor"], ["indices"], ["protect"], ["risk"]]


SHOWN: dict[tuple[tuple[str, ...], int], list[str]] = {}
"""Help that was shown before, by command and width of the terminal."""


def shown(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, columns: int = 300) -> list[str]:
    """The example lines of a command's help."""
    if (chain, columns) not in SHOWN:
        SHOWN[chain, columns] = _shown(chain, monkeypatch, columns)
    return SHOWN[chain, columns]


def _shown(chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, columns: int) -> list[str]:
    # An app keeps the console of its first help, and with it the width of that time.
    monkeypatch.setattr(app, "_console", Console(width=columns))
    lines = run(*chain, "--help").out.splitlines()
    at = lines.index("Examples:") if "Examples:" in lines else len(lines)
    rest = lines[at + 1 :]
    return [line.strip() for line in rest[: rest.index("") if "" in rest else len(rest)]]


def quicker(line: str) -> str:
    """Effects of removal take eleven analyses, which take no time for a game without splits."""
    return f"{line} --set split.maximum_hands=1" if line.split()[1:2] in WITH_EFFECTS else line


def check(lines: list[str]) -> None:
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        done = carried_out(quicker(line))
        assert done.code == (2 if REFUSED in line else 0), f"{line}\n{done.error}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))  # where completion scripts are installed
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
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
    """Nor is a line of the notes below them."""
    notes = ALL[chain].help_epilogue or ""
    assert [line for line in str(notes).splitlines() if len(line) > 80] == []
    assert shown(chain, monkeypatch, 80) == shown(chain, monkeypatch, 300)


@pytest.mark.parametrize("chain", ALONE, ids=lambda chain: " ".join(chain) or "lammer")
def test_the_examples_of_a_command_run(
    chain: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if chain == ("docs",):
        request.getfixturevalue("built_site")
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
