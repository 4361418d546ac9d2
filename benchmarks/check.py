"""Compares the exact analysis with long simulations, for every shipped sheet.

    python benchmarks/check.py [rounds] [--short]     prints a table and writes benchmarks/results/check.md

Each line is one ``lammer check``: the built-in chart analysed exactly and simulated, alone and with every side bet.
"""

import json
import platform
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, words

GAMES = ("sd-blackjack", "sd-blackjack+blazing-7s", "sd-free-bet", "free-money", "european-free-bet", "triple-win-20")
LAMMER = [sys.executable, "-c", "from lammer.surfaces.cli import main; main()"]


def main() -> None:
    rounds = words()[0] if words() else "1e6" if SHORT else "1e9"
    lines = [
        "# Exact and simulated",
        "",
        f"`python benchmarks/check.py {rounds}`, Python {platform.python_version()}; each line is `lammer check SHEET "
        f"--rounds {rounds}`. z is the difference in standard errors.",
        "",
        "| sheet | figures | house edge, exact | simulated | z | sd, exact | simulated | z | worst | its z | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for game in GAMES[:1] if SHORT else GAMES:
        begun = time.perf_counter()
        done = subprocess.run([*LAMMER, "check", game, "--rounds", rounds, "--json"], capture_output=True, text=True)
        if not done.stdout:
            sys.exit(done.stderr)
        result = json.loads(done.stdout)
        figures = {one["what"]: one for one in reversed(result["figures"]) if one["run"] == "main game alone"}
        edge, sd, worst = figures["house edge"], figures["sd"], result["figures"][0]
        lines.append(
            f"| {game} | {len(result['figures'])} | {edge['exact']:.6%} | {edge['simulated']:.6%} | {edge['z']:+.2f} "
            f"| {sd['exact']:.6f} | {sd['simulated']:.6f} | {sd['z']:+.2f} | {worst['what']} | {worst['z']:+.2f} "
            f"| {time.perf_counter() - begun:.0f} |"
        )
        print(lines[-1], flush=True)
    record("check", "\n".join(lines))


if __name__ == "__main__":
    main()
