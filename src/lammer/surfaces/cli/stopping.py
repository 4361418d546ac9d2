"""How a command ends that was told to stop."""


class Terminated(KeyboardInterrupt):
    """The process was asked to terminate; results are kept as after Ctrl-C."""


def exit_code(stop: KeyboardInterrupt) -> int:
    """128 plus the signal's number, as shells count."""
    return 143 if isinstance(stop, Terminated) else 130
