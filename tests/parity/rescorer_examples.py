"""Rounds settled by hand, all right: the South Dakota games, and the whole collection."""

from __future__ import annotations

from rescorer_builders import Record, game, hand, seat, sevens
from rescorer_examples_more import EUROPEAN, FREE_MONEY

SD_BLACKJACK: dict[str, Record] = {
    "sd natural, rounded down": game(
        "sd-blackjack", "9c 7d", 16, seat(1, 37, hand("Ah Kd", "blackjack", 37, own=25), main=25)
    ),
    "sd table": game(
        "sd-blackjack",
        "6h Td 8c",
        24,
        seat(1, 100, hand("Th 9c", "win", 100)),
        seat(2, -100, hand("Ts 6c Kd", "bust", -100)),
        seat(3, 150, hand("5h 6d Tc", "win", 150, own=150, doubled="paid")),
        seat(4, 200, hand("8h Th", "win", 100), hand("8c 9d", "win", 100, split="paid")),
    ),
    "sd dealer blackjack": game(
        "sd-blackjack",
        "Ah Kc",
        21,
        seat(1, 0, hand("Th 9c", "lose", -100), insured=(50, 100)),
        seat(2, 0, hand("As Qc", "push", 0)),
        blackjack=True,
    ),
    "sd dealer 22 is a bust": game("sd-blackjack", "Ah 6c 5d Td", 22, seat(1, 100, hand("Th 8c", "win", 100))),
    "sd stands on soft 17": game(
        "sd-blackjack",
        "Ah 6c",
        17,
        seat(1, 100, hand("Th 8c", "win", 100)),
        overrides={"shoe.decks": 8, "dealer.soft_17": "stand"},
    ),
    "sd stands on soft 18": game("sd-blackjack", "Ah 7c", 18, seat(1, 100, hand("Th 9c", "win", 100))),
    "sd dealer draws to 21": game("sd-blackjack", "6h 7c 8d", 21, seat(1, -100, hand("Th Kc", "lose", -100))),
    "sd six twos of one suit": game(
        "sd-blackjack", "Th 8c", 18, seat(1, 100, hand("7c 2c 2c 2c 2c 2c 2c", "win", 100))
    ),
    "sevens PT2": game(
        "sd-blackjack",
        "7d Tc",
        17,
        sevens(1, "7d 7d", "777 diamonds", 49_900),
        sevens(3, "7s 7h", "777", 19_900),
        sevens(4, "7h 7h", "777 same colour", 49_900),
        sevens(5, "7c 2d", "one 7", 100),
        sevens(6, "9c 2d", "none", -100),
        sevens(7, "7d 7d", "777 diamonds", 99_905),
        paytables={"blazing-7s": "PT2"},
        meters={"meter": 100_005},
        meters_reset={"meter": 50_000},
    ),
    "sevens PT3": game(
        "sd-blackjack",
        "7s Tc",
        17,
        sevens(1, "7c 7s", "777 same colour", 900),
        sevens(2, "7s 7s", "777 suited", 9_900),
        paytables={"blazing-7s": "PT3"},
        meters={"mega": 100_000, "major": 10_000, "minor": 1_000},
    ),
    "sevens PT3 mega": game(
        "sd-blackjack",
        "7d Tc",
        17,
        sevens(1, "7d 7d", "777 diamonds", 99_900),
        paytables={"blazing-7s": "PT3"},
        meters={"mega": 100_000, "major": 0, "minor": 1_000},
    ),
    "sevens PT2 suited": game(
        "sd-blackjack",
        "7s Tc",
        17,
        sevens(1, "7s 7s", "777 suited", 0),
        paytables={"blazing-7s": "PT2"},
        meters={"meter": 1_005},
    ),
    "sevens drawn on": game(
        "sd-blackjack",
        "9d Tc",
        19,
        seat(1, 200, hand("7d 6h 7h", "win", 100), side={"blazing-7s": (100, "one 7", 100)}),
        seat(2, -200, hand("7h 2c", "lose", -100), hand("7s 2d", "lose", -100, split="paid")),
        seat(
            3,
            2_200,
            hand("7h 2c", "lose", -100),
            hand("7s 2d", "lose", -100, split="paid"),
            side={"blazing-7s": (100, "two 7s", 2_400)},
        ),
        paytables={"blazing-7s": "PT1"},
        meters={"meter": 1_005},
    ),
    "sevens PT1, shares in turn": game(
        "sd-blackjack",
        "7d Tc",
        17,
        sevens(1, "7d 7d", "777 suited", 810, wager=5),
        sevens(2, "7d 7h", "777 same colour", 85, wager=5),
        sevens(6, "7h 7d", "777 same colour", 95, wager=5),
        paytables={"blazing-7s": "PT1-envy"},
        meters={"meter": 1_005},
    ),
    "sevens two": game(
        "sd-blackjack",
        "9d Tc",
        19,
        sevens(1, "7d 7h", "two 7s", 2_400),
        paytables={"blazing-7s": "PT2-envy"},
        meters={"meter": 1_005},
    ),
    "sevens re-split": game(
        "sd-blackjack",
        "7d Tc",
        17,
        seat(
            1,
            49_900,
            hand("7h Tc", "push", 0),
            hand("7h Td", "push", 0, split="paid"),
            hand("7s Th", "push", 0, split="paid"),
            side={"blazing-7s": (100, "777 same colour", 49_900)},
        ),
        paytables={"blazing-7s": "PT2"},
        meters={"meter": 1_005},
    ),
}

