"""An evening at a small house, as requests in order. Each route's first request here is its example in the OpenAPI
document (`tools/http_page.py --record`), and `test_api_examples.py` performs all of them again."""

from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PASSWORD = "a long password"
HOUSE, LOCAL = "house", "local"
STAFF = {
    "dana": "dealer",
    "sam": "supervisor",
    "erin": "executive",
    "otto": "auditor",
    "sally": "spectator",
    "ann": "player",
    "bob": "player",
}


class Step(NamedTuple):
    """Who asks for what. ``ahead`` is how many seconds the floor's clock is ahead from now on."""

    user: str
    request: str
    body: dict[str, Any] | None = None
    server: str = HOUSE
    ahead: float = 0.0


def head() -> dict[str, Any]:
    """The newest event of some other books, signed with their key."""
    key, journal, number, digest = Ed25519PrivateKey.from_private_bytes(bytes(32)), "0123456789abcdef", 42, "a5" * 32
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    signature = key.sign(f"lammer head {journal} {number} {digest}".encode()).hex()
    return {"journal": journal, "public_key": public, "number": number, "hash": digest, "signature": signature}


def _users() -> list[Step]:
    first = {"token": "the token of the tests", "name": "ada", "password": PASSWORD}
    steps = [Step("ada", "POST /api/first-user", first)]
    for name, role in STAFF.items():
        steps.append(Step("ada", "POST /api/users", {"name": name, "password": PASSWORD, "roles": [role]}))
    steps += [Step(name, "POST /api/login", {"name": name, "password": PASSWORD}) for name in reversed(STAFF)]
    return [
        *steps,
        Step("ada", "GET /api/users"),
        Step("ada", "POST /api/users", {"name": "carl", "password": PASSWORD, "roles": ["player"]}),
        Step("ada", "POST /api/users/carl/roles", {"roles": ["player", "spectator"]}),
        Step("ada", "POST /api/users/carl/password", {"password": "another long password"}),
        Step("ada", "POST /api/users/carl/remove", {"reason": "has left"}),
        Step("ann", "GET /api/session"),
        Step("ann", "GET /api/me"),
        Step("ann", "POST /api/guest", {"name": "ann"}, LOCAL),
    ]


def _table() -> list[Step]:
    return [
        Step("ann", "GET /api/games"),
        Step("ann", "GET /api/approved-sheets"),
        Step("erin", "POST /api/approved-sheets", {"game": "sd-free-bet", "overrides": ["limits.minimum=1000"]}),
        Step("dana", "POST /api/tables", {"table": "one", "game": "sd-free-bet", "turn_seconds": 0}),
        Step("ann", "GET /api/tables"),
        Step("sam", "GET /api/staff"),
        Step("ann", "POST /api/buy-in", {"amount": 100_000}),
        Step("bob", "POST /api/buy-in", {"amount": 50_000}),
        Step("ann", "POST /api/tables/one/sit", {"box": 1}),
        Step("bob", "POST /api/tables/one/sit", {"box": 2}),
        Step("ann", "POST /api/tables/one/bet", {"box": 1, "bets": {"main": 1000}}),
        Step("dana", "POST /api/tables/one/deal", {}),
        Step("ann", "GET /api/tables/one"),
        Step("ann", "GET /api/tables/one/coach"),
        Step("ann", "POST /api/tables/one/act", {"action": "free-double"}),
        Step("bob", "POST /api/tables/one/leave", {"box": 2}),
        Step("ann", "POST /api/tables/one/bet", {"box": 1, "bets": {"main": 1000}}),
        Step("sam", "GET /api/tables/one/effects"),
        Step("sam", "POST /api/tables/one/void", {"reason": "a card was dealt face up"}),
        Step("dana", "POST /api/tables/one/close", {"reason": "the shift is over"}),
        Step("dana", "POST /api/tables/one/reopen", {}),
    ]


