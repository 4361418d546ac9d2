"""Rounds settled by hand, all right: Free Money and the European game."""

from __future__ import annotations

from rescorer_builders import Record, game, hand, seat

FREE_MONEY: dict[str, Record] = {
    "suited 22 after a bust": game(
        "free-money",
        "6h 6h Th",
        22,
        seat(1, 400, hand("Th 6c Kd", "bust", -100), side={"dealer-22": (10, "suited 22", 500)}),
        paytables={"dealer-22": "PT1"},
    ),
    "one-colour 22": game(
        "free-money",
        "6h 6d Th",
        22,
        seat(
            1,
            320,
            hand("8h Tc", "push", 0),
            hand("8c 3d 9h", "push", 0, own=0, free=200, doubled="free", split="free"),
            side={"dealer-22": (10, "one-colour 22", 200), "gold-rush": (10, "2 lammers", 120)},
        ),
        paytables={"dealer-22": "PT2", "gold-rush": "PT2"},
    ),
    "other 22": game(
        "free-money",
        "6h 6c Th",
        22,
        seat(1, 70, hand("Th 9c", "push", 0), side={"dealer-22": (10, "other 22", 70)}),
        paytables={"dealer-22": "PT2"},
    ),
    "free money dealer blackjack": game(
        "free-money",
        "Kh Ah",
        21,
        seat(
            1,
            -120,
            hand("Th Tc", "lose", -100),
            side={"dealer-22": (10, "no 22", -10), "gold-rush": (10, "dealer blackjack", -10)},
        ),
        paytables={"dealer-22": "PT1", "gold-rush": "PT1"},
        blackjack=True,
    ),
    "free money table": game(
        "free-money",
        "9h 9d",
        18,
        seat(
            1,
            90,
            hand("Th 9c", "win", 100),
            hand("Kd 8c", "push", 0, split="paid"),
            side={"gold-rush": (10, "0 lammers", -10)},
        ),
        seat(2, 200, hand("Ah 6c 4d", "win", 200, own=200, doubled="paid")),
        seat(3, 0, hand("9h 2c 7h", "push", 0, free=100, doubled="free")),
        seat(
            4, -70, hand("6h 5c 2d", "lose", -100, free=100, doubled="free"), side={"gold-rush": (10, "1 lammer", 30)}
        ),
        paytables={"gold-rush": "PT1"},
    ),
}

EUROPEAN: dict[str, Record] = {
    "eu natural against a seven": game("european-free-bet", "7c", 7, seat(1, 150, hand("Ah Kc", "blackjack", 150))),
    "eu even money": game(
        "european-free-bet", "Tc", 10, seat(1, 100, hand("Ah Kc", "blackjack", 100, even_money=True))
    ),
    "eu even money before a blackjack": game(
        "european-free-bet",
        "Ac Kd",
        21,
        seat(1, 100, hand("Ah Kc", "blackjack", 100, even_money=True)),
        seat(1, 0, hand("Ah Kc", "push", 0), bettor=2),
        seat(2, -100, hand("9h 5c 7d", "lose", -100)),
        blackjack=True,
    ),
    "eu natural waits": game(
        "european-free-bet", "Ac 5d", 16, seat(1, 100, hand("Ah Kc", "blackjack", 150), insured=(50, -50))
    ),
    "eu natural waits behind a ten": game(
        "european-free-bet",
        "Tc 2d",
        12,
        seat(1, 150, hand("Ah Kc", "blackjack", 150)),
        seat(2, -100, hand("Th 6c Kd", "bust", -100)),
        seat(3, -100, hand("8h Tc 5d", "bust", -100), hand("8c 6d 8h", "bust", 0, own=0, free=100, split="free")),
    ),
    "eu nothing to draw for": game(
        "european-free-bet",
        "7c",
        7,
        seat(1, 150, hand("Ah Kc", "blackjack", 150)),
        seat(2, -100, hand("Th 6c Kd", "bust", -100)),
    ),
    "eu draws an ace": game(
        "european-free-bet",
        "7c Ad",
        18,
        seat(1, 150, hand("Ah Kc", "blackjack", 150)),
        seat(2, 100, hand("Th 9c", "win", 100)),
    ),
    "eu dealer blackjack": game(
        "european-free-bet",
        "Tc Ad",
        21,
        seat(
            1,
            -200,
            hand("8h 3c Td", "lose", -200, own=200, doubled="paid"),
            hand("8c Th", "lose", 0, own=0, free=100, split="free"),
        ),
        seat(2, 0, hand("Ah Kc", "push", 0)),
        seat(3, -100, hand("Th 6c Kd", "bust", -100)),
        blackjack=True,
    ),
    "eu draw not followed": game(
        "european-free-bet",
        "6d Th 7c",
        23,
        seat(1, -100, hand("9h 6c Kd", "bust", -100)),
        seat(1, 100, hand("9h 6c Kd", "win", 100, stands_on=15), bettor=2),
        seat(1, -100, hand("9h 6c Kd", "bust", -100), bettor=3),
        seat(2, 200, hand("Th 2c 8d", "win", 200, own=200, doubled="paid")),
        seat(2, 100, hand("Th 2c 8d", "win", 100, stands_on=12), bettor=2),
    ),
    "eu bettors": game(
        "european-free-bet",
        "7d Th",
        17,
        seat(
            2,
            300,
            hand("8h Tc", "win", 100),
            hand("8c 3d 9h", "win", 200, own=0, free=200, doubled="free", split="free"),
        ),
        seat(2, 100, hand("8h Tc", "win", 100), bettor=2),
        seat(
            2,
            100,
            hand("8h Tc", "win", 50, own=50),
            hand("8c 3d 9h", "win", 50, own=50, split="paid"),
            bettor=3,
            main=50,
        ),
    ),
    "eu declined ace split": game(
        "european-free-bet",
        "9h 8d",
        17,
        seat(1, 100, hand("Ah Kc", "win", 100), hand("Ac 5d", "lose", 0, own=0, free=100, split="free")),
        seat(1, 100, hand("Ah Kc", "win", 100), bettor=2),
    ),
    "eu 22": game(
        "european-free-bet",
        "6c 6d Th",
        22,
        seat(1, 10, hand("Th Qc", "push", 0), side={"push-22": (10, "22", 10)}),
        seat(2, 150, hand("Ah Kh", "blackjack", 150)),
        paytables={"push-22": "PT1"},
    ),
    "eu no 22": game(
        "european-free-bet",
        "6c 5d Th",
        21,
        seat(1, -110, hand("Th 6h Kd", "bust", -100), side={"push-22": (10, "no 22", -10)}),
        paytables={"push-22": "PT1"},
    ),
    "eu soft 17": game("european-free-bet", "Ah 6c", 17, seat(1, 100, hand("Th 8c", "win", 100))),
    "eu insured bust": game(
        "european-free-bet", "Ac 2d", 13, seat(1, -150, hand("Th 6c Kd", "bust", -100), insured=(50, -50))
    ),
    "eu insurance topped up": game(
        "european-free-bet",
        "Ac Kd",
        21,
        seat(1, 0, hand("5h 6c Td", "lose", -200, own=200, doubled="paid"), insured=(100, 200)),
        blackjack=True,
    ),
    "eu declined double": game(
        "european-free-bet",
        "7d Th",
        17,
        seat(1, -200, hand("3h 2c 4d", "lose", -200, own=200, doubled="paid")),
        seat(1, -100, hand("3h 2c 4d", "lose", -100), bettor=2),
    ),
}
