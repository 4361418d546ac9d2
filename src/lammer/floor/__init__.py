"""Takes sheets, players' commands with keys, the clock and secure randomness; gives lasting tables with seats, chips,
resume, recall and what each viewer may see, all kept in the ledger."""
