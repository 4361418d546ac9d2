"""The workbench: the values of a sheet as controls, and the exact figures that follow from them.

Pure functions of a sheet; the page, the terminal and the command line share them. Start with ``controls.py`` (what can
be set), then ``measures.py`` (what follows from it), ``effects.py`` and ``effect_table.py`` (what each single change is
worth), ``session.py`` (undo, redo and a pinned game) and ``export.py`` (the changed game as a sheet). ``chart.py`` has
the best chart with the numbers of its cells and the price of another chart, ``hand.py`` the values around one hand.
``side_bet_tables.py`` and ``paytables.py`` are about side bets, ``simulator.py`` deals a run in slices, and
``jackpots.py`` is about a progressive.
"""
