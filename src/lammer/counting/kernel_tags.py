"""The tags of a count as the simulator takes them."""

from math import lcm

from lammer.counting.tags import Tags
from lammer.simulate.arrays import Counts
from lammer.simulate.by_count import count_tags


def kernel_tags(tags: Tags, rounding: str, decks: int) -> Counts:
    """Scaled to whole numbers. A count that is not balanced starts so low that it ends at 0 with the shoe; its true
    count is then that of a balanced one, less its sum over a deck."""
    scale = lcm(*(tag.denominator for tag in tags.by_value))
    scaled = tuple(int(scale * tag) for tag in tags.by_value)
    return count_tags(scaled, rounding, start=-int(scale * tags.per_deck * decks), scale=scale)
