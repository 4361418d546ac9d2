import { useState } from "preact/hooks";
import style from "../../../style/workbench-chart.css?text";
import type { ChartReport, PlayedChart } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "../rules/Figures";
import { useStyle } from "../useStyle";
import { ChartGrid } from "./ChartGrid";
import { CellPanel } from "./CellPanel";
import { type Cell, cellsOf, type Chosen, chosenOf, ownState, playList, shownPlays, type Stake } from "./cells";
import { Downloads } from "./Downloads";
import { COLOURS, LAYERS, type Layer, playWords } from "./layers";
import { PocketCard } from "./PocketCard";

/** The best chart of the game as it is set, with the numbers behind each cell. */
export default function ChartTab({ bench }: { bench: Bench }) {
  useStyle(style);
  const { own } = bench.setup;
  const best = useAnswer<ChartReport>("/api/workbench/chart", { ...bench.rules });
  const pin = useAnswer<ChartReport>("/api/workbench/chart", bench.pinned && { ...bench.pinned });
  const chosen = chosenOf(bench.setup);
  const edits = playList(chosen.edits), locks = playList(chosen.locks);
  const other = edits.length + locks.length > 0;
  const played = useAnswer<PlayedChart>("/api/workbench/chart/played", other && best.fresh ? { ...bench.rules, edits, locks } : null);
  const report = best.answer;
  if (!report) return best.refused ? <p class="trouble" role="alert">{sentence(best.refused.text)}</p> : <p class="hint" role="status" aria-busy="true">Working out the chart …</p>;
  if (report.refused.length > 0) return <>{report.refused.map((text) => <p key={text} class="trouble">{sentence(text)}</p>)}</>;
  const plays = shownPlays(report, chosen, other && played.fresh ? played.answer : null);
  const pinned = bench.pinned && pin.fresh && pin.answer ? new Map([...cellsOf(pin.answer)].map(([name, { cell }]) => [name, cell.play])) : null;
  if (own["card"]) return <PocketCard bench={bench} report={report} plays={plays} />;
  return (
    <div class="chart-tab" data-fresh={best.fresh && (!other || played.fresh)} aria-busy={!best.fresh}>
      <div class="chart-side">
        <Price bench={bench} report={report} played={other ? played : null} chosen={chosen} pinned={pinned} plays={plays} slow={best.slow} trouble={best.refused?.text ?? ""} />
      </div>
      <ChartBody bench={bench} report={report} plays={plays} pinned={pinned} chosen={chosen} csv={other && played.fresh && played.answer ? played.answer.csv : report.csv} />
    </div>
  );
}

type Plays = Map<string, string>;

function ChartBody({ bench, report, plays, pinned, chosen, csv }: { bench: Bench; report: ChartReport; plays: Plays; pinned: Plays | null; chosen: Chosen; csv: string }) {
  const { own } = bench.setup;
  const [at, setAt] = useState("");
  const [over, setOver] = useState("");
  const stakes = [...new Set(report.rows.map((row) => row.stake))] as Stake[];
  const stake = stakes.find((one) => one === own["stake"]) ?? stakes[0] ?? "own";
  const layer = LAYERS.find((one) => one.id === own["layer"]) ?? (LAYERS[0] as Layer);
  const cells = cellsOf(report);
  const here = [...cells.values()].filter((one) => one.row.stake === stake && plays.get(one.name));
  const chosenCell = here.find((one) => one.name === at) ?? here[0];
  const shown = here.find((one) => one.name === over) ?? chosenCell;
  const keep = (part: Record<string, string>): void => bench.change({ own: { ...own, ...part } }, Object.keys(part).join());
  return (
    <>
      <div class="chart-main">
        <div class="chart-tools">
          {stakes.length > 1 && <Picks name="stake" label="Stake" value={stake} choices={[["own", "Own money"], ["free", "Lammer"]]} choose={(one) => keep({ stake: one === "own" ? "" : one })} />}
          <Picks name="layer" label="Show" value={layer.id} choices={LAYERS.map(({ id, title }) => [id, title])} choose={(one) => keep({ layer: one === "action" ? "" : one })} />
        </div>
        <p class="hint">{layer.note}</p>
        <ChartGrid report={report} stake={stake} layer={layer} plays={plays} pinned={pinned} chosen={chosen} at={chosenCell?.name ?? ""} choose={setAt} hover={setOver} />
        {layer.id === "action" && <Legend plays={plays} cells={here} />}
        <Downloads bench={bench} report={report} plays={plays} stake={stake} csv={csv} />
      </div>
      <div class="chart-detail" role="region" aria-label="Cell" tabIndex={0}>
        {shown && <CellPanel key={shown.name} bench={bench} cell={shown} play={plays.get(shown.name) ?? ""} pinned={pinned?.get(shown.name) ?? ""} chosen={chosen} editable={shown.name === chosenCell?.name} />}
      </div>
    </>
  );
}

