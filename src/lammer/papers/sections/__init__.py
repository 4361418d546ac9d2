"""The sections of a PAR sheet, each made from the computed figures."""
