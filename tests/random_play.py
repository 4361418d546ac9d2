"""A player who does any legal thing, the same way every time for the same seed."""

from lammer.table.actions import Action
from lammer.table.round import legal
from lammer.table.shuffle import DrawStream
from lammer.table.state import Round


class RandomPlayer:
    """Picks among the legal options, and any amount an option leaves open."""

    def __init__(self, seed: str) -> None:
        self._draws = DrawStream(seed.encode())

    def __call__(self, round_: Round) -> Action:
        options = legal(round_)
        option = options[self._draws.below(len(options))]
        steps = (option.maximum - option.minimum) // option.step
        amount = option.minimum + option.step * self._draws.below(min(steps, 60_000) + 1)
        return option.action(amount)
