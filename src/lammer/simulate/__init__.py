"""Simulation: a sheet, a strategy and wagers dealt millions of times, with standard errors.

``table.KernelTable`` prepares a game for the compiled kernels; ``run.run`` deals chunks on threads and adds them up in
whole numbers, so that the result does not depend on the number of threads. ``kernel.py`` deals any game,
``fast_kernel.py`` the common case. Rules come from ``rule_tables``.
"""
