"""Letters that the fonts of a PDF do not have: they print as empty boxes."""

import json
from functools import cache
from typing import Any
from unicodedata import category

from lammer.papers.pictures import need_matplotlib

SERIF_ALONE = (range(0x0590, 0x0600), range(0x2460, 0x2500))
"""Letters that the serif font has, and the other font has not."""
PICTURES = "svg"
"""The key of drawings in the data of a document: their letters are paths."""


def missing_letters(data: Any) -> str:
    """The letters and symbols of a document's data that no font of a PDF has, in order. typst does not report them."""
    found = dict.fromkeys(json.dumps(_without_pictures(data), ensure_ascii=False))
    return "".join(one for one in found if ord(one) > 0x7F and category(one)[0] in "LS" and not _printable(ord(one)))


def _without_pictures(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_pictures(one) for key, one in data.items() if key != PICTURES}
    return [_without_pictures(one) for one in data] if isinstance(data, list | tuple) else data


def _printable(code: int) -> bool:
    return code in _second_font() or any(code in part for part in SERIF_ALONE)


@cache
def _second_font() -> frozenset[int]:
    """The letters of the font that typst takes where the first one has none; matplotlib ships the same one."""
    need_matplotlib()
    from matplotlib import get_data_path
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(f"{get_data_path()}/fonts/ttf/DejaVuSansMono.ttf").get_charmap())
