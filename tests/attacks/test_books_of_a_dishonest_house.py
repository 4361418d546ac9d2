"""A server that cheats with its shoes and writes proper books of it: the chain shows what came before what."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lammer.floor import betting, shoes, state, steps
from lammer.floor.state import FloorTable, ShoeState
from lammer.floor.verify import PlayVerdict, verify_play
from lammer.table.shuffle import new_seed
from tests.floor_play import new_play

Cheat = Callable[[pytest.MonkeyPatch], None]
honest_contribution = shoes.contributed


def left_out(patched: pytest.MonkeyPatch) -> None:
    """A player's contribution is taken, written down and not used."""

    def contributed(table: FloorTable, player: str, text: str | None) -> FloorTable:
        return table if player == "p3" else honest_contribution(table, player, text)

    patched.setattr(betting, "contributed", contributed)


def drawn_again(patched: pytest.MonkeyPatch) -> None:
    """Once the contributions are known, the house takes another seed."""
    before_the_deal(patched, lambda shoe: {"seed": new_seed().hex()})


def before_the_deal(patched: pytest.MonkeyPatch, change: Callable[[ShoeState], dict[str, Any]]) -> None:
    honest = shoes.with_shoe_to_deal_from

    def cheated(table: FloorTable) -> tuple[FloorTable, dict[str, Any]]:
        if table.shoe is not None and not table.shoe.used:
            table = table.model_copy(update={"shoe": table.shoe.model_copy(update=change(table.shoe))})
        return honest(table)

    patched.setattr(steps, "with_shoe_to_deal_from", cheated)


def left_early(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(shoes, "is_over", lambda table: table.shoe.position > 60)


def not_opened(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(steps, "opened_at_close", lambda table: (table, {}))


def own_cut(patched: pytest.MonkeyPatch) -> None:
    """The house cuts where it likes, and says that a player did."""
    before_the_deal(patched, lambda shoe: {"cut": 99, "cut_by": "p1"})


def chosen_cards(patched: pytest.MonkeyPatch) -> None:
    """The dealer takes the second card instead of the first."""
    honest = state.shoe_of

    def shoe_of(table: FloorTable) -> Any:
        shoe = honest(table)
        shoe.cards = shoe.cards.copy()
        at = shoe.position
        shoe.cards[at], shoe.cards[at + 1] = shoe.cards[at + 1], shoe.cards[at]
        return shoe

    patched.setattr(steps, "shoe_of", shoe_of)


CHEATS: dict[Cheat, str] = {
    left_out: "players sent",
    drawn_again: "is not the one that was promised",
    left_early: "cards; it ends with",
    not_opened: "was never opened",
    own_cut: "the books differ",
    chosen_cards: "are not those of shoe 1",
}


def verdict(folder: Path, game: str = "sd-free-bet", rounds: int = 12) -> PlayVerdict:
    play = new_play(folder, game, 3, seed=3)
    for _ in range(rounds):
        play.round()
    play.do("close", "house", reason="the shift is over")
    play.do("reopen", "house")
    for player, (box,) in play.seats.items():
        play.do("sit", player, box=box)
    play.round()
    play.do("close", "house", reason="the shift is over")
    play.floor.journal.close()
    return verify_play(str(folder / "floor.db"))


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_the_books_give_it_away(cheat: Cheat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheat(monkeypatch)
    found = [fault.text for fault in verdict(tmp_path).faults if fault.code == "shoe"]
    assert any(CHEATS[cheat] in text for text in found), found[:3]


@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet"])
def test_honest_books_show_no_fault(game: str, tmp_path: Path) -> None:
    """Negative control: shoes that are cut by players, contributed to, dealt to their end, and closed early."""
    found = verdict(tmp_path, game, rounds=30)
    assert found.faults == ()
    assert any("by closing" in warning for warning in found.warnings)
