"""Tables of legality, dealing and payments of a sheet, for fast access by ``exact`` and ``simulate``.

Every table is built by calling the round engine in ``table/`` once for each class of hand, so there is one
implementation of every rule. Start with ``tables.rule_tables``.
"""
