"""The Python API: games, tables, rounds and results, built from the names, cards and words that people write.

``import lammer`` exports the public names. Start reading with ``game.py``: a ``Game`` is a rule sheet with methods, and
each method calls pure functions of the packages below. ``tables.py`` has ``Table`` and ``Round`` for playing,
``results.py`` the result types. numpy and Numba are imported only inside the methods that need them.
"""
