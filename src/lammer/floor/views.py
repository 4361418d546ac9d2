"""The view of a table for one viewer: the round without hidden cards, the seats, and the player's own chips.

Nothing here is derived from a card that is face down or still in the shoe.
"""

from collections.abc import Mapping
from typing import NamedTuple, cast

from lammer.floor.betting import maximum_bet
from lammer.floor.cut import cut_view
from lammer.floor.fit import unsensed
from lammer.floor.money import players
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, Seat, promise_of, round_of, sheet_of
from lammer.floor.steps import played
from lammer.floor.view_types import (
    AskView,
    CallView,
    ChangingView,
    FeltView,
    FixedView,
    JackpotView,
    LightsView,
    PaysView,
    PlayedRoundView,
    PlayView,
    PostedRuleView,
    ResultView,
    SeatEntry,
    ShoeView,
    SideBetView,
    SignalView,
    TableView,
    TurnView,
)
from lammer.rules.guide import guide
from lammer.rules.posted import posted_rules
from lammer.rules.sheet import Sheet
from lammer.rules.sheet_entry import cited
from lammer.rules.signage import hand_signals, main_pays, natural_name, side_bet_pays
from lammer.table.actions import LIGHTS, PLAYS, Action
from lammer.table.carried import wins_text
from lammer.table.notation import write_round
from lammer.table.phrases import (
    SWITCH_QUESTION,
    grouped_money,
    interrupted_text,
    natural_word,
    offer_text,
    parlay_text,
    reason_texts,
    result_lines,
    trade_text,
)
from lammer.table.records import seat_records
from lammer.table.round import actor, refusal
from lammer.table.state import Question, Round
from lammer.table.view import SPECTATOR, hides_cards, legal_view, shown_round


def table_view(table: FloorTable, viewer: str, chips: int, jackpot: JackpotView | None = None) -> TableView:
    """The table as one viewer sees it; an empty name is a spectator. ``view_json.view_texts`` encodes the same for many
    viewers."""
    return {
        **fixed_view(sheet_of(table.game, table.overrides), sign_of(jackpot)),
        **changing_view(table, jackpot),
        "result": result_view(table) if table.last and not under_way(table) else None,
        "seats": [{**seat_entry(table, seat), "mine": seat.player == viewer} for seat in table.seats],
        "chips": chips if viewer else None,
        "play": round_view(table, viewer) if under_way(table) else None,
    }


class Sign(NamedTuple):
    """A jackpot's signage for its wager."""

    bet: str
    paytable: str
    stakes: tuple[int, ...]
    pays: tuple[str, ...]


def sign_of(jackpot: JackpotView | None) -> Sign | None:
    if jackpot is None:
        return None
    return Sign(jackpot["bet"], jackpot["paytable"], tuple(jackpot["stakes"]), tuple(jackpot["pays"]))


def fixed_view(sheet: Sheet, sign: Sign | None) -> FixedView:
    """The part that never changes at a table."""
    return {
        "game": sheet.ref,
        "name": sheet.name,
        "limits": {
            "minimum": sheet.rules.limits.minimum,
            "maximum": sheet.rules.limits.maximum,
            "apply_to": sheet.rules.limits.apply_to,
        },
        "boxes": sheet.rules.limits.boxes,
        "bettors": sheet.rules.limits.bettors,
        "felt": _felt(sheet),
        "pays": [cast(PaysView, row._asdict()) for row in main_pays(sheet)],
        "signals": [cast(SignalView, signal._asdict()) for signal in hand_signals(sheet)],
        "posted": [cast(PostedRuleView, rule._asdict()) for rule in posted_rules(sheet)],
        "guide": [cast(PostedRuleView, rule._asdict()) for rule in guide(sheet)],
        "side_bets": _side_bets(sheet, sign),
        "against": sheet.rules.against.offered,
    }


def changing_view(table: FloorTable, jackpot: JackpotView | None) -> ChangingView:
    """The part that changes and is the same for every viewer."""
    return {
        "table": table.table,
        "status": table.status,
        "round": table.round,
        "under_way": under_way(table),
        "deadline": table.deadline,
        "turn_seconds": table.turn_seconds,
        "absent_from": table.absent_from,
        "training": table.training,
        "idle_rounds": table.idle_rounds,
        "unseated": [{"box": box, "player": player} for box, player in table.unseated],
        "coach": coach_allowed(table),
        "cut": cut_view(table),
        "call": _call(table),
        "shoe": _shoe(table),
        "progressive": jackpot,
    }


