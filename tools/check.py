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

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Slow ones first.
CHECKS = {
    "types": ["mypy"],
    # Fills pytest's cache of rewritten assertions, else every test process would rewrite them.
    "collect": ["pytest", "--collect-only", "-q"],
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


def passes(name: str) -> bool:
    """Run one check and print its result in one line, with its output if it failed."""
    command = CHECKS[name]
    begun = perf_counter()
    done = subprocess.run(
        at_home(command), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    report(name, done.returncode == 0, perf_counter() - begun, command, done.stdout)
    return done.returncode == 0


def report(name: str, passed: bool, seconds: float, command: list[str], output: str) -> None:
    line = f"{'ok' if passed else 'FAILED':<7} {name:<8} {seconds:5.1f} s  {' '.join(command)}\n"
    # One print call, because several checks run at once.
    print(line if passed else line + output, end="", flush=True)


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

    def is_ready(self) -> bool:
        """Waits until the server answers or has ended."""
        assert self._process.stdout is not None
        begun = perf_counter()
        passed = self._process.stdout.readline() == "ready\n"
        report("kernels", passed, perf_counter() - begun, ["python", "tests/warm.py"], "")
        return passed

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
        ready = pool.submit(warm.is_ready)
        failed = [name for name, passed in zip(CHECKS, pool.map(passes, CHECKS), strict=True) if not passed]
        if not ready.result():
            return [*failed, "kernels"]
        # pytest runs last with its own output, so that its summary ends the output of a good run.
        return failed if passes_pytest({"LAMMER_WARM": warm.address}, SLOWEST) else [*failed, "pytest"]


def passes_pytest(more: dict[str, str], arguments: list[str] | None = None) -> bool:
    command = [*at_home(PYTEST), *(arguments or [])]
    return subprocess.call(command, cwd=ROOT, env=ENVIRONMENT | more) == 0


def main(arguments: list[str]) -> int:
    if arguments:
        return 0 if passes_pytest({}, arguments) else 1
    failed = check_all()
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
