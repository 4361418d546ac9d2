"""Takes names, cards and words as people write them; gives games, tables, rounds and results for Python programs.

``import lammer`` offers the public names. ``game.py`` is the place to start reading: a ``Game`` is a rule sheet with
methods, and each method calls the pure functions of the packages below. Heavy parts (numpy, Numba) are imported inside
the methods that need them.
"""
