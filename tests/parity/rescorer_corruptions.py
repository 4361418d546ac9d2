"""Single corruptions of the right rounds: money, stakes and play."""

from __future__ import annotations

from typing import Any

from rescorer_builders import GONE, cards, hand

# What is changed, the name of the right round, the changes, and the paths that must be reported and no others.
Corruption = tuple[str, str, dict[str, Any], str]

MONEY: list[Corruption] = [
    ("hand net off by one", "sd table", {"S0.H0.net": 101}, "S0.H0.net"),
    ("seat net off by one", "sd table", {"S3.net": 199}, "S3.net"),
    ("both nets off together", "sd table", {"S0.H0.net": 99, "S0.net": 99}, "S0.H0.net S0.net"),
    ("3:2 rounded up", "sd natural, rounded down", {"S0.H0.net": 38, "S0.net": 38}, "S0.H0.net S0.net"),
    ("natural paid 6:5", "eu natural against a seven", {"S0.H0.net": 120, "S0.net": 120}, "S0.H0.net S0.net"),
    ("natural called a win", "sd natural, rounded down", {"S0.H0.result": "win"}, "S0.H0.result"),
    ("win called push", "sd table", {"S0.H0.result": "push"}, "S0.H0.result"),
    ("bust called lose", "sd table", {"S1.H0.result": "lose"}, "S1.H0.result"),
    ("bust forgiven", "sd table", {"S1.H0.net": 0, "S1.net": 0}, "S1.H0.net S1.net"),
    (
        "natural paid against dealer blackjack",
        "sd dealer blackjack",
        {"S1.H0.result": "blackjack", "S1.H0.net": 150, "S1.net": 150},
        "S1.H0.result S1.H0.net S1.net",
    ),
    ("insurance paid 1:1", "sd dealer blackjack", {"S0.insurance": 50, "S0.net": -50}, "S0.insurance S0.net"),
    ("insurance without a wager", "sd dealer blackjack", {"S0.insurance_wager": GONE}, "S0.insurance S0.net"),
    ("losing insurance kept", "eu natural waits", {"S0.insurance": 0, "S0.net": 150}, "S0.insurance S0.net"),
    (
        "22 not paid where it is a bust",
        "sd dealer 22 is a bust",
        {"S0.H0.result": "push", "S0.H0.net": 0, "S0.net": 0},
        "S0.H0.result S0.H0.net S0.net",
    ),
    (
        "22 paid where it pushes",
        "free bet 22",
        {"S1.H0.result": "win", "S1.H0.net": 100, "S1.net": 90},
        "S1.H0.result S1.H0.net S1.net",
    ),
    (
        "natural pushed by 22",
        "free bet 22",
        {"S0.H0.result": "push", "S0.H0.net": 0, "S0.net": 0},
        "S0.H0.result S0.H0.net S0.net",
    ),
    (
        "natural pushed by 22 in Europe",
        "eu 22",
        {"S1.H0.result": "push", "S1.H0.net": 0, "S1.net": 0},
        "S1.H0.result S1.H0.net S1.net",
    ),
    (
        "natural after split paid 3:2",
        "tens split for money",
        {"S0.H0.result": "blackjack", "S0.H0.net": 150, "S0.net": 250},
        "S0.H0.result S0.H0.net S0.net",
    ),
    (
        "split ace with a ten paid 3:2",
        "split aces",
        {"S0.H0.result": "blackjack", "S0.H0.net": 150, "S0.net": 150},
        "S0.H0.result S0.H0.net S0.net",
    ),
    (
        "21 of a declined ace split paid 3:2",
        "eu declined ace split",
        {"S1.H0.result": "blackjack", "S1.H0.net": 150, "S1.net": 150},
        "S1.H0.result S1.H0.net S1.net",
    ),
    ("lammer not paid", "seven lammers", {"S0.H1.net": 100, "S0.net": 100_500}, "S0.H1.net S0.net"),
    ("lammer paid out as a chip", "seven lammers", {"S0.H2.net": 200, "S0.net": 100_800}, "S0.H2.net S0.net"),
    ("lost lammer charged", "split aces", {"S0.H1.net": -100, "S0.net": 0}, "S0.H1.net S0.net"),
    ("original wager only", "eu dealer blackjack", {"S0.H0.net": -100, "S0.net": -100}, "S0.H0.net S0.net"),
    ("even money paid 3:2", "eu even money", {"S0.H0.net": 150, "S0.net": 150}, "S0.H0.net S0.net"),
    ("suited kings paid 1:1", "tw instant wins", {"S0.H0.net": 25, "S0.net": 525}, "S0.H0.net S0.net"),
    ("unsuited jacks paid 3:2", "tw instant wins", {"S2.H0.net": 150, "S2.net": 250}, "S2.H0.net S2.net"),
    ("suited tens paid 3:2", "tw instant wins", {"S5.H0.net": 150, "S5.net": 140}, "S5.H0.net S5.net"),
    (
        "two-card 20 pushed by dealer 20",
        "tw dealer 20",
        {"S1.H0.result": "push", "S1.H0.net": 0, "S1.net": 0},
        "S1.H0.result S1.H0.net S1.net",
    ),
    (
        "dealer 21 stands in Triple Win",
        "tw dealer bust",
        {"S0.H0.result": "lose", "S0.H0.net": -100, "S0.net": -100},
        "S0.H0.result S0.H0.net S0.net",
    ),
    (
        "player 21 stands in Triple Win",
        "tw table",
        {"S2.H1.result": "win", "S2.H1.net": 100, "S2.net": 200},
        "S2.H1.result S2.H1.net S2.net",
    ),
]

