"""Progressive jackpots: meters, wins, approvals and liabilities, run by the procedure of SD.19 and kept in the ledger.

Start with ``desk.Desk``, which executes the steps of dealer, supervisor and executive. Each step is a pure function
(``hand.py``, ``claims.py``, ``approvals.py``, ``liability.py`` …) from a ``Situation`` to a ``Step``. ``terms.Terms``
is a jackpot as data; ``state.py`` has the stored state of a jackpot (a "link") and of its tables. ``analysis.py``
computes the value of a jackpot and ``growth_simulation.py`` simulates years of it.
"""
