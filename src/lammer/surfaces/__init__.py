"""Ways in: the command line (``cli/``) and the web server with its page (``web/``).

No rule, rounding or randomness of a game is decided here.
"""
