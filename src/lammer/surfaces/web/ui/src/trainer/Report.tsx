/** What a player won, what was to be expected, and what the choices cost. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../house/api";
import { moneyText, signedMoney } from "../house/money";
import type { Me, PlayerReport } from "../house/types";
import { capital, listed } from "../house/words";
import { Preparing } from "../parts/Preparing";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { rememberMistakes } from "./memory";
import { go } from "../house/route";
import { roundLink } from "./ReviewView";
import { Mark } from "./Values";

export function Report({ me }: { me: Me }) {
  const [found, setFound] = useState<PlayerReport | null>(null);
  const request = useRequest();
  const table = new URLSearchParams(location.search).get("table") ?? "";
  const query = table ? `?table=${encodeURIComponent(table)}` : "";
  useEffect(() => {
    document.title = "Report · lammer";
    void request.run(async () => setFound(await ask<PlayerReport>(`/api/report${query}`)));
  }, [query]);
  return (
    <div class="report">
      <h1>{`Report for ${me.name}${table ? `, table ${table}` : ""}`}</h1>
      <Trouble refused={request.refused} />
      <Preparing waiting={!found && !request.refused} />
      {!found && !request.refused && <p class="hint" role="status">Working it out: every decision is valued exactly …</p>}
      {found && found.rounds === 0 && <p>You have not played a round yet.</p>}
      {found && found.rounds > 0 && <Figures found={found} query={query} me={me} />}
    </div>
  );
}

function betName(bet: string): string {
  return capital(bet.replaceAll("-", " "));
}

function money(minor: number): string {
  return signedMoney(Math.round(minor));
}

function Figures({ found, query, me }: { found: PlayerReport; query: string; me: Me }) {
  const sides = Object.entries(found.sides);
  const request = useRequest();
  const drill = (): void =>
    void request.run(async () => {
      await rememberMistakes(me, found.costliest);
      go("/drill?drill=mistakes");
    });
  return (
    <>
      <dl class="report-figures">
        <Figure name="Rounds" value={String(found.rounds)} />
        <Figure name="Net" value={money(found.net)} />
        <Figure name="Main bets" value={money(found.main)} />
        {sides.map(([bet, net]) => <Figure key={bet} name={betName(bet)} value={money(net)} />)}
        <Figure name="Expected" value={money(found.expected)} />
        <Figure name="Luck" value={`${money(found.luck)} (95%: ±${moneyText(Math.round(found.band))})`} />
        <Figure name="Lost by choices" value={`${found.lost_bets.toFixed(3)} bets, ${moneyText(Math.round(found.lost))}`} />
        <Figure name="Decisions" value={`${found.decisions}: ${graded(found)}`} />
      </dl>
      {found.left_out.length > 0 && <p class="hint">{`Expected and luck leave out ${listed(found.left_out.map(betName))}: no exact figure is known.`}</p>}
      {found.rough && <p class="hint">With fewer than 30 rounds the band is rough.</p>}
      <Curve found={found} />
      <h2>By class of hand</h2>
      <table class="report-classes">
        <thead><tr><th scope="col">Hands</th><th scope="col">Decisions</th><th scope="col">Good</th><th scope="col">Lost, in bets</th></tr></thead>
        <tbody>
          {found.classes.map((one) => (
            <tr key={one.hand_class}><th scope="row">{capital(one.hand_class)}</th><td class="number">{one.decisions}</td><td class="number">{`${Math.round((100 * one.good) / one.decisions)}%`}</td><td class="number">{one.lost.toFixed(3)}</td></tr>
          ))}
        </tbody>
      </table>
      <h2>Decisions by cost</h2>
      {found.costliest.length === 0 && <p>Every choice was the best one.</p>}
      <ol class="report-decisions">
        {found.costliest.map((one) => (
          <li key={`${one.table} ${one.round} ${one.decision.number}`}>
            <Mark grade={one.decision.grade} /> {one.decision.text} <a href={roundLink(one.notation)}>{`${one.table}, round ${one.round}`}</a>
          </li>
        ))}
      </ol>
      <p class="hint">{`${found.grades_text} A bet is the main wager of the hand.`}</p>
      <p class="row no-print">
        {found.costliest.length > 0 && <button type="button" class="strong" disabled={request.busy} onClick={drill}>Drill my mistakes</button>}
        <button type="button" class="quiet" onClick={() => window.print()}>Print</button>
        <a href={`/api/report.csv${query}`} download="decisions.csv">CSV</a>
        <a href={`/api/report.jsonl${query}`} download="decisions.jsonl">JSONL</a>
      </p>
      <Trouble refused={request.refused} />
    </>
  );
}

const PLURALS = { good: "good", inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

function graded(found: PlayerReport): string {
  return Object.entries(PLURALS)
    .map(([grade, plural]) => [found.grades[grade as keyof typeof PLURALS] ?? 0, grade, plural] as const)
    .map(([count, grade, plural]) => `${count} ${count === 1 ? grade : plural}`)
    .join(", ");
}

function Figure({ name, value }: { name: string; value: string }) {
  return <div><dt>{name}</dt><dd>{value}</dd></div>;
}

const [WIDEST, HEIGHT] = [760, 240];

/** Net and expected net, with the band around the expected. */
function Curve({ found }: { found: PlayerReport }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let drawn: { destroy: () => void } | null = null;
    let gone = false;
    void import("uplot").then(({ default: UPlot }) => {
      const at = place.current;
      const [rounds = [], net = [], expected = [], band = []] = found.curve;
      if (gone || !at) return;
      const units = (values: number[]): number[] => values.map((value) => value / 100);
      const edges = [1, -1].map((side) => expected.map((value, point) => (value + side * (band[point] ?? 0)) / 100));
      const grey = "rgba(140,140,140,.6)";
      drawn = new UPlot(
        {
          width: Math.min(WIDEST, at.clientWidth || WIDEST),
          height: HEIGHT,
          scales: { x: { time: false } },
          axes: [{ stroke: "gray", grid: { stroke: "rgba(128,128,128,.2)" } }, { stroke: "gray", grid: { stroke: "rgba(128,128,128,.2)" } }],
          series: [{ label: "Round" }, { label: "Net", stroke: "#f2c14e", width: 2 }, { label: "Expected", stroke: "#5aa9e6", width: 2 }, { label: "95% above", stroke: grey }, { label: "95% below", stroke: grey }],
          bands: [{ series: [3, 4], fill: "rgba(90,169,230,.12)" }],
        },
        [rounds, units(net), units(expected), edges[0] ?? [], edges[1] ?? []],
        at,
      );
    });
    return () => {
      gone = true;
      drawn?.destroy();
    };
  }, [found]);
  return <div class="curve" ref={place} role="img" aria-label={`Net ${money(found.net)} after ${found.rounds === 1 ? "1 round" : `${found.rounds} rounds`}, expected ${money(found.expected)}`} />;
}
