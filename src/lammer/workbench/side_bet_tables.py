"""Every paytable of every side bet of a game, with exact chances, edges and fair pays; and play for a bet together with
the main game.

Chances of bets on lammers follow the best play of the main game. A change of pays does not change that play, so the
analysed game is kept while the other rules stay.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from lammer.cards.card import VALUE_LETTERS
from lammer.exact.refusals import NotAnalysed
from lammer.rules.outcome_chances import NotCounted, why_not_counted
from lammer.rules.paytable import Paytable
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS, SideBetFinding, counted_chances, fixed_side_bets
from lammer.workbench.export import toml_text
from lammer.workbench.paytables import LEFT_OUT, BetOdds, Figures, Other, Wanted, figures, matching_tables

if TYPE_CHECKING:
    from lammer.exact.values import Game

KEPT_GAMES = 2
_games: OrderedDict[str, "Game"] = OrderedDict()


class PayRow(TypedDict):
    """An outcome. ``pays`` is null where no fixed pay belongs to it: it loses, comes back or wins a meter. ``returned``
    is what it adds to the return of a wager. ``break_even`` is the pay that makes the bet fair, other rows as they
    are; it may lie below 0, where the bet is the player's even without the row."""

    outcome: str
    chance: float
    pays: int | None
    net: float
    returned: float
    break_even: float | None


class UpCardEdge(TypedDict):
    """A bet that is placed after the up card: how often this up card is shown, and the edge under it."""

    up: str
    offered: float
    house_edge: float


class PayFigures(TypedDict):
    """``hit_rate`` is how often the bet wins more than the wager; ``sd`` is for a wager of 1."""

    rows: list[PayRow]
    house_edge: float
    hit_rate: float
    sd: float


class PaytableFigures(PayFigures):
    """``key`` is that of the paytable in the sheet, ``value`` the paytable there. Insurance has no key: it is set by
    its odds."""

    bet: str
    name: str
    paytable: str
    posted: bool
    key: str
    clause: str
    basis: str
    value: object
    on_play: bool
    """The chances depend on how the main game is played."""
    up_cards: list[UpCardEdge]


class SideBetTables(TypedDict):
    sheet: str
    tables: list[PaytableFigures]
    refused: list[str]


class FoundPaytable(TypedDict):
    """``value`` is the paytable as JSON, ``override`` what sets it."""

    pays: list[int | None]
    value: object
    override: str
    house_edge: float
    hit_rate: float
    sd: float


class PaytableSearch(TypedDict):
    """``number`` tables fit; those nearest to the middle of the range are listed. ``stopped`` is empty, or says by
    which bound the search ended before it had tried all."""

    rows: list[str]
    tables: list[FoundPaytable]
    number: int
    stopped: str


class PlayChange(TypedDict):
    """From ``ratio`` on, side wager to main wager, ``after`` is the better play of a first hand."""

    hand: str
    up: str
    ratio: float
    before: str
    after: str


class JointPlay(TypedDict):
    """House edges when the main game is played for itself (``alone``), and when it is played for both bets. ``gain`` is
    what the player gains by the latter in main wagers a round. ``changes`` are all up to any ratio."""

    bet: str
    paytable: str
    ratio: float
    main_alone: float
    main_joint: float
    bet_alone: float
    bet_joint: float
    gain: float
    changes: list[PlayChange]


def side_bet_tables(sheet: Sheet) -> SideBetTables:
    tables, refused = list[PaytableFigures](), list[str]()
    try:
        tables += [_paytable_figures(sheet, one) for one in _on_play(sheet)]
    except NotAnalysed as why:
        refused.append(str(why))
    try:
        tables += [_paytable_figures(sheet, one) for one in fixed_side_bets(sheet)]
    except NotCounted as why:
        refused.append(str(why))
    return {"sheet": sheet.ref, "tables": tables, "refused": refused}


