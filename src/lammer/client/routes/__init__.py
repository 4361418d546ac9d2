"""All routes of the HTTP API, a class for each group.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from lammer.client.routes.administration_routes import AdministrationRoutes
from lammer.client.routes.history_routes import HistoryRoutes
from lammer.client.routes.jackpots_routes import JackpotsRoutes
from lammer.client.routes.pit_routes import PitRoutes
from lammer.client.routes.server_routes import ServerRoutes
from lammer.client.routes.session_routes import SessionRoutes
from lammer.client.routes.tables_routes import TablesRoutes
from lammer.client.routes.training_routes import TrainingRoutes
from lammer.client.routes.workbench_routes import WorkbenchRoutes


class AllRoutes(
    SessionRoutes,
    TablesRoutes,
    JackpotsRoutes,
    HistoryRoutes,
    TrainingRoutes,
    PitRoutes,
    AdministrationRoutes,
    WorkbenchRoutes,
    ServerRoutes,
):
    """Every route."""
