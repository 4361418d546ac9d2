"""Wins that the rules pay at once are in the player's chips before the next box acts, and are paid once only."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lammer.floor import money
from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.house import Floor, create_floor
from lammer.floor.verify.walk import verify_play
from lammer.table.notation import read_round
from lammer.table.state import Settlement
from tests.floor_play import Play, new_play
from tests.surfaces.rigged_server import rig_for_a_test

BOUGHT, BET = 100_000, 1000
TW = "triple-win-20"
TW_BONUS = {"main": BET, "tw20-bonus": 500}


class House:
    """Ann on box 1 and Bob on box 2 of one table whose shoe deals what it is told."""

    def __init__(self, folder: Path, game: str, overrides: tuple[str, ...] = ()) -> None:
        self._folder, self._keys = folder, 0
        self.floor: Floor = create_floor(folder / "floor.db", folder / "floor.key")
        self.floor.open_table(self.key(), "house", "t", game, overrides, turn_seconds=0)
        for box, name in enumerate(("ann", "bob"), 1):
            self.floor.buy_in(self.key(), "house", name, BOUGHT)
            self.do("sit", name, box=box)

    def key(self) -> str:
        self._keys += 1
        return f"key {self._keys}"

    def do(self, kind: str, who: str, **body: object) -> None:
        self.floor.do(kind, self.key(), who, "t", **body)

    def deal(self, ann: dict[str, int] | None = None) -> None:
        while asked := self.floor.view("t")["cut"]:
            self.do("cut", asked["player"], cards=asked["minimum"])
        self.do("bet", "ann", box=1, bets=ann or {"main": BET})
        self.do("bet", "bob", box=2, bets={"main": BET})
        self.do("deal", "house")

    def restart(self) -> None:
        self.floor.journal.close()
        self.floor = create_floor(self._folder / "floor.db", self._folder / "floor.key")

    def won(self, name: str) -> int:
        """What a player has now beyond what they bought."""
        return self.floor.chips(name) - BOUGHT

    def has(self, account: str) -> int:
        return self.floor.journal.balance(account).credit

    @property
    def under_way(self) -> bool:
        return bool(self.floor.table("t").inputs)


Opens = Callable[..., House]


@pytest.fixture
def opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opens:
    def opened(line: str, game: str = TW, overrides: tuple[str, ...] = ()) -> House:
        rig_for_a_test(monkeypatch, {"t": [line]})
        return House(tmp_path, game, overrides)

    return opened


@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("| Ah Th 9c 7d Tc | S", BET),  # one-card 11
        ("| Th 9h 9c Jd 7d Tc | S", BET),  # two-card 20
        ("| Ks 9h 9c Ks 7d Tc | S", BET * 3 // 2),  # suited kings
        ("| 9h Th 9c Ad 7d Tc | H 2c S", BET),  # nine and ace are 20 too
    ],
)
def test_sd_18_4_and_6__the_win_is_in_the_purse_before_the_next_box_acts(opens: Opens, line: str, won: int) -> None:
    house = opens(line)
    house.deal()
    assert house.under_way
    assert (house.won("ann"), house.won("bob")) == (won, -BET)
    assert (house.has(held("t")), house.has(bank("t"))) == (BET, -won)
    house.do("act", "bob", action="stand")
    assert not house.under_way
    assert (house.won("ann"), house.has(held("t"))) == (won, 0)


@pytest.mark.parametrize("line", ["| 8h Th 9c Ad 7d Tc | S", "| Th 9h 9c 9d 7d Tc | S", "| 5h Th 9c 6d 7d Tc | H 9s"])
def test_a_hand_that_is_still_played_is_not_paid(opens: Opens, line: str) -> None:
    """A second-card ace, a two-card 19, and a 20 of three cards."""
    house = opens(line)
    house.deal()
    house.do("act", "ann", action="hit" if " H " in line else "stand")
    assert house.under_way
    assert (house.won("ann"), house.has(held("t"))) == (-BET, 2 * BET)


def test_a_bonus_that_is_won_is_paid_with_it_and_one_that_is_lost_waits(opens: Opens) -> None:
    house = opens("| Ah Th 9c 7d Tc | S 9h Th 9c 8d 7d 8c | S S")
    house.deal(TW_BONUS)
    assert house.won("ann") == BET + 7 * 500
    house.do("act", "bob", action="stand")
    house.deal(TW_BONUS)
    assert house.won("ann") == BET + 7 * 500 - BET - 500
    assert house.has(held("t")) == 2 * BET + 500


def test_a_tip_that_wins_at_once_is_the_dealers_at_once(opens: Opens) -> None:
    house = opens("| Ah Th 9c 7d Tc | S")
    house.deal({"main": BET, "tip": 200})
    assert (house.won("ann"), house.has(tips("t"))) == (BET - 200, 400)
    house.do("act", "bob", action="stand")
    assert (house.won("ann"), house.has(tips("t"))) == (BET - 200, 400)


def test_a_win_that_was_handed_over_stays_won_in_a_void(opens: Opens) -> None:
    house = opens("| Ah Th 9c 7d Tc | S")
    house.deal(TW_BONUS)
    house.do("void", "boss", reason="a card fell")
    assert (house.won("ann"), house.won("bob")) == (BET + 7 * 500, 0)
    assert (house.has(held("t")), house.has(bank("t"))) == (0, -BET - 7 * 500)


def test_what_was_won_can_be_spent_while_the_round_goes_on(opens: Opens) -> None:
    """Also on another table: settlement takes nothing back."""
    house = opens("| Ah Th 9c 7d Tc | S")
    house.deal()
    house.floor.open_table(house.key(), "house", "u", "sd-blackjack", turn_seconds=0)
    house.floor.do("sit", house.key(), "ann", "u", box=1)
    for box in (2, 3):
        house.floor.do("sit", house.key(), "ann", "u", box=box)
    for box, bet in ((1, 50_000), (2, 50_000), (3, BET)):
        house.floor.do("bet", house.key(), "ann", "u", box=box, bets={"main": bet})
    assert house.floor.chips("ann") == 0
    house.do("act", "bob", action="stand")
    assert house.floor.chips("ann") == 0


def test_a_server_that_starts_again_pays_nothing_twice(opens: Opens) -> None:
    house = opens("| Ah Th 9c 7d Tc | S")
    house.deal()
    house.restart()
    assert house.won("ann") == BET
    house.do("act", "bob", action="stand")
    assert (house.won("ann"), house.has(held("t"))) == (BET, 0)


@pytest.mark.parametrize("ends", ["act", "void"])
def test_a_round_of_older_books_is_paid_with_the_next_step(
    opens: Opens, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """Books of an earlier version may hold a round whose instant win was not paid yet."""
    house = opens("| Ah Th 9c 7d Tc | H 2c S")
    with monkeypatch.context() as earlier:
        earlier.setattr(money, "handed_over", lambda _: Settlement((), (), ()))
        house.deal()
    assert house.won("ann") == -BET
    house.do(ends, "bob", **({"action": "hit"} if ends == "act" else {"reason": "a card fell"}))
    assert house.won("ann") == BET
    if house.under_way:
        house.do("act", "bob", action="stand")
    assert (house.won("ann"), house.has(held("t"))) == (BET, 0)


def test_eu_3_10__even_money_is_paid_at_once(opens: Opens) -> None:
    house = opens("| Ah Th As Kd 7d | E N S Kd", "european-free-bet")
    house.deal()
    house.do("act", "ann", action="even-money")
    assert house.under_way
    assert (house.won("ann"), house.has(held("t"))) == (BET, BET)
    house.do("act", "bob", action="pass")
    house.do("act", "bob", action="stand")
    assert not house.under_way
    assert (house.won("ann"), house.won("bob"), house.has(held("t"))) == (BET, -BET, 0)


@pytest.mark.parametrize(("paid", "won"), [("at once", BET * 3 // 2), ("after the dealer's check", -BET)])
def test_the_sheet_says_when_a_natural_is_paid(opens: Opens, paid: str, won: int) -> None:
    house = opens("| Ah Th 9c Kd 7d Tc | S", "sd-blackjack", ("insurance.under=[]", f"natural.paid={paid}"))
    house.deal()
    assert house.under_way
    assert house.won("ann") == won
    house.do("act", "bob", action="stand")
    assert house.won("ann") == BET * 3 // 2


def test_the_view_says_what_is_paid(opens: Opens) -> None:
    house = opens("| Ah Th 9c 7d Tc | S")
    house.deal(TW_BONUS)
    for viewer in ("ann", "bob", ""):
        play = house.floor.view("t", viewer)["play"]
        assert play is not None
        stakes = [stake for box in play["boxes"] for stake in box["hands"][0]["stakes"]]
        assert [stake["paid"] for stake in stakes if stake] == [BET, 0]
        assert [box["bettors"][0]["side_paid"] for box in play["boxes"]] == [{"tw20-bonus": 3500}, {}]


@pytest.mark.parametrize(
    ("game", "overrides"),
    [
        (TW, ()),
        (TW, ("deal.player_cards=down",)),
        ("european-free-bet", ()),
        ("sd-free-bet", ("insurance.under=[]", "natural.paid=at once", "natural.after_split=true")),
    ],
)
def test_random_rounds_and_voids_are_exact_after_every_step(
    game: str, overrides: tuple[str, ...], tmp_path: Path
) -> None:
    play, early = new_play(tmp_path, game, 3, seed=21, overrides=overrides), 0

    def exact() -> None:
        nonlocal early
        table = play.floor.table("t")
        early += sum(paid.won for paid in table.paid)
        assert play.floor.journal.balance(held("t")).credit == _held(play)

    for number in range(25):
        before = {name: play.floor.chips(name) for name in play.seats}
        play.bet()
        play.do("deal", "house")
        exact()
        while play.floor.table("t").inputs:
            if number % 5 == 4:
                play.do("void", "boss", reason="a card fell")
            else:
                play.decide()
            exact()
        assert play.floor.table("t").paid == ()
        result = play.floor.view("t")["result"]
        assert result is not None
        for seat in result["seats"]:
            name = next(one for one, boxes in play.seats.items() if seat["seat"] in boxes)
            assert play.floor.chips(name) - before[name] == seat["net"]
        assert read_round(result["notation"]).round.settlement is not None
        assert play.floor.journal.balance(chips("p1")).credit >= 0
    assert early > 0 or game != TW  # there, one hand in six wins at once


def _held(play: Play) -> int:
    """Stakes that must lie on the table, counted from the view."""
    view = play.floor.view("t")
    if view["play"] is None:
        return sum(amount for seat in view["seats"] for amount in seat["bets"].values())
    boxes = view["play"]["boxes"]
    on_hands = sum(
        stake["own"]
        for box in boxes
        for hand in box["hands"]
        for stake in hand["stakes"]
        if stake and not stake["paid"]
    )
    beside = sum(
        one["insurance"] + sum(amount for bet, amount in one["side"].items() if bet not in one["side_paid"])
        for box in boxes
        for one in box["bettors"]
    )
    return int(on_hands + beside)


def test_winnings_that_join_the_main_wager_are_held_with_it(opens: Opens, tmp_path: Path) -> None:
    """A side bet is paid before the second card, and the winner puts the winnings on the hand."""
    house = opens("| Kh 9h 6c 9d 9c Tc | S S 9s", "sd-blackjack+war")
    house.deal({"main": BET, "war": 500})
    assert (house.won("ann"), house.has(held("t")), house.has(bank("t"))) == (-500, 2 * BET, -500)
    asked = house.floor.view("t", "ann")["play"]
    assert asked is not None
    assert asked["ask"] is not None
    assert asked["ask"]["text"] == "War won 5. Add it to your bet before the second card?"
    house.restart()
    house.do("act", "ann", action="parlay")
    assert (house.won("ann"), house.has(held("t")), house.has(bank("t"))) == (-BET, 2 * BET + 500, -500)
    house.do("act", "ann", action="stand")
    house.do("act", "bob", action="stand")
    assert (house.won("ann"), house.won("bob")) == (500 + BET + 500, BET)
    assert (house.has(held("t")), house.has(bank("t"))) == (0, -3 * BET)
    assert " PL " in recalled(house)
    verdict = verify_play(str(tmp_path / "floor.db"), processes=0)
    assert (verdict.rounds, verdict.faults) == (1, ())


def recalled(house: House) -> str:
    result = house.floor.view("t", "ann")["result"]
    assert result is not None
    return result["notation"]
