"""Training: what every choice at a decision is worth, what a choice cost, a player's report, and drills.

Pure functions of a sheet and of what a seat may see; terminal, page and API share them. Start with ``situation.py``
(what a player can see at a decision), then ``values.py`` (what each choice is worth) and ``grades.py`` (what a choice
cost).
"""
