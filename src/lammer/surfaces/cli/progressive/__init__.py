"""``lammer progressive``: a jackpot run by its dealers, supervisors and executives."""
