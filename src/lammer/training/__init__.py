"""Training: the value of every choice at a decision, the cost of a choice, a player's report, and drills.

All functions are pure and depend only on the sheet and on what a seat sees; terminal, page and API share them. Start
with ``situation.py`` (``Situation``: what a player knows at a decision), then ``values.py`` (``Valued``: the value of
each choice) and ``grades.py`` (``Verdict``: the cost of a choice).
"""