function Picks({ name, label, value, choices, choose }: { name: string; label: string; value: string; choices: [string, string][]; choose: (value: string) => void }) {
  return (
    <div class="picks" role="radiogroup" aria-label={label}>
      {choices.map(([id, title]) => (
        <label key={id} class={id === value ? "chosen" : ""}>
          <input type="radio" name={`chart-${name}`} value={id} checked={id === value} onChange={() => choose(id)} />
          {title}
        </label>
      ))}
    </div>
  );
}

function Legend({ plays, cells }: { plays: Plays; cells: Cell[] }) {
  const used = new Set(cells.flatMap(({ name }) => (plays.get(name) ?? "").split("/")));
  return (
    <ul class="chart-legend">
      {Object.entries(COLOURS).filter(([letter]) => used.has(letter)).map(([letter, [ground, ink]]) => (
        <li key={letter}><b style={{ background: ground, color: ink }}>{letter}</b> {playWords(letter)}</li>
      ))}
    </ul>
  );
}

interface PriceProps {
  bench: Bench;
  report: ChartReport;
  played: ReturnType<typeof useAnswer<PlayedChart>> | null;
  chosen: Chosen;
  pinned: Plays | null;
  plays: Plays;
  slow: boolean;
  trouble: string;
}

/** What the chart on the screen costs. */
function Price({ bench, report, played, chosen, pinned, plays, slow, trouble }: PriceProps) {
  const answer = played?.fresh ? played.answer : null;
  const solved = answer?.changed.filter((one) => one.why === "solved").length ?? 0;
  const differing = pinned ? [...plays].filter(([name, play]) => pinned.get(name) && play && pinned.get(name) !== play).length : 0;
  const clear = (): void => bench.change({ own: ownState(bench.setup.own, { edits: new Map(), locks: new Map() }) });
  const last = played?.refused ? played.answer : null;
  return (
    <section class="chart-price" aria-label="Price" data-fresh={!played || played.fresh}>
      <dl>
        <div><dt>House edge, best chart</dt><dd data-chart-edge={report.chart_edge ?? ""}>{percentText(report.chart_edge)}</dd></div>
        <div><dt>Every hand played best</dt><dd data-optimal-edge={report.optimal_edge ?? ""}>{percentText(report.optimal_edge)}</dd></div>
        {played && <div><dt>This chart</dt><dd data-played-edge={answer?.house_edge ?? ""}><span role="status">{answer ? percentText(answer.house_edge) : last ? percentText(last.house_edge) : played.slow ? "working it out …" : "…"}</span></dd></div>}
        {played && <div><dt>Price of the changes</dt><dd data-price={answer?.price ?? ""}>{answer ? percentText(answer.price, true) : last ? percentText(last.price, true) : "…"}</dd></div>}
        {pinned && <div><dt>Cells that differ from the pinned game</dt><dd data-differing={differing}>{differing}</dd></div>}
      </dl>
      {slow && <p class="hint" role="status">Working out the chart …</p>}
      {trouble && <p class="trouble" role="alert">{sentence(trouble)} The last good chart is shown.</p>}
      {played?.refused && <p class="trouble" role="alert">{sentence(played.refused.text)} {last ? "The last good answer is shown." : ""}</p>}
      {played && (
        <p class="chart-changes">
          {`${count(chosen.edits.size, "cell")} edited, ${count(chosen.locks.size, "cell")} locked${solved > 0 ? `, ${count(solved, "other cell")} solved otherwise` : ""}. `}
          <button type="button" class="quiet" onClick={clear}>Back to the best chart</button>
        </p>
      )}
    </section>
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
