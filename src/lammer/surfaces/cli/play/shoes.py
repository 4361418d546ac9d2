"""What a player sees of a shoe: the commitment and the cut at its start, the seed and how to check it at its end."""

import os
import re

from lammer.surfaces.cli.play.asking import INSTANT, QUIT, Asker
from lammer.surfaces.cli.play.keyboard import Keyboard
from lammer.surfaces.cli.play.log import RecordLog
from lammer.surfaces.cli.play.screen import Screen
from lammer.table.actions import Refused
from lammer.table.cutting import cut_range
from lammer.table.records import shoe_evidence
from lammer.table.session import Session
from lammer.table.shoe import Shoe


def command() -> str:
    """The command that the user typed: ./run or lammer."""
    return os.environ.get("LAMMER_COMMAND", "lammer")


class Shoes:
    """Announces and discloses the shoes of a session."""

    def __init__(self, session: Session, screen: Screen, keyboard: Keyboard, log: RecordLog) -> None:
        self._session, self._screen, self._keyboard, self._log = session, screen, keyboard, log
        self._shoe: Shoe | None = None

    def ready(self, boxes: int, asker: Asker) -> Shoe:
        """The shoe to deal from. A new one is announced, and the player is offered the cut."""
        before, shoe = self._shoe, self._session.shoe_for(boxes)
        if shoe is before:
            return shoe
        if before is not None:
            self._screen.say("The cut card is out: the shoe is over." if before.cut_card_out else "The shoe is over.")
            self._reveal(before)
        self._shoe = shoe
        self._screen.say(
            f"Shoe {shoe.promise.number}, {shoe.decks} decks, shuffled. Its commitment, to check it later, is"
        )
        self._screen.copy((shoe.commitment,))
        if self._keyboard.person:
            self._offer_cut(boxes, asker)
            self._shoe = self._session.shoe_for(boxes)
        return self._shoe

    def end(self) -> None:
        """Discloses the shoe in use at the end of the session."""
        if self._shoe is not None:
            self._reveal(self._shoe)

    def _reveal(self, shoe: Shoe) -> None:
        self._screen.say(f"The shoe is disclosed: it was cut at {shoe.cut}, and its seed is in the command below.")
        self._screen.say("The command must print the same commitment, and every card in order:")
        promise, (minimum, maximum) = shoe.promise, shoe.promise.cut_range
        where = f"  --decks {shoe.decks} --cut {shoe.cut} --number {promise.number} --burn {promise.burn} \\"
        ends = f"  --behind {promise.behind_cut_card} --ends-at {promise.ends_at} \\"
        cuts = f"  --cut-range {minimum}-{maximum} --cuts {promise.cuts}"
        self._screen.copy((f"{command()} shoe {shoe.seed.hex()} \\", where, ends, cuts))
        self._log.write({"shoe": shoe_evidence(shoe, shoe_open=True, closed=not shoe.over)})

    def _offer_cut(self, boxes: int, asker: Asker) -> None:
        """Offers the cut. The player has every box, so declining passes it directly to the last resort."""
        sheet = self._session.sheet
        minimum, maximum = cut_range(sheet)
        offer = self._session.offer_cut(tuple(range(1, boxes + 1)))
        whose = f"Box {offer.offered_to} may cut" if boxes > 1 else "You may cut"
        other = sheet.rules.cut.last_resort
        while True:
            question = f"{whose} the cards: {minimum} to {maximum}, or Enter to let the {other} cut:"
            self._screen.prompt(question, person=True)
            text = self._keyboard.line(INSTANT)
            if text == "":
                return
            if text.lower() in QUIT:
                asker.leave()
            if not asker.aside(text) and self._cut(text):
                return

    def _cut(self, text: str) -> bool:
        """Cuts at the player's number, if it is allowed. The shuffle and the cut card stay the same."""
        if not re.fullmatch(r"\d{1,6}", text):
            self._screen.say(f"{text!r} is not a number of cards.")
            return False
        try:
            self._session.cut(int(text))
        except Refused as error:
            self._screen.say(f"{str(error).capitalize()}.")
            return False
        return True