STAKES: list[Corruption] = [
    ("free counted as own", "seven lammers", {"S0.H0.own": 200, "S0.H0.free": 0}, "S0.H0.own S0.H0.free"),
    ("free split on own money", "split aces", {"S0.H1.own": 100, "S0.H1.free": 0}, "S0.H1.own S0.H1.free"),
    ("lammer missing", "seven lammers", {"S0.H3.free": 100}, "S0.H3.free"),
    ("double for more", "sd table", {"S2.H0.own": 201, "S2.H0.net": 200, "S2.net": 200}, "S2.H0.own"),
    ("double for nothing", "sd table", {"S2.H0.own": 100, "S2.H0.net": 200, "S2.net": 200}, "S2.H0.own"),
    ("double for less in Free Money", "free money table", {"S1.H0.own": 150}, "S1.H0.own"),
    ("double for less in Europe", "eu insurance topped up", {"S0.H0.own": 150}, "S0.H0.own"),
    ("own money without a double", "sd table", {"S0.H0.own": 200}, "S0.H0.own"),
    ("free flag called paid", "split aces", {"S0.H1.split": "paid"}, "S0.H1.own S0.H1.free S0.H1.net S0.net"),
    ("no wager", "eu 22", {"S0.wagers.push-22": 0}, "S0.wagers.push-22"),
    ("negative wager", "sd table", {"S0.wagers.main": -100}, "S0.wagers.main"),
]

FIFTH = hand("5c Td", "lose", 0, own=0, free=100, split="free")

