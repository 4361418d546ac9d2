"""Tables and rounds to play in Python. The table deals the cards, actions are words, amounts are units of money."""

from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.api.arguments import Amount, count_of, minor_units, units
from lammer.api.strategies import HOUSE, StrategyLike, chart_for
from lammer.cards.card import NAMES, NotACard, parse_card
from lammer.cards.money import money_text
from lammer.errors import BadArgument, LammerError
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart, choose
from lammer.table.actions import AGAINST, MAIN, Action, Option, Refusal, Refused, bet, card
from lammer.table.betting import open_round, refuse_side_amount
from lammer.table.carried import wins_text
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.notation import LETTERS, Load, read_round, write_round
from lammer.table.offers import split_by_time
from lammer.table.records import record
from lammer.table.round import begin, legal, refusal, waiting_for
from lammer.table.session import Session, secure_seeds, seeds_from
from lammer.table.shoe import Shoe
from lammer.table.state import Round as State
from lammer.table.state import Waits
from lammer.table.view import seat_view

if TYPE_CHECKING:
    from lammer.api.game import Game

SHOES = ("cut", "fresh", "csm")


class RoundNotOver(LammerError):
    """The call needs a finished round, but the round is still being played."""


class Choice(str):
    """A legal action from ``Round.legal``: a string with the action's name. If the action takes an amount, it is
    between ``minimum`` and ``maximum``."""

    minimum: Decimal
    maximum: Decimal

    def __new__(cls, option: Option) -> "Choice":
        made = super().__new__(cls, option.kind)
        made.minimum, made.maximum = units(option.minimum), units(option.maximum)
        return made


class HandView(NamedTuple):
    """A hand as shown. ``own`` is the money on it and ``free`` the value of its lammers, summed over all bettors."""

    box: int
    hand: int
    cards: tuple[str, ...]
    total: int
    soft: bool
    status: str
    own: Decimal
    free: Decimal

    def __str__(self) -> str:
        total = f"soft {self.total}" if self.soft else str(self.total)
        stakes = [f"{_text(self.own)}" if self.own else "", f"lammer {_text(self.free)}" if self.free else ""]
        return f"{' '.join(self.cards)} ({total}), bet {' + '.join(filter(None, stakes)) or '0'}"


def _text(amount: Decimal) -> str:
    return money_text(int(amount.scaleb(2)))


def _place(box: int, hand: int, *, many: bool) -> str:
    return f"box {box}, hand {hand}" if many else f"hand {hand}"


def side_wagers(side_bets: Mapping[str, Amount]) -> dict[str, int]:
    """Side bets by their ids, in minor units; ``pot_of_gold`` stands for ``pot-of-gold``."""
    return {name.replace("_", "-"): minor_units(amount) for name, amount in side_bets.items()}


def wagers_of(main: int, sides: Mapping[str, int], seats: int = 1, *, against: bool = False) -> tuple[Action, ...]:
    """The same wagers on boxes 1 … seats; ``against`` bets the main wager against the hand."""
    spot = AGAINST if against else MAIN
    return tuple(
        wager
        for box in range(1, seats + 1)
        for wager in (bet(box, main, spot), *(bet(box, amount, spot) for spot, amount in sides.items()))
    )


def refuse_wagers(sheet: Sheet, main: int, sides: Mapping[str, int], *, against: bool = False) -> None:
    """Raises Refused, with the clause, for wagers that the table does not accept."""
    now, later = split_by_time(sheet, sides)
    begin(open_round(sheet), wagers_of(main, now, against=against))
    for bet_id, amount in later.items():
        refused = refuse_side_amount(sheet, bet_id, amount)
        if refused is not None:
            raise Refused(refused)


class Table:
    """A table with its shoe. Make one with ``Game.table``."""

    def __init__(self, game: "Game", seed: int | str | None, shoe: str) -> None:
        if shoe not in SHOES:
            raise BadArgument("shoe", f"{shoe!r} is not one of {', '.join(SHOES)}")
        self.game = game
        seeds = secure_seeds if seed is None else seeds_from(str(seed))
        self._session = Session(game.sheet, seeds, fresh=shoe != "cut")
        self._round: Round | None = None

    @property
    def rounds(self) -> int:
        """The number of finished rounds."""
        return self._session.rounds

    def deal(self, bet: Amount = 10, *, seats: int = 1, against: bool = False, **side_bets: Amount) -> "Round":
        """Deals a new round up to its first decision. Amounts are units of money: ``bet=10`` is 10.00.

        Side bets are given by name: ``pot_of_gold=5``. Every seat bets the same; ``against`` bets against its own hand,
        where the game offers that, and the hand is then played by the dealer's rules. Raises Refused, with the clause,
        for a wager that the table does not accept, and RoundNotOver while the previous round is being played.
        """
        if self._round is not None and not self._round.over:
            text = f"round {self.rounds + 1} waits for {waiting_for(self._round.state)}; round.play() finishes it"
            raise RoundNotOver(text)
        boxes = count_of("seats", seats)
        live = self._session.begin(wagers_of(minor_units(bet), side_wagers(side_bets), boxes, against=against))
        shoe = self._session.shoe_for(boxes)
        self._round = _DealtRound(live, self._session, shoe)
        return self._round

    def __repr__(self) -> str:
        return f"<Table {self.game.ref}: {self.rounds} rounds dealt>"


