"""The completion script of a shell, for ``lammer`` and for ``./run``.

cyclopts generates the script for one program name. At Tab the script calls the program as it was typed, so for
``./run`` the script only has to be registered under that name too."""

from typing import Literal

from cyclopts import App

Shell = Literal["bash", "zsh", "fish", "powershell"]


def script_for(app: App, shell: Shell) -> str:
    script = app.generate_completion(shell=shell)
    if shell == "bash":
        return f"{script}complete -F _lammer ./run\n"
    if shell == "zsh":
        # zsh looks up a relative command by its full path.
        return script.replace("#compdef lammer\n", "#compdef lammer -p */./run\n", 1)
    if shell == "fish":
        typed = "set -l words (commandline -pco)\n    set -l lines ($words[1] __complete $words[2..]"
        script = script.replace("set -l lines (lammer __complete (commandline -pco)[2..]", typed)
        return f"{script}complete -c run -w lammer\n"
    return script
