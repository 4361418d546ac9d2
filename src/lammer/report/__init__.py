"""Results that need exact analysis and simulation together.

``check.py`` compares the two for one game and chart, ``bankroll.py`` computes the risk of ruin of a bankroll, and
``effect.py`` the effect of a cut card or more seats on the edge. Start with ``check.compared``.
"""
