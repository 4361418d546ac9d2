"""Takes pytest arguments or none; gives the verdict of every check, or with arguments of pytest alone."""

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
# Long ones first.
CHECKS = {
    "types": ["mypy"],
    # Else every process of the tests would rewrite the same assertions.
    "collect": ["pytest", "--collect-only", "-q"],
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "--quiet", "."],
    "imports": ["lint-imports", "--no-logo"],
    "page": ["python", "tools/page.py", "--check"],
}
# Where PYTHONDONTWRITEBYTECODE is set, as in many containers, every process would compile the tests again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# One more than there are cores: many tests wait for a process or a clock.
PYTEST = ["pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "-q"]
# So that growth is noticed.
SLOWEST = ["--durations=10"]


def passes(name: str) -> bool:
    """Run one check and tell in a line how it went; its own words follow only if it failed."""
    command = CHECKS[name]
    begun = perf_counter()
    done = subprocess.run(
        at_home(command), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    tell(name, done.returncode == 0, perf_counter() - begun, command, done.stdout)
    return done.returncode == 0


def tell(name: str, passed: bool, seconds: float, command: list[str], words: str) -> None:
    line = f"{'ok' if passed else 'FAILED':<7} {name:<8} {seconds:5.1f} s  {' '.join(command)}\n"
    # In one piece: several checks run at once.
    print(line if passed else line + words, end="", flush=True)


def at_home(command: list[str]) -> list[str]:
    return [str(BIN / command[0]), *command[1:]]


class WarmServer:
    """Runs commands for all processes of the tests, see tests/warm.py. It compiles the kernels first, which every
    process would do otherwise: half a minute each."""

    def __init__(self, folder: str) -> None:
        self.address = str(Path(folder) / "socket")
        self._process = subprocess.Popen(
            at_home(["python", "tests/warm.py", self.address]),
            cwd=ROOT,
            # One thread: other checks run beside it. Numba's own threads can be started anew in a forked process.
            env={"NUMBA_NUM_THREADS": "1", **ENVIRONMENT, "NUMBA_THREADING_LAYER": "workqueue"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def is_ready(self) -> bool:
        """Waits until it answers, or has ended."""
        assert self._process.stdout is not None
        begun = perf_counter()
        passed = self._process.stdout.readline() == "ready\n"
        tell("kernels", passed, perf_counter() - begun, ["python", "tests/warm.py"], "")
        return passed

    def end(self) -> None:
        """It ends when its standard input is closed."""
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
    """What failed."""
    with warm_server() as warm, ThreadPoolExecutor(os.cpu_count()) as pool:
        ready = pool.submit(warm.is_ready)
        failed = [name for name, passed in zip(CHECKS, pool.map(passes, CHECKS), strict=True) if not passed]
        if not ready.result():
            return [*failed, "kernels"]
        # pytest speaks for itself, and last, so that its closing summary ends the output of a good run.
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
