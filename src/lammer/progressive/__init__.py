"""Takes terms (data) and what dealer, supervisor and executive do; gives meters, wins, approvals and liabilities, kept
in the ledger."""
