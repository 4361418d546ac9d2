"""The child process of the workbench's analysis, for the warm server (``tests/warm.py``). Started the usual way, each
of them imports and loads kernels for 1.4 CPU seconds before its first answer."""

from lammer.surfaces.web.analysis import child


def main(_words: list[str]) -> None:
    child.main()
