/** The tabs of the workbench, each loaded when it is first opened. A new tab is one more line here. */
import type { FunctionComponent } from "preact";
import type { Bench } from "./bench";

export interface Tab {
  id: string;
  title: string;
  load: () => Promise<{ default: FunctionComponent<{ bench: Bench }> }>;
}

export const TABS: Tab[] = [
  { id: "rules", title: "Rules", load: () => import("./rules/RulesTab") },
  { id: "effects", title: "Effects", load: () => import("./effects/EffectsTab") },
  { id: "chart", title: "Chart", load: () => import("./chart/ChartTab") },
  { id: "hand", title: "Hand", load: () => import("./hand/HandTab") },
  { id: "bets", title: "Side bets", load: () => import("./bets/BetsTab") },
  { id: "simulator", title: "Simulator", load: () => import("./simulator/SimulatorTab") },
  { id: "risk", title: "Risk", load: () => import("./risk/RiskTab") },
  { id: "progressive", title: "Progressive", load: () => import("./progressive/ProgressiveTab") },
  { id: "papers", title: "Papers", load: () => import("./papers/PapersTab") },
];