def coach_allowed(table: FloorTable) -> bool:
    """Whether the coach may be used: if the game forbids devices, only at training tables (EU 8)."""
    return table.training or sheet_of(table.game, table.overrides).rules.posted.devices != "forbidden"


def _call(table: FloorTable) -> CallView | None:
    """The unanswered call of the supervisor: the absent player, and who called."""
    who = actor(round_of(table)) if table.called else None
    if who is None:
        return None
    box, bettor = who
    return {"role": "supervisor", "box": box, "bettor": bettor, "player": to_act(table), "by": table.called}


def to_act(table: FloorTable) -> str:
    """The player whose turn it is; empty for nobody."""
    who = actor(round_of(table)) if under_way(table) else None
    return players(table).get(who, "") if who else ""


def seat_entry(table: FloorTable, seat: Seat) -> SeatEntry:
    return {
        "box": seat.box,
        "bettor": seat.bettor,
        "player": seat.player,
        "bets": seat.bets,
        "ready": seat.ready,
        "maximum": maximum_bet(table, seat),
        "carried": [
            {"bet": bet, "amount": amount, "wins": wins, "text": wins_text(wins)}
            for bet, (amount, wins) in seat.carried.items()
            if bet != LIGHTS
        ],
        "lights": lights_view(sheet_of(table.game, table.overrides), seat),
    }


def lights_view(sheet: Sheet, seat: Seat) -> LightsView | None:
    """The lights at a box; None for a game without lights, and for bettors who do not own the box."""
    lights = sheet.rules.lights
    if lights is None or seat.bettor != 1:
        return None
    lit = seat.carried[LIGHTS][1] if LIGHTS in seat.carried else 0
    return {"lit": lit, "needed": lights.needed, "prize": lights.prize}


def result_view(table: FloorTable) -> ResultView:
    """The finished round with every card, and the result of each seat."""
    round_ = round_of(table.model_copy(update={"inputs": table.last}))
    sat = {(box, bettor): player for box, bettor, player in table.seated}
    return ended_view(round_, write_round(played(table, table.last)), sat)


def ended_view(round_: Round, notation: str, sat: Mapping[tuple[int, int], str]) -> ResultView:
    """``sat`` names the player of each box and bettor."""
    seen, settlement = shown_round(round_), round_.settlement
    assert settlement is not None  # the round is over
    return {
        "dealer": seen["dealer"],
        "boxes": seen["boxes"],
        "seats": [
            {
                **seat,
                "player": sat.get((seat["seat"], seat["bettor"]), ""),
                "lines": result_lines(round_.sheet, seat),
                "reasons": reason_texts(round_.sheet, seat),
            }
            for seat in seat_records(round_, settlement)
        ],
        "notation": notation,
        "void": round_.void,
        "void_reason": round_.void_reason,
        "void_text": interrupted_text(round_.void_reason) if round_.void else "",
    }


def _side_bets(sheet: Sheet, sign: Sign | None) -> list[SideBetView]:
    """Bets that can be placed; a progressive bet only if there is a sensor for it."""
    away = unsensed(sheet, sign.bet if sign else "")
    return [
        _signed(sheet, bet_id, sign) if sign and sign.bet == bet_id else _posted(sheet, bet_id)
        for bet_id in sheet.side_bets
        if bet_id not in away
    ]


def _posted(sheet: Sheet, bet_id: str) -> SideBetView:
    """The bet as the layout shows it, best pay first."""
    bet = sheet.side_bets[bet_id]
    return {
        "id": bet_id,
        "name": bet.name,
        "counts_lammers": bet.lammers is not None,
        "minimum": bet.minimum,
        "maximum": bet.maximum,
        "paytable": bet.paytable,
        "pays": side_bet_pays(bet),
        "placed_later": bet.placed_later,
        "origin": sheet.origin_of(bet_id).kind,
    }


