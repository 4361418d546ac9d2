"""The environments' ids: one for each game, and one for a sheet of one's own."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import gymnasium
from gymnasium.vector import AutoresetMode

from lammer.api.arguments import Amount
from lammer.api.game import Game, games, load
from lammer.api.simulation import cards_before_cut
from lammer.errors import BadArgument
from lammer.simulate.refusals import NotSimulated
from lammer.surfaces.gym.dealt_table import is_fresh
from lammer.surfaces.gym.kernel_env import KernelEnv
from lammer.surfaces.gym.round_env import RoundEnv
from lammer.surfaces.gym.table_env import TableEnv
from lammer.surfaces.gym.vector_env import KernelVectorEnv
from lammer.surfaces.gym.wagers import Wagers, wagers_for

VERSION = 1
OWN_SHEET = f"lammer/Game-v{VERSION}"
"""The id for any game: ``gymnasium.make(OWN_SHEET, game="my-game.toml")``."""
ENGINES = ("auto", "kernel", "table")


def environment_id(game: str) -> str:
    """The id of a game's environment.

    >>> environment_id("sd-free-bet"), environment_id("triple-win-20")
    ('lammer/FreeBet-v1', 'lammer/TripleWin20-v1')
    """
    words = game.removeprefix("sd-").split("-")
    return f"lammer/{''.join(word[:1].upper() + word[1:] for word in words)}-v{VERSION}"


def register_environments() -> None:
    """Registers all ids; importing ``lammer.surfaces.gym`` does it."""
    for game in games():
        _register(environment_id(game), {"game": game})
    _register(OWN_SHEET, {})


def _register(name: str, arguments: dict[str, Any]) -> None:
    if name not in gymnasium.registry:
        here = __name__
        gymnasium.register(
            name, entry_point=f"{here}:make_env", vector_entry_point=f"{here}:make_vector_env", kwargs=arguments
        )


def make_env(
    game: "str | PathLike[str] | Game",
    *,
    rules: Mapping[str, Any] | None = None,
    bets: Sequence[Amount] = (10,),
    side_bets: Mapping[str, Amount] | None = None,
    shoe: str = "fresh",
    insurance: bool = False,
    engine: str = "auto",
    render_mode: str | None = None,
) -> RoundEnv:
    """One seat.

    ``game`` is an id, with side bets like ``sd-free-bet+buster``, or the path of a sheet; ``rules`` sets values of it.
    ``bets`` are the sizes of the main wager to choose from, ``side_bets`` are made in every round. ``shoe`` "fresh"
    shuffles before every round, "cut" deals to the cut card. ``insurance`` asks about insurance and even money.
    ``engine`` "kernel" is fast, "table" supports everything; "auto" takes the table with ``insurance``, and otherwise
    the kernel where it can be used.
    """
    found, wagers, cut = _settings(game, rules, bets, side_bets, shoe)
    if engine not in ENGINES:
        raise BadArgument("engine", f"{engine!r} is not one of {', '.join(ENGINES)}")
    if engine == "kernel" or (engine == "auto" and not insurance):
        try:
            return KernelEnv(found, wagers, cut=cut, insurance=insurance, render_mode=render_mode)
        except NotSimulated:
            if engine == "kernel":
                raise
    return TableEnv(found, wagers, fresh=is_fresh(shoe), insurance=insurance, render_mode=render_mode)


def make_vector_env(
    game: "str | PathLike[str] | Game",
    *,
    num_envs: int = 1,
    rules: Mapping[str, Any] | None = None,
    bets: Sequence[Amount] = (10,),
    side_bets: Mapping[str, Amount] | None = None,
    shoe: str = "fresh",
    insurance: bool = False,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
) -> KernelVectorEnv:
    """Many seats side by side, each at its own table. Arguments as for ``make_env``. ``autoreset_mode`` says when the
    next round of a seat begins: ``NextStep``, ``SameStep`` or ``Disabled``, as Gymnasium defines them."""
    found, wagers, cut = _settings(game, rules, bets, side_bets, shoe)
    if num_envs < 1:
        raise BadArgument("num_envs", "there is at least one")
    try:
        mode = AutoresetMode(autoreset_mode)
    except ValueError:
        modes = ", ".join(one.value for one in AutoresetMode)
        raise BadArgument("autoreset_mode", f"{autoreset_mode!r} is not one of {modes}") from None
    try:
        return KernelVectorEnv(found, wagers, num_envs, cut=cut, insurance=insurance, autoreset_mode=mode)
    except NotSimulated as refused:
        raise NotSimulated(f"{refused}; use gymnasium.make_vec(…, vectorization_mode='sync')") from None


def _settings(
    game: "str | PathLike[str] | Game",
    rules: Mapping[str, Any] | None,
    bets: Sequence[Amount],
    side_bets: Mapping[str, Amount] | None,
    shoe: str,
) -> tuple[Game, Wagers, int]:
    is_fresh(shoe)
    found = game if isinstance(game, Game) else load(game)
    if rules:
        found = found.replace(dict(rules))
    return found, wagers_for(found.sheet, bets, side_bets), cards_before_cut(found.sheet, shoe, None)
