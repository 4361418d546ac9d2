import type { AwardWait, JackpotFigures } from "../../house/types";
import { percentText } from "../rules/Figures";
import { money } from "./Today";

function waitText(wait: AwardWait): string {
  const days = wait.days.toLocaleString("en-US", { maximumFractionDigits: wait.days < 10 ? 1 : 0 });
  return `${Math.round(wait.wagers).toLocaleString("en-US")} (${days} days)`;
}

/** Over many awards: how long they take, what they pay, and what the bet keeps. */
export function LongRun({ found }: { found: JackpotFigures }) {
  const run = found.long_run;
  const parts: [string, number][] = [["fixed pays", run.return_from_fixed_pays], ["increments", run.return_from_increments], ["reserves", run.return_from_reserves], ["seeds", run.return_from_seeds]];
  return (
    <section aria-label="In the long run">
      <h2>In the long run</h2>
      <dl class="bet-totals">
        <div><dt>Return</dt><dd data-figure="long-return" data-value={run.return}>{percentText(run.return)}</dd></div>
        <div><dt>House edge</dt><dd data-figure="long-edge" data-value={run.house_edge}>{percentText(run.house_edge)}</dd></div>
        {parts.map(([name, part]) => <div key={name}><dt>{`From ${name}`}</dt><dd>{percentText(part)}</dd></div>)}
      </dl>
      <div class="wide" role="region" aria-label="Waits and reserves" tabIndex={0}>
        <table class="bet-table">
          <caption>Wagers until a full award, and what it finds</caption>
          <thead><tr><th scope="col">Level</th><th scope="col">Average</th><th scope="col">Median</th><th scope="col">9 of 10 within</th><th scope="col">Meter at an award</th><th scope="col">Reserve then</th><th scope="col">Covers the seed</th></tr></thead>
          <tbody>
            {run.levels.map((one) => (
              <tr key={one.level}>
                <th scope="row">{one.level}</th>
                <td data-wait={one.until_full_award.average.wagers}>{waitText(one.until_full_award.average)}</td>
                <td>{waitText(one.until_full_award.median)}</td>
                <td>{waitText(one.until_full_award.ninety_percent)}</td>
                <td>{money(one.average_meter_at_award)}</td>
                <td>{`${money(one.average_reserve_at_full_award)} (${percentText(one.seed_collected)} of the seed)`}</td>
                <td>{`${one.reserve_covers_seed.is === "exact" ? "" : "at least "}${percentText(one.reserve_covers_seed.chance)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table class="bet-table">
          <caption>Awards</caption>
          <thead><tr><th scope="col">Outcome</th><th scope="col">Wins</th><th scope="col">Once in wagers</th></tr></thead>
          <tbody>{run.awards.map((one) => <tr key={one.outcome}><th scope="row">{one.outcome}</th><td>{`${one.percent}% of ${one.level}`}</td><td>{one.wagers_between.toLocaleString("en-US", { maximumFractionDigits: 1 })}</td></tr>)}</tbody>
        </table>
      </div>
    </section>
  );
}
