"""The completion script of a shell, for ``lammer`` and for ``./run``.

cyclopts generates the script for one program name. At Tab the script calls the program as it was typed, so for
``./run`` the script only has to be registered under that name too."""

import os
from pathlib import Path
from typing import Literal

from cyclopts import App

Shell = Literal["bash", "zsh", "fish", "powershell"]


def script_place(shell: Shell) -> Path | None:
    """The file from which a shell loads the script by itself; for zsh if the folder is in its fpath. None for a shell
    without such a place."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser())
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser())
    places = {
        "bash": data / "bash-completion" / "completions" / "lammer",
        "zsh": Path("~/.zsh/completions/_lammer").expanduser(),
        "fish": settings / "fish" / "completions" / "lammer.fish",
    }
    return places.get(shell)


def script_for(app: App, shell: Shell) -> str:
    script = app.generate_completion(shell=shell)
    if shell == "bash":
        return f"{script}complete -F _lammer ./run\n"
    if shell == "zsh":
        # zsh looks up a relative command by its full path.
        script = script.replace("#compdef lammer\n", "#compdef lammer -p */./run\n", 1)
        # The first Tab loads the file, which only defines a function of another name than the file's.
        return f'{script}\n[[ "${{zsh_eval_context[-1]}}" != loadautofunc ]] || _cyclopts_lammer "$@"\n'
    if shell == "fish":
        typed = "set -l words (commandline -pco)\n    set -l lines ($words[1] __complete $words[2..]"
        script = script.replace("set -l lines (lammer __complete (commandline -pco)[2..]", typed)
        return f"{script}complete -c run -w lammer\n"
    return script
