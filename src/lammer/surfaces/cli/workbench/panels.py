"""The texts of the workbench's panels."""

from rich.text import Text

from lammer.surfaces.cli.output import percent
from lammer.surfaces.cli.workbench.analyst import Answer
from lammer.workbench.controls import Control
from lammer.workbench.measures import Measures, difference
from lammer.workbench.session import Session

WORKING = "computing …"


def figures_text(session: Session, answer: Answer | None, is_current: bool) -> Text:
    """Edge, differences and standard deviation. Figures of an earlier game are dimmed."""
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{session.sheet.name}  ", "bold").append(session.sheet.ref, "dim").append("\n")
    if answer is None or not answer.measures:
        return text.append("House edge  ").append(answer.trouble if answer else WORKING, "yellow")
    own, *others = answer.measures
    style = "bold" if is_current else "dim"
    edge = own["house_edge"]
    text.append("House edge  ").append("not analyzed" if edge is None else percent(edge), style)
    for name, other in zip(("default", "pinned"), others, strict=False):
        change = difference(own, other)["house_edge"]
        if change is not None:
            text.append(f"   to {name} ").append(percent(change, signed=True), style)
    text.append("\nStandard deviation  ")
    if answer.spread is None:
        text.append(WORKING, "yellow")
    elif answer.spread["sd"] is None:
        text.append("not analyzed", style)
    else:
        text.append(f"{answer.spread['sd']:.6f}", style)
    if not is_current:
        text.append(f"   {WORKING}", "yellow")
    for why in own["refused"]:
        text.append(f"\n{why}", "red")
    return text


def side_bets_text(measures: Measures | None) -> Text:
    """The posted paytable of every side bet."""
    text = Text(no_wrap=True, overflow="ellipsis")
    posted = [bet for bet in measures["side_bets"] if bet["posted"]] if measures is not None else []
    text.append("Side bets  ")
    return text.append(
        ", ".join(f"{bet['name']} {bet['paytable']} {percent(bet['house_edge'])}" for bet in posted) or "none"
    )


def control_cells(control: Control, refused: str) -> tuple[Text, Text, Text]:
    """A switch, its value and its clause; a value that was refused is explained in the place of the clause."""
    is_set = control.text != control.default
    name = Text(("● " if is_set else "  ") + control.label, "bold" if is_set else "")
    value = Text(control.text if len(control.text) <= 24 else f"{control.text[:23]}…", "bold yellow" if is_set else "")
    return name, value, Text(refused, "bold red") if refused else Text(control.clause, "dim")


def matches(control: Control, title: str, words: str) -> bool:
    """Whether a switch has every word that was typed in its key, label, group, value or clause."""
    place = f"{control.key} {control.label} {title} {control.text} {control.clause}".lower()
    return all(word in place for word in words.lower().split())
