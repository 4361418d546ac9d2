"""South Dakota, rule 20:18:15:30.19 (9): a jackpot owed to players does not just end."""

from pathlib import Path

import pytest

from lammer.progressive.refusals import StepRefused
from lammer.progressive.terms import load_terms
from lammer.progressive.transfer import Transfer
from tests.jackpot import DEALER, EXECUTIVE, LINK, SUPERVISOR, Jackpot, new_jackpot

NOTHING, ONE, SUITED, COLOUR, MIXED = "9h 8d", "7h 9c", "7h 7h", "7h 7d", "7h 7c"
"""First two cards; with the seven of hearts up the last three are 777 suited, of one colour and mixed."""


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    return new_jackpot(tmp_path)


def won(jackpot: Jackpot) -> None:
    """The highest award is won, and nothing was wagered since."""
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    jackpot.approve(1)
    jackpot.do("end", DEALER, "T1")


def test_sd_19_9__a_jackpot_is_not_discontinued_before_its_highest_award_is_won(jackpot: Jackpot) -> None:
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("discontinue", EXECUTIVE) == ("liability-remains", "SD.19 (9)")
    jackpot.do("open-link", EXECUTIVE)
    won(jackpot)
    assert jackpot.refused("discontinue", EXECUTIVE)[0] == "link-open"
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.do("discontinue", EXECUTIVE)["status"] == "discontinued"
    assert jackpot.sums().meter == 0
    assert jackpot.sums().meter_holds


def test_sd_19_9__money_taken_since_the_award_is_a_new_liability(jackpot: Jackpot) -> None:
    won(jackpot)
    jackpot.dealt({1: NOTHING}, "9d")
    jackpot.do("end", DEALER, "T1")
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("discontinue", EXECUTIVE) == ("liability-remains", "SD.19 (9)")


def granted(jackpot: Jackpot, permits: str) -> None:
    jackpot.do("close-link", EXECUTIVE)
    jackpot.do("petition", EXECUTIVE, permits=permits, reference="P1", decided_by="the executive secretary", note="n")


def test_sd_19_9__a_tenth_is_not_the_highest_award(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "levels.meter.increment=0", "levels.meter.reserve=0")
    jackpot.dealt({1: COLOUR}, "7h")
    jackpot.select(1, "777 same colour")
    jackpot.approve(1)
    jackpot.do("end", DEALER, "T1")
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("discontinue", EXECUTIVE) == ("liability-remains", "SD.19 (9)")


def test_sd_19_9__a_jackpot_that_took_anothers_over_owes_all_of_it(jackpot: Jackpot) -> None:
    won(jackpot)
    jackpot.link("old")
    jackpot.do("close-link", EXECUTIVE, link="old")
    decision = {"reference": "P1", "decided_by": "the executive secretary", "note": "n"}
    jackpot.do("petition", EXECUTIVE, link="old", permits="move to another jackpot", **decision)
    jackpot.desk.move(jackpot.key(), EXECUTIVE, "old", "P1", LINK, {"meter": "meter"})
    jackpot.do("close-link", EXECUTIVE)
    assert jackpot.refused("discontinue", EXECUTIVE) == ("liability-remains", "SD.19 (9)")


def test_sd_19_9__announced_terms_do_not_make_the_highest_award_rarer(jackpot: Jackpot) -> None:
    rarer = load_terms("blazing-7s", ["jackpot.paytable=PT2"])
    assert jackpot.refused("announce", EXECUTIVE, terms=rarer, from_day="2030-01-01") == ("rarer-award", "SD.19 (9)")


def test_sd_19_9__a_reduction_outlives_terms_announced_before_it(jackpot: Jackpot) -> None:
    same = load_terms("blazing-7s", ["levels.meter.increment=210000"])
    jackpot.do("announce", EXECUTIVE, terms=same, from_day="2030-01-01")
    granted(jackpot, "reduce qualification")
    assert jackpot.refused("reduce", EXECUTIVE, reference="P1", outcome="777 suited")[0] == "no-such-hand"
    jackpot.do("reduce", EXECUTIVE, reference="P1", outcome="777 same colour")
    assert jackpot.desk.link(LINK).notice is None
    assert jackpot.refused("announce", EXECUTIVE, terms=same, from_day="2030-01-01")[0] == "rarer-award"


