import { useEffect, useState } from "preact/hooks";
import shared from "../../../style/bench-figures.css?text";
import style from "../../../style/simulator.css?text";
import { ask } from "../../house/api";
import type { PlayEdge, PlayNets, SimulatorChoices } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { OptionField } from "../OptionField";
import { setTabOption, tabOptions, wholeNumber } from "../options";
import { useStyle } from "../useStyle";
import { Bankroll } from "./Bankroll";
import { Counted } from "./Counted";
import { RunningEdge } from "./RunningEdge";
import { useRun } from "./run";
import { shares } from "./sums";

const FIRST = { rounds: "1e7", seed: "1", shoe: "fresh", cut: "", seats: "1", play: "house", bank: "50", horizon: "1000" };
const PREFIX = "sim";

export type Options = typeof FIRST;

/** Deals the game as it is set, and compares what comes of it with the exact figures. */
export default function SimulatorTab({ bench }: { bench: Bench }) {
  useStyle(shared + style);
  const options = tabOptions(bench, PREFIX, FIRST);
  const set = (name: keyof Options) => (text: string): void => setTabOption(bench, PREFIX, FIRST, name, text);
  const [choices, setChoices] = useState<SimulatorChoices | null>(null);
  useEffect(() => void ask<SimulatorChoices>(`/api/workbench/${encodeURIComponent(bench.setup.game)}/simulator`).then(setChoices), [bench.setup.game]);
  const wrong = faults(options);
  const cut = options.shoe === "cut" && options.cut.trim() !== "" ? Number(options.cut) : null;
  const play = { ...bench.rules, strategy: options.play };
  const fits = Object.keys(wrong).length === 0;
  const run = useRun(fits ? { ...play, rounds: wholeNumber(options.rounds), seed: options.seed.trim(), shoe: options.shoe, cut_decks: cut, seats: wholeNumber(options.seats) } : null);
  const edge = useAnswer<PlayEdge>("/api/workbench/simulator/edge", play);
  const nets = useAnswer<PlayNets>("/api/workbench/simulator/nets", run.sums ? play : null);
  const keys = { ...(run.refused?.keys ?? {}), ...wrong };
  const exact = edge.fresh ? edge.answer : null;
  const lammers = lammerRows(run.sums?.lammers ?? [], run.points.at(-1)?.rounds ?? 1, exact);
  const apart = options.shoe === "cut" || run.sums?.seats !== 1 ? null : (run.points.at(-1)?.rounds ?? null);
  return (
    <div class="simulator" data-rounds={run.points.at(-1)?.rounds ?? 0} data-state={run.going ? "going" : run.done ? "done" : run.sums ? "paused" : "ready"}>
      <form class="options" aria-label="Simulation" onSubmit={(event) => { event.preventDefault(); run.start(); }}>
        <OptionField label="Rounds" value={options.rounds} apply={set("rounds")} trouble={keys["rounds"]} />
        <OptionField label="Seed" value={options.seed} apply={set("seed")} trouble={keys["seed"]} numeric={false} />
        <OptionField label="Strategy" value={options.play} apply={set("play")} trouble={keys["strategy"]}>
          {(choices?.strategies ?? [{ id: options.play, name: options.play }]).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </OptionField>
        <OptionField label="Shoe" value={options.shoe} apply={set("shoe")}>
          <option value="fresh">fresh for every round</option>
          <option value="cut">dealt to the cut card</option>
          <option value="csm">continuous shuffler</option>
        </OptionField>
        {options.shoe === "cut" && <OptionField label="Decks behind the cut card" value={options.cut} apply={set("cut")} trouble={keys["cut_decks"]} clause={run.refused?.clause ?? ""} hint={choices ? `(${choices.cut_decks} if empty)` : ""} />}
        <OptionField label="Seats" value={options.seats} apply={set("seats")} trouble={keys["seats"]} />
        <div class="simulator-buttons">
          {run.going
            ? <button type="button" class="strong" onClick={run.pause}>Pause</button>
            : <button type="submit" class="strong" disabled={!fits || run.done}>{run.sums && !run.done ? "Resume" : "Start"}</button>}
          <button type="button" class="quiet" disabled={!run.sums} onClick={run.reset}>Reset</button>
        </div>
        {run.refused && Object.keys(run.refused.keys).length === 0 && <p class="trouble" role="alert">{sentence(run.refused.text)}</p>}
      </form>
      <RunningEdge run={run} edge={exact} cut={options.shoe === "cut"} trouble={edge.refused?.text ?? ""} />
      {run.sums && (
        <>
          <Counted
            title="Net results"
            first="Net"
            rows={joined(shares(run.sums), nets.fresh && nets.answer ? nets.answer.results.map((one) => [one.net, one.probability]) : null)}
            rounds={apart}
            note={nets.refused ? sentence(nets.refused.text) : nets.fresh ? "" : "The exact results are being worked out …"}
          />
          {lammers.length > 1 && <Counted title="Lammers, without a dealer natural" first="Lammers" rows={lammers} rounds={apart} note="" />}
        </>
      )}
      <Bankroll play={play} options={options} set={set} sums={run.sums} going={run.going} />
    </div>
  );
}

/** What need not be asked to be refused. */
function faults(options: Options): Record<string, string> {
  const found: Record<string, string> = {};
  if (wholeNumber(options.rounds) === null) found["rounds"] = "write a whole number, like 1e7";
  if (wholeNumber(options.seats) === null) found["seats"] = "write a whole number";
  if (options.seed.trim() === "") found["seed"] = "write a number or a word";
  if (options.shoe === "cut" && options.cut.trim() !== "" && Number.isNaN(Number(options.cut))) found["cut_decks"] = "write a number of decks, like 1.5";
  return found;
}

function joined(dealt: [number, number][], exact: [number, number][] | null): [string, number, number | null][] {
  const seen = new Map(dealt);
  const chances = new Map(exact ?? []);
  const all = [...new Set([...seen.keys(), ...chances.keys()])].sort((a, b) => a - b);
  return all.map((net) => [`${net > 0 ? "+" : ""}${net}`, seen.get(net) ?? 0, exact ? (chances.get(net) ?? 0) : null]);
}

function lammerRows(lammers: number[], rounds: number, exact: PlayEdge | null): [string, number, number | null][] {
  const all = Math.max(lammers.length, exact?.lammers.length ?? 0);
  return Array.from({ length: all }, (_, at): [string, number, number | null] => [String(at), (lammers[at] ?? 0) / rounds, exact ? (exact.lammers[at] ?? 0) : null])
    .filter(([, share, chance]) => share > 0 || (chance ?? 0) > 0);
}
