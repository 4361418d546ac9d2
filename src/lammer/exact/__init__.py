"""Exact analysis: house edges, charts, action values and side bets from a sheet, a strategy and a shoe.

A ``Game`` (``values.py``) joins the three. ``finding.edge`` returns a ``Finding``; ``best_chart.py``, ``evs.py``,
``costs.py`` and ``sidebets.py`` answer the other questions. To follow the calculation, read ``round.py`` (every opening
deal), ``up_card.py`` (every hand against one up card) and ``splits.py`` (re-splits). Rules come from ``rule_tables``.
"""
