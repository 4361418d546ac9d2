"""Training: a player's report, drills, and the sentences of the coach.

All functions are pure; terminal, page and API share them. ``lammer.decisions`` values the decisions. Start with
``report.py``, ``drills.py``, ``words.py``, and ``count_drills.py`` for card counters.
"""
