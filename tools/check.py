"""Runs every check; with arguments, runs only pytest with these arguments."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Fills pytest's cache of rewritten assertions, else every test process would rewrite them.
COLLECT = ["pytest", "--collect-only", "-q"]
# They run beside the tests, slow ones first.
CHECKS = {
    "types": ["mypy"],
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "--quiet", "."],
    "imports": ["lint-imports", "--no-logo"],
    "page": ["python", "tools/page.py", "--check"],
}
# If PYTHONDONTWRITEBYTECODE is set, as in many containers, every process would compile the tests again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# One more than the number of cores, because many tests wait for a process or a clock.
PYTEST = ["pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "-q"]
# Shows which tests have become slow.
SLOWEST = ["--durations=10"]


class Check(NamedTuple):
    """One check and how it ended."""

    name: str
    command: list[str]
    seconds: float
    passed: bool
    output: str

    def report(self) -> None:
        """One line, with the output if it failed. One print call, because several checks run at once."""
        line = (
            f"{'ok' if self.passed else 'FAILED':<7} {self.name:<8} {self.seconds:5.1f} s  {' '.join(self.command)}\n"
        )
        print(line if self.passed else line + self.output, end="", flush=True)


def run(name: str, command: list[str]) -> Check:
    begun = perf_counter()
    done = subprocess.run(
        at_home(command), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return Check(name, command, perf_counter() - begun, done.returncode == 0, done.stdout)


def at_home(command: list[str]) -> list[str]:
    return [str(BIN / command[0]), *command[1:]]


class WarmServer:
    """Runs commands for all test processes, see tests/warm.py. It compiles the kernels first, which otherwise every
    process would do for half a minute."""

    def __init__(self, folder: str) -> None:
        self.address = str(Path(folder) / "socket")
        self._process = subprocess.Popen(
            at_home(["python", "tests/warm.py", self.address]),
            cwd=ROOT,
            # One thread, because other checks run at the same time. The workqueue layer works after a fork.
            env={"NUMBA_NUM_THREADS": "1", **ENVIRONMENT, "NUMBA_THREADING_LAYER": "workqueue"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> Check:
        """Waits until the server answers or has ended."""
        assert self._process.stdout is not None
        begun = perf_counter()
        passed = self._process.stdout.readline() == "ready\n"
        return Check("kernels", ["python", "tests/warm.py"], perf_counter() - begun, passed, "")

    def end(self) -> None:
        """Ends the server, which stops when its standard input is closed."""
        self._process.communicate()


@contextmanager
def warm_server() -> Iterator[WarmServer]:
    with tempfile.TemporaryDirectory(prefix="lammer-warm-") as folder:
        server = WarmServer(folder)
        try:
            yield server
        finally:
            server.end()


def check_all() -> list[str]:
    """The names of the failed checks."""
    with warm_server() as warm, ThreadPoolExecutor(os.cpu_count()) as pool:
        first = [pool.submit(warm.ready), pool.submit(run, "collect", COLLECT)]
        beside = [pool.submit(run, name, command) for name, command in CHECKS.items()]
        done = [one.result() for one in first]
        for check in done:
            check.report()
        tested = [check.name for check in done if not check.passed]
        if not tested and not passes_pytest({"LAMMER_WARM": warm.address}, SLOWEST):
            tested = ["pytest"]
        # Reported only now, so that no line of theirs falls between those of pytest.
        for one in beside:
            one.result().report()
        return tested + [one.result().name for one in beside if not one.result().passed]


def passes_pytest(more: dict[str, str], arguments: list[str] | None = None) -> bool:
    command = [*at_home(PYTEST), *(arguments or [])]
    return subprocess.call(command, cwd=ROOT, env=ENVIRONMENT | more) == 0


def main(arguments: list[str]) -> int:
    if arguments:
        return 0 if passes_pytest({}, arguments) else 1
    failed = check_all()
    print(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
