"""The effect of an edge and a standard deviation on a bankroll. Amounts are in main wagers.

If the distribution of a round's results is known, ruin is computed on its lattice (``ruin.py``). If only mean and
variance are known, as for several bets together, the bankroll is modelled as a diffusion, which overstates the risk of
ruin by one or two percent of it for a bank of a few dozen wagers.
"""

from math import erf, exp, sqrt


def rounds_to_overcome_chance(value: float, sd: float) -> float:
    """N0: the number of rounds after which the expectation equals one standard deviation; infinite without an edge."""
    return (sd / value) ** 2 if value else float("inf")


def diffusion_ruin_ever(bank: float, mean: float, sd: float) -> float:
    """Probability of losing the bankroll eventually: 1 without an advantage."""
    return exp(-2 * mean * bank / sd**2) if mean > 0 else 1.0


def diffusion_ruin_within(bank: float, rounds: int, mean: float, sd: float) -> float:
    """Probability of losing the bankroll within a number of rounds."""
    spread, drift = sd * sqrt(rounds), mean * rounds
    reflected = -2 * mean * bank / sd**2
    # For a very negative drift the second term is a product of a huge and a tiny number, and the first is nearly 1.
    mirrored = exp(min(reflected, 700.0)) * _normal((drift - bank) / spread)
    return min(1.0, _normal((-bank - drift) / spread) + mirrored)


def _normal(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


def tilted(results: dict[float, float], by: float) -> dict[float, float]:
    """The results with their mean shifted by ``by``, to first order. The chances are tilted exponentially, by a factor
    e^(θ·net), which is the smallest change."""
    mean = sum(net * chance for net, chance in results.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in results.items())
    weights = {net: chance * exp(by / variance * (net - mean)) for net, chance in results.items()}
    whole = sum(weights.values())
    return {net: weight / whole for net, weight in weights.items()}
