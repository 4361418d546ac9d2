"""Names of side-bet outcomes: what a paytable may have rows for, by the kind of bet."""

MOST_LAMMERS = 7
"""Three free splits and a free double on each of four hands."""

DEALER_22 = ("suited 22", "one-colour 22", "other 22")
ANY_22 = "22"
FIRST_CARDS = ("first-card ace", "suited kings", "suited queens or jacks", "pair of faces")
SEVENS = ("777 diamonds", "777 suited", "777 same colour", "777", "two 7s", "one 7")

WORSE = {
    **dict.fromkeys(DEALER_22, (ANY_22,)),
    "suited kings": ("pair of faces",),
    "suited queens or jacks": ("pair of faces",),
    "777 diamonds": ("777 suited", "777 same colour", "777"),
    "777 suited": ("777 same colour", "777"),
    "777 same colour": ("777",),
}
"""What else an outcome counts as: a paytable pays the best of them that it has a row for."""


def lammer_outcome(count: int) -> str:
    return f"{count} lammer" if count == 1 else f"{count} lammers"


LAMMERS = tuple(lammer_outcome(count) for count in range(MOST_LAMMERS + 1))
