"""Single corruptions of the right rounds: the dealer, the side bets and the shape of the record."""

from __future__ import annotations

from rescorer_builders import GONE, cards
from rescorer_corruptions import Corruption

DEALER: list[Corruption] = [
    ("total", "sd table", {"dealer.total": 23}, "dealer.total"),
    ("blackjack flag raised", "sd table", {"dealer.blackjack": True}, "dealer.blackjack"),
    ("blackjack flag down", "sd dealer blackjack", {"dealer.blackjack": False}, "dealer.blackjack"),
    ("blackjack flag in Triple Win", "tw dealer 20", {"dealer.blackjack": True}, "dealer.blackjack"),
    ("stops on soft 17 under H17", "sd stands on soft 17", {"overrides./dealer.soft_17": "hit"}, "dealer.cards"),
    ("hits soft 17 under S17", "sd dealer 22 is a bust", {"overrides./dealer.soft_17": "stand"}, "dealer.cards[2]"),
    ("hits soft 17 in Europe", "eu soft 17", {"dealer.cards": cards("Ah 6c Td")}, "dealer.cards[2]"),
    (
        "hits hard 17",
        "paid where free was offered",
        {"dealer.cards": cards("Th 7c Ad"), "dealer.total": 18, "S0.H0.cards": cards("8h 2d 9c")},
        "dealer.cards[2]",
    ),
    ("stops on 16", "eu bettors", {"dealer.cards": cards("6d Th"), "dealer.total": 16}, "dealer.cards"),
    ("draws on hard 16 in Triple Win", "tw soft 16", {"dealer.cards": cards("6c Td 4h")}, "dealer.cards[2]"),
    ("draws on soft 17 in Triple Win", "tw soft 17", {"dealer.cards": cards("6c Ad Th")}, "dealer.cards[2]"),
    (
        "stops on soft 16 in Triple Win",
        "tw soft 17",
        {"dealer.cards": cards("5c Ad"), "dealer.total": 16},
        "dealer.cards",
    ),
    (
        "draws for busted hands",
        "tw player bust",
        {"dealer.cards": cards("5c 7d 4h"), "dealer.total": 16},
        "dealer.cards",
    ),
    (
        "draws for a natural",
        "sd natural, rounded down",
        {"dealer.cards": cards("9c 7d 2h"), "dealer.total": 18},
        "dealer.cards",
    ),
    (
        "no hole card turned over",
        "sd natural, rounded down",
        {"dealer.cards": cards("9c"), "dealer.total": 9},
        "dealer.cards",
    ),
    (
        "second card though even money was taken",
        "eu even money",
        {"dealer.cards": cards("Tc 5d"), "dealer.total": 15},
        "dealer.cards",
    ),
    (
        "no second card for a waiting natural",
        "eu natural waits",
        {"dealer.cards": cards("Ac"), "dealer.total": 11},
        "dealer.cards",
    ),
    (
        "third card for insurance",
        "eu insured bust",
        {"dealer.cards": cards("Ac 2d 5h"), "dealer.total": 18},
        "dealer.cards",
    ),
    (
        "second card for a natural against a seven",
        "eu natural against a seven",
        {"dealer.cards": cards("7c Td"), "dealer.total": 17},
        "dealer.cards",
    ),
    ("Push 22 left open", "eu no 22", {"dealer.cards": cards("6c"), "dealer.total": 6}, "dealer.cards"),
    (
        "Dealer 22 left open",
        "suited 22 after a bust",
        {
            "dealer.cards": cards("6h 6h"),
            "dealer.total": 12,
            "S0.side.dealer-22": {"outcome": "no 22", "net": -10},
            "S0.net": -110,
        },
        "dealer.cards",
    ),
    ("dealer card after all aces", "tw all aces", {"dealer.cards": cards("5c"), "dealer.total": 5}, "dealer.cards"),
    (
        "second dealer card after an ace",
        "tw dealer ace",
        {"dealer.cards": cards("Ac 5d"), "dealer.total": 16},
        "dealer.cards",
    ),
    (
        "second dealer card after instant wins",
        "tw instant wins",
        {"dealer.cards": cards("9d 9c"), "dealer.total": 18},
        "dealer.cards",
    ),
]

POT, BONUS, SEVENS = "S0.side.pot-of-gold", "S0.side.tw20-bonus", "S0.side.blazing-7s"

