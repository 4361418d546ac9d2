"""Takes pytest arguments or none; gives the verdict of every check, or with arguments of pytest alone."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "--quiet", "."],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-logo"],
    "page": ["python", "tools/page.py", "--check"],
    # Else every process of the tests would compile the same kernels at the same time: half a minute each.
    "kernels": ["python", "tests/warm.py", "--compile"],
}
# One more than there are cores: many tests wait for a process or a clock.
PYTEST = ["pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "-q"]


def passes(name: str) -> bool:
    """Run one check and tell in a line how it went; its own words follow only if it failed."""
    command = CHECKS[name]
    begun = perf_counter()
    done = subprocess.run(at_home(command), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    seconds = perf_counter() - begun
    line = f"{'FAILED' if done.returncode else 'ok':<7} {name:<8} {seconds:5.1f} s  {' '.join(command)}\n"
    # In one piece: several checks run at once.
    print(line + done.stdout if done.returncode else line, end="", flush=True)
    return done.returncode == 0


def at_home(command: list[str]) -> list[str]:
    return [str(BIN / command[0]), *command[1:]]


def main(arguments: list[str]) -> int:
    checks = [] if arguments else list(CHECKS)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [name for name, passed in zip(checks, pool.map(passes, checks), strict=True) if not passed]
    # pytest speaks for itself, and last, so that its closing summary ends the output of a good run.
    if subprocess.call([*at_home(PYTEST), *arguments], cwd=ROOT):
        failed.append("pytest")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