def test_sd_19_9__by_petition_the_qualification_is_reduced(jackpot: Jackpot) -> None:
    granted(jackpot, "reduce qualification")
    assert jackpot.refused("reduce", EXECUTIVE, reference="P2", outcome="777 same colour")[0] == "no-petition"
    jackpot.do("reduce", EXECUTIVE, reference="P1", outcome="777")
    assert jackpot.refused("reduce", EXECUTIVE, reference="P1", outcome="777")[0] == "no-petition"
    jackpot.do("open-link", EXECUTIVE)
    jackpot.dealt({1: MIXED, 2: COLOUR, 3: ONE}, "7h")
    shown = jackpot.sums().meter
    jackpot.select(3, "one 7")
    jackpot.select(2, "777 same colour")
    assert jackpot.approve(2) == shown
    jackpot.select(1, "777")
    assert jackpot.approve(1) == 1_000_000 + 9


def reduced(jackpot: Jackpot, outcome: str) -> None:
    granted(jackpot, "reduce qualification")
    jackpot.do("reduce", EXECUTIVE, reference="P1", outcome=outcome)
    jackpot.do("open-link", EXECUTIVE)


def test_sd_19_9__a_reduction_holds_until_the_highest_award_is_won(jackpot: Jackpot) -> None:
    reduced(jackpot, "777 same colour")
    jackpot.dealt({1: MIXED}, "7h", wager=500)
    jackpot.select(1, "777")
    assert jackpot.approve(1) == 200 * 500
    jackpot.do("end", DEALER, "T1")
    for wins in (1_000_200, (1_000_000 + 2 * 15 + 100) // 10):
        jackpot.dealt({1: COLOUR}, "7h", wager=500)
        jackpot.select(1, "777 same colour")
        assert jackpot.approve(1) == wins
        jackpot.do("end", DEALER, "T1")
    assert jackpot.desk.link(LINK).eased is None


def test_sd_19_9__a_hand_wagered_on_under_a_reduction_is_settled_by_it(jackpot: Jackpot) -> None:
    """Two tables play; the award is won at one of them before the other's hand is settled."""
    reduced(jackpot, "777 same colour")
    jackpot.dealt({1: COLOUR}, "7h", table="T2")
    jackpot.dealt({1: SUITED}, "7h")
    jackpot.select(1, "777 suited")
    jackpot.approve(1)
    jackpot.do("approve-table", EXECUTIVE, name="T3")
    jackpot.do("open", DEALER, "T3")
    assert jackpot.desk.table(LINK, "T3").eased is None
    shown = jackpot.sums().meter
    jackpot.select(1, "777 same colour", "T2")
    assert jackpot.approve(1, "T2") == shown


def test_sd_19_9__a_second_petition_reduces_further(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.paytable=PT2")
    granted(jackpot, "reduce qualification")
    jackpot.do("reduce", EXECUTIVE, reference="P1", outcome="777 suited")
    jackpot.do("petition", EXECUTIVE, permits="reduce qualification", reference="P2", decided_by="d", note="n")
    assert jackpot.refused("reduce", EXECUTIVE, reference="P2", outcome="777 suited")[0] == "no-such-hand"
    jackpot.do("reduce", EXECUTIVE, reference="P2", outcome="777 same colour")
    jackpot.do("open-link", EXECUTIVE)
    jackpot.dealt({1: COLOUR}, "7h")
    jackpot.select(1, "777 same colour")
    assert jackpot.approve(1) == 1_000_020


def test_sd_19_9__three_whole_meters_leave_no_hand_to_reduce_to(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s-three-meters")
    granted(jackpot, "reduce qualification")
    assert jackpot.refused("reduce", EXECUTIVE, reference="P1", outcome="777 suited")[0] == "no-such-hand"


def test_sd_19_9__by_petition_the_liability_moves_to_another_jackpot(jackpot: Jackpot) -> None:
    jackpot.dealt({1: NOTHING}, "9d", wager=500)
    jackpot.do("end", DEALER, "T1")
    jackpot.link("other", "blazing-7s-three-meters")
    granted(jackpot, "move to another jackpot")
    before = jackpot.sums(), jackpot.sums("mega", "other")
    with pytest.raises(StepRefused, match="no-such-level"):
        jackpot.desk.move(jackpot.key(), EXECUTIVE, LINK, "P1", "other", {"meter": "giga"})
    jackpot.desk.move(jackpot.key(), EXECUTIVE, LINK, "P1", "other", {"meter": "mega"})
    after = jackpot.sums(), jackpot.sums("mega", "other")
    assert (after[0].meter, after[0].reserve) == (0, 0)
    assert after[1].meter == before[0].meter + before[1].meter
    assert after[1].reserve == before[0].reserve + before[1].reserve
    assert after[0].meter_holds
    assert after[1].meter_holds
    assert jackpot.desk.link("other").owed["mega"] == 1_000_000 + 100 + 15
    assert jackpot.desk.link(LINK).status == "discontinued"


def test_sd_19_9__on_closing_liability_and_fund_go_to_another_licensee(jackpot: Jackpot) -> None:
    jackpot.dealt({1: NOTHING}, "9d", wager=500)
    jackpot.do("end", DEALER, "T1")
    granted(jackpot, "transfer to another licensee")
    held = jackpot.sums()
    answer = jackpot.do("transfer", EXECUTIVE, reference="P1", licensee="another house", sender="this house")
    assert answer["fund"] == {"meter": {"meter": held.meter, "reserve": held.reserve}}
    assert jackpot.sums().moved == held.meter + held.reserve
    assert jackpot.sums().meter_holds
    assert jackpot.refused("open-link", EXECUTIVE)[0] == "not-closed"


def sent(jackpot: Jackpot) -> Transfer:
    """A fund of 10,001.15 on its way from "this house" to "another house"."""
    jackpot.dealt({1: NOTHING}, "9d", wager=500)
    jackpot.do("end", DEALER, "T1")
    granted(jackpot, "transfer to another licensee")
    answer = jackpot.do("transfer", EXECUTIVE, reference="P1", licensee="another house", sender="this house")
    return Transfer.model_validate({name: answer[name] for name in Transfer.model_fields})


def receiving(folder: Path, licensee: str = "this house") -> Jackpot:
    """The other licensee's books, with the decision recorded in them."""
    folder.mkdir()
    other = new_jackpot(folder, "blazing-7s-three-meters")
    decided = {"reference": "P1", "decided_by": "the executive secretary", "note": "n", "licensee": licensee}
    other.do("petition", EXECUTIVE, permits="receive from another licensee", **decided)
    return other


def receive(
    jackpot: Jackpot,
    paper: Transfer,
    actor: str = EXECUTIVE,
    licensee: str = "another house",
    received: int = 1_000_115,
    to: str = "mega",
) -> dict[str, object]:
    key, levels = jackpot.key(), {"meter": to}
    return jackpot.desk.receive(key, actor, LINK, paper, licensee, received, levels).answer


def test_sd_19_9__another_licensee_receives_liability_and_fund(jackpot: Jackpot, tmp_path: Path) -> None:
    paper, other = sent(jackpot), receiving(tmp_path / "other")
    before = other.sums("mega")
    answer = receive(other, paper)
    assert (answer["received_from"], answer["total"]) == ("this house", 1_000_115)
    after = other.sums("mega")
    assert (after.meter, after.reserve) == (before.meter + 1_000_100, before.reserve + 15)
    assert after.meter_holds
    assert other.desk.link(LINK).owed["mega"] == 1_000_115
    other.do("close-link", EXECUTIVE)
    assert other.refused("discontinue", EXECUTIVE) == ("liability-remains", "SD.19 (9)")


def test_sd_19_9__what_arrives_is_what_the_other_licensee_sent(jackpot: Jackpot, tmp_path: Path) -> None:
    paper, other = sent(jackpot), receiving(tmp_path / "other")
    for code, said in (
        ("other-amount", {"received": 1_000_114}),
        ("other-amount", {"received": 1_000_116}),
        ("other-licensee", {"licensee": "a third house"}),
        ("no-such-level", {"to": "giga"}),
        ("wrong-role", {"actor": SUPERVISOR}),
    ):
        with pytest.raises(StepRefused) as caught:
            receive(other, paper, **said)
        assert caught.value.code == code
    with pytest.raises(StepRefused, match="no-petition"):
        receive(other, paper.model_copy(update={"reference": "P2"}))
    assert other.sums("mega").meter == 2_500_000
    receive(other, paper)
    with pytest.raises(StepRefused, match="already-received"):
        receive(other, paper)


def test_sd_19_9__a_fund_comes_from_the_licensee_that_was_decided_on(jackpot: Jackpot, tmp_path: Path) -> None:
    other = receiving(tmp_path / "other", licensee="a third house")
    with pytest.raises(StepRefused, match="other-licensee"):
        receive(other, sent(jackpot))
    nobody = {"reference": "P3", "decided_by": "d", "note": "n", "permits": "receive from another licensee"}
    assert other.refused("petition", EXECUTIVE, **nobody)[0] == "no-licensee"


def test_sd_19_9__a_fund_goes_to_the_licensee_that_was_decided_on(jackpot: Jackpot) -> None:
    jackpot.do("close-link", EXECUTIVE)
    decided = {"reference": "P1", "decided_by": "d", "note": "n", "licensee": "another house"}
    jackpot.do("petition", EXECUTIVE, permits="transfer to another licensee", **decided)
    elsewhere = {"reference": "P1", "licensee": "a third house", "sender": "this house"}
    assert jackpot.refused("transfer", EXECUTIVE, **elsewhere) == ("other-licensee", "SD.19 (9)")
