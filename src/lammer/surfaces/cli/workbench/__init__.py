"""``lammer workbench``: the switches of a game and its exact figures, full screen. Start with ``screen.py``."""
