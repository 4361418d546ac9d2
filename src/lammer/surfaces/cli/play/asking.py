"""Prompts for bets and actions, repeated until the answer is legal and covered by the player's money."""

from lammer.cards.money import NotMoney, money_text
from lammer.surfaces.cli.play.choices import (
    Choice,
    amount_choice,
    amount_range,
    choices_for,
    read_choice,
    too_dear,
)
from lammer.surfaces.cli.play.helping import chapters
from lammer.surfaces.cli.play.keyboard import Keyboard
from lammer.surfaces.cli.play.screen import Scene, Screen
from lammer.surfaces.cli.play.settings import PlaySettings
from lammer.surfaces.cli.play.wagers import NotABet, Wager, read_wager, refuse_wager
from lammer.table.actions import AGAINST, MAIN, Action, ActionKind
from lammer.table.offers import split_by_time
from lammer.table.phrases import AMOUNT_KEY, SWITCH_QUESTION, carried_texts, offer_text, parlay_text, trade_text
from lammer.table.round import refusal
from lammer.table.state import Question, Round

HELP, LAST, QUIT = ("?", "help"), ("l", "last"), ("q", "quit")
ASIDE = "?l"
INSTANT = f"{ASIDE}q"


class Leave(Exception):
    """The player leaves the table."""


class Asker:
    """Prompts one player; ``last_round`` is the notation of the previous round."""

    def __init__(self, settings: PlaySettings, screen: Screen, keyboard: Keyboard) -> None:
        self._sheet, self._screen, self._keyboard = settings.sheet, screen, keyboard
        self._offered = first_offer(settings)
        self._usual = dict(settings.sides)
        """The default amount of each side bet that is offered after the up card."""
        self.last_round = ""

    def leave(self) -> None:
        raise Leave

    def wager(self, boxes: int, bankroll: int, carried: tuple[Action, ...] = ()) -> Wager:
        """The bet for the next round, beside the bets that are still on the layout. Raises Leave if the player
        leaves."""
        for sentence in carried_texts(self._sheet, carried):
            self._screen.say(sentence)
        while True:
            each = f" on each of {boxes} boxes" if boxes > 1 else ""
            again = f" Enter bets {self._offered}{each}." if self._offered else f" Type an amount{each}."
            keys = " (? help, l last round, q leave)" if self._keyboard.person else ""
            self._screen.prompt(f"Your bet?{again}{keys}", person=self._keyboard.person)
            text = self._keyboard.line(INSTANT)
            if text.lower() in QUIT:
                raise Leave
            if self.aside(text):
                continue
            try:
                wager = self._offered if text == "" and self._offered else read_wager(text, self._offered)
            except NotABet as error:
                self._complain(str(error))
                continue
            refused = refuse_wager(self._sheet, wager, boxes, bankroll, carried)
            if refused is None:
                self._offered = wager
                return wager
            self._complain(refused)

    def action(self, round_: Round, scene: Scene) -> Action:
        """The player's action. Raises Leave if the player leaves during the round."""
        offered = round_.asks[0].bet if round_.asks else ""
        choices = choices_for(scene.view, scene.bankroll, self._usual.get(offered, 0))
        self._screen.turn(scene, choices)
        while True:
            text = self._ask(_question(round_, choices)).lower()
            if self.aside(text, wait=True):
                if text in HELP:
                    self._screen.turn(scene, choices)
                continue
            if text in QUIT:
                self._confirm_leaving()
                continue
            if text == AMOUNT_KEY:
                text = self._name_amount(choices)
            found = self._read(round_, scene, choices, text)
            if isinstance(found, Action):
                if found.kind == ActionKind.PLACE:
                    self._usual[offered] = found.amount
                return found
            self._complain(found)

    def _complain(self, text: str) -> None:
        self._screen.say(f"{text[:1].upper()}{text[1:]}.")

    def _ask(self, question: str) -> str:
        self._screen.prompt(question, person=self._keyboard.person)
        return self._keyboard.key()

    def aside(self, text: str, *, wait: bool = False) -> bool:
        """Shows help or the last round if the text requests it; returns whether it did."""
        if text.lower() in HELP:
            self._help(wait)
            return True
        if text.lower() in LAST:
            self._screen.say(self.last_round or "No round has been played yet.")
            return True
        return False

    def _help(self, wait: bool) -> None:
        pages = self._screen.pages(chapters(self._sheet))
        for at, lines in enumerate(pages, start=1):
            self._screen.page(lines)
            more = at < len(pages)
            if self._keyboard.person and (more or wait):
                self._ask("Enter shows more." if more else "Enter goes back to the table.")

    def _confirm_leaving(self) -> None:
        through = self._sheet.rules.absent.draw_through
        question = f"Leave in the middle of the round? Your hands then draw to {through} automatically (y or n)."
        while self.aside(answer := self._ask(question).lower(), wait=True):
            pass
        if answer in ("y", "yes"):
            raise Leave

    def _name_amount(self, choices: tuple[Choice, ...]) -> str:
        choice = amount_choice(choices)
        if choice is None:
            return AMOUNT_KEY
        while True:
            self._screen.prompt(f"Amount, {amount_range(choice)}? Enter goes back.", person=self._keyboard.person)
            amount = self._keyboard.line(ASIDE)
            if not self.aside(amount, wait=True):
                return f"{choice.key} {amount}" if amount else ""

    def _read(self, round_: Round, scene: Scene, choices: tuple[Choice, ...], text: str) -> Action | str:
        """The action, or the reason why it is not possible."""
        try:
            found = read_choice(text, choices)
        except NotMoney as error:
            return str(error)
        if found is None:
            keys = ", ".join(f"{choice.key} {choice.label()}" for choice in choices if choice.maximum is not None)
            return f"{text!r} is not possible now; you may {keys}, or ? for help" if text else f"You may {keys}"
        action, choice = found
        refused = refusal(round_, action)
        if refused is not None:
            return str(refused)
        if choice is None or choice.maximum is None:
            return too_dear(choice, scene.bankroll) if choice else f"{text!r} is not possible now"
        if action.amount > choice.maximum:
            return f"you have {money_text(scene.bankroll)} left"
        return action


def first_offer(settings: PlaySettings) -> Wager | None:
    """The first bet that Enter places: the one from the options; side bets alone use the table minimum."""
    if settings.bet is None and not settings.sides and not settings.against:
        return None
    sides, _ = split_by_time(settings.sheet, settings.sides)
    minimum = settings.sheet.rules.limits.minimum
    return Wager(settings.bet or minimum, tuple(sides.items()), AGAINST if settings.against else MAIN)


def _question(round_: Round, choices: tuple[Choice, ...]) -> str:
    if round_.asks and round_.boxes[round_.asks[0].box].bettors[round_.asks[0].bettor].tip:
        return f"{round_.asks[0].about.capitalize()} the tip for the dealers too?"
    kinds = {choice.kind for choice in choices}
    if round_.asks and round_.asks[0].about is Question.PARLAY:
        return parlay_text(round_.sheet, round_.asks[0].bet, round_.asks[0].added)
    if round_.asks and round_.asks[0].bet:
        return offer_text(round_.sheet, round_.asks[0].bet)
    if round_.asks and round_.asks[0].about is Question.SWITCH:
        return SWITCH_QUESTION
    if round_.asks and round_.asks[0].about is Question.TRADE:
        return trade_text(round_.sheet)
    offered = [words for kind, words in (("insure", "Insurance"), ("even-money", "even money")) if kind in kinds]
    return f"{' or '.join(offered).capitalize()}?" if offered else "Your move?"