def _absence() -> list[Step]:
    table = {"table": "euro", "game": "european-free-bet", "turn_seconds": 0, "absent_seconds": 10}
    return [
        Step("dana", "POST /api/tables", table),
        Step("ann", "POST /api/tables/euro/sit", {"box": 1}),
        Step("ann", "POST /api/tables/euro/cut", {"cards": 100}),
        Step("ann", "POST /api/tables/euro/bet", {"box": 1, "bets": {"main": 1000}}),
        Step("sam", "GET /api/tables"),  # a supervisor who is here is called
        Step("dana", "POST /api/tables/euro/absent", {}, ahead=11),
        Step("sam", "POST /api/tables/euro/answer-call", {"absent": True}),
    ]


def _jackpot() -> list[Step]:
    at = "/api/tables/sevens-table"
    table = {"table": "sevens-table", "game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "sevens"}
    bets = {"box": 4, "bets": {"main": 1000, "blazing-7s": 500}}
    win = [
        Step("dana", f"POST {at}/jackpot/select", {"spot": 4, "outcome": "777 suited"}),
        Step("sam", f"POST {at}/jackpot/confirm", {"spot": 4}),
    ]
    return [
        Step("erin", "GET /api/terms"),
        Step("erin", "POST /api/links", {"link": "sevens"}),
        Step("ada", "POST /api/users", {"name": "eli", "password": PASSWORD, "roles": ["executive"]}),
        Step("erin", "POST /api/links/sevens/staff", {"name": "eli"}),
        Step("dana", "POST /api/tables", table),
        Step("erin", "POST /api/links/sevens/tables", {"table": "sevens-table"}),
        Step("ann", f"POST {at}/sit", {"box": 4}),
        Step("dana", f"POST {at}/duty", {"on": True}),
        Step("ann", f"POST {at}/bet", bets),
        *(Step("dana", f"POST {at}/jackpot/{button}", {}) for button in ("lights", "take", "deal")),
        *win,
        Step("erin", f"POST {at}/jackpot/void", {"spot": 4, "note": "confirmed the wrong spot"}),
        *win,
        Step("erin", f"POST {at}/jackpot/swipe", {"spot": 4, "password": PASSWORD}),
        Step("dana", f"POST {at}/jackpot/end", {}),
        Step("ann", f"POST {at}/act", {"action": "stand"}),
        Step("ann", f"POST {at}/bet", bets),
        Step("dana", f"POST {at}/jackpot/lights", {}),
        Step("sam", f"POST {at}/jackpot/relieve", {"note": "gone home"}),
        Step("ann", f"POST {at}/act", {"action": "stand"}),
        Step("ann", "GET /api/links"),
        Step("otto", "GET /api/links/sevens/papers"),
        Step("otto", "POST /api/links/sevens/papers/slip", {"table": "sevens-table", "hand": 1, "spot": 4}),
        Step("sally", "GET /api/events?after=0&follow=false&kinds=jackpots&kinds=meters"),
    ]


def _looking_back() -> list[Step]:
    note = {"table": "euro", "by": "table", "period": "all", "rounds": 1, "note": "one round says nothing"}
    return [
        Step("ann", "GET /api/tables/one/rounds"),
        Step("otto", "GET /api/tables/one/rounds/1"),
        Step("ann", "GET /api/tables/one/records"),
        Step("ann", "GET /api/tables/one/side-bets"),
        Step("ann", "GET /api/tables/one/verdicts"),
        Step("ann", "GET /api/tables/one/grades"),
        Step("ann", "GET /api/tables/one/rounds/1/review"),
        Step("", "POST /api/review", {"notation": "sd-free-bet 1:10 | 9h 6c 2d Tc | FD Th | Kc"}),
        Step("ann", "GET /api/report?table=one"),
        Step("ann", "GET /api/report.csv?table=one"),
        Step("ann", "GET /api/report.jsonl?table=one"),
        Step("ann", "POST /api/drills/next", {"game": "sd-free-bet", "drill": "pairs"}),
        Step("ann", "POST /api/drills/answer", {"line": "sd-free-bet 1:10 | 8h 6c 8d Tc", "action": "free-split"}),
        Step("ann", "POST /api/drills/count/next", {"game": "sd-free-bet", "drill": "true-count"}),
        Step(
            "ann",
            "POST /api/drills/count/answer",
            {"game": "sd-free-bet", "drill": "true-count", "seed": "0", "answer": "1", "seconds": 4.2},
        ),
        Step("ann", "POST /api/drills/remember", {"game": "sd-free-bet", "hands": ["8,8/6"]}),
        Step("sam", "POST /api/pit/forms", {"table": "one", "kind": "fill", "chips": {"500": 20, "2500": 8}}),
        Step("dana", "POST /api/pit/forms/F-000001/sign", {}),
        Step("sam", "POST /api/pit/forms", {"table": "one", "kind": "fill", "chips": {"500": 1}}),
        Step("sam", "POST /api/pit/forms/F-000002/void", {"reason": "wrong table"}),
        Step("sam", "GET /api/pit/forms?table=one"),
        Step("sam", "GET /api/pit/report?by=table&table=euro"),
        Step("sam", "GET /api/pit/report.csv?by=table&table=euro"),
        Step("sam", "POST /api/pit/notes", note),
        Step("otto", "GET /api/security"),
        Step("otto", "POST /api/verify"),
    ]


def _workbench() -> list[Step]:
    small = {"game": "triple-win-20"}
    sevens = {"game": "sd-blackjack+blazing-7s", "terms": "blazing-7s"}
    search = {"bet": "tw20-bonus", "paytable": "PT1", "edge_from": "0.05", "edge_to": "0.06", "pays": [7, 8, 10, 20]}
    bankroll = {"game": "sd-blackjack", "overrides": ["split.maximum_hands=1"], "bankroll": "500", "hours": 1}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("sheet", {"game": "sd-free-bet", "overrides": ["shoe.decks=8"]}),
        ("edge", small),
        ("spread", small),
        ("spread/quick", small),
        ("effects", {**small, "key": "dealer.soft_17"}),
        ("chart", small),
        ("chart/played", {**small, "edits": ["hard16vT:S"]}),
        ("chart/cell", {**small, "cell": "hard16vT"}),
        ("hand", {**small, "cards": "88", "up": "6"}),
        ("paytables", small),
        ("paytables/search", small | search),
        ("joint-play", {"game": "sd-free-bet", "bet": "pot-of-gold"}),
        ("simulator/slice", {**small, "rounds": 1000}),
        ("simulator/edge", small),
        ("simulator/nets", small),
        ("simulator/bankroll", {**small, "bank": 50, "horizon": 100}),
        ("risk", bankroll),
        ("risk/progress", bankroll),
        ("progressive", sevens),
        ("progressive/growth", {**sevens, "paths": 20}),
        ("paper", {**small, "kind": "felt"}),
        ("paper/progress", {**small, "kind": "felt"}),
    ]
    return [
        Step("ann", "GET /api/preparation"),
        Step("ann", "GET /api/workbench/triple-win-20"),
        Step("ann", "GET /api/workbench/triple-win-20/simulator"),
        Step("ann", "GET /api/workbench/triple-win-20/risk"),
        Step("ann", "GET /api/workbench/sd-blackjack+blazing-7s/progressive"),
        *(Step("ann", f"POST /api/workbench/{path}", body) for path, body in asked),
    ]


def _server() -> list[Step]:
    return [
        Step("", "GET /livez"),
        Step("", "GET /healthz"),
        Step("", "GET /metrics"),
        Step("", f"POST /api/witness/{head()['journal']}", head()),
        Step("", f"GET /api/witness/{head()['journal']}"),
        Step("bob", "POST /api/logout"),
    ]


STEPS = [*_users(), *_table(), *_absence(), *_jackpot(), *_looking_back(), *_workbench(), *_server()]
