"""Takes a sheet, a strategy and a shoe; gives findings: edges, action values, charts, side-bet chances."""