PLAY: list[Corruption] = [
    (
        "a fifth hand",
        "seven lammers",
        {"S0.H4": FIFTH},
        "S0.hands S0.side.pot-of-gold.outcome S0.side.pot-of-gold.net S0.net",
    ),
    ("a free double on 8", "free money table", {"S3.H0.cards": cards("6h 2c 5d")}, "S3.H0.doubled"),
    ("a free double on 12", "free money table", {"S3.H0.cards": cards("6h 6c 5d")}, "S3.H0.doubled"),
    ("soft double as free", "free money table", {"S3.H0.cards": cards("Ah 8c 7d")}, "S3.H0.doubled"),
    (
        "free double in plain blackjack",
        "sd table",
        {"S2.H0.doubled": "free", "S2.H0.own": 100, "S2.H0.free": 100, "S2.H0.net": 200, "S2.net": 200},
        "S2.H0.doubled",
    ),
    ("free double on four cards", "free money table", {"S3.H0.cards": cards("6h 4c 2d 2h")}, "S3.H0.cards"),
    ("paid double on four cards", "sd table", {"S2.H0.cards": cards("5h 6d 2c 3h")}, "S2.H0.cards"),
    ("double on two cards", "sd table", {"S2.H0.cards": cards("Th 8d")}, "S2.H0.cards"),
    ("paid double on 11 in Free Money", "free money table", {"S1.H0.cards": cards("5h 6c Td")}, "S1.H0.doubled"),
    (
        "free split of tens",
        "free money table",
        {
            "S0.H1.split": "free",
            "S0.H1.own": 0,
            "S0.H1.free": 100,
            "S0.side.gold-rush": {"outcome": "1 lammer", "net": 30},
            "S0.net": 130,
        },
        "S0.H1.split",
    ),
    (
        "paid split of eights in Free Money",
        "free money table",
        {"S0.H0.cards": cards("8h 2c 9c"), "S0.H1.cards": cards("8d Tc")},
        "S0.H1.split",
    ),
    (
        "free split in plain blackjack",
        "sd table",
        {"S3.H1.split": "free", "S3.H1.own": 0, "S3.H1.free": 100},
        "S3.H1.split",
    ),
    ("no pair", "sd table", {"S3.H1.cards": cards("9c 9d")}, "S3.H1.cards[0]"),
    ("two original hands", "sd table", {"S3.H1.split": None}, "S3.H1.split"),
    ("first hand called split", "sd table", {"S0.H0.split": "paid"}, "S0.H0.split"),
    ("three cards on a split ace", "split aces", {"S0.H1.cards": cards("Ac 5d Ah")}, "S0.H1.cards"),
    (
        "hit after 21",
        "sd table",
        {"S0.H0.cards": cards("Th 9c 2d Ah"), "S0.H0.result": "bust", "S0.H0.net": -100, "S0.net": -100},
        "S0.H0.cards[3]",
    ),
    ("hit on a natural", "sd table", {"S0.H0.cards": cards("Ah Tc 5d")}, "S0.H0.cards[2]"),
    ("hit after a bust", "sd table", {"S1.H0.cards": cards("Ts 6c Kd 2c")}, "S1.H0.cards[3]"),
    (
        "hit after 20 in Triple Win",
        "tw table",
        {"S1.H0": hand("5h 6c 9d Ac", "bust", -100), "S1.net": -100},
        "S1.H0.cards[3]",
    ),
    ("one card in plain blackjack", "sd table", {"S0.H0.cards": cards("Th")}, "S0.H0.cards"),
    (
        "one card where play went on",
        "tw table",
        {"S0.H0.cards": cards("6h"), "S0.H0.result": "lose", "S0.H0.net": -100, "S0.net": -100},
        "S0.H0.cards",
    ),
    ("second card on a winning ace", "tw dealer ace", {"S0.H0.cards": cards("Ah 5c")}, "S0.H0.cards"),
    ("second card after a dealer ace", "tw dealer ace", {"S1.H0.cards": cards("Kh 5c")}, "S1.H0.cards"),
    (
        "tens split in Triple Win",
        "tw table",
        {"S2.H0.cards": cards("Th 9c"), "S2.H1.cards": cards("Tc 8d 4h")},
        "S2.H1.split",
    ),
    ("drawing against dealer 20", "tw dealer 20", {"S0.H0.cards": cards("Th 7c 2d")}, "S0.H0.cards"),
    ("drawing against a peeked blackjack", "sd dealer blackjack", {"S0.H0.cards": cards("Th 7c 2d")}, "S0.H0.cards"),
    ("standing on 11 in Europe", "eu soft 17", {"S0.H0": hand("6h 5c", "lose", -100), "S0.net": -100}, "S0.H0.cards"),
    (
        "too many copies of a card",
        "sd table",
        {"S0.H0.cards": cards("8c 2c 2c 2c 2c 2c 2c 2c"), "S0.H0.result": "bust", "S0.H0.net": -100, "S0.net": -100},
        "seats",
    ),
    ("no such box", "sd table", {"S0.seat": 8}, "S0.seat"),
    (
        "one box twice",
        "sd table",
        {"S1.seat": 1, "S1.H0.cards": cards("Th 9c"), "S1.H0.result": "win", "S1.H0.net": 100, "S1.net": 100},
        "S1.seat",
    ),
    ("a second bettor in South Dakota", "sd table", {"S1.bettor": 2}, "S1.bettor"),
    ("a fourth bettor", "eu bettors", {"S2.bettor": 4}, "S2.bettor"),
    ("other cards behind one box", "eu bettors", {"S1.H0.cards": cards("8h Td")}, "S1.H0.cards"),
    (
        "a bettor behind doubles alone",
        "eu bettors",
        {
            "S0.H1.doubled": None,
            "S0.H1.free": 100,
            "S0.H1.net": 100,
            "S0.net": 200,
            "S2.H1.doubled": "paid",
            "S2.H1.own": 100,
            "S2.H1.net": 100,
            "S2.net": 150,
        },
        "S2.H1.doubled",
    ),
    (
        "even money in South Dakota",
        "sd natural, rounded down",
        {"S0.H0.even_money": True, "S0.H0.net": 25, "S0.net": 25, "dealer.cards": cards("Tc 6d")},
        "S0.H0.even_money",
    ),
    (
        "even money against a seven",
        "eu natural against a seven",
        {"S0.H0.even_money": True, "S0.H0.net": 100, "S0.net": 100},
        "S0.H0.even_money",
    ),
    ("even money without a blackjack", "eu soft 17", {"S0.H0.even_money": True}, "S0.H0.even_money"),
    (
        "insurance against a ten",
        "sd table",
        {"S1.insurance_wager": 50, "S1.insurance": -50, "S1.net": -150},
        "S1.insurance_wager",
    ),
    (
        "insurance against a hidden ace",
        "sd stands on soft 18",
        {"dealer.cards": cards("7c Ah"), "S0.insurance_wager": 50, "S0.insurance": -50, "S0.net": 50},
        "S0.insurance_wager",
    ),
    (
        "insurance of nothing",
        "sd dealer blackjack",
        {"S0.insurance_wager": 0, "S0.insurance": 0, "S0.net": -100},
        "S0.insurance_wager",
    ),
    (
        "even money against a later ace",
        "eu draws an ace",
        {"S0.H0.even_money": True, "S0.H0.net": 100, "S0.net": 100},
        "S0.H0.even_money",
    ),
    (
        "free double in Triple Win",
        "tw table",
        {"S1.H0.doubled": "free", "S1.H0.own": 100, "S1.H0.free": 100, "S1.H0.net": 200, "S1.net": 200},
        "S1.H0.doubled",
    ),
    (
        "insurance above half",
        "sd dealer blackjack",
        {"S0.insurance_wager": 51, "S0.insurance": 102, "S0.net": 2},
        "S0.insurance_wager",
    ),
    (
        "insurance above half of the larger stake",
        "eu insurance topped up",
        {"S0.insurance_wager": 101, "S0.insurance": 202, "S0.net": 2},
        "S0.insurance_wager",
    ),
    (
        "insurance in Triple Win",
        "tw dealer ace",
        {"S1.insurance_wager": 50, "S1.insurance": -50, "S1.net": -160},
        "S1.insurance_wager",
    ),
]

PLAYER_CORRUPTIONS: list[Corruption] = [*MONEY, *STAKES, *PLAY]
