"""The vocabulary in which a sheet writes the outcomes of a side bet.

Takes what a bet reads of a round; gives which of its outcomes hold. Start with ``words.py``: each condition with its
predicate, what it asks about cards, and its sentence. ``outcomes.py`` puts conditions together.
"""
