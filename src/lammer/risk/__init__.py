"""Takes the results of a round with their chances; gives ruin, winnings and growth of a bankroll, and bet ramps.

``lattice.py`` puts results on a lattice; ``ruin.py`` and ``barriers.py`` compute the probability of losing a bankroll,
``ruin_curves.py`` that of many bankrolls,
``winnings.py`` the distribution of winnings, ``growth.py`` Kelly's bankroll. ``ramp.py`` bets by true count, and
``best_ramp.py`` finds the ramp for a bankroll. It imports nothing of lammer but errors. Start with ``ramp.py``.
"""
