"""Takes pytest arguments or none; gives the verdict of every check, or with arguments of pytest alone."""

import os
import subprocess
import sys
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
}
# One more than there are cores: many tests wait for a process or a clock.
PYTEST = ["pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "-q"]


def passes(name: str, command: list[str]) -> bool:
    """Run one check and tell in a line how it went; its own words follow only if it failed."""
    begun = perf_counter()
    done = subprocess.run(at_home(command), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    seconds = perf_counter() - begun
    print(f"{'FAILED' if done.returncode else 'ok':<7} {name:<8} {seconds:5.1f} s  {' '.join(command)}", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


def at_home(command: list[str]) -> list[str]:
    return [str(BIN / command[0]), *command[1:]]


def main(arguments: list[str]) -> int:
    checks = {} if arguments else CHECKS
    failed = [name for name, command in checks.items() if not passes(name, command)]
    # pytest speaks for itself, and last, so that its closing summary ends the output of a good run.
    if subprocess.call([*at_home(PYTEST), *arguments], cwd=ROOT):
        failed.append("pytest")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