def search(
    sheet: Sheet, bet_id: str, paytable: str, wanted: Wanted, on_progress: Callable[[], None] = lambda: None
) -> PaytableSearch:
    """Raises BadArgument for what cannot be searched, and NotAnalysed."""
    odds = odds_of(sheet, bet_id, paytable)
    found = matching_tables(odds, wanted, on_progress)
    names = [name for name, _ in odds.rows]
    own = sheet.side_bets[bet_id].paytables[paytable].model_dump(mode="json", exclude_unset=True)

    def with_pays(pays: tuple[int, ...]) -> dict[str, Any]:
        return own | {"rows": {name: one for name, one in zip(names, pays, strict=True) if one != LEFT_OUT}}

    return {
        "rows": names,
        "number": found.number,
        "stopped": found.stopped,
        "tables": [
            {
                "pays": [None if pays == LEFT_OUT else pays for pays in one.pays],
                "value": with_pays(one.pays),
                "override": f"{_key(sheet, bet_id, paytable)}={toml_text(with_pays(one.pays))}",
                "house_edge": round(float(one.house_edge), DIGITS),
                "hit_rate": round(float(one.hit_rate), DIGITS),
                "sd": round(one.sd, DIGITS),
            }
            for one in found.tables
        ],
    }


def joint_play(sheet: Sheet, bet_id: str, ratio: float) -> JointPlay:
    """For the posted paytable of a bet on lammers. Raises NotAnalysed."""
    from lammer.exact.combined_play import joint
    from lammer.exact.round import round_worth
    from lammer.exact.sidebets import check_side_bets, lammer_outcomes

    check_side_bets(sheet)
    game, bet = _game(sheet), sheet.side_bets[bet_id]
    paytable = bet.paytables[bet.paytable]
    together = joint(game, bet, paytable, ratio)
    alone = next(one for one in _on_play(sheet) if (one.id, one.paytable) == (bet_id, bet.paytable))
    both = SideBetFinding(bet_id, bet.paytable, lammer_outcomes(bet, paytable, together.chances))
    main = round_worth(game)
    gain = together.main - main + ratio * (alone.house_edge - both.house_edge)
    return {
        "bet": bet_id,
        "paytable": bet.paytable,
        "ratio": ratio,
        "main_alone": round(-main, DIGITS),
        "main_joint": round(-together.main, DIGITS),
        "bet_alone": round(alone.house_edge, DIGITS),
        "bet_joint": round(both.house_edge, DIGITS),
        "gain": round(gain, DIGITS),
        "changes": [
            {
                "hand": ",".join(VALUE_LETTERS[value] for value in flip.hand),
                "up": VALUE_LETTERS[flip.up],
                "ratio": round(flip.ratio, DIGITS),
                "before": flip.before,
                "after": flip.after,
            }
            for flip in together.flips
        ],
    }


def odds_of(sheet: Sheet, bet_id: str, paytable: str) -> BetOdds:
    """The chances of a paytable's rows. Raises NotAnalysed."""
    bet = sheet.side_bets[bet_id]
    on_play = bet.lammers is not None or bet.streak is not None
    found = _on_play(sheet) if on_play else fixed_side_bets(sheet)
    one = next(one for one in found if (one.id, one.paytable) == (bet_id, paytable))
    return _odds(sheet, bet, bet.paytables[paytable], one)


def _on_play(sheet: Sheet) -> Iterator[SideBetFinding]:
    from lammer.exact.sidebets import bets_on_play, depend_on_play

    if depend_on_play(sheet):
        yield from bets_on_play(sheet, _game(sheet))


