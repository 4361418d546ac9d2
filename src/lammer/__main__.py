"""``python -m lammer`` is the lammer command."""

from lammer.surfaces.cli import main

if __name__ == "__main__":
    main()
