"""Simulation: deals a sheet with a strategy and wagers millions of times, and gives estimates with standard errors.

``table.KernelTable`` prepares a game for the compiled kernels; ``run.run`` deals chunks on threads and adds integer
sums, so that the result does not depend on the number of threads. ``kernel.py`` deals any game, ``fast_kernel.py`` the
common case; ``estimates.py`` computes an ``Estimate`` from the sums. Rules come from ``rule_tables``. Start with
``table.py`` and ``run.py``.
"""
