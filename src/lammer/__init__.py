"""lammer: the free-bet family of blackjack, as rules, rounds and records.

Importing the package is cheap: the rooms below it are loaded when they are used.
"""

__version__ = "0.1.0"
