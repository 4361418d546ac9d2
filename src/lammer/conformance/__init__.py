"""The conformance kit: what every game and every side bet must satisfy, whatever its sheet says.

``listing.py`` finds the games and combinations in the folders of sheets. Each part is a module with one function that
deals rounds and returns the faults it found: ``properties.py`` (any legal play), ``replays.py`` (notation and record),
``views.py`` (hidden cards), ``payments.py`` and ``small_shoes.py`` (slow oracles), ``kernels.py`` (simulator against
table) and ``simulated.py`` (exact against simulated). Start with ``kit.conform``.
"""
