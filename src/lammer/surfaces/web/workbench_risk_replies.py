"""Types of the workbench's answers about a bankroll."""

from typing_extensions import TypedDict


class CountingSystem(TypedDict):
    id: str
    name: str


class RiskChoices(TypedDict):
    """What can be chosen. `cut_decks` is where the cut card lies unless told otherwise."""

    systems: list[CountingSystem]
    cut_decks: float
    seats: int


class RiskFanPoint(TypedDict):
    """Winnings by percentile after some rounds."""

    rounds: int
    winnings: dict[str, float]


class RiskAtCount(TypedDict):
    """The rounds at one true count: their share, the bet there, and the mean net of a unit with its error."""

    true_count: int
    share: float
    bet: int
    value: float
    sd: float
    error: float


class RiskFound(TypedDict):
    """What `lammer risk --json` prints. Amounts are in units of the ramp, `unit` is one in units of money."""

    sheet: str
    strategy: str
    seats: int
    unit: float
    simulated_rounds: int
    stopped: bool
    count: str | None
    ramp: str
    bank: float
    rounds: int
    goal: float | None
    win_per_100: float
    win_per_100_interval_95: list[float]
    sd_per_100: float
    average_bet: float
    rounds_played: float
    n0: float | None
    desirability_index: float
    score: float
    kelly_bank: float | None
    kelly_fraction: float | None
    growth_per_100: float | None
    certainty_equivalent_per_100: float
    ruin_ever: float
    ruin_before_goal: float | None
    ruin_within_rounds: float
    ruin_before_goal_within_rounds: float | None
    goal_within_rounds: float | None
    chance_of_loss: float
    mean_loss: float
    fan: list[RiskFanPoint]
    counts: list[RiskAtCount]


class RuinOfBankroll(TypedDict):
    """The chance to lose a bankroll within the trip, and ever."""

    bank: float
    within: float
    ever: float


class BankrollAfter(TypedDict):
    """After some rounds: the chance that the bankroll is lost, its mean and its standard deviation."""

    rounds: int
    hours: float
    ruined: float
    mean: float
    sd: float


class WinningsBetween(TypedDict):
    """The chance of winnings from `low` to `high`, both included."""

    low: float
    high: float
    chance: float


class BankrollFigures(TypedDict):
    """`found` is what the command line prints. Everything else is in units of money. `kelly_bet` is the unit of Kelly's
    bets for the bankroll, times the fraction; 0 without an advantage, null if a round cannot lose."""

    found: RiskFound
    command: str
    rounds_per_hour: int
    win_per_hour: float
    sd_per_hour: float
    kelly_bet: float | None
    by_bank: list[RuinOfBankroll]
    by_rounds: list[BankrollAfter]
    winnings: list[WinningsBetween]
