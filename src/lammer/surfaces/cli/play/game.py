"""A session at the table: bets, rounds, prompts, and a clean end in every case."""

import contextlib
import os
from itertools import takewhile
from typing import Any, TextIO

from lammer.cards.card import NAMES
from lammer.cards.money import money_text
from lammer.rules.lint import lint
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import choose, house_chart
from lammer.surfaces.cli.options import BadOption, must_be_taken, must_offer_against
from lammer.surfaces.cli.play.asking import Asker, Leave, first_offer
from lammer.surfaces.cli.play.felt import FeltScreen
from lammer.surfaces.cli.play.jackpot import home_jackpots
from lammer.surfaces.cli.play.kept_jackpots import JackpotFile
from lammer.surfaces.cli.play.keyboard import Interrupts, open_keyboard
from lammer.surfaces.cli.play.log import RecordLog
from lammer.surfaces.cli.play.purse import Purse, at_stake, paid_at_once, tips_given
from lammer.surfaces.cli.play.screen import PlainScreen, Scene, Screen
from lammer.surfaces.cli.play.seen import table_view
from lammer.surfaces.cli.play.settings import PlaySettings
from lammer.surfaces.cli.play.shoes import Shoes
from lammer.surfaces.cli.play.wagers import refuse_wager
from lammer.table.actions import LIGHTS, MAIN, Action, bet
from lammer.table.betting import open_round, own_money
from lammer.table.drive import LiveRound
from lammer.table.events import Event, EventKind
from lammer.table.offers import split_by_time
from lammer.table.promise import HOUSE, PLAYER
from lammer.table.round import apply, refusal
from lammer.table.session import Session, secure_seeds, seeds_from
from lammer.table.shoe import Shoe
from lammer.table.state import Question, Round, Stage
from lammer.table.view import HIDDEN, visible_event
from lammer.table.view_types import SeatView

INTERRUPTED = 130
OPENING_EVENTS = (EventKind.CARD, EventKind.INSTANT_WIN, EventKind.NATURAL, EventKind.DEALER_FIRST_ACE)
"""Events of the opening deal. The opening cards are announced after these."""


def run_play(settings: PlaySettings) -> int:
    """Plays until the player leaves, the money is gone or the input ends. Returns the exit code.

    Raises BadOption for invalid settings before anything is shown."""
    _refuse(settings)
    try:
        log = RecordLog(settings.log)
    except OSError as error:
        raise BadOption(f"--log {settings.log}: cannot be written: {error.strerror}") from None
    with log, Interrupts() as interrupts:
        try:
            return _Game(settings, log, interrupts).run()
        except BrokenPipeError:
            _forget_output(settings.out)
            return 0


def _refuse(settings: PlaySettings) -> None:
    """Raises BadOption if no game can begin with these settings."""
    sheet, minimum = settings.sheet, settings.sheet.rules.limits.minimum
    refused = refusal(open_round(sheet), bet(settings.seats, minimum))
    if refused is not None:
        raise BadOption(f"--seats {settings.seats}: {refused}")
    least = own_money(sheet, MAIN, minimum)
    if settings.bankroll < least:
        each = " on each hand" if least > minimum else ""
        text = f"the table minimum is {money_text(minimum)}{each} [{sheet.clause('limits.minimum')}]"
        raise BadOption(f"--bankroll {money_text(settings.bankroll)}: {text}; bring more")
    _refuse_lights(settings)
    home_jackpots(settings.sheet, settings.terms, None)  # raises TermsFault
    offer = first_offer(settings)
    if offer is None:
        return
    boxes = min(settings.seats, settings.bankroll // least)
    if settings.against:
        must_offer_against(sheet)
    for option, wager in (("--bet", offer._replace(extras=())), ("--side", offer)):
        why = refuse_wager(sheet, wager, boxes, settings.bankroll)
        if why is not None:
            raise BadOption(f"{option}: {why}")
    must_be_taken(sheet, offer.main, split_by_time(sheet, settings.sides)[1])


def _refuse_lights(settings: PlaySettings) -> None:
    sheet = settings.sheet
    if len(settings.lights) > settings.seats:
        raise BadOption(f"--lights: there are lights for {len(settings.lights)} boxes, and --seats {settings.seats}")
    if settings.lights and sheet.rules.lights is not None and sheet.rules.lights.left == "lost":
        raise BadOption(f"--lights: lights of a player who left are lost [{sheet.clause('lights.left')}]")
    for one in _lights_brought(settings):
        begun = apply(open_round(sheet), bet(one.box, sheet.rules.limits.minimum))[0]
        refused = refusal(begun, one)
        if refused is not None:
            raise BadOption(f"--lights {one.carried}: {refused}")


def _lights_brought(settings: PlaySettings) -> tuple[Action, ...]:
    """The lights that the player has from earlier games, as a round gets them."""
    return tuple(bet(at, 0, LIGHTS, carried=lit) for at, lit in enumerate(settings.lights, start=1) if lit)


def _forget_output(out: TextIO) -> None:
    """Redirects output after its reader is gone, so that flushing the buffer does not fail when Python exits."""
    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), out.fileno())


