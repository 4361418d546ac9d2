"""Lights of the players at a table, round by round: nobody has lights that an earlier round did not leave them."""

from collections.abc import Iterator, Mapping

from lammer.table.lights import lights_text

Here = tuple[str, int]
"""A player and a box."""


class PlayersLights:
    """The lights that rounds left, by player: the box where they were left, and their number."""

    def __init__(self) -> None:
        self._left: dict[str, list[tuple[int, int]]] = {}
        self._kept = True

    @property
    def any(self) -> bool:
        return any(self._left.values())

    def left(self, player: str, box: int) -> None:
        """A player left a box: the lights are lost, unless players keep them."""
        if not self._kept:
            self._left[player] = [one for one in self._left.get(player, []) if one[0] != box]

    def after(self, lights: Mapping[Here, tuple[int, int]], *, kept: bool) -> Iterator[str]:
        """Takes the lights of a round, before and after it; yields what is wrong with those before. A player who left a
        box may have its lights at another one."""
        self._kept = kept
        had = {here: before for here, (before, _) in lights.items()}
        for (player, box), count in sorted(had.items(), key=lambda one: not one[1]):
            mine = self._left.setdefault(player, [])
            found = (box, count) if (box, count) in mine else next((one for one in mine if one[1] == count), None)
            if count and found is None:
                yield f"{player} at box {box} has {lights_text(count)}, which no round before left"
            elif found is not None:
                mine.remove(found)
            lost = [one for one in mine if one[0] == box]
            if not count and lost and kept:
                yield f"{player} at box {box} has no lights, but had {lights_text(lost[0][1])}"
            self._left[player] = mine if count else [one for one in mine if one[0] != box]
        for (player, box), (_, after) in lights.items():
            if after:
                self._left[player].append((box, after))
