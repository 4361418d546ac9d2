"""Takes a sheet, wagers, actions and cards from chance; gives the events, settlement and record of a round."""
