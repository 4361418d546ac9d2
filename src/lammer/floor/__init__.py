"""A floor of tables: seats, chips, turns, shoes and jackpots, stored in the ledger and resumed after a crash.

Start with ``house.Floor``, which executes commands. A table is an immutable ``state.FloorTable``; a step (``steps.py``,
``seats.py``, ``betting.py``, ``cut.py``) is a pure function from a ``situation.Now`` to a ``Done`` with the next table.
``views.py`` decides what each viewer may see. ``pit/`` has the forms and the report of the pit. ``verify/`` checks the
play in whole books.
"""