def _game(sheet: Sheet) -> "Game":
    """The game with its best play; side bets have no part in it."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.values import Game

    rules = json.dumps(sheet.rules.model_dump(mode="json", exclude={"side_bets"}), sort_keys=True)
    if rules not in _games:
        _games[rules] = Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())
        if len(_games) > KEPT_GAMES:
            _games.popitem(last=False)
    _games.move_to_end(rules)
    return _games[rules]


def _key(sheet: Sheet, bet_id: str, paytable: str) -> str:
    return f"{sheet.side_bet_keys[bet_id]}.paytables.{paytable}"


def _odds(sheet: Sheet, bet: SideBet, paytable: Paytable, found: SideBetFinding) -> BetOdds:
    """Fractions where the cards alone decide; else those of the analysis, in double precision."""
    exact: dict[str, Fraction] = {}
    if why_not_counted(bet) is None:
        exact = counted_chances(sheet, found.id, None).by_row(paytable.paid)
    chances = dict.fromkeys(paytable.rows, Fraction(0))
    others = list[Other]()
    for outcome in found.outcomes:
        chance = exact.get(outcome.name, Fraction(outcome.probability))
        if outcome.name in chances:
            chances[outcome.name] += chance
        else:
            others.append(Other(outcome.name, chance, Fraction(outcome.pays)))
    # What is lost is the rest, so that all chances add up to 1 exactly.
    lost = max(range(len(others)), key=lambda at: (others[at].net == -1, others[at].chance))
    known = [*chances.values(), *(one.chance for at, one in enumerate(others) if at != lost)]
    others[lost] = others[lost]._replace(chance=1 - sum(known, Fraction(0)))
    return BetOdds(paytable.basis, tuple(chances.items()), tuple(others))


def _paytable_figures(sheet: Sheet, found: SideBetFinding) -> PaytableFigures:
    bet = sheet.side_bets.get(found.id)
    if bet is None:
        return _insurance(sheet, found)
    paytable, key = bet.paytables[found.paytable], _key(sheet, found.id, found.paytable)
    odds = _odds(sheet, bet, paytable, found)
    return {
        "bet": found.id,
        "name": bet.name,
        "paytable": found.paytable,
        "posted": bet.paytable == found.paytable,
        "key": key,
        "clause": sheet.entries[key].clause,
        "basis": paytable.basis,
        "value": paytable.model_dump(mode="json", exclude_unset=True),
        **_measured(odds, figures(odds, paytable.rows)),
        "on_play": bet.lammers is not None,
        "up_cards": [
            {"up": one.up, "offered": round(one.offered, DIGITS), "house_edge": round(one.house_edge, DIGITS)}
            for one in found.up_cards
        ],
    }


def _insurance(sheet: Sheet, found: SideBetFinding) -> PaytableFigures:
    odds = BetOdds("to 1", (), tuple(Other(o.name, Fraction(o.probability), Fraction(o.pays)) for o in found.outcomes))
    return {
        "bet": found.id,
        "name": "Insurance",
        "paytable": found.paytable,
        "posted": True,
        "key": "",
        "clause": sheet.entries["insurance.pays"].clause,
        "basis": "to 1",
        "value": None,
        **_measured(odds, figures(odds, {})),
        "on_play": False,
        "up_cards": [],
    }


def _measured(odds: BetOdds, found: Figures) -> PayFigures:
    rows: list[PayRow] = [
        {
            "outcome": row.name,
            "chance": round(float(row.chance), DIGITS),
            "pays": row.pays,
            "net": float(odds.net(row.pays)),
            "returned": round(float(row.returned), DIGITS),
            "break_even": None if row.break_even is None else round(float(row.break_even), DIGITS),
        }
        for row in found.rows
    ]
    others: list[PayRow] = [
        {
            "outcome": one.name,
            "chance": round(float(one.chance), DIGITS),
            "pays": None,
            "net": float(one.net),
            "returned": round(float(one.chance * (one.net + 1)), DIGITS),
            "break_even": None,
        }
        for one in odds.others
    ]
    return {
        "rows": rows + others,
        "house_edge": round(float(found.house_edge), DIGITS),
        "hit_rate": round(float(found.hit_rate), DIGITS),
        "sd": round(found.sd, DIGITS),
    }
