"""The order and the names of the sections, as regulators' lists ask for them. The content is the same in all."""

from typing import Literal, NamedTuple

Profile = Literal["lab", "md", "ma", "nj", "nv"]

PLAIN = {
    "plain": "Rules of play",
    "classification": "Classification",
    "values": "Rules in code form, with clauses",
    "equipment": "Equipment and dealing procedure",
    "irregularities": "Irregularities",
    "edge": "House edge of the main wager",
    "effects": "Effects of single rules",
    "charts": "Charts of play",
    "side_bets": "Side bets: true odds, payout odds and house edge",
    "results": "Distribution of net results",
    "hold": "Actual hold and confidence",
    "simulation": "Second method: simulation",
    "removal": "Effect of removed cards",
    "vulnerability": "Vulnerability to card counting",
    "joint": "Joint play",
    "progressive": "Progressive jackpots",
    "examples": "Worked examples",
    "method": "Appendix: method, evidence and software",
}
"""The sections by id in the usual order, with their titles."""


class Listing(NamedTuple):
    """``source`` is the list; ``titles`` name the sections that it asks for, in its order. The others follow."""

    source: str
    titles: dict[str, str]


LISTS: dict[Profile, Listing] = {
    "lab": Listing("", {}),
    "md": Listing(
        "COMAR 36.05.03.20",
        {
            "plain": "A(1) Description, rules of play and wagering",
            "values": "A(1) Rules in code form, with clauses",
            "examples": "A(1) Worked examples",
            "classification": "A(2) Variation, composite or new game",
            "edge": "A(3) House advantage of the main wager",
            "side_bets": "A(3) True odds, payout odds and house advantage of side wagers",
            "progressive": "A(3) Progressive wagers",
            "equipment": "A(4), A(5) Layout and equipment",
            "irregularities": "A(9) Irregularities",
        },
    ),
    "ma": Listing(
        "205 CMR 147.04(3)",
        {
            "classification": "(c) Variation, composite or new game",
            "plain": "(e)1. Summary, objectives, method of play and wagers",
            "values": "(e)2. Proposed rules",
            "examples": "(e)2. Specific examples",
            "irregularities": "(e)3. Remedies of misdeals and irregularities",
            "edge": "(e)4. House advantage of the main wager",
            "side_bets": "(e)4. True odds, payout odds and house advantage of side wagers",
            "progressive": "(e)4. Progressive wagers",
            "equipment": "(e)6., 7. Layout, equipment and dealing procedure",
            "simulation": "(e)8. For the laboratory: second method",
        },
    ),
    "nj": Listing(
        "N.J.A.C. 13:69F-8.4(d)",
        {
            "classification": "2. Variation, composite or other game",
            "plain": "3.i. Summary, objectives, method of play and wagers",
            "values": "3.ii. Proposed rules",
            "equipment": "3.ii. Equipment and dealing procedure",
            "edge": "3.iii. House advantage of the main wager",
            "side_bets": "3.iii. True odds, payout odds and house advantage of side wagers",
            "progressive": "13:69E-1.39A Progressive wagers: base, reset, increment, limit, hidden rate",
            "irregularities": "Irregularities",
            "examples": "Worked examples",
        },
    ),
    "nv": Listing(
        "Nevada Regulation 14.230(2)",
        {
            "plain": "Description of the game and rules of play",
            "examples": "Specific examples",
            "values": "Rules in code form, with clauses",
            "side_bets": "Schedule of payouts: side wagers",
            "progressive": "Schedule of payouts: progressive wagers",
            "edge": "Statistical evaluation: theoretical percentages",
            "simulation": "Statistical evaluation: second method",
            "results": "Statistical evaluation: distribution of net results",
            "hold": "Statistical evaluation: actual hold and confidence",
        },
    ),
}


def ordered(profile: Profile) -> dict[str, str]:
    """Section ids in the order of the profile, with their titles; the appendix is last."""
    titles = LISTS[profile].titles
    rest = {name: title for name, title in PLAIN.items() if name not in titles}
    return titles | rest