SIDE: list[Corruption] = [
    (
        "pot of gold miscounted",
        "own hand busts",
        {f"{POT}.outcome": "2 lammers", f"{POT}.net": 60, "S0.net": 360},
        f"{POT}.outcome {POT}.net S0.net",
    ),
    ("wrong pot of gold table", "own hand busts", {"paytables.pot-of-gold": "03"}, "paytables.pot-of-gold"),
    ("pot of gold 01 paid as 02", "seven lammers", {f"{POT}.net": 10_000, "S0.net": 10_600}, f"{POT}.net S0.net"),
    ("pot of gold wager returned", "own hand busts", {f"{POT}.net": 155}, f"{POT}.net"),
    (
        "pot of gold survives blackjack",
        "pot of gold and dealer blackjack",
        {f"{POT}.net": 0, "S0.net": -100},
        f"{POT}.net S0.net",
    ),
    (
        "pot of gold not named after blackjack",
        "pot of gold and dealer blackjack",
        {f"{POT}.outcome": "0 lammers"},
        f"{POT}.outcome",
    ),
    ("gold rush table", "one-colour 22", {"paytables.gold-rush": "PT1"}, "S0.side.gold-rush.net S0.net"),
    (
        "suited 22 called one-colour",
        "suited 22 after a bust",
        {"S0.side.dealer-22.outcome": "one-colour 22"},
        "S0.side.dealer-22.outcome",
    ),
    ("other 22 paid by another table", "other 22", {"paytables.dealer-22": "PT1"}, "S0.side.dealer-22.net S0.net"),
    ("Push 22 paid 11 to 1", "eu 22", {"S0.side.push-22.net": 110, "S0.net": 110}, "S0.side.push-22.net S0.net"),
    (
        "Push 22 on 21",
        "eu no 22",
        {"S0.side.push-22": {"outcome": "22", "net": 10}, "S0.net": -90},
        "S0.side.push-22.outcome S0.side.push-22.net S0.net",
    ),
    ("side result missing", "eu 22", {"S0.side": {}, "S0.net": 0}, "S0.side.push-22"),
    ("side result without a wager", "eu 22", {"S1.side": {"push-22": {"outcome": "22", "net": 0}}}, "S1.side.push-22"),
    (
        "side bet of another game",
        "eu soft 17",
        {"S0.wagers.pot-of-gold": 5, "S0.side": {"pot-of-gold": {"outcome": "0 lammers", "net": -5}}, "S0.net": 95},
        "S0.wagers.pot-of-gold",
    ),
    ("paytable not named", "eu 22", {"paytables": {}}, "paytables.push-22"),
    ("kings paid as queens", "tw instant wins", {f"{BONUS}.net": 200, "S0.net": 237}, f"{BONUS}.net S0.net"),
    (
        "king-queen called a pair",
        "tw instant wins",
        {"S4.side.tw20-bonus.outcome": "pair of faces"},
        "S4.side.tw20-bonus.outcome",
    ),
    ("bonus ace paid 10", "tw all aces", {f"{BONUS}.net": 100, "S0.net": 200}, f"{BONUS}.net S0.net"),
    (
        "progressive wager returned",
        "sevens PT2",
        {"S3.side.blazing-7s.net": 200, "S3.net": 100},
        "S3.side.blazing-7s.net S3.net",
    ),
    (
        "awards in clockwise order",
        "sevens PT2",
        {f"{SEVENS}.net": 99_905, "S0.net": 99_805, "S5.side.blazing-7s.net": 49_900, "S5.net": 49_800},
        f"{SEVENS}.net S0.net S5.side.blazing-7s.net S5.net",
    ),
    ("second award unknown", "sevens PT2", {"meters_reset": GONE}, f"meters.meter {SEVENS}.net S0.net"),
    ("diamonds missed", "sevens PT2", {"S5.side.blazing-7s.outcome": "777 suited"}, "S5.side.blazing-7s.outcome"),
    (
        "wrong level",
        "sevens PT3",
        {"S1.side.blazing-7s.net": 99_900, "S1.net": 99_800},
        "S1.side.blazing-7s.net S1.net",
    ),
    ("level missing", "sevens PT3", {"meters.minor": GONE}, f"meters meters.minor {SEVENS}.net S0.net"),
    ("meters missing", "sevens two", {"meters": GONE}, "meters"),
    (
        "meters missing at a mixed table",
        "sevens drawn on",
        {"meters": GONE},
        "meters",
    ),
    ("meters at a table without sevens", "sd table", {"meters": {"meter": 5}}, "meters"),
    (
        "a share taken from the full meter",
        "sevens PT1, shares in turn",
        {"S1.side.blazing-7s.net": 95, "S1.net": -5},
        "S1.side.blazing-7s.net S1.net",
    ),
    ("two sevens paid to 1", "sevens two", {f"{SEVENS}.net": 2_500, "S0.net": 2_400}, f"{SEVENS}.net S0.net"),
    ("re-split sevens called suited", "sevens re-split", {f"{SEVENS}.outcome": "777 suited"}, f"{SEVENS}.outcome"),
]

SHAPE: list[Corruption] = [
    ("unknown game", "sd table", {"game": "baccarat"}, "game"),
    ("unknown override", "sd table", {"overrides./blackjack.pays": "6:5"}, "overrides.blackjack.pays"),
    ("unknown soft 17", "sd table", {"overrides./dealer.soft_17": "maybe"}, "overrides.dealer.soft_17"),
    ("no card", "sd table", {"S0.H0.cards": cards("10h 9c")}, "S0.H0.cards[0]"),
    ("no rank", "sd table", {"S0.H0.cards": cards("1h 9c")}, "S0.H0.cards[0]"),
    ("no suit", "sd table", {"S0.H0.cards": cards("Th 9x")}, "S0.H0.cards[1]"),
    ("meter below nothing", "sevens PT3", {"meters.mega": -1}, "meters.mega"),
    ("net is a fraction", "sd table", {"S0.H0.net": 100.0}, "S0.H0.net"),
    ("net is a truth value", "sd table", {"S0.net": True}, "S0.net"),
    ("flag missing", "sd table", {"S0.H0.doubled": GONE}, "S0.H0.doubled"),
    ("unknown result", "sd table", {"S0.H0.result": "tie"}, "S0.H0.result"),
    ("no hands", "sd table", {"S0.hands": []}, "S0.hands"),
    ("no seats", "sd table", {"seats": []}, "seats"),
    ("no dealer", "sd table", {"dealer": GONE}, "dealer dealer.cards dealer.total dealer.blackjack"),
]

TABLE_CORRUPTIONS: list[Corruption] = [*DEALER, *SIDE, *SHAPE]
