"""Bad surroundings of the command line: a bare install, no terminal, no width, Ctrl-C while it starts. Real processes.

Like every bad input they end with an exit code and one line, never with a traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAIN = "from lammer.surfaces.cli import main; main()"
EXTRAS = "alembic argon2 cryptography distributed fastapi numba numpy psycopg sqlalchemy uvicorn"
BARE = f"""
import sys

class NotInstalled:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {EXTRAS!r}.split():
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, NotInstalled())

import contextlib, io, json
from lammer.surfaces.cli import main

results = {{}}
for line in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(line.split())
        except SystemExit as ended:
            results[line] = (ended.code, out.getvalue(), err.getvalue())
print(json.dumps(results))
"""
CTRL_C = """
import os, signal, sys

class Stopped:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Stopped())
from lammer.surfaces.cli import main
main(sys.argv[2:])
"""


def run(code: str, *arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """A Python process without a terminal, in which Ctrl-C works as in a shell."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **env},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )


def refused(done: subprocess.CompletedProcess[str], message: str) -> None:
    assert done.returncode not in (0, -signal.SIGSEGV), done
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert message in line


NEEDS_MORE = {
    "": "pip install lammer",
    "serve": "lammer: lammer serve needs",
    "serve add-user users.toml ann --password long-enough": "pip install lammer",
    "edge sd-free-bet": "pip install lammer",
    "evs sd-free-bet 8h --up 6": "pip install lammer",
    "strategy sd-free-bet": "pip install lammer",
    "compare sd-free-bet --vary shoe.decks=6,8": "pip install lammer",
    "sidebets sd-free-bet": "pip install lammer",
    "simulate sd-free-bet": "pip install lammer",
    "sweep sd-free-bet": "pip install lammer",
    "check sd-free-bet": "pip install lammer",
    "bench": "pip install lammer",
    "progressive status": "pip install lammer",
    "progressive demo": "pip install lammer",
    "progressive verify": "pip install lammer",
}
NEEDS_NO_MORE = {
    "completion bash": "serve",
    "completion zsh": "add-user",
    "serve --help": "--workers",
    "--help": "serve",
    "games": "sd-free-bet",
    "doctor --port 0": "0 faults",
    "deal sd-free-bet --rounds 1 --seed 1": "1 round",
    "progressive analyze --years 0": "meter",
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """What every command line gives where no extra is installed and no figure is kept, all run in one process."""
    lines, home = json.dumps([*NEEDS_MORE, *NEEDS_NO_MORE]), tmp_path_factory.mktemp("home")
    done = run(BARE, lines, XDG_DATA_HOME=str(home), LAMMER_CACHE=str(home / "cache"))
    assert done.returncode == 0, done.stderr
    results: dict[str, tuple[int, str, str]] = json.loads(done.stdout)
    return results


@pytest.mark.parametrize(("line", "message"), NEEDS_MORE.items())
def test_a_bare_install_says_what_to_install(line: str, message: str, bare: dict[str, tuple[int, str, str]]) -> None:
    code, out, err = bare[line]
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize(("line", "expected"), NEEDS_NO_MORE.items())
def test_a_bare_install_does_what_needs_no_more(
    line: str, expected: str, bare: dict[str, tuple[int, str, str]]
) -> None:
    code, out, err = bare[line]
    assert (code, err) == (0, "")
    assert expected in out


def test_without_a_terminal_a_password_is_not_asked_for(tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    for stdin in ("", "a long password\n"):
        done = run(MAIN, "serve", "add-user", str(users), "ann", stdin=stdin)
        refused(done, "--password -: no terminal to ask for it; write --password PASSWORD")
    assert not users.exists()


def test_without_a_terminal_a_card_is_not_asked_for(tmp_path: Path) -> None:
    books = str(tmp_path / "jackpot.db")
    done = run(MAIN, "progressive", "create", "main", "--executive", "erin", "--card", "-", "--db", books)
    refused(done, "--card -: no terminal to ask for it")


@pytest.mark.parametrize("module", ["lammer.surfaces.cli.app", "cyclopts", "lammer.cache"])
def test_ctrl_c_while_the_commands_are_loaded_is_no_traceback(module: str) -> None:
    done = run(CTRL_C, module, "games")
    assert done.returncode == -signal.SIGINT
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize(
    "module", ["lammer.surfaces.cli.table", "lammer.surfaces.cli.play.game", "lammer.strategy.chart"]
)
def test_ctrl_c_while_a_command_begins_is_no_traceback(module: str) -> None:
    done = run(CTRL_C, module, "play", "sd-free-bet", "--plain")
    assert done.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("line", ["--help", "games", "play sd-free-bet"])
@pytest.mark.parametrize("width", ["0", "-5"])
def test_no_width_is_no_traceback(line: str, width: str) -> None:
    done = run(MAIN, *line.split(), COLUMNS=width, LINES=width)
    assert (done.returncode, done.stderr) == (0, "")


def check_shoe(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "check_shoe.py"), *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60)


def dealt() -> str:
    """Records of rounds from one shoe, as a table writes them: the shoe is opened at the end."""
    output = run(MAIN, "deal", "sd-free-bet", "--rounds", "3", "--seed", "1", "--json").stdout
    records = [json.loads(line) for line in output.splitlines()]
    shoe = {"shoe": {key: value for key, value in records[0]["shoe"].items() if key != "first"} | {"closed": True}}
    for record in records:
        del record["shoe"]["seed"]
    return "".join(json.dumps(record) + "\n" for record in [*records, shoe])


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        ("", "no round was checked"),
        ('{"round": 1}\n', "line 1: this is not a record"),
        ("nonsense\n", "line 1: this is not a record"),
        ("[1]\n", "line 1: this is not a record"),
        ('{"shoe": {"commitment": "c", "seed": "zz", "decks": 6, "cut": 0}}\n', "not the one that was promised"),
    ],
)
def test_the_shoe_checker_fails_for_what_it_cannot_check(stdin: str, message: str) -> None:
    refused(check_shoe(stdin=stdin), message)


def test_the_shoe_checker_counts_only_what_it_checked(tmp_path: Path) -> None:
    refused(check_shoe(str(tmp_path / "nowhere.jsonl")), "nowhere.jsonl: cannot be read")
    whole = dealt()
    assert "3 rounds" in check_shoe(stdin=whole).stdout
    unopened = "".join(whole.splitlines(keepends=True)[:-1])
    refused(check_shoe(stdin=unopened), "never opened: 3 rounds wait for their shoe to be opened")
    refused(check_shoe(stdin=whole.replace('"first"', '"at"', 1)), "round 1: does not say where")
