"""Takes command lines; gives the lammer command."""

from lammer.surfaces.cli.app import main

__all__ = ["main"]
