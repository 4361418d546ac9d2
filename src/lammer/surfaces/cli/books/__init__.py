"""Commands that check, copy and restore the books of a floor or a jackpot."""