def _signed(sheet: Sheet, bet_id: str, sign: Sign) -> SideBetView:
    """The bet as the jackpot's signage shows it."""
    return {
        **_posted(sheet, bet_id),
        "minimum": min(sign.stakes),
        "maximum": max(sign.stakes),
        "paytable": sign.paytable,
        "pays": list(sign.pays),
    }


def _felt(sheet: Sheet) -> FeltView:
    """The print on the layout."""
    rules = sheet.rules
    return {
        "limit": rules.points.limit,
        "natural": natural_word(sheet),
        "natural_name": natural_name(sheet),
        "natural_pays": str(rules.natural.pays),
        "insurance_pays": str(rules.insurance.pays) if rules.insurance.under else "",
        "soft_17": rules.dealer.soft_17,
        "stand_on_hard": rules.dealer.stand_on_hard,
        "pushes_on_22": rules.dealer.pushes_on_22,
        "free_bets": bool(rules.free.double_totals or rules.free.split_values),
        "surrender": rules.surrender.late,
        "decks": rules.shoe.decks,
        "hands_per_box": rules.hands.per_box,
    }


def _shoe(table: FloorTable) -> ShoeView | None:
    if table.shoe is None:
        return None
    promise, shoe = promise_of(table), table.shoe
    return {
        "number": shoe.number,
        "commitment": promise.commitment,
        "left": promise.cards - shoe.position,
        "cards": promise.cards,
        "behind_cut_card": shoe.behind_cut_card,
        "contributions": [list(one) for one in shoe.contributions],
        "contribute": shoe.scheme > 1 and not shoe.used,
    }


def round_view(table: FloorTable, viewer: str) -> PlayView:
    """The round in progress as one viewer sees it, with their options."""
    round_ = round_of(table)
    return {**play_view(round_, sees_alike(table, viewer)), **turn_view(table, round_, viewer)}


def sees_alike(table: FloorTable, viewer: str) -> tuple[int, ...]:
    """The boxes whose hidden cards a viewer may see; viewers with equal boxes see the same round."""
    mine = dict.fromkeys(seat.box for seat in table.seats if seat.player == viewer)
    round_ = round_of(table) if mine else None
    return tuple(box for box in mine if round_ is not None and hides_cards(round_, box))


def play_view(round_: Round, boxes: tuple[int, ...]) -> PlayedRoundView:
    """The round itself; if a player has several boxes, each shows its own cards."""
    seen = shown_round(round_, boxes[0] if boxes else SPECTATOR)
    for box in boxes[1:]:
        own = {one["box"]: one for one in shown_round(round_, box)["boxes"]}
        seen["boxes"] = [own[one["box"]] if one["box"] == box else one for one in seen["boxes"]]
    return {**seen, "at_hand": round_.at_hand, "ask": _ask(round_) if round_.asks else None}


def _ask(round_: Round) -> AskView:
    """The question; ``tip`` says whether it is about the bet for the dealers."""
    ask = round_.asks[0]
    text = offer_text(round_.sheet, ask.bet, grouped_money) if ask.bet else ""
    if ask.about is Question.PARLAY:
        text = parlay_text(round_.sheet, ask.bet, ask.added, grouped_money)
    if ask.about is Question.SWITCH:
        text = SWITCH_QUESTION
    if ask.about is Question.TRADE:
        text = trade_text(round_.sheet)
    tip = round_.boxes[ask.box].bettors[ask.bettor].tip
    return {"about": ask.about, "how": ask.how, "tip": tip, "bet": ask.bet, "text": text}


NOT_MY_TURN: TurnView = {"my_turn": False, "legal": [], "refused": {}}


def whose_turn(table: FloorTable, round_: Round) -> str | None:
    """The player who is to act."""
    who = actor(round_)
    return None if who is None else players(table).get(who)


def turn_view(table: FloorTable, round_: Round, viewer: str) -> TurnView:
    """The options of the player whose turn it is."""
    if whose_turn(table, round_) != viewer:
        return NOT_MY_TURN
    return {"my_turn": True, "legal": legal_view(round_), "refused": _refused(round_)}


def _refused(round_: Round) -> dict[str, str]:
    """Why a play is not legal now, by its name: the text of a disabled button."""
    reasons = dict[str, str]()
    for kind in PLAYS:
        refused = refusal(round_, Action(kind))
        if refused is not None:
            reasons[kind] = cited(refused.text, refused.clause)
    return reasons
