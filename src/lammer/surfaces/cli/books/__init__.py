"""Takes the books of a floor or of a jackpot; gives the commands that check, copy and restore them."""
