"""Card counting, exactly: effects of removal, systems of tags and how well they serve a game and its side bets.

Main types: ``Effects`` (what one card less does to a bet), ``Tags`` and ``System``, ``CountFinding``. Start reading in
``effects.py`` and ``measures.py``; docs/counting.md defines every figure.
"""
