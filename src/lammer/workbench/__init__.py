"""The workbench: the values of a sheet as controls, and the exact figures that follow from them.

Pure functions of a sheet; the page, the terminal and the command line share them. Start with ``controls.py`` (what can
be set), then ``measures.py`` (what follows from it), ``effects.py`` and ``effect_table.py`` (what each
single change is worth), ``session.py`` (undo, redo and a pinned game) and ``export.py`` (the changed game as a sheet).
"""
