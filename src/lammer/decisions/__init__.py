"""Decisions: what a player sees when the table asks, what every choice is worth, and what a choice cost.

Pure functions of a sheet and of what a seat may see. The coach, the report, drills and the pit's theoretical win share
them. Start with ``situation.py`` (what a player can see at a decision), then ``values.py`` (what each choice is worth),
``grades.py`` (what a choice cost) and ``review.py`` (a finished round, decision by decision).
"""
