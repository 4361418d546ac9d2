"""Takes a sheet; gives tables of what is legal and what is paid, for whoever needs speed (``exact``, ``simulate``).

Every table is built by calling the round engine in ``table/`` once for each class of hand, so there is one
implementation of every rule. Start with ``tables.rule_tables``.
"""
