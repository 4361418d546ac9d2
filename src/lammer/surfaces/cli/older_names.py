"""Former names of options. Scripts that use them still run; help and completion do not show them."""

from collections.abc import Sequence

OLDER: dict[tuple[str, ...], dict[str, str]] = {
    ("simulate",): {"--bank": "--bankroll"},
    ("sweep",): {"--seeds": "--seed"},
    ("edge",): {"--shoe": "--cards"},
    ("evs",): {"--shoe": "--cards"},
    ("strategy",): {"--shoe": "--cards"},
    ("sidebets",): {"--shoe": "--cards"},
    ("progressive", "analyze"): {"--stake": "--wager"},
    ("progressive", "demo"): {"--most-hands": "--maximum-hands"},
    ("serve",): {"--log": "--log-level"},
}
PRINTED_CSV = ("sweep",)
"""Commands whose --csv used to take no file and printed."""


def with_present_names(words: Sequence[str]) -> list[str]:
    """The command line with former names replaced by current ones."""
    names = next((names for command, names in OLDER.items() if tuple(words[: len(command)]) == command), {})
    found = []
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        found.append(f"{names.get(name, name)}{equals}{value}")
        following = words[at + 1] if at + 1 < len(words) else "--"
        if word == "--csv" and tuple(words[:1]) == PRINTED_CSV and following.startswith("--"):
            found.append("-")
    return found
