"""Before the first card: wagers placed, checked against the table's limits, and closed."""

from lammer.cards.money import money_text
from lammer.rules.sheet import Sheet
from lammer.table.actions import AGAINST, LIGHTS, MAIN, NEW, TIP, Action, Refusal
from lammer.table.carried import refuse_carried
from lammer.table.events import Event, EventKind
from lammer.table.lights import refuse_lights
from lammer.table.state import Bettor, Box, Meter, Round, SideWager, Stage, Waits, with_bettor, with_box


def open_round(sheet: Sheet, meters: tuple[Meter, ...] | None = None) -> Round:
    """A round that accepts bets. By default, progressive levels have the sheet's amounts."""
    return Round(sheet, Stage.BETTING, Waits.BETS, meters=default_meters(sheet) if meters is None else meters)


def default_meters(sheet: Sheet) -> tuple[Meter, ...]:
    """The levels that the posted paytables of progressive bets pay from, with their initial amounts."""
    return tuple(
        Meter(level, bet.jackpot.levels[level].start, bet.jackpot.levels[level].reset)
        for bet in sheet.rules.side_bets.values()
        if bet.jackpot is not None
        for level in bet.paytables[bet.paytable].levels
    )


def refuse_bet(round_: Round, action: Action) -> Refusal | None:
    """Why this wager is refused, or None."""
    limits = round_.sheet.rules.limits
    clause = round_.sheet.clause
    if round_.stage is not Stage.BETTING:
        key = round_.sheet.side_bet_keys.get(action.spot)
        if key and round_.sheet.side_bets[action.spot].placed_later:
            return _refuse_early(round_.sheet, action.spot)
        closed = clause(f"{key}.placed") if key else clause("limits.bets_close")
        return Refusal("bets-closed", closed, "bets are placed before the first card")
    if not 1 <= action.box <= limits.boxes:
        return Refusal("no-such-box", clause("limits.boxes"), f"there are boxes 1 to {limits.boxes}")
    if not 1 <= action.bettor <= limits.bettors:
        return Refusal("no-such-field", clause("limits.bettors"), f"a box has room for {limits.bettors} bettors")
    if action.spot == LIGHTS:
        return refuse_lights(round_, action)
    if type(action.amount) is not int or action.amount <= 0:
        return Refusal("no-amount", clause("limits.minimum"), "a wager is a positive amount")
    if action.spot in (MAIN, AGAINST, TIP) and action.carried != NEW:
        return Refusal("not-carried", clause("limits.bets_close"), "this wager does not stay from round to round")
    if action.spot == AGAINST and not round_.sheet.rules.against.offered:
        text = "this game has no bet against one's own hand"
        return Refusal("no-bet-against", clause("against.offered"), text)
    if action.spot in (MAIN, AGAINST):
        return _refuse_main(round_, action)
    if action.spot == TIP:
        return _refuse_tip(round_, action)
    return _refuse_side(round_, action)


def _refuse_main(round_: Round, action: Action) -> Refusal | None:
    limits, clause = round_.sheet.rules.limits, round_.sheet.clause
    box = find_box(round_, action.box)
    others = 0 if box is None else sum(bettor.main for bettor in box.bettors if not bettor.tip)
    if box is not None and find_bettor(box, action.bettor) is not None:
        return Refusal("spot-taken", clause("limits.bets_close"), "there is already a wager on that spot")
    if action.bettor > 1 and (box is None or find_bettor(box, action.bettor - 1) is None):
        return Refusal(
            "owner-first", clause("company.decides"), "fields of a box are taken in order, the owner's first"
        )
    if box is not None and box.bettors[0].against != (action.spot == AGAINST):
        text = "all bettors of a box bet the same way, on the hand or against it"
        return Refusal("other-way", clause("against.company"), text)
    if action.amount < limits.minimum:
        return Refusal("below-minimum", clause("limits.minimum"), f"the table minimum is {money_text(limits.minimum)}")
    if action.amount + (others if limits.apply_to == "box" else 0) > limits.maximum:
        per, key = (
            ("the box", "limits.apply_to") if others and limits.apply_to == "box" else ("a bettor", "limits.maximum")
        )
        return Refusal("above-maximum", clause(key), f"the maximum for {per} is {money_text(limits.maximum)}")
    return None


def _refuse_tip(round_: Round, action: Action) -> Refusal | None:
    limits, clause = round_.sheet.rules.limits, round_.sheet.clause
    box = find_box(round_, action.box)
    if box is None or action.bettor != 1:
        return Refusal("main-first", clause("free.tips_ride"), "a tip bet needs the box owner's wager")
    if any(bettor.tip for bettor in box.bettors):
        return Refusal("spot-taken", clause("free.tips_ride"), "there is already a tip bet on that box")
    if action.amount > limits.maximum:
        return Refusal("above-maximum", clause("limits.maximum"), f"the maximum is {money_text(limits.maximum)}")
    return None


