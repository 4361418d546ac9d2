"""Insurance and even money for the step-by-step kernel: when they are offered, and what they pay, from the table."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lammer.cards.card import ACE, TEN
from lammer.cards.money import pay
from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.refusals import NotSimulated
from lammer.stepping.layout import (
    EVEN_MONEY,
    EVEN_MONEY_TAKEN,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURE,
    NO_INSURANCE,
    PLAYS,
)
from lammer.table.actions import ActionKind
from lammer.table.asking import insurance_asks, insurance_options
from lammer.table.state import Bettor, Box, Hand, Round, Stage, Stake, Status, Waits

ANSWERS = {ActionKind.INSURE: INSURE, ActionKind.EVEN_MONEY: EVEN_MONEY}


class Insurance(NamedTuple):
    """``insurable``: see ``StepRules``. ``nets``: what it adds to the main wager's net, by how it ended and by the size
    of the wager, in minor units; ``replaces``: by how it ended, whether it takes the place of that net."""

    insurable: Bytes
    nets: Counts
    replaces: Bytes


def no_insurance(sizes: int) -> Insurance:
    ends = EVEN_MONEY_TAKEN + 1
    return Insurance(
        np.zeros(32, dtype=np.uint8), np.zeros((ends, sizes), dtype=np.int64), np.zeros(ends, dtype=np.uint8)
    )


def insurance_of(sheet: Sheet, sizes: Sequence[int]) -> Insurance:
    """Raises NotSimulated if insurance is asked about more than once in a round, or differently for each size."""
    found, rules = no_insurance(len(sizes)), sheet.rules
    offers = [_offers(sheet, size) for size in sizes]
    peeks = rule_tables(sheet).dealing.peeks
    if rules.insurance.top_up and not all(peeks[place % 16] for place in offers[0]):
        raise NotSimulated("insurance.top_up=true: the kernel asks about insurance once in a round")
    if any(_kinds(one) != _kinds(offers[0]) for one in offers):
        raise NotSimulated("insurance=True: some of these sizes can be insured and others not")
    for place, kinds in _kinds(offers[0]).items():
        found.insurable[place] = sum(1 << (ANSWERS[kind] - PLAYS) for kind in kinds) | 1 << (NO_INSURANCE - PLAYS)
    for at, (size, offer) in enumerate(zip(sizes, offers, strict=True)):
        amounts = {amount for kinds in offer.values() for kind, amount in kinds.items() if kind is ActionKind.INSURE}
        for amount in amounts:
            found.nets[INSURANCE_LOST, at] = -amount
            found.nets[INSURANCE_WON, at] = pay(amount, rules.insurance.pays, rules.pay.rounding)[0]
        found.nets[EVEN_MONEY_TAKEN, at] = pay(size, rules.natural.even_money_pays, rules.pay.rounding)[0]
    found.replaces[EVEN_MONEY_TAKEN] = 1
    return found


Offers = dict[int, dict[ActionKind, int]]
"""By 16 · whether the hand is a natural + the value of the up card: what is offered, with its largest amount."""


def _kinds(offers: Offers) -> dict[int, set[ActionKind]]:
    return {place: set(kinds) for place, kinds in offers.items()}


def _offers(sheet: Sheet, size: int) -> Offers:
    found: Offers = {}
    for natural in (False, True):
        hand = Hand((0, 48), 21, True, (Stake(size),), status=Status.NATURAL if natural else Status.OPEN)
        box = Box(1, (Bettor(1, size),), (hand,))
        for up in range(ACE, TEN + 1):
            round_ = Round(sheet, Stage.PLAYING, Waits.PLAY, (box,), dealer=(4 * (up - 1),))
            for ask in insurance_asks(round_):
                options = insurance_options(round_, ask)
                found[16 * natural + up] = {ActionKind(option.kind): option.maximum for option in options}
    return found
