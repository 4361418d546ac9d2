"""Cards, hand totals and money, all as integers. This package imports nothing else from lammer but its errors.

``card.py`` numbers the 52 cards, ``hand.py`` computes totals, ``money.py`` pays odds in minor units.
"""
