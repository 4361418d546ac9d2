"""Published counting systems, from ``systems.toml``."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lammer.counting.tags import LARGEST, Tags, parse_tags, tags_of
from lammer.errors import BadArgument

FILE = Path(__file__).with_name("systems.toml")
HI_LO = "hi-lo"
"""The system that is taken if no other is chosen."""


class System(NamedTuple):
    id: str
    name: str
    tags: Tags
    source: str

    @property
    def title(self) -> str:
        """The name at the start of a sentence."""
        return self.name[:1].upper() + self.name[1:]


@cache
def systems() -> dict[str, System]:
    """The published systems by id, in the order of the file."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {key: System(key, one["name"], tags_of(one["tags"]), one["source"]) for key, one in read.items()}


def system_named(name: str) -> System:
    found = systems().get(name.strip().lower())
    if found is None:
        raise BadArgument("system", f"{name!r} is not known; choose from {', '.join(systems())}, or give tags")
    return found


def named_count(text: str) -> System:
    """A published system by id, ten whole numbers by value, ace first, or tags like A=-1,5=1. Raises BadArgument also
    for tags that are all equal, which tell nothing."""
    known = systems().get(text.strip().lower())
    return known or own_system(text, "count", f"one of {', '.join(systems())}, or ")


def own_system(text: str, argument: str, others: str = "") -> System:
    """A count by ten whole numbers or tags like A=-1,5=1; ``others`` is what else may be written."""
    return System("tags", "your tags", _own_tags(text, argument, others), "")


def _own_tags(text: str, argument: str, others: str) -> Tags:
    if "=" in text:
        try:
            return parse_tags(text)
        except BadArgument as fault:
            raise BadArgument(argument, fault.text, fault.given) from None
    try:
        tags = tags_of(map(int, text.replace(",", " ").split()))
    except ValueError:
        tags = tags_of(())
    if len(tags.by_value) != 10 or any(abs(tag) > LARGEST for tag in tags.by_value):
        wanted = f"write {others}ten whole numbers, aces first, ten-values last, or tags like A=-1,5=1"
        raise BadArgument(argument, wanted, text)
    if len(set(tags.by_value)) == 1:
        raise BadArgument(argument, "all tags are equal, so the count tells nothing; write different ones", text)
    return tags
