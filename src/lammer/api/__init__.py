"""The Python API: games, tables, rounds and results, from names, cards and words as people write them.

``import lammer`` offers the public names. ``game.py`` is the place to start reading: a ``Game`` is a rule sheet with
methods, and each method calls the pure functions of the packages below. Heavy parts (numpy, Numba) are imported inside
the methods that need them.
"""
