"""Routes: Exact figures of a game as it is set.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.chart_types import CellAsked, CellHands, ChartReport, PlayedChart, PlayedChartAsked
from lammer.client.routes.paytables_types import PaytableSearch, SearchAsked, SideBetTables
from lammer.client.routes.progressive_types import (
    GrowthAsked,
    JackpotAsked,
    JackpotFigures,
    JackpotGrowth,
    ProgressiveChoices,
)
from lammer.client.routes.risk_types import BankrollFigures, RiskAsked, RiskChoices
from lammer.client.routes.shared_types import Asked, PaperFile, PaperProgress
from lammer.client.routes.simulator_types import (
    BankrollAsked,
    BankrollProspects,
    PlayAsked,
    PlayEdge,
    PlayNets,
    SimulationSlice,
    SimulatorChoices,
    SliceAsked,
)
from lammer.client.routes.workbench_types import (
    EdgeAsked,
    EdgeMeasured,
    EffectsAsked,
    HandAsked,
    HandReport,
    JointAsked,
    JointPlay,
    PaperAsked,
    QuickSpread,
    RuleEffects,
    Rules,
    SheetFile,
    Spread,
    WorkbenchGame,
)


class WorkbenchRoutes(Routes):
    """Exact figures of a game as it is set."""

    def game_controls(self, game: str) -> WorkbenchGame:
        """Everything of a game that can be set. The first figures are begun at once. For: everybody who is logged
        in."""
        return cast(WorkbenchGame, self._get(f"/api/workbench/{quoted(game)}"))

    def sheet_file(self, **body: Unpack[Rules]) -> SheetFile:
        """The changed game as a TOML sheet, which extends the sheet it comes from. For: everybody who is logged
        in."""
        return cast(SheetFile, self._post("/api/workbench/sheet", body))

    def edge(self, **body: Unpack[EdgeAsked]) -> EdgeMeasured:
        """The exact house edge for best play, every side bet, and the differences to the sheet and to a second
        game. For: everybody who is logged in."""
        return cast(EdgeMeasured, self._post("/api/workbench/edge", body))

    def spread(self, **body: Unpack[Asked]) -> Spread:
        """The exact standard deviation of a round, the money at risk and the chance of each net result. For:
        everybody who is logged in."""
        return cast(Spread, self._post("/api/workbench/spread", body))

    def quick_spread(self, **body: Unpack[Asked]) -> QuickSpread:
        """The standard deviation within a tolerance, while the exact one is computed. For: everybody who is logged
        in."""
        return cast(QuickSpread, self._post("/api/workbench/spread/quick", body))

    def rule_effects(self, **body: Unpack[EffectsAsked]) -> RuleEffects:
        """What every single change of one value is worth from here. For: everybody who is logged in."""
        return cast(RuleEffects, self._command("/api/workbench/effects", body))

    def chart(self, **body: Unpack[Asked]) -> ChartReport:
        """The best chart of a game: values of every play, margins, frequencies and costs of mistakes. For:
        everybody who is logged in."""
        return cast(ChartReport, self._post("/api/workbench/chart", body))

    def chart_played(self, **body: Unpack[PlayedChartAsked]) -> PlayedChart:
        """The best chart around locked cells, with edited cells written into it, and what it costs. For: everybody
        who is logged in."""
        return cast(PlayedChart, self._post("/api/workbench/chart/played", body))

    def chart_cell(self, **body: Unpack[CellAsked]) -> CellHands:
        """The hands inside one cell of the best chart, and where their best play is another. For: everybody who is
        logged in."""
        return cast(CellHands, self._post("/api/workbench/chart/cell", body))

    def hand_values(self, **body: Unpack[HandAsked]) -> HandReport:
        """The exact value of every action with one hand, the dealer's final hands, and what the next card does.
        For: everybody who is logged in."""
        return cast(HandReport, self._post("/api/workbench/hand", body))

    def paytables(self, **body: Unpack[Asked]) -> SideBetTables:
        """Every paytable of every side bet: chance, pay, return and fair pay of each row, edge, hit rate, spread.
        For: everybody who is logged in."""
        return cast(SideBetTables, self._post("/api/workbench/paytables", body))

    def search_paytables(self, **body: Unpack[SearchAsked]) -> PaytableSearch:
        """Paytables with pays from a list whose edge and hit rate are as asked. For: everybody who is logged in."""
        return cast(PaytableSearch, self._post("/api/workbench/paytables/search", body))

    def joint_play(self, **body: Unpack[JointAsked]) -> JointPlay:
        """How play that is best for the main game and a bet on lammers together differs from the main game's own.
        For: everybody who is logged in."""
        return cast(JointPlay, self._post("/api/workbench/joint-play", body))

    def simulator_choices(self, game: str) -> SimulatorChoices:
        """The strategies to choose from, and where the cut card lies. For: everybody who is logged in."""
        return cast(SimulatorChoices, self._get(f"/api/workbench/{quoted(game)}/simulator"))

    def simulate_slice(self, **body: Unpack[SliceAsked]) -> SimulationSlice:
        """The sums of some chunks of a run. They add up to what `lammer simulate` deals with the same seed. For:
        everybody who is logged in."""
        return cast(SimulationSlice, self._post("/api/workbench/simulator/slice", body))

    def play_edge(self, **body: Unpack[PlayAsked]) -> PlayEdge:
        """The exact edge of a strategy, and the chance of each number of lammers. For: everybody who is logged in."""
        return cast(PlayEdge, self._post("/api/workbench/simulator/edge", body))

    def play_nets(self, **body: Unpack[PlayAsked]) -> PlayNets:
        """The exact chance of each net result under a strategy. For: everybody who is logged in."""
        return cast(PlayNets, self._post("/api/workbench/simulator/nets", body))

    def bankroll(self, **body: Unpack[BankrollAsked]) -> BankrollProspects:
        """The chance to lose a bankroll, and percentiles of many players' winnings over the rounds. For: everybody
        who is logged in."""
        return cast(BankrollProspects, self._post("/api/workbench/simulator/bankroll", body))

    def risk_choices(self, game: str) -> RiskChoices:
        """The counting systems to choose from, and where the cut card lies. For: everybody who is logged in."""
        return cast(RiskChoices, self._get(f"/api/workbench/{quoted(game)}/risk"))

    def bankroll_risk(self, **body: Unpack[RiskAsked]) -> BankrollFigures:
        """What a bankroll can expect from the game as it is set: the figures of `lammer risk`, and curves. For:
        everybody who is logged in."""
        return cast(BankrollFigures, self._post("/api/workbench/risk", body))

    def risk_progress(self, **body: Unpack[RiskAsked]) -> PaperProgress:
        """How far the same question is. For: everybody who is logged in."""
        return cast(PaperProgress, self._post("/api/workbench/risk/progress", body))

    def progressive_choices(self, game: str) -> ProgressiveChoices:
        """The terms of the game's progressive, and what of them can be set. For: everybody who is logged in."""
        return cast(ProgressiveChoices, self._get(f"/api/workbench/{quoted(game)}/progressive"))

    def jackpot_figures(self, **body: Unpack[JackpotAsked]) -> JackpotFigures:
        """Return and break-even by meter, time to a hit, what the reserve covers, and the long run. For: everybody
        who is logged in."""
        return cast(JackpotFigures, self._post("/api/workbench/progressive", body))

    def jackpot_growth(self, **body: Unpack[GrowthAsked]) -> JackpotGrowth:
        """Years ahead, simulated: percentiles of the meters by month, awards, what reserves lack of seeds. For:
        everybody who is logged in."""
        return cast(JackpotGrowth, self._post("/api/workbench/progressive/growth", body))

    def game_paper(self, **body: Unpack[PaperAsked]) -> PaperFile:
        """A document or picture of the game as it is set. For: everybody who is logged in."""
        return cast(PaperFile, self._post("/api/workbench/paper", body))

    def paper_progress(self, **body: Unpack[PaperAsked]) -> PaperProgress:
        """How far the same paper is. For: everybody who is logged in."""
        return cast(PaperProgress, self._post("/api/workbench/paper/progress", body))
