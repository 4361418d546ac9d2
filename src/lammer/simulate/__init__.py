"""Takes a sheet, a strategy, wagers, a seed and a number of rounds; gives estimates with their standard errors."""
