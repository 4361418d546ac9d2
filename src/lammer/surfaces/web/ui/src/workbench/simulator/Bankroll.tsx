import { useMemo } from "preact/hooks";
import type { BankrollProspects } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import { OptionField } from "../OptionField";
import { wholeNumber } from "../options";
import { Plot } from "../Plot";
import { percentText } from "../rules/Figures";
import { shortNumber } from "./RunningEdge";
import type { Options } from "./SimulatorTab";
import type { Sums } from "./sums";

interface Props {
  play: Record<string, unknown>;
  options: Options;
  set: (name: keyof Options) => (text: string) => void;
  sums: Sums | null;
  going: boolean;
}

/** What becomes of a bankroll: from the exact results, or with a cut card from what was dealt. */
export function Bankroll({ play, options, set, sums, going }: Props) {
  const [bank, horizon] = [Number(options.bank), wholeNumber(options.horizon)];
  const wrong: Record<string, string> = {};
  if (options.bank.trim() === "" || Number.isNaN(bank)) wrong["bank"] = "write a number of wagers";
  if (horizon === null) wrong["horizon"] = "write a whole number, like 1000";
  const cut = options.shoe === "cut";
  const dealt = cut && sums && !going ? [...sums.nets].sort(([a], [b]) => a - b) : [];
  const ready = Object.keys(wrong).length === 0 && sums !== null && (!cut || dealt.length > 0);
  const { answer, fresh, slow, refused } = useAnswer<BankrollProspects>("/api/workbench/simulator/bankroll", ready ? { ...play, bank, horizon, seed: options.seed.trim() || "1", dealt } : null);
  const keys = { ...(refused?.keys ?? {}), ...wrong };
  return (
    <section class="bankroll" aria-label="Bankroll" data-fresh={fresh}>
      <h2>Bankroll</h2>
      <div class="options">
        <OptionField label="Bankroll" hint="in wagers" value={options.bank} apply={set("bank")} trouble={keys["bank"]} />
        <OptionField label="Over rounds" value={options.horizon} apply={set("horizon")} trouble={keys["horizon"]} />
      </div>
      {refused && Object.keys(refused.keys).length === 0 && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
      {!sums && <p class="hint">It is worked out when the simulation has started.</p>}
      {sums && cut && dealt.length === 0 && <p class="hint">With a cut card it follows from what was dealt: pause the simulation, or let it finish.</p>}
      {slow && !answer && <p class="hint" role="status">The exact results are being worked out; the first time takes a while …</p>}
      {answer && <Prospects found={answer} />}
    </section>
  );
}

function Prospects({ found }: { found: BankrollProspects }) {
  const data = useMemo((): [number[], ...number[][]] => [[0, ...found.fan.map((one) => one.rounds)], ...found.percentiles.map((_, at) => [0, ...found.fan.map((one) => one.winnings[at] ?? 0)])], [found]);
  const middle = found.percentiles.indexOf(50);
  const series = [
    { label: "Rounds", value: (_: unknown, value: number | null) => (value === null ? "" : value.toLocaleString("en-US")) },
    ...found.percentiles.map((one, at) => ({ label: `${one}%`, stroke: at === middle ? "#b8860b" : "#3b8ad9", width: at === middle ? 2 : 1 })),
  ];
  const pair = (low: number, high: number): [number, number] => [found.percentiles.indexOf(high) + 1, found.percentiles.indexOf(low) + 1];
  return (
    <>
      <dl class="bet-totals">
        <div><dt>{`Ruin within ${found.horizon.toLocaleString("en-US")} rounds`}</dt><dd data-figure="ruin" data-value={found.ruin_within_horizon}>{percentText(found.ruin_within_horizon)}</dd></div>
        <div><dt>Ruin ever</dt><dd data-figure="ruin-ever" data-value={found.ruin_ever}>{percentText(found.ruin_ever)}</dd></div>
        <div><dt>Expectation equals one standard deviation after</dt><dd>{found.n0 === null ? "never" : `${Math.round(found.n0).toLocaleString("en-US")} rounds`}</dd></div>
      </dl>
      <p class="hint">{found.basis === "exact" ? "Ruin and the percentiles of the winnings follow from the exact results of a round." : "Ruin and the percentiles of the winnings follow from the simulated results."}</p>
      {found.fan.length > 0 && <Plot label={`Winnings in wagers over ${found.horizon} rounds: the median ends at ${found.fan.at(-1)?.winnings[middle] ?? 0}`} series={series} data={data} bands={[{ series: pair(5, 95), fill: "rgba(59,138,217,.14)" }, { series: pair(25, 75), fill: "rgba(59,138,217,.22)" }]} x={shortNumber} y={(value) => shortNumber(value)} />}
    </>
  );
}
