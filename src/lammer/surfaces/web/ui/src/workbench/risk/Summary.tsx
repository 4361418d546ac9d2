import type { BankrollFigures } from "../../house/types";
import { Copy } from "../../parts/Copy";
import { save } from "../../parts/save";
import { percentText } from "../rules/Figures";
import { csvOf } from "./tables";

export function moneyOf(value: number, signed = false): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2, minimumFractionDigits: 2, signDisplay: signed ? "exceptZero" : "auto" });
}

type Row = [name: string, figure: string, value: number | null, text: string];

/** The figures of `lammer risk`, amounts in money. */
export function Summary({ answer, name }: { answer: BankrollFigures; name: string }) {
  const { found } = answer;
  const money = (units: number | null, none = "–", signed = false): string => (units === null ? none : moneyOf(units * found.unit, signed));
  const error = (found.win_per_100 - (found.win_per_100_interval_95[0] ?? found.win_per_100)) * found.unit;
  const rounds = found.rounds.toLocaleString("en-US");
  const rows: Row[] = [
    ["Expected win in 100 rounds", "win_per_100", found.win_per_100, `${money(found.win_per_100, "", true)}${error > 0 ? ` ± ${moneyOf(error)} (95%)` : ""}`],
    ["Standard deviation of 100 rounds", "sd_per_100", found.sd_per_100, money(found.sd_per_100)],
    ["Expected win in an hour", "win_per_hour", answer.win_per_hour, moneyOf(answer.win_per_hour, true)],
    ["Standard deviation of an hour", "sd_per_hour", answer.sd_per_hour, moneyOf(answer.sd_per_hour)],
    ["Average bet", "average_bet", found.average_bet, money(found.average_bet)],
    ["Rounds that are played", "rounds_played", found.rounds_played, percentText(found.rounds_played)],
    ["N0", "n0", found.n0, found.n0 === null ? "never" : `${Math.round(found.n0).toLocaleString("en-US")} rounds`],
    ["Desirability index", "desirability_index", found.desirability_index, found.desirability_index.toFixed(3)],
    ["SCORE", "score", found.score, found.score.toFixed(3)],
    ["Kelly's bankroll for these bets", "kelly_bank", found.kelly_bank, money(found.kelly_bank, "none: no advantage")],
    ["Kelly's unit for this bankroll", "kelly_bet", answer.kelly_bet, answer.kelly_bet === null ? "–" : moneyOf(answer.kelly_bet)],
    ["Certainty equivalent of 100 rounds", "certainty_equivalent_per_100", found.certainty_equivalent_per_100, money(found.certainty_equivalent_per_100, "", true)],
    ["Ruin, without a time limit", "ruin_ever", found.ruin_ever, percentText(found.ruin_ever)],
    [`Ruin within ${rounds} rounds`, "ruin_within_rounds", found.ruin_within_rounds, percentText(found.ruin_within_rounds)],
    ...(found.goal === null ? [] : [
      ["Ruin before the goal", "ruin_before_goal", found.ruin_before_goal, percentText(found.ruin_before_goal)] satisfies Row,
      [`Ruin before the goal, within ${rounds} rounds`, "ruin_before_goal_within_rounds", found.ruin_before_goal_within_rounds, percentText(found.ruin_before_goal_within_rounds)] satisfies Row,
      [`Goal within ${rounds} rounds`, "goal_within_rounds", found.goal_within_rounds, percentText(found.goal_within_rounds)] satisfies Row,
    ]),
    [`Behind after ${rounds} rounds`, "chance_of_loss", found.chance_of_loss, `${percentText(found.chance_of_loss)}, then ${money(found.mean_loss)} on average`],
  ];
  const basis = found.count === null ? "exact results of a round" : `counted by ${found.count}, ${found.simulated_rounds.toLocaleString("en-US")} simulated rounds, ramp ${found.ramp}`;
  return (
    <section aria-label="Figures">
      <table class="bet-table">
        <caption>{`Bankroll of ${money(found.bank)}, unit ${moneyOf(found.unit)}: ${basis}`}</caption>
        <tbody>{rows.map(([label, figure, value, text]) => <tr key={figure}><th scope="row">{label}</th><td data-figure={figure} data-value={value ?? ""}>{text}</td></tr>)}</tbody>
      </table>
      <div class="risk-buttons">
        <button type="button" class="quiet" onClick={() => save(`${name}-risk.json`, new Blob([`${JSON.stringify(answer, null, 2)}\n`], { type: "application/json" }))}>Download JSON</button>
        <button type="button" class="quiet" onClick={() => save(`${name}-risk.csv`, new Blob([csvOf(answer)], { type: "text/csv" }))}>Download CSV</button>
      </div>
      <p class="command-line"><code class="notation">{answer.command}</code><Copy text={answer.command} label="Copy" what="the command line" /></p>
    </section>
  );
}
