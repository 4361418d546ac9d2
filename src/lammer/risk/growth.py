"""Growth of a bankroll: Kelly's bankroll for given bets, its fractions, and the certainty equivalent.

The logarithm of a bank B grows by g(B) = E[log(1 + X / B)] a round, with X the net of a round. Kelly's bankroll makes
it largest relative to the bets: the B at which E[X / (B + X)] = 0. For small bets it is nearly E[X²] / E[X]. A player
who bets a fraction k of that holds the bankroll B / k.
"""

from math import log1p


def kelly_bank(results: dict[float, float]) -> float:
    """The bankroll, in wagers, for which these bets are Kelly's; infinite without an advantage. It exceeds the worst
    loss."""
    mean, square = (sum(net**power * chance for net, chance in results.items()) for power in (1, 2))
    if mean <= 0:
        return float("inf")
    worst = -min(min(results), 0.0)
    if worst == 0:
        return 0.0
    low, high = worst * (1 + 1e-12), max(2 * square / mean, 2 * worst)
    while _slope(results, high) < 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _slope(results, middle) < 0 else (low, middle)
    return high


def _slope(results: dict[float, float], bank: float) -> float:
    """The sign is that of the growth with smaller bets: below 0 the bets are too large for the bank."""
    return sum(chance * net / (bank + net) for net, chance in results.items())


def growth(results: dict[float, float], bank: float) -> float:
    """The mean growth of the logarithm of a bank in a round; minus infinity if a round can lose all of it."""
    if -min(results) >= bank:
        return float("-inf")
    return sum(chance * log1p(net / bank) for net, chance in results.items())


def certainty_equivalent(mean: float, variance: float, bank: float, fraction: float = 1.0) -> float:
    """The sure win of a round that is worth as much as the game to somebody who bets a fraction of Kelly's: the mean
    less variance / (2·fraction·bank)."""
    return mean - variance / (2 * fraction * bank)
