"""Takes records of rounds (a file, or standard input); gives a verdict on their shoes. Shares no code with lammer.

    python tools/check_shoe.py table.jsonl

Every shoe that was opened must be the one that was promised, and every card of its rounds must have come from it, in
order and with none in between. A shoe that is still being dealt is only counted.
"""

import hashlib
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

CARD = re.compile(r"(?<![\w:=-])[A23456789TJQK][cdhs]\b")


def promised(seed: bytes, decks: int) -> str:
    return hashlib.sha256(b"lammer/commitment/1" + bytes([decks]) + seed).hexdigest()


def cards_of(seed: bytes, decks: int, cut: int) -> list[str]:
    """The shoe in dealing order."""
    words = hashlib.shake_256(b"lammer/shoe/1" + seed).digest(8192)
    shoe = [rank + suit for _ in range(decks) for rank in "A23456789TJQK" for suit in "cdhs"]
    at = 0
    for last in range(len(shoe) - 1, 0, -1):
        while True:
            word, at = words[at] * 256 + words[at + 1], at + 2
            # Words past the last whole multiple would favour low numbers.
            if word < 65536 - 65536 % (last + 1):
                break
        other = word % (last + 1)
        shoe[last], shoe[other] = shoe[other], shoe[last]
    return shoe[cut:] + shoe[:cut]


def faults_of(lines: list[tuple[int, str]]) -> tuple[list[str], int, int]:
    """What is wrong, how many rounds were checked, and how many wait for their shoe to be opened."""
    rounds, opened, faults = defaultdict(list), {}, []
    for number, line in lines:
        try:
            told = json.loads(line)
            if set(told) == {"shoe"}:
                opened[told["shoe"]["commitment"]] = told["shoe"]
            else:
                rounds[told["shoe"]["commitment"]].append(told)
        except (ValueError, TypeError, KeyError):
            faults.append(f"line {number}: this is no record of a round with its shoe, and no shoe that was opened")
    checked = 0
    for commitment, shoe in opened.items():
        try:
            seed, decks, cut = bytes.fromhex(shoe["seed"]), int(shoe["decks"]), int(shoe["cut"])
            kept = promised(seed, decks) == commitment and 0 <= cut <= 52 * decks
        except (ValueError, TypeError, KeyError):
            kept = False
        if not kept:
            faults.append(f"shoe {shoe.get('number', '?')}: the seed is not the one that was promised")
            continue
        cards, place = cards_of(seed, decks, cut), None
        for one in rounds.pop(commitment, []):
            try:
                first = int(one["shoe"]["first"])
                dealt = CARD.findall(one["notation"].partition("|")[2])
            except (ValueError, TypeError, KeyError, AttributeError):
                faults.append(f"round {one.get('round', '?')}: does not say where in its shoe it was dealt, or how")
                continue
            if place is not None and first != place:
                faults.append(f"round {one['round']}: begins at card {first}, the round before ended at {place}")
            if not dealt or first < 0 or cards[first : first + len(dealt)] != dealt:
                faults.append(f"round {one['round']}: its cards are not those of shoe {shoe['number']}")
            place, checked = first + len(dealt), checked + 1
    return faults, checked, sum(map(len, rounds.values()))


def main(arguments: list[str]) -> str:
    """The verdict; empty when every card was right, else what is wrong."""
    try:
        text = Path(arguments[0]).read_text("utf-8") if arguments else sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        return f"check_shoe: {arguments[0] if arguments else 'standard input'}: cannot be read: {error}"
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    found, checked, waiting = faults_of(lines)
    if found:
        return "\n".join(found)
    if not checked:
        return f"check_shoe: no round was checked: {waiting} wait for their shoe to be opened"
    print(f"{checked} rounds: every card lay in the shoe that was promised; {waiting} wait for theirs")
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
