"""A floor of tables: seats, chips, turns, shoes and jackpots, kept in the ledger and resumed after a crash.

``house.Floor`` takes commands. A table is a frozen ``state.FloorTable``; ``steps.py`` and its neighbours compute the
next one. ``views.py`` decides what each viewer may see. ``verify/`` checks the play of a whole set of books.
"""
