"""Takes nothing; gives ranks, suits, card codes, hand arithmetic and money as integers."""
