"""``lammer progressive``: commands to run and analyse a progressive jackpot. ``app.py`` lists them.

``steps.py`` has the steps of a hand, ``house.py`` the steps between hands, ``looks.py`` the commands that only read.
"""
