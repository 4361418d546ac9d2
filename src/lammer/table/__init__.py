"""The round engine: the only place that decides which actions are legal and what a hand is paid.

A ``Round`` (``state.py``) is immutable data. ``round.apply(round, action)`` returns the next round and its events;
``round.legal`` lists the legal actions of the bettor to act. Start with ``round.py``, then ``options.py`` (legality),
``settlement.py`` (payment) and ``finish.py`` (the dealer). ``notation.py`` and ``records.py`` serialize rounds.
"""
