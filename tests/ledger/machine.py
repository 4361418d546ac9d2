"""Any steps in any order by anybody, and a model in plain numbers beside the books: after every event they must agree.

The model knows nothing of the package's arithmetic. It keeps totals of what was wagered and works every level out anew:
contributions are ⌊rate × wagered⌋ of the whole, awards and resets are as the clauses say.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lammer.cards.card import CODES
from lammer.ledger.refusals import LedgerFault
from lammer.progressive.accounts import LevelSums
from lammer.progressive.claims import needs_approval
from lammer.progressive.freezes import frozen_on
from lammer.progressive.hands import winning_row
from lammer.progressive.refusals import StepRefused
from lammer.progressive.state import TableState
from tests.jackpot import DEALER, EXECUTIVE, LINK, OTHER, OTHER_DEALER, SECOND, SUPERVISOR, Jackpot

TABLES = ("T1", "T2")
PEOPLE = (DEALER, OTHER_DEALER, SUPERVISOR, SECOND, EXECUTIVE, OTHER)
SEVENS = [CODES[name] for name in ("7d", "7d", "7d", "7h", "7c", "9s")]
"""Cards to deal from: mostly sevens, or nothing would ever be won."""
WAGERS = st.dictionaries(st.integers(1, 7), st.sampled_from([100, 500]), min_size=1, max_size=3)


@dataclass
class Level:
    """A level in plain numbers."""

    seed: int
    increment: int
    per_wager: int
    reserve_rate: int
    limit: int
    meter: int = 0
    reserve: int = 0
    awards: int = 0
    seeds: int = 0
    wagered: int = 0
    wagers: int = 0
    adjusted: int = 0

    def __post_init__(self) -> None:
        self.meter = self.seeds = self.seed

    def grow(self, wagered: int, wagers: int) -> None:
        """By the difference of two floors of the whole."""
        before, after = self.wagered, self.wagered + wagered
        grown = after * self.increment // 10**6 - before * self.increment // 10**6 + wagers * self.per_wager
        shown = min(grown, max(self.limit - self.meter, 0)) if self.limit else grown
        self.meter += shown
        self.reserve += grown - shown + after * self.reserve_rate // 10**6 - before * self.reserve_rate // 10**6
        self.wagered, self.wagers = after, self.wagers + wagers

    def sums(self) -> LevelSums:
        contributed, kept = (self.wagered * rate // 10**6 for rate in (self.increment, self.reserve_rate))
        contributed += self.wagers * self.per_wager
        return LevelSums(self.meter, self.reserve, 0, self.awards, self.seeds, contributed, kept, self.adjusted, 0)


@dataclass
class Award:
    """Confirmed on one table: ``amount`` for each of the ``spots`` that are not paid. ``resets`` until the first part
    of a full one is paid."""

    table: str
    level: str
    spots: list[int]
    amount: int
    resets: bool


@dataclass
class Model:
    levels: dict[str, Level]
    tray: int = 0
    tips: int = 0
    awards: list[Award] = field(default_factory=list)
    """Confirmed, in their order; an award is gone when all its parts are paid or it is void."""
    paid: set[tuple[str, int, int]] = field(default_factory=set)

    def found(self, name: str) -> int:
        """What a claim finds: the meter without what is frozen, and as every confirmed full award will leave it."""
        level, awards = self.levels[name], [one for one in self.awards if one.level == name]
        resets = [one for one in awards if one.resets]
        frozen = sum(one.amount * len(one.spots) for one in awards)
        return level.meter - frozen + len(resets) * level.seed + (level.reserve if resets else 0)

    def award_of(self, table: str, spot: int) -> Award:
        return next(one for one in self.awards if one.table == table and spot in one.spots)


def machine_on(fresh: Callable[[], AbstractContextManager[Jackpot]]) -> type[RuleBasedStateMachine]:
    """The machine for one kind of store: ``fresh`` gives a jackpot nobody has played on."""

    class JackpotMachine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self._open = fresh()
            self.jackpot = self._open.__enter__()
            agreed = self.jackpot.desk.link(LINK).terms
            self.model = Model(
                {
                    name: Level(its.seed, its.rate, its.fixed, its.reserve, its.limit)
                    for name, its in agreed.levels.items()
                }
            )
            self.asked: list[tuple[str, str, str, str, dict[str, Any], dict[str, Any]]] = []

        def teardown(self) -> None:
            try:
                self._finishes()
            finally:
                self._open.__exit__(None, None, None)

        def _finishes(self) -> None:
            """Whatever has happened, a house that makes no mistakes can bring every table to its next hand."""
            for _ in range(60):
                for table in TABLES:
                    state = self.jackpot.desk.table(LINK, table)
                    if state.stage in ("open", "taken"):
                        self._deals_nothing(state)
                    elif state.stage == "dealt":
                        winner = self._winner(state)
                        if winner is None:
                            self._settles(state)
                        else:
                            passed = [spot for spot, one in state.claims.items() if one.stage == "selected"]
                            undo = min((spot for spot in passed if spot < winner), default=winner)
                            self.selected(table, undo, state.dealer)
            assert [self.jackpot.desk.table(LINK, table).stage for table in TABLES] == ["idle", "idle"]

        def _deals_nothing(self, state: TableState) -> None:
            if state.stage == "open":
                self.take_step("wager", state.dealer, state.table, wagers=dict.fromkeys(state.sensed, 0))
                self.take_step("take", state.dealer, state.table)
            cards = dict.fromkeys(self.jackpot.desk.table(LINK, state.table).wagers, (0, 1))
            self.take_step("deal", state.dealer, state.table, cards=cards, up=2)

        def take_step(self, kind: str, actor: str, table: str, **body: Any) -> dict[str, Any] | None:
            """The answer, or None when it was refused; then nothing may have changed."""
            key, before = self.jackpot.key(), self.jackpot.desk.journal.balances()
            try:
                answer = self.jackpot.desk.do(kind, key, actor, LINK, table, **body).answer
            except StepRefused:
                assert self.jackpot.desk.journal.balances() == before
                return None
            self.asked.append((kind, key, actor, table, body, answer))
            return answer

        @rule(table=st.sampled_from(TABLES), data=st.data())
        def goes_on(self, table: str, data: st.DataObject) -> None:
            """What a house that makes no mistakes does next."""
            state = self.jackpot.desk.table(LINK, table)
            if state.stage == "idle":
                self.take_step("open", DEALER, table)
            elif state.stage == "open":
                self.wagers_taken(table, data.draw(WAGERS))
            elif state.stage == "taken":
                self.dealt(table, data)
            elif (spot := self._winner(state)) is not None:
                self.selected(table, spot)
            else:
                self._settles(state)

        and_on = and_so_on = and_further = goes_on

        def _winner(self, state: TableState) -> int | None:
            """The next spot to be selected."""
            terms = self.jackpot.desk.link(LINK).terms
            won = [spot for spot in state.wagers if winning_row(terms, state.cards[spot], state.up)]
            return max((spot for spot in won if spot not in state.claims), default=None)

        def _settles(self, state: TableState) -> None:
            terms = self.jackpot.desk.link(LINK).terms
            for spot, claim in state.claims.items():
                busy = {state.dealer, claim.dealer, claim.supervisor}
                if claim.stage == "frozen":
                    return self.swiped(state.table, EXECUTIVE if OTHER in busy else OTHER, spot)
                if claim.stage == "selected" and needs_approval(terms, claim):
                    return self.confirmed(state.table, SECOND if SUPERVISOR in busy else SUPERVISOR, spot)
            return self.ended(state.table, state.dealer)

        @rule(table=st.sampled_from(TABLES), actor=st.sampled_from(PEOPLE), data=st.data())
        def goes_wrong(self, table: str, actor: str, data: st.DataObject) -> None:
            """Any step, by anybody, on any spot."""
            spot = data.draw(st.integers(1, 7))
            step = data.draw(st.sampled_from(["open", "wager", "deal", "select", "confirm", "swipe", "void", "end"]))
            if step == "open":
                self.take_step("open", actor, table)
            elif step == "wager":
                self.wagers_taken(table, data.draw(WAGERS))
            elif step == "deal":
                self.dealt(table, data)
            elif step == "select":
                self.selected(table, spot)
            elif step == "end":
                self.ended(table, actor)
            else:
                {"confirm": self.confirmed, "swipe": self.swiped, "void": self.voided}[step](table, actor, spot)

        @precondition(lambda self: bool(self.model.awards))
        @rule(actor=st.sampled_from([EXECUTIVE, OTHER, SECOND]), data=st.data())
        def is_taken_back(self, actor: str, data: st.DataObject) -> None:
            award = data.draw(st.sampled_from(self.model.awards))
            self.voided(award.table, actor, award.spots[0])

        def wagers_taken(self, table: str, wagers: dict[int, int]) -> None:
            if self.take_step("wager", DEALER, table, wagers=wagers) is None:
                return
            answer = self.take_step("take", DEALER, table)
            if answer is not None:
                total, number = sum(answer["taken"].values()), len(answer["taken"])
                self.model.tray += total
                for level in self.model.levels.values():
                    level.grow(total, number)

        def dealt(self, table: str, data: st.DataObject) -> None:
            spots = self.jackpot.desk.table(LINK, table).wagers
            card = st.sampled_from(SEVENS)
            cards = {spot: (data.draw(card), data.draw(card)) for spot in spots}
            self.take_step("deal", DEALER, table, cards=cards, up=data.draw(card))

        def selected(self, table: str, spot: int, actor: str = DEALER) -> None:
            state, terms = self.jackpot.desk.table(LINK, table), self.jackpot.desk.link(LINK).terms
            outcome = winning_row(terms, state.cards[spot], state.up) if spot in state.cards else None
            self.take_step("select", actor, table, spot=spot, outcome=outcome or "one 7")

        def confirmed(self, table: str, actor: str, spot: int) -> None:
            answer = self.take_step("confirm", actor, table, spot=spot)
            if answer is None or not answer["claims"][0]["level"]:
                return
            first, spots = answer["claims"][0], [claim["spot"] for claim in answer["claims"]]
            name, percent = first["level"], first["percent"]
            amount = self.model.found(name) * percent // 100 // len(spots)
            assert {claim["amount"] for claim in answer["claims"]} == {amount}
            assert answer["meters"]["before"] == answer["meters"]["after"], "the card adjusts the meter"
            self.model.awards.append(Award(table, name, spots, amount, percent == 100))

        def swiped(self, table: str, actor: str, spot: int) -> None:
            state = self.jackpot.desk.table(LINK, table)
            answer = self.take_step("swipe", actor, table, spot=spot)
            if answer is None:
                return
            claim = answer["claim"]
            assert len({claim["dealer"], claim["supervisor"], claim["approved_by"]}) == 3
            assert (table, state.hand, spot) not in self.model.paid, "paid twice"
            self.model.paid.add((table, state.hand, spot))
            self.model.tips += claim["envy"]
            if claim["level"]:
                self._paid(table, spot, claim["amount"])
            else:
                self.model.tray -= claim["amount"]

        def _paid(self, table: str, spot: int, amount: int) -> None:
            award = self.model.award_of(table, spot)
            earlier = self.model.awards[: self.model.awards.index(award)]
            assert not any(one.resets for one in earlier if one.level == award.level), "paid before the meter was reset"
            level = self.model.levels[award.level]
            assert amount == award.amount
            level.awards += amount
            level.meter -= amount
            if award.resets:
                level.seeds += level.seed
                level.meter, level.reserve = level.meter + level.seed + level.reserve, 0
            award.resets = False
            award.spots.remove(spot)
            self.model.awards = [one for one in self.model.awards if one.spots]

        def voided(self, table: str, actor: str, spot: int) -> None:
            state = self.jackpot.desk.table(LINK, table)
            answer = self.take_step("void", actor, table, spot=spot, note="misread")
            if answer is None or not state.claims[spot].level:
                return
            award = self.model.award_of(table, spot)
            assert sorted(award.spots) == answer["voided"]
            self.model.awards.remove(award)

        def ended(self, table: str, actor: str = DEALER) -> None:
            state = self.jackpot.desk.table(LINK, table)
            answer = self.take_step("end", actor, table)
            if answer is None:
                return
            for spot, claim in state.claims.items():
                if claim.stage == "selected":
                    assert (table, state.hand, spot) not in self.model.paid
                    self.model.tray -= answer["paid"][str(spot)]
                    self.model.tips += claim.envy

        @rule(amount=st.integers(-3000, 3000), data=st.data())
        def corrected(self, amount: int, data: st.DataObject) -> None:
            level = data.draw(st.sampled_from(sorted(self.model.levels)))
            said = {"level": level, "amount": amount, "reason": "meter fault", "note": "n", "approved_by": OTHER}
            if self.take_step("adjust", EXECUTIVE, "", **said) is not None:
                self.model.levels[level].meter += amount
                self.model.levels[level].adjusted += amount

        @precondition(lambda self: bool(self.asked))
        @rule(data=st.data())
        def asked_again(self, data: st.DataObject) -> None:
            """One key, one effect: the answer of that time, and nothing else happens."""
            kind, key, actor, table, body, answer = data.draw(st.sampled_from(self.asked))
            before = self.jackpot.desk.journal.last_events(1)
            posted = self.jackpot.desk.do(kind, key, actor, LINK, table, **body)
            assert posted.repeated
            assert posted.answer == answer
            with pytest.raises(LedgerFault) as caught:
                self.jackpot.desk.do(kind, key, "somebody else", LINK, table, **body)
            assert caught.value.code == "key-reused"
            assert self.jackpot.desk.journal.last_events(1) == before

        @invariant()
        def the_books_agree_with_the_model(self) -> None:
            balances = self.jackpot.desk.journal.balances()
            assert sum(one.debits for one in balances.values()) == sum(one.credits for one in balances.values())
            for name, level in self.model.levels.items():
                sums = self.jackpot.sums(name)
                assert sums.meter_holds
                assert sums == level.sums()
                assert min(sums.meter, sums.reserve, sums.frozen) >= 0
                frozen = sum(one.amount * len(one.spots) for one in self.model.awards if one.level == name)
                assert frozen == frozen_on(self.jackpot.desk.link(LINK), name)
                assert self.model.found(name) >= 0
            assert self.jackpot.held("tray") == self.model.tray
            assert self.jackpot.held("tips") == self.model.tips

    return JackpotMachine
