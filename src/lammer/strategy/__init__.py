"""Charts: what to do with a hand, as data a person can read, print and edit.

``chart.py`` reads and writes a ``Chart`` and asks it for an action; ``complete.py`` checks that no hand is missing.
"""