def _refuse_side(round_: Round, action: Action) -> Refusal | None:
    sheet = round_.sheet
    bet = sheet.side_bets.get(action.spot)
    if bet is None:
        offered = ", ".join(sheet.side_bets) or "none"
        return Refusal("no-such-bet", "", f"this table has no side bet {action.spot!r}; it offers {offered}")
    if bet.placed_later:
        return _refuse_early(sheet, action.spot)
    key = sheet.side_bet_keys[action.spot]
    box = find_box(round_, action.box)
    bettor = find_bettor(box, action.bettor) if box is not None else None
    if box is None or bettor is None:
        return Refusal("main-first", sheet.clause(f"{key}.placed"), f"{bet.name} needs a main wager on the box")
    if any(side.bet == action.spot for side in box.bettors[bettor].sides):
        return Refusal("spot-taken", sheet.clause(f"{key}.placed"), f"there is already a wager on {bet.name}")
    return refuse_side_amount(sheet, action.spot, action.amount) or refuse_carried(sheet, action)


def _refuse_early(sheet: Sheet, bet_id: str) -> Refusal:
    """The bet is placed later, as the answer to a question (``offers.py``)."""
    text = f"{sheet.side_bets[bet_id].name} is placed when it is offered, after the up card is seen"
    return Refusal("placed-later", sheet.clause(f"{sheet.side_bet_keys[bet_id]}.placed"), text)


def refuse_side_amount(sheet: Sheet, bet_id: str, amount: int) -> Refusal | None:
    bet, key = sheet.side_bets[bet_id], sheet.side_bet_keys[bet_id]
    if not bet.minimum <= amount <= bet.maximum:
        between = f"{money_text(bet.minimum)} to {money_text(bet.maximum)}"
        return Refusal("side-limits", sheet.clause(f"{key}.minimum"), f"{bet.name} accepts {between}")
    paytable, clause = bet.paytables[bet.paytable], sheet.clause(f"{key}.paytables.{bet.paytable}")
    if paytable.stakes and amount not in paytable.stakes:
        accepted = " or ".join(money_text(stake) for stake in paytable.stakes)
        return Refusal("side-stake", clause, f"paytable {bet.paytable} accepts {accepted}")
    if paytable.basis == "to 2" and amount % 2:
        return Refusal("side-half", clause, f"{bet.name} pays for every 2 wagered: bet an even number of cents")
    return None


def own_money(sheet: Sheet, spot: str, amount: int) -> int:
    """The own money that a wager takes: a main wager or a tip lies on each hand that the box is dealt."""
    return amount * sheet.rules.hands.per_box if spot in (MAIN, TIP) else amount


def refuse_deal(round_: Round) -> Refusal | None:
    if round_.stage is not Stage.BETTING:
        return Refusal("dealt", round_.sheet.clause("limits.bets_close"), "the round has already begun")
    if not round_.boxes:
        return Refusal("no-bets", round_.sheet.clause("limits.minimum"), "no wager has been placed")
    return None


def place_bet(round_: Round, action: Action, events: list[Event]) -> Round:
    if action.spot == LIGHTS:
        at = next(index for index, box in enumerate(round_.boxes) if box.number == action.box)
        return with_bettor(round_, at, 0, round_.boxes[at].bettors[0]._replace(lights=action.carried))
    events.append(Event(EventKind.BET, action.box, action.bettor, amount=action.amount, bet=action.spot))
    at = next((index for index, box in enumerate(round_.boxes) if box.number == action.box), -1)
    if at < 0:
        first = Bettor(1, action.amount, against=action.spot == AGAINST)
        boxes = (*round_.boxes, Box(action.box, (first,)))
        return round_._replace(boxes=tuple(sorted(boxes, key=lambda box: box.number)))
    box = round_.boxes[at]
    if action.spot in (MAIN, AGAINST, TIP):
        # A tip is bet the same way as the owner's wager.
        tip, against = action.spot == TIP, box.bettors[0].against
        return with_box(round_, at, _seated(box, Bettor(action.bettor, action.amount, tip=tip, against=against)))
    who = find_bettor(box, action.bettor)
    assert who is not None  # refuse_bet has checked it
    bettor, wager = box.bettors[who], SideWager(action.spot, action.amount, action.carried)
    return with_bettor(round_, at, who, bettor._replace(sides=(*bettor.sides, wager)))


def _seated(box: Box, bettor: Bettor) -> Box:
    """The box with one more bettor: players in the order of their fields, the tip bet last."""
    return box._replace(bettors=tuple(sorted((*box.bettors, bettor), key=lambda each: (each.tip, each.number))))


def find_box(round_: Round, number: int) -> Box | None:
    return next((box for box in round_.boxes if box.number == number), None)


def find_bettor(box: Box, number: int) -> int | None:
    """Index of the player (not the tip bet) on the field with this number."""
    return next((i for i, bettor in enumerate(box.bettors) if bettor.number == number and not bettor.tip), None)
