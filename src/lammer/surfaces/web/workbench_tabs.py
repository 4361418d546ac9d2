"""All routes of the workbench, tab by tab."""

from fastapi import FastAPI

from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import add_workbench
from lammer.surfaces.web.workbench_bets import add_workbench_bets
from lammer.surfaces.web.workbench_chart import add_workbench_chart
from lammer.surfaces.web.workbench_papers import add_workbench_papers
from lammer.surfaces.web.workbench_progressive import add_workbench_progressive
from lammer.surfaces.web.workbench_risk import add_workbench_risk
from lammer.surfaces.web.workbench_simulator import add_workbench_simulator


def add_workbench_tabs(app: FastAPI, house: House) -> None:
    add_workbench(app, house)
    add_workbench_chart(app, house)
    add_workbench_bets(app, house)
    add_workbench_simulator(app, house)
    add_workbench_risk(app, house)
    add_workbench_progressive(app, house)
    add_workbench_papers(app, house)