def open_screen(settings: PlaySettings) -> Screen:
    """The drawn table on a terminal that can show it, else the table as text."""
    encoding = (getattr(settings.out, "encoding", None) or "utf-8").lower().replace("-", "")
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown") or not encoding.startswith("utf")
    if settings.plain or dumb or not settings.out.isatty():
        return PlainScreen(settings.sheet, settings.out)
    return FeltScreen(settings.sheet, settings.out, settings.colour)


class _Game:
    def __init__(self, settings: PlaySettings, log: RecordLog, interrupts: Interrupts) -> None:
        self._settings, self._log, self._interrupts = settings, log, interrupts
        self._sheet = settings.sheet
        self._screen = open_screen(settings)
        self._keyboard = open_keyboard(settings.in_, settings.out, interrupts)
        seeds = secure_seeds if settings.seed is None else seeds_from(settings.seed)
        self._session = Session(settings.sheet, seeds, cuts=PLAYER if self._keyboard.person else HOUSE)
        self._session.carried = _lights_brought(settings)
        self._purse = Purse(settings.bankroll)
        self._asker = Asker(settings, self._screen, self._keyboard)
        self._shoes = Shoes(self._session, self._screen, self._keyboard, log)
        # With a seed the jackpots begin with the sheet's amounts, so that the game can be repeated.
        kept = JackpotFile(settings.jackpots) if settings.jackpots and settings.seed is None else None
        self._jackpots = home_jackpots(settings.sheet, settings.terms, kept)
        self._fewer = settings.seats
        self._last_sentences: list[str] = []
        self._resets: list[str] = []

    def run(self) -> int:
        code = 0
        try:
            self._keyboard.open()
            self._screen.open()
            self._welcome()
            self._rounds()
        except (EOFError, Leave):
            pass
        except KeyboardInterrupt:
            code = self._interrupts.code or INTERRUPTED
        finally:
            self._keyboard.close()
            self._screen.close()
        self._goodbye()
        return code

    def _welcome(self) -> None:
        limits = self._sheet.rules.limits
        self._screen.say(f"{self._sheet.name}. {self._sheet.summary}")
        self._screen.say(training_text(self._sheet))
        for remark in lint(self._sheet):
            if any(remark.key.startswith(f"{self._sheet.side_bet_keys[bet]}.") for bet in self._settings.sides):
                self._screen.say(f"Note: {remark.text}.")
        self._screen.say(
            f"Bets from {money_text(limits.minimum)} to {money_text(limits.maximum)}. "
            f"Your bankroll is {money_text(self._purse.bankroll)}. Type ? for help, q to leave."
        )
        for jackpot in self._jackpots:
            for sentence in jackpot.welcome():
                self._screen.say(sentence)

    def _goodbye(self) -> None:
        for sentence in self._last_sentences:
            self._screen.say(sentence)
        for sentence in _lights_left(self._sheet, self._session.carried):
            self._screen.say(sentence)
        if _amount(self._session.carried):
            back = money_text(_amount(self._session.carried))
            self._screen.say(f"You leave: {back} that was still on the layout is returned.")
        for sentence in self._purse.summary():
            self._screen.say(sentence)
        self._shoes.end()
        self._screen.say("Thank you for playing.")

    def _rounds(self) -> None:
        while True:
            boxes = self._boxes()
            if not boxes:
                self._screen.say("Your money is below the table minimum. Thank you for playing.")
                return
            shoe = self._shoes.ready(boxes, self._asker)
            on_layout = self._session.carried
            bets = self._asker.wager(boxes, self._purse.bankroll - _amount(on_layout), on_layout).on(boxes)
            for jackpot in self._jackpots:
                for sentence in jackpot.take(bets):
                    self._screen.happened(sentence)
            self._set_meters()
            self._play(self._session.begin(bets), shoe)

    def _set_meters(self) -> None:
        if self._jackpots:
            self._session.meters = tuple(meter for jackpot in self._jackpots for meter in jackpot.meters)

    def _boxes(self) -> int:
        """The number of the player's boxes that the bankroll covers at the table minimum."""
        least = own_money(self._sheet, MAIN, self._sheet.rules.limits.minimum)
        free = self._purse.bankroll - _amount(self._session.carried)
        boxes = min(self._settings.seats, free // least)
        if 0 < boxes < self._fewer:
            self._screen.say(f"Your bankroll covers {boxes} of your boxes at the minimum; you play on those.")
            self._fewer = boxes
        return boxes

    def _play(self, deal: LiveRound, shoe: Shoe) -> None:
        opened, first = False, shoe.position
        try:
            while not deal.over:
                events = deal.step(shoe.draw, self._decide)
                done = deal.round.stage is not Stage.DEALING  # a parlay interrupts the deal
                self._announce(deal.round, events, opens=done and not opened)
                opened = done
        except BaseException:
            # Whatever ends the game, the round is finished by the rule for absent players and recorded.
            events = tuple(deal.leave(shoe.draw))
            entry, net = self._book(deal, shoe, first)
            self._announce(deal.round, events, opens=False)
            self._show(deal, entry, net)
            raise
        self._show(deal, *self._book(deal, shoe, first))

    def _announce(self, round_: Round, events: tuple[Event, ...], *, opens: bool) -> None:
        """Announces the events of one step; ``opens`` if it completed the opening deal."""
        view = table_view(round_)
        dealt = len(list(takewhile(lambda event: event.kind in OPENING_EVENTS, events)))
        for event in events[:dealt]:
            self._screen.happened(self._sentence(view, round_, event))
        if opens:
            self._screen.opening(view)
        for event in events[dealt:]:
            self._screen.happened(self._sentence(view, round_, event))

    def _sentence(self, view: SeatView, round_: Round, event: Event) -> str:
        seen = visible_event(round_, event, event.box)
        return self._screen.voice.event(view, event, HIDDEN if seen.card < 0 else NAMES[seen.card])

    def _decide(self, round_: Round) -> Action:
        view = table_view(round_)
        numbers = {box.number for box in round_.boxes}
        waiting = _amount(tuple(one for one in self._session.carried if one.box not in numbers))
        held = at_stake(view) + waiting
        scene = Scene(self._sheet, view, self._purse.bankroll - held + paid_at_once(view), held, self._purse.net)
        action = self._asker.action(round_, scene)
        asked = round_.asks[0].about if round_.asks else None
        if self._settings.hints and asked not in (Question.SIDE_BET, Question.PARLAY, Question.TRADE):
            wish = choose(house_chart(self._sheet), round_).kind
            same = "as you did" if wish == action.kind else f"and you chose {_said(action.kind)}"
            self._screen.happened(f"The house chart says {_said(wish)}, {same}.")
        return action

    def _book(self, deal: LiveRound, shoe: Shoe, first: int) -> tuple[dict[str, Any], int]:
        entry = self._session.close(deal, shoe, first, shoe_open=False)
        self._asker.last_round = entry["notation"]
        self._resets = [text for one in self._jackpots for text in one.settle(deal.round.meters, entry)]
        self._set_meters()
        net = self._purse.book(entry)
        self._log.write(entry)
        return entry, net

    def _show(self, deal: LiveRound, entry: dict[str, Any], net: int) -> None:
        given = tips_given(entry)
        tip = f", with {money_text(given)} given to the dealers" if given else ""
        bankroll = money_text(self._purse.bankroll)
        for sentence in self._resets:
            self._screen.happened(sentence)
        self._screen.happened(f"Round {entry['round']}: {money_text(net, signed=True)}{tip}. Bankroll {bankroll}.")
        view = table_view(deal.round) | {
            "meters": {name: m for one in self._jackpots for name, m in one.amounts.items()}
        }
        scene = Scene(self._sheet, view, self._purse.bankroll, 0, self._purse.net, entry)
        self._last_sentences = self._screen.result(scene)
        self._keyboard.forget()


def _lights_left(sheet: Sheet, carried: tuple[Action, ...]) -> list[str]:
    """What a player who leaves is told about the lights of each box."""
    rules, lit = sheet.rules.lights, [one.carried for one in carried if one.spot == LIGHTS]
    if rules is None or not lit:
        return []
    if rules.left == "lost":
        return [f"You leave: your lights are lost. [{sheet.clause('lights.left')}]"]
    cards = ",".join(map(str, lit))
    return [f"You leave with your lights: --lights {cards} resumes with them. [{sheet.clause('lights.left')}]"]


def _amount(bets: tuple[Action, ...]) -> int:
    return sum(one.amount for one in bets)


def training_text(sheet: Sheet) -> str:
    """Hints are allowed here even if the rules forbid devices, because no money is involved."""
    text = "This is a training table: hints are allowed."
    if sheet.rules.posted.devices != "forbidden":
        return text
    return f"{text} At other tables devices are forbidden [{sheet.clause('posted.devices')}]."


def _said(kind: str) -> str:
    return "no" if kind == "pass" else kind.replace("-", " ")
