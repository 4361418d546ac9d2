"""Canonical JSON as docs/ledger.md defines it, and the texts of which hashes are taken."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import Any

from lammer.errors import LammerError
from lammer.ledger.verify.evidence import Row

_written = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_first_value = json.JSONDecoder().raw_decode


class NotCanonical(LammerError):
    """A text that is not the canonical form of its value."""


def canonical_values(texts: Sequence[str]) -> list[Any]:
    """The values of canonical texts; raises NotCanonical if a text is not canonical.

    The values are encoded together, which is faster. Each text is one whole JSON text, and none is the beginning of
    another that ends before the same comma, so the joined texts are equal only if each pair is equal.
    """
    try:
        read = [_first_value(text) for text in texts]
        values = [value for value, _ in read]
        written = _written(values)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)) from error
    if [end for _, end in read] != [len(text) for text in texts] or written != f"[{','.join(texts)}]":
        raise NotCanonical("the canonical form is different")
    return values


def documents_of(body: str, answer: str, documents: str) -> Any:
    """The value of an event's documents; raises NotCanonical if one of its three texts is not canonical.

    There is a fast path: most events have one document, and the same few bodies and answers are frequent.
    """
    one = _ONE_DOCUMENT(documents)
    if one is not None and _is_canonical(body) and _is_canonical(answer):
        return [[one[1], one[2]]]
    return canonical_values((body, answer, documents))[-1]


# A text of this form is always canonical: no part of it has another spelling.
_ONE_DOCUMENT = re.compile(r'\[\["([^"\\\x00-\x1f]*)","([0-9a-f]{64})"\]\]').fullmatch


@lru_cache(maxsize=10_000)
def _is_canonical(text: str) -> bool:
    try:
        return bool(_written(json.loads(text)) == text)
    except (ValueError, RecursionError):
        return False


def command_text(event: Row) -> str:
    """The text of which the digest of an event is taken. It contains the body as a JSON value, not as a string."""
    _, _, _, kind, actor, _, _, body, _, _ = event
    return f"[{quoted(kind)},{quoted(actor)},{body}]"


def link_text(previous: str, event: Row, lines: list[Row]) -> str:
    """The text of which the hash of an event is taken. It contains body, answer and documents as strings."""
    number, key, _, *texts = event
    entries = ",".join(
        [
            f"[{quoted(debit)},{quoted(credit)},{amount},{quoted(reason)}]"
            for _, _, debit, credit, amount, reason in lines
        ]
    )
    return f"[{quoted(previous)},{number},{quoted(key)},{','.join(map(quoted, texts))},[{entries}]]"
