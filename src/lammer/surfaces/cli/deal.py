"""``lammer deal``: deals rounds that are played by a chart, and prints one record per line."""

import functools
import json as json_
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from cyclopts import App

from lammer.api.simulation import parlay_policy
from lammer.api.tables import wagers_of
from lammer.cards.money import money_text
from lammer.rules.parlays import ALWAYS, NEVER, Policy
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart, choose
from lammer.surfaces.cli.analysis.options import named_chart, prepare_analysis
from lammer.surfaces.cli.options import (
    AttachOption,
    BadOption,
    JsonOption,
    SetOption,
    SideOption,
    money_option,
    must_be_taken,
    sheet_and_sides,
    whole_number,
)
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import (
    REPEATED,
    SEED,
    AgainstOption,
    BetOption,
    GameArgument,
    ParlayOption,
    PartialOption,
    RoundsOption,
    SeatsOption,
    ShoeOption,
    StrategyOption,
    TradeOption,
    shared,
)
from lammer.surfaces.cli.stopping import exit_code
from lammer.table.actions import Action, main_wager
from lammer.table.betting import default_meters
from lammer.table.lights import lights_text, standing_trade
from lammer.table.offers import split_by_time, standing_answer
from lammer.table.parlays import standing_parlay
from lammer.table.session import Session, secure_seeds, seeds_from
from lammer.table.state import Meter, Round

