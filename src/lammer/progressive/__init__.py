"""Progressive jackpots: meters, wins, approvals and liabilities, run by their procedure and kept in the ledger.

``terms.py`` is a jackpot as data. ``desk.Desk`` takes the steps of dealer, supervisor and executive. ``analysis.py``
says what a jackpot returns and ``growth_simulation.py`` simulates years of it.
"""