class Round:
    """A round. ``legal`` lists the legal actions, ``apply`` carries one out, ``print`` shows the table.

    A round from a table deals its cards automatically up to the next decision. A round from ``replay`` has no shoe, so
    cards are applied like actions: ``round.apply("8c")``.
    """

    def __init__(self, live: LiveRound) -> None:
        self._live = live
        self._number = 1
        self._record: dict[str, Any] | None = None

    @property
    def state(self) -> State:
        """The round as plain data, for functions of ``lammer.table``."""
        return self._live.round

    @property
    def played(self) -> Played:
        """The round with its bets, actions and events."""
        return self._live.played()

    @property
    def over(self) -> bool:
        return self._live.over

    def legal(self) -> tuple[Choice, ...]:
        """The legal actions now; none when the round is over or waits for a card."""
        return tuple(Choice(option) for option in legal(self.state))

    def refusal(self, choice: "str | Enum | Option | Action", amount: Amount | None = None) -> Refusal | None:
        """Why an action cannot be applied now, with its clause; None when it can."""
        return refusal(self.state, _action(choice, amount))

    def apply(self, choice: "str | Enum | Option | Action", amount: Amount | None = None) -> "Round":
        """Carries out an action: a word (``"free split"``), its letters (``"FP"``), an item of ``legal()`` or an
        Action.

        ``amount`` is for insurance and a double for less; the default is the maximum. A side bet that is offered after
        the up card is placed with ``apply("place", 5)`` or declined with ``apply("pass")``. Returns the round itself.
        If the action is not legal, raises Refused, with the clause, and changes nothing.
        """
        self._live.do(_action(choice, amount))
        self._go_on()
        return self

    def play(self, strategy: StrategyLike = HOUSE) -> "Round":
        """Plays the round to its end by a chart and returns the round itself."""
        chart = chart_for(strategy, self.state.sheet, self._best_chart)
        while not self.over and self.state.waits not in (Waits.CARD, Waits.SPIN):
            self._live.do(choose(chart, self.state))
            self._go_on()
        return self

    def _best_chart(self) -> Chart:
        from lammer.api.analysis import best_chart_of
        from lammer.api.shoes import ShoeChoice

        return best_chart_of(self.state.sheet, ShoeChoice())

    def _go_on(self) -> None:
        """Called after every action. Discards a record made before it; without a shoe there is nothing to deal."""
        self._record = None

    @property
    def dealer(self) -> tuple[str, ...]:
        """The dealer's cards; ``??`` is face down."""
        return tuple(seat_view(self.state)["dealer"]["cards"])

    @property
    def hands(self) -> tuple[HandView, ...]:
        """All hands, box by box."""
        return tuple(
            HandView(
                box.number,
                number,
                tuple(NAMES[code] for code in hand.cards),
                hand.total,
                hand.soft,
                hand.status.value,
                units(sum(stake.own for stake in hand.stakes if stake is not None)),
                units(sum(stake.free for stake in hand.stakes if stake is not None)),
            )
            for box in self.state.boxes
            for number, hand in enumerate(box.hands, start=1)
        )

    @property
    def notation(self) -> str:
        """The round so far as a line of notation that ``replay`` reads."""
        return write_round(self.played)

    @property
    def record(self) -> dict[str, Any]:
        """The record of a finished round, as ``lammer deal --json`` writes it; amounts are in minor units."""
        if not self.over:
            raise RoundNotOver(f"the round is not over: it waits for {waiting_for(self.state)}")
        if self._record is None:
            self._record = record(self.played, self._number)
        return self._record

    @property
    def net(self) -> Decimal:
        """The net of all bettors in the finished round, without tips for the dealers."""
        return units(sum(seat["net"] for seat in self.record["seats"]))

    def __repr__(self) -> str:
        hands = " | ".join(" ".join(hand.cards) for hand in self.hands)
        ended = f"over, {self._net_text()}" if self.over else self._waits()
        return f"<Round {self.state.sheet.id}: dealer {' '.join(self.dealer)}, player {hands}; {ended}>"

    def _net_text(self) -> str:
        return f"net {money_text(int(self.net.scaleb(2)), signed=True)}"

    def _waits(self, whose: str = "") -> str:
        return f"legal{whose}: {', '.join(self.legal())}" if self.legal() else f"waits for {waiting_for(self.state)}"

    def _turn(self) -> str:
        """The hand to act, if there are several."""
        box = self.state.boxes[self.state.at_box]
        if self.state.waits is not Waits.PLAY or len(self.hands) == 1:
            return ""
        return f" for {_place(box.number, self.state.at_hand + 1, many=len(self.state.boxes) > 1)}"

    def __str__(self) -> str:
        lines = [self.state.sheet.ref, f"dealer: {' '.join(self.dealer)}"]
        lines += [self._hand_line(hand) for hand in self.hands]
        lines += self._side_lines()
        lines.append(self._net_text() if self.over else self._waits(self._turn()))
        return "\n".join(lines)

    def _hand_line(self, hand: HandView) -> str:
        line = f"{_place(hand.box, hand.hand, many=len(self.state.boxes) > 1)}: {hand}"
        settlement = self.state.settlement
        for end in settlement.hands if settlement is not None else ():
            if (self.state.boxes[end.box].number, end.hand + 1) == (hand.box, hand.hand):
                # The owner is settled first. A bust is both result and reason.
                return f"{line}: {', '.join(dict.fromkeys((end.result, end.why)))}"
        return line

    def _side_lines(self) -> list[str]:
        names = {bet_id: one.name for bet_id, one in self.state.sheet.side_bets.items()}
        if not self.over:
            sides = [side for box in self.state.boxes for bettor in box.bettors for side in bettor.sides]
            earlier = {side: "" if side.is_new else f", {wins_text(side.carried)}" for side in sides}
            return [f"{names[side.bet]}: bet {money_text(side.amount)}{earlier[side]}" for side in sides]
        return [
            f"{names[bet_id]}: {side['outcome']}, {money_text(side['net'], signed=True)}"
            for seat in self.record["seats"]
            for bet_id, side in seat["side"].items()
        ]


