"""Takes findings and estimates; gives what can be said of both together."""
