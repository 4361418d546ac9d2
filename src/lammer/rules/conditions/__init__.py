"""The conditions with which a sheet defines the outcomes of a side bet.

A ``Classifier`` takes the inputs of a bet (``Seen``) and returns the outcomes that hold. Start with ``words.py``: each
condition with its predicate, the card features it uses, and its sentence. ``outcomes.py`` combines conditions.
"""