SD_FREE_BET: dict[str, Record] = {
    "seven lammers": game(
        "sd-free-bet",
        "9c Td",
        19,
        seat(
            1,
            100_600,
            hand("5h 6c Td", "win", 200, free=100, doubled="free"),
            hand("5c 6d 9h", "win", 200, own=0, free=200, doubled="free", split="free"),
            hand("5d 4h Tc", "push", 0, own=0, free=200, doubled="free", split="free"),
            hand("5s 5h Ks", "win", 200, own=0, free=200, doubled="free", split="free"),
            side={"pot-of-gold": (100, "7 lammers", 100_000)},
        ),
        paytables={"pot-of-gold": "01"},
    ),
    "free bet 22": game(
        "sd-free-bet",
        "6c 6d Th",
        22,
        seat(1, 150, hand("Ah Kh", "blackjack", 150)),
        seat(2, -10, hand("Th Qc", "push", 0), side={"pot-of-gold": (10, "0 lammers", -10)}),
        seat(3, -100, hand("Th 6h Kd", "bust", -100)),
        paytables={"pot-of-gold": "02"},
    ),
    "own hand busts": game(
        "sd-free-bet",
        "9h 8s",
        17,
        seat(
            1,
            450,
            hand("8h 5c Td", "bust", -100),
            hand("8c 3d Kc", "win", 200, own=0, free=200, doubled="free", split="free"),
            hand("8d 7h 3h", "win", 200, own=100, free=100, doubled="paid", split="free"),
            side={"pot-of-gold": (5, "3 lammers", 150)},
        ),
        paytables={"pot-of-gold": "02"},
    ),
    "tens split for money": game(
        "sd-free-bet", "9c 9d", 18, seat(1, 200, hand("Th Ac", "win", 100), hand("Kc 9d Ah", "win", 100, split="paid"))
    ),
    "pot of gold and dealer blackjack": game(
        "sd-free-bet",
        "Kh Ah",
        21,
        seat(1, -110, hand("Th Tc", "lose", -100), side={"pot-of-gold": (10, "dealer blackjack", -10)}),
        paytables={"pot-of-gold": "01"},
        blackjack=True,
    ),
    "split aces": game(
        "sd-free-bet",
        "Tc 8d",
        18,
        seat(1, 100, hand("Ah Kc", "win", 100), hand("Ac 5d", "lose", 0, own=0, free=100, split="free")),
    ),
    "paid where free was offered": game(
        "sd-free-bet",
        "Th 7c",
        17,
        seat(1, 300, hand("8h Tc", "win", 100), hand("8c 3d 9h", "win", 200, own=200, doubled="paid", split="paid")),
    ),
}

TRIPLE_WIN: dict[str, Record] = {
    "tw all aces": game(
        "triple-win-20",
        "",
        0,
        seat(1, 170, hand("Ah", "win", 100), side={"tw20-bonus": (10, "first-card ace", 70)}),
        paytables={"tw20-bonus": "PT1"},
    ),
    "tw dealer ace": game(
        "triple-win-20",
        "Ac",
        11,
        seat(1, 100, hand("Ah", "win", 100)),
        seat(2, -110, hand("Kh", "lose", -100), side={"tw20-bonus": (10, "none", -10)}),
        paytables={"tw20-bonus": "PT1"},
    ),
    "tw instant wins": game(
        "triple-win-20",
        "9d",
        9,
        seat(1, 537, hand("Kh Kh", "win", 37, own=25), main=25, side={"tw20-bonus": (10, "suited kings", 500)}),
        seat(2, 350, hand("Qs Qs", "win", 150), side={"tw20-bonus": (10, "suited queens or jacks", 200)}),
        seat(3, 200, hand("Jh Jc", "win", 100), side={"tw20-bonus": (10, "pair of faces", 100)}),
        seat(4, 100, hand("9h Ac", "win", 100)),
        seat(5, 90, hand("Kh Qh", "win", 100), side={"tw20-bonus": (10, "none", -10)}),
        seat(6, 90, hand("Th Th", "win", 100), side={"tw20-bonus": (10, "none", -10)}),
        paytables={"tw20-bonus": "PT1"},
    ),
    "tw dealer 20": game(
        "triple-win-20",
        "9c Ad",
        20,
        seat(1, -100, hand("Th 7c", "lose", -100)),
        seat(2, 100, hand("Th Tc", "win", 100)),
    ),
    "tw table": game(
        "triple-win-20",
        "6c Td",
        16,
        seat(1, 0, hand("9h 7c", "push", 0)),
        seat(2, 150, hand("5h 6c 9d", "win", 150, own=150, doubled="paid")),
        seat(3, 0, hand("9h Ac", "win", 100), hand("9c 8d 4h", "bust", -100, split="paid")),
        seat(4, 0, hand("Th Ac 5d", "push", 0)),
    ),
    "tw soft 17": game("triple-win-20", "6c Ad", 17, seat(1, 100, hand("Th 8c", "win", 100))),
    "tw soft 16": game("triple-win-20", "5c Ad 9h 5d", 20, seat(1, 0, hand("5h 6c 9d", "push", 0))),
    "tw player bust": game("triple-win-20", "5c 7d", 12, seat(1, -100, hand("9h 5c 8d", "bust", -100))),
    "tw dealer draws for one live hand": game(
        "triple-win-20",
        "6c 9d 7h",
        22,
        seat(1, 100, hand("Th 2c", "win", 100)),
        seat(2, -100, hand("9h 5c 8d", "bust", -100)),
    ),
    "tw dealer bust": game("triple-win-20", "6c 9d 6h", 21, seat(1, 100, hand("Th 2c", "win", 100))),
}

RIGHT_ROUNDS: dict[str, Record] = {**SD_BLACKJACK, **SD_FREE_BET, **TRIPLE_WIN, **FREE_MONEY, **EUROPEAN}
