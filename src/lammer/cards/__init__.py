"""Cards, hand totals and money, all as integers. This package imports nothing else of lammer.

``card.py`` numbers the 52 cards, ``hand.py`` adds up totals, ``money.py`` pays odds in minor units.
"""
