"""Rounds as compiled code that stop at every decision, many side by side: the fast engine of the environments.

``SteppedRounds`` (``rounds.py``) deals the rounds of a game step by step. ``step_kernel.py`` is one step, made of parts
of ``simulate/``; ``layout.py`` has the arrays, ``observations.py`` the numbers of actions and
observations, ``insurance.py`` what insurance pays, and ``refusing.py`` what is not supported. Start with ``rounds.py``.
"""
