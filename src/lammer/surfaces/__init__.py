"""Ways in for people and programs.

``cli/`` is the ``lammer`` command, ``web/`` the server with its page. No rule, rounding or randomness of a game is
decided here.
"""
