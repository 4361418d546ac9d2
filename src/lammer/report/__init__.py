"""Results that need exact analysis and simulation together.

``check.py`` compares the two for one game and chart, ``bankroll.py`` says what becomes of a bankroll, and ``effect.py``
what a cut card or more seats do to an edge.
"""
