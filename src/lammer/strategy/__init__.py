"""Strategy charts: the action for every hand, as data that people can read, print and edit.

Start with ``chart.py``: it reads and writes a ``Chart``, and ``choose`` looks up the action for a round.
``complete.py`` checks that no cell is missing.
"""
