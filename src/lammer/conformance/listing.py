"""The games and combinations that the kit goes through, found by listing the folders of sheets.

No game or side bet is named here: a new file is taken up by itself.
"""

from typing import NamedTuple

from lammer.rules.loader import attachments_for, game_names, load_sheet, sheet_file, sheet_names
from lammer.rules.schema import Rules
from lammer.rules.sheet import Sheet, SheetFaults


class Case(NamedTuple):
    """A game, with side bets attached or not, and values that differ from the sheet's."""

    game: str
    overrides: tuple[str, ...] = ()

    def sheet(self) -> Sheet:
        return load_sheet(self.game, self.overrides)

    def __str__(self) -> str:
        return " ".join([self.game, *(f"--set {one}" for one in self.overrides)])


def side_bet_names() -> list[str]:
    """Every sheet that is a side bet to attach."""
    games = set(game_names())
    return [name for name in sheet_names() if name not in games]


def usual_host(side_bet: str) -> str:
    """The game that a side bet is shown with."""
    return sheet_file(side_bet).usual_host


def kind_of(rules: Rules) -> tuple[object, ...]:
    """What of a game can matter to a side bet: how many hands a box has, how the dealer's cards are dealt and checked,
    what ends a hand early, the size of the shoe. Games that agree in it are one kind."""
    dealer, first_ace = rules.dealer, rules.first_ace
    early = first_ace.player, first_ace.dealer, rules.natural.paid
    checked = dealer.hole_card, dealer.peek_under, dealer.pushes_on_22
    return rules.hands.per_box, *checked, rules.points.limit, rules.shoe.decks, early


def plain_games() -> list[Case]:
    return [Case(game) for game in game_names()]


def attached_alone() -> list[Case]:
    """Each side bet with its usual game, and with one game of each other kind that it fits."""
    kinds = _games_by_kind()
    return [case for name in side_bet_names() for case in _alone(name, kinds)]


def _games_by_kind() -> dict[tuple[object, ...], list[tuple[str, list[str]]]]:
    """The games of each kind, each with the side bets that fit it."""
    found: dict[tuple[object, ...], list[tuple[str, list[str]]]] = {}
    for game in game_names():
        found.setdefault(kind_of(load_sheet(game).rules), []).append((game, attachments_for(game)))
    return found


def _alone(name: str, kinds: dict[tuple[object, ...], list[tuple[str, list[str]]]]) -> list[Case]:
    usual, hosts = usual_host(name), list[str]()
    for games in kinds.values():
        fitting = [game for game, bets in games if name in bets]
        hosts += [usual] if usual in fitting else fitting[:1]
    return [Case(f"{host}+{name}") for host in sorted(hosts, key=lambda host: host != usual)]


def attached_together() -> list[Case]:
    """Several side bets at once: for a game of each kind all that fit, those that exclude each other apart."""
    found = []
    for games in _games_by_kind().values():
        game, bets = max(games, key=lambda one: len(one[1]))
        whole = "+".join([game, *bets])
        if not _loads(whole):
            whole = game
            for name in bets:
                whole = f"{whole}+{name}" if _loads(f"{whole}+{name}") else whole
        found += [Case(whole)] if whole.count("+") > 1 else []
    return found


def _loads(game: str) -> bool:
    try:
        load_sheet(game)
    except SheetFaults:
        return False
    return True


def posted_paytables() -> list[Case]:
    """Every paytable that is not posted at first: those of a game in it, those of a side bet with its usual game. A
    paytable for certain numbers of decks is posted at one of them."""
    hosts = [*plain_games(), *(Case(f"{usual_host(name)}+{name}") for name in side_bet_names())]
    return [case for host in hosts for case in _postings(host)]


def _postings(host: Case) -> list[Case]:
    sheet, found = host.sheet(), list[Case]()
    for bet_id, bet in sheet.side_bets.items():
        for name, paytable in bet.paytables.items():
            decks = (f"shoe.decks={paytable.decks[0]}",) if paytable.decks else ()
            if name != bet.paytable:
                found.append(Case(host.game, (f'side_bets.{bet_id}.paytable="{name}"', *decks)))
    return found


def all_cases() -> list[Case]:
    return [*plain_games(), *attached_alone(), *attached_together(), *posted_paytables()]


def cases_of(name: str) -> list[Case]:
    """The cases of one sheet: a side bet with a game of each kind that it fits, and every paytable."""
    names = side_bet_names()
    first = _alone(name, _games_by_kind()) if name in names else [Case(name)]
    return [*first, *_postings(first[0])]
