import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import UPlot from "uplot";
import type { BankrollFigures } from "../../house/types";
import { Plot } from "../Plot";
import { percentText } from "../rules/Figures";
import { shortNumber } from "../simulator/RunningEdge";
import { moneyOf } from "./Summary";
import { type CurveTable, tablesOf } from "./tables";

type Data = [number[], ...number[][]];
const GOLD = "#b8860b";
const BLUE = "#3b8ad9";
const GREY = "#808080";
/** Counts with a smaller share of the rounds are left out of the picture; the table has them. */
const RARE = 0.0005;
const percent = (value: number): string => `${Number(value.toFixed(3))}%`;
const hundred = (values: number[]): number[] => values.map((one) => 100 * one);
const column = (table: CurveTable, at: number): number[] => table.rows.map((row) => row[at] ?? 0);

export function RiskCurves({ answer }: { answer: BankrollFigures }) {
  const tables = useMemo(() => tablesOf(answer), [answer]);
  return (
    <section class="risk-curves" aria-label="Curves">
      <Ruin answer={answer} table={tables.bank} />
      <RuinByTime answer={answer} table={tables.time} />
      <Winnings table={tables.winnings} rounds={answer.found.rounds} />
      <Expected answer={answer} table={{ ...tables.time, id: "bankroll" }} />
      {answer.found.counts.length > 1 && <ByCount table={tables.counts} />}
    </section>
  );
}

function Ruin({ answer, table }: { answer: BankrollFigures; table: CurveTable }) {
  const data = useMemo((): Data => [column(table, 0), hundred(column(table, 1)), hundred(column(table, 2))], [table]);
  const series = [{ label: "Bankroll" }, { label: "Ruin within the trip, %", stroke: GOLD, width: 2 }, { label: "Ruin ever, %", stroke: BLUE, width: 2, dash: [8, 5] }];
  const label = `Chance of ruin by bankroll. With ${moneyOf(answer.found.bank * answer.found.unit)} it is ${percentText(answer.found.ruin_within_rounds)} within the trip, without a goal`;
  return <Figure title="Ruin by bankroll" table={table}><Plot label={label} series={series} data={data} x={shortNumber} y={percent} /></Figure>;
}

function RuinByTime({ answer, table }: { answer: BankrollFigures; table: CurveTable }) {
  const data = useMemo((): Data => [[0, ...column(table, 0)], [0, ...hundred(column(table, 2))]], [table]);
  const series = [{ label: "Hours" }, { label: "Ruin by then, %", stroke: GOLD, width: 2 }];
  return <Figure title="Ruin by time" table={table}><Plot label={`Chance that the bankroll is lost, by hours of play; ${percentText(answer.by_rounds.at(-1)?.ruined)} at the end`} series={series} data={data} x={shortNumber} y={percent} /></Figure>;
}

function Winnings({ table, rounds }: { table: CurveTable; rounds: number }) {
  const data = useMemo((): Data => [table.rows.map(([low = 0, high = 0]) => (low + high) / 2), hundred(column(table, 2))], [table]);
  const series = [{ label: "Winnings" }, { label: "Chance, %", stroke: GOLD, fill: "rgba(184,134,11,.45)", width: 1, ...bars() }];
  return <Figure title={`Winnings after ${rounds.toLocaleString("en-US")} rounds`} table={table}><Plot label="The distribution of the winnings at the end of the trip" series={series} data={data} x={shortNumber} y={percent} /></Figure>;
}

function Expected({ answer, table }: { answer: BankrollFigures; table: CurveTable }) {
  const data = useMemo((): Data => {
    const start = answer.found.bank * answer.found.unit;
    const off = (errors: number): number[] => [start, ...answer.by_rounds.map((one) => one.mean + errors * one.sd)];
    return [[0, ...answer.by_rounds.map((one) => one.hours)], off(0), off(1), off(-1), off(2), off(-2)];
  }, [answer]);
  const line = (label: string) => ({ label, stroke: BLUE, width: 1 });
  const series = [{ label: "Hours" }, { label: "Mean bankroll", stroke: GOLD, width: 2 }, line("+1 sd"), line("−1 sd"), line("+2 sd"), line("−2 sd")];
  const bands = [{ series: [4, 5] as [number, number], fill: "rgba(59,138,217,.14)" }, { series: [2, 3] as [number, number], fill: "rgba(59,138,217,.22)" }];
  return <Figure title="Expected bankroll with one and two standard deviations" table={table}><Plot label={`The mean bankroll over time with bands; at the end ${moneyOf(answer.by_rounds.at(-1)?.mean ?? 0)} ± ${moneyOf(answer.by_rounds.at(-1)?.sd ?? 0)}`} series={series} bands={bands} data={data} x={shortNumber} y={shortNumber} /></Figure>;
}

function ByCount({ table }: { table: CurveTable }) {
  const data = useMemo((): Data => {
    const often = { ...table, rows: table.rows.filter(([, share = 0]) => share >= RARE) };
    return [column(often, 0), hundred(column(often, 1)), hundred(column(often, 3))];
  }, [table]);
  const series = [
    { label: "True count" },
    { label: "Share of rounds, %", scale: "right", stroke: GREY, fill: "rgba(128,128,128,.35)", width: 1, ...bars() },
    { label: "Advantage, %", stroke: GOLD, width: 2, points: { show: true } },
  ];
  return <Figure title="Advantage by true count, and how often it comes" table={table}><Plot label="The player's advantage by true count as a line, the share of rounds as bars" series={series} data={data} x={String} y={percent} right={percent} /></Figure>;
}

function bars(): Pick<UPlot.Series, "paths"> {
  const paths = UPlot.paths.bars?.({ size: [0.85, 60] });
  return paths ? { paths } : {};
}

function Figure({ title, table, children }: { title: string; table: CurveTable; children: ComponentChildren }) {
  return (
    <figure data-curve={table.id}>
      <figcaption>{title}</figcaption>
      {children}
      <details>
        <summary>{`Table: ${title}`}</summary>
        <div class="wide" role="region" aria-label={title} tabIndex={0}>
          <table class="bet-table">
            <caption class="sr">{title}</caption>
            <thead><tr>{table.columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
            <tbody>{table.rows.map((row) => <tr key={row[0]}>{row.map((value, at) => (at === 0 ? <th key={at} scope="row">{shown(value)}</th> : <td key={at}>{shown(value)}</td>))}</tr>)}</tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function shown(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6 });
}