class _DealtRound(Round):
    """A round of a table, dealt from the session's shoe. The session makes its record."""

    def __init__(self, live: LiveRound, session: Session, shoe: Shoe) -> None:
        super().__init__(live)
        self._session, self._shoe, self._first = session, shoe, shoe.position
        self._number = session.rounds + 1
        self._go_on()

    def _go_on(self) -> None:
        while self.state.waits in (Waits.CARD, Waits.SPIN):
            self._live.step(self._shoe.draw, _no_decision)
        if self.over and self._record is None:
            self._record = self._session.close(self._live, self._shoe, self._first, shoe_open=True)


def _no_decision(_round: State) -> Action:
    raise AssertionError("only cards are dealt here")


def replay(line: str, game: "Game | None" = None, *, unfinished: bool = False) -> Round:
    """The round of a line of notation (docs/notation.md), with every payment.

    >>> round = replay("sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP 3h FD Th 2d FD 9c | 5d")
    >>> round
    <Round sd-free-bet: dealer 6c Tc 5d, player 8h 3h Th | 8d 2d 9c; over, net +150>

    ``game`` is the game to use instead of the one that the line names. ``unfinished`` lets the line end early. Raises
    NotationError with the column of the first mistake.
    """
    load: Load = load_sheet if game is None else lambda _name, overrides: game._with_texts(overrides)
    played = read_round(line, 1, load, unfinished=unfinished)
    live = LiveRound(close_bets(open_round(played.round.sheet, played.meters), played.bets))
    for action in played.log:
        live.do(action)
    return Round(live)


def _action(choice: "str | Enum | Option | Action", amount: Amount | None) -> Action:
    """The action for a word, letters, a card or an option."""
    if isinstance(choice, Action):
        return choice
    word = choice.kind if isinstance(choice, Option) else choice.value if isinstance(choice, Enum) else choice
    if not isinstance(word, str):
        raise BadArgument("choice", f"{choice!r} is not an action; write a word like 'hit', or take one of legal()")
    kind = LETTERS.get(word.strip().upper()) or word.strip().lower().replace(" ", "-").replace("_", "-")
    try:
        return card(parse_card(word))
    except NotACard:
        return Action(kind, amount=0 if amount is None else minor_units(amount))
