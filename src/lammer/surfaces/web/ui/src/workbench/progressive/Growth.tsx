import { useMemo } from "preact/hooks";
import type { JackpotGrowth, LevelAhead, SimulatedAverage } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import { OptionField } from "../OptionField";
import { wholeNumber } from "../options";
import { Plot } from "../Plot";
import { percentText } from "../rules/Figures";
import { shortNumber } from "../simulator/RunningEdge";
import { money } from "./Today";

interface Props {
  /** What is asked about the jackpot itself; null while that is refused. */
  asked: Record<string, unknown> | null;
  options: Record<string, string>;
  set: (name: string) => (text: string) => void;
}

/** The years ahead, simulated. */
export function Growth({ asked, options, set }: Props) {
  const wrong: Record<string, string> = {};
  const number = (name: string): number => {
    const found = wholeNumber(options[name] ?? "");
    if (found === null) wrong[name] = "write a whole number";
    return found ?? 0;
  };
  const ahead = { years: number("years"), paths: number("paths"), seed: (options["seed"] ?? "").trim() || "1" };
  const ready = asked && Object.keys(wrong).length === 0;
  const { answer, fresh, slow, refused } = useAnswer<JackpotGrowth>("/api/workbench/progressive/growth", ready ? { ...asked, ...ahead } : null);
  const keys: Record<string, string> = { ...(refused?.keys ?? {}), ...wrong };
  return (
    <section class="growth" aria-label="Years ahead" data-fresh={fresh}>
      <h2>Years ahead, simulated</h2>
      <div class="options">
        {[["years", "Years"], ["paths", "Paths"], ["seed", "Seed"]].map(([name = "", label = ""]) => <OptionField key={name} label={label} value={options[name] ?? ""} apply={set(name)} trouble={keys[name]} numeric={name !== "seed"} />)}
      </div>
      {slow && <p class="hint" role="status">Simulating …</p>}
      {refused && Object.keys(refused.keys).length === 0 && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
      {answer && answer.levels.map((level) => <Level key={level.level} level={level} found={answer} />)}
    </section>
  );
}

function around(one: SimulatedAverage | null, text: (value: number) => string): string {
  return one ? `${text(one.average)} ± ${text(1.96 * one.standard_error)}` : "–";
}

function Level({ level, found }: { level: LevelAhead; found: JackpotGrowth }) {
  const parts = Object.keys(found.fan[0]?.meters[level.level] ?? {});
  const data = useMemo((): [number[], ...number[][]] => [found.fan.map((one) => one.day), ...parts.map((part) => found.fan.map((one) => (one.meters[level.level]?.[part] ?? 0) / 100))], [found]);
  const middle = parts.indexOf("50");
  const series = [{ label: "Day" }, ...parts.map((part, at) => ({ label: `${part}%`, stroke: at === middle ? "#b8860b" : "#3b8ad9", width: at === middle ? 2 : 1 }))];
  const one = (value: number): string => value.toFixed(1);
  return (
    <figure>
      <figcaption>{`${level.level}: percentiles of the meter on ${found.paths} paths`}</figcaption>
      <Plot label={`The meter ${level.level} over ${found.years} years, by percentile`} series={series} data={data} bands={[{ series: [parts.indexOf("95") + 1, parts.indexOf("5") + 1], fill: "rgba(59,138,217,.14)" }]} x={shortNumber} y={shortNumber} />
      <dl class="bet-totals">
        {level.awards.map((award) => <div key={award.percent}><dt>{`Awards of ${award.percent}%`}</dt><dd data-awards={award.number.average}>{`${around(award.number, one)}, paying ${around(award.pays, money)}`}</dd></div>)}
        <div><dt>Reserves lack of seeds</dt><dd>{around(level.reserve_short_of_seeds, money)}</dd></div>
        <div><dt>{`Ever above ${money(level.above)}, where it breaks even`}</dt><dd>{around(level.ever_above, (value) => percentText(value))}</dd></div>
      </dl>
    </figure>
  );
}