deal_app = App(
    name="deal",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer deal sd-free-bet --rounds 5 --seed 1
  lammer deal sd-free-bet --rounds 100 --side pot-of-gold:02=5 \\
    --strategy standard
  lammer deal sd-blackjack --side blazing-7s:PT3=1 --meter mega=100000
  lammer deal winners-option --against --rounds 5
  lammer deal free-money --seats 3 --set natural.pays=6:5 --shoe fresh
  lammer deal sd-free-bet --rounds 1000 --seed 1 --json > rounds.jsonl
  lammer replay rounds.jsonl

Each record has the seed of its shoe, so the deal can be checked. A meter win
leaves its level lower for the next round; wagers do not advance it here.
Ctrl-C ends after the current round; the printed records stay valid.""",
)


@deal_app.default
def deal(
    game: GameArgument,
    *,
    rounds: RoundsOption = "10",
    seed: Annotated[str | None, SEED] = None,
    seats: SeatsOption = 1,
    bet_: BetOption = "10",
    against: AgainstOption = False,
    side: SideOption = (),
    attach: AttachOption = (),
    set_: SetOption = (),
    shoe: ShoeOption = "cut",
    strategy: StrategyOption = "house",
    partial: PartialOption = False,
    parlay: ParlayOption = "never",
    trade: TradeOption = False,
    meter: Annotated[
        tuple[str, ...], shared("--meter", "LEVEL=AMOUNT/RESET also sets the amount after a full award.", **REPEATED)
    ] = (),
    json: JsonOption = False,
) -> int:
    """Deal rounds played by a chart, one record per line."""
    sheet, sides = sheet_and_sides(game, set_, side, attach)
    if strategy == "composition":
        raise BadOption("--strategy composition: deal plays by a chart; use total for the best chart")
    chart = named_chart(strategy, sheet, partial=partial)
    wager = money_option("--bet", bet_)
    must_be_taken(sheet, wager, sides, against=against)
    now, later = split_by_time(sheet, sides)
    bets = box_bets(sheet, wager, now, seats, against=against)
    session = Session(sheet, secure_seeds if seed is None else seeds_from(seed), fresh=shoe != "cut")
    session.meters = meters_from(sheet, meter)
    if trade and (sheet.rules.lights is None or not sheet.rules.lights.trade):
        raise BadOption("--trade: no card of this game is traded")
    chooser = functools.partial(_choose, chart, later, _parlays(sheet, parlay, chart), trade)
    return _deal_all(session, bets, chooser, whole_number(rounds, "--rounds"), json)


def _choose(chart: Chart, later: Mapping[str, int], parlays: Policy, trades: bool, round_: Round) -> Action:
    """The chart's action. Side bets that are offered after the up card are placed according to ``--side``."""
    asked = standing_answer(round_, later) or standing_parlay(round_, parlays) or standing_trade(round_, trades=trades)
    return asked or choose(chart, round_)


def _parlays(sheet: Sheet, how: str, chart: Chart) -> Policy:
    if how != "best":
        return ALWAYS if how == "always" else NEVER
    prepare_analysis()
    from lammer.exact.play import ByChart

    return parlay_policy(sheet, how, ByChart(chart))


def box_bets(
    sheet: Sheet, main: int, sides: dict[str, int], seats: int, *, against: bool = False
) -> tuple[Action, ...]:
    """The same wagers on boxes 1 … seats."""
    if not 1 <= seats <= sheet.rules.limits.boxes:
        raise BadOption(f"--seats {seats}: the table has boxes 1 to {sheet.rules.limits.boxes}")
    return wagers_of(main, sides, seats, against=against)


def meters_from(sheet: Sheet, texts: tuple[str, ...]) -> tuple[Meter, ...]:
    """Progressive levels with the given amounts, or else the sheet's initial amounts."""
    meters = {meter.level: meter for meter in default_meters(sheet)}
    seen: set[str] = set()
    for text in texts:
        level, equals, amounts = text.partition("=")
        if not equals or level not in meters:
            known = ", ".join(meters) or "none: attach a progressive side bet"
            raise BadOption(f"--meter {text}: write LEVEL=AMOUNT; the levels of this table are {known}")
        if level in seen:
            raise BadOption(f"--meter {text}: {level} is given twice; leave one out")
        seen.add(level)
        amount, _, reset = amounts.partition("/")
        shown, left = money_option("--meter", amount), meters[level].reset
        meters[level] = Meter(level, shown, money_option("--meter", reset) if reset else left)
    return tuple(meters.values())


def _deal_all(session: Session, bets: tuple[Action, ...], chooser: Any, rounds: int, json: bool) -> int:
    tally: Counter[str] = Counter()
    begun = time.perf_counter()
    stopped = 0
    with Progress("rounds", rounds) as progress:
        try:
            for _ in range(rounds):
                entry = session.deal(bets, chooser)
                _count(tally, entry)
                print(json_.dumps(entry, separators=(",", ":")) if json else _line(entry))
                progress.step()
        except KeyboardInterrupt as stop:
            stopped = exit_code(stop)
    sys.stdout.flush()
    if not json:
        _summary(tally, session.rounds, time.perf_counter() - begun)
    if stopped:
        print(f"lammer: interrupted after {session.rounds} of {rounds} rounds", file=sys.stderr)
    return stopped


def _line(entry: dict[str, Any]) -> str:
    net = sum(seat["net"] for seat in entry["seats"])
    return f"{money_text(net, signed=True):>8}  {entry['notation']}"


def _count(tally: Counter[str], entry: dict[str, Any]) -> None:
    for seat in entry["seats"]:
        tally["wagered"] += main_wager(seat["wagers"]) * sum(hand["split"] is None for hand in seat["hands"])
        tally["main"] += sum(hand["net"] for hand in seat["hands"])
        if "lights" in seat:
            tally["lights"] += seat["lights"]["lit"]
            tally["prizes"] += seat["lights"].get("prize", 0)
        for bet_id, result in seat["side"].items():
            tally[bet_id] += result["net"]
            new = bet_id not in seat.get("carried", {})
            tally[f"{bet_id} wagered"] += seat["wagers"][bet_id] if new else 0


def _summary(tally: Counter[str], rounds: int, seconds: float) -> None:
    print(
        f"{rounds} round{'s' * (rounds != 1)} in {seconds:.1f} s, main wagers {money_text(tally['wagered'])}: ", end=""
    )
    print(f"net {money_text(tally['main'], signed=True)}")
    if "lights" in tally:
        print(f"{lights_text(tally['lights'])}, prizes {money_text(tally['prizes'])}")
    for key in tally:
        if key.endswith(" wagered"):
            bet_id = key.removesuffix(" wagered")
            print(f"{bet_id}, wagers {money_text(tally[key])}: net {money_text(tally[bet_id], signed=True)}")
