import { useEffect, useState } from "preact/hooks";
import shared from "../../../style/bench-figures.css?text";
import style from "../../../style/risk.css?text";
import { ask } from "../../house/api";
import type { RiskChoices, SimulatorChoices } from "../../house/types";
import { sentence } from "../../house/words";
import type { Bench } from "../bench";
import { OptionField } from "../OptionField";
import { setTabOption, tabOptions } from "../options";
import { useStyle } from "../useStyle";
import { FIRST, type Options, OWN_TAGS, questionOf, useRisk } from "./asking";
import { RiskCurves } from "./RiskCurves";
import { Summary } from "./Summary";

const PREFIX = "risk";

/** What a bankroll can expect from the game as it is set: `lammer risk`, with curves. */
export default function RiskTab({ bench }: { bench: Bench }) {
  useStyle(shared + style);
  const options = tabOptions(bench, PREFIX, FIRST);
  const set = (name: keyof Options) => (text: string): void => setTabOption(bench, PREFIX, FIRST, name, text);
  const [choices, setChoices] = useState<RiskChoices | null>(null);
  const [plays, setPlays] = useState<SimulatorChoices | null>(null);
  useEffect(() => {
    const path = `/api/workbench/${encodeURIComponent(bench.setup.game)}`;
    void ask<RiskChoices>(`${path}/risk`).then(setChoices);
    void ask<SimulatorChoices>(`${path}/simulator`).then(setPlays);
  }, [bench.setup.game]);
  const { body, wrong } = questionOf(bench, options);
  const asking = useRisk(body);
  const keys: Record<string, string> = { ...(asking.refused?.keys ?? {}), ...wrong };
  const field = (name: keyof Options, label: string, about: string, hint = "", numeric = true) => (
    <OptionField key={name} label={label} hint={hint} value={options[name]} apply={set(name)} trouble={keys[about]} clause={asking.refused?.clause ?? ""} numeric={numeric} />
  );
  const counts = options.count !== "";
  const best = counts && options.bets === "best";
  const apart = asking.refused && Object.keys(asking.refused.keys).length === 0;
  return (
    <div class="risk" data-fresh={asking.fresh} data-busy={asking.busy}>
      <form class="options" aria-label="Bankroll and bets" onSubmit={(event) => { event.preventDefault(); asking.compute(); }}>
        {field("bank", "Bankroll", "bankroll")}
        {field("unit", "One unit", "bet")}
        {field("pace", "Rounds an hour", "rounds_per_hour")}
        {field("hours", "Hours of the trip", "hours")}
        {field("goal", "Goal", "goal", "(a win; empty: none)")}
        {field("kelly", "Fraction of Kelly", "kelly")}
        <OptionField label="Strategy" value={options.play} apply={set("play")} trouble={keys["strategy"]}>
          {(plays?.strategies ?? [{ id: options.play, name: options.play }]).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </OptionField>
        <OptionField label="Count" value={options.count} apply={set("count")} trouble={options.count === OWN_TAGS ? "" : keys["count"]}>
          <option value="">none: every bet is one unit</option>
          {(choices?.systems ?? (counts && options.count !== OWN_TAGS ? [{ id: options.count, name: options.count }] : [])).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          <option value={OWN_TAGS}>tags of your own</option>
        </OptionField>
        {options.count === OWN_TAGS && field("tags", "Tags", "count", "(ten, aces first)", false)}
        {(counts || options.seats !== FIRST.seats) && field("seats", "Boxes", "seats", "(all with the same bet)")}
        {counts && (
          <>
            <OptionField label="Bets" value={options.bets} apply={set("bets")}>
              <option value="ramp">by a ramp</option>
              <option value="best">the best ramp for a risk of ruin</option>
            </OptionField>
            {!best && field("ramp", "Ramp", "ramp", "(units, then COUNT=UNITS)", false)}
            {best && field("bound", "Risk of ruin at most", "best")}
            {best && !options.wong && field("least", "Least units", "least")}
            {best && field("most", "Most units", "most")}
            <OptionField label="Wonging" value={options.wong} apply={set("wong")}>
              <option value="">play every round</option>
              <option value="1">{best ? "sit out without an advantage" : "sit out below the first count"}</option>
            </OptionField>
            {field("cut", "Decks behind the cut card", "cut_decks", choices ? `(${choices.cut_decks} if empty)` : "")}
            {field("rounds", "Rounds to simulate", "rounds")}
            {field("seed", "Seed", "seed", "", false)}
          </>
        )}
        <div class="risk-buttons">
          <button type="submit" class="strong" disabled={asking.busy || Object.keys(wrong).length > 0}>Compute</button>
          <button type="button" class="quiet" disabled={!asking.busy} onClick={asking.stop}>Stop</button>
        </div>
      </form>
      <p class="figure-state" role="status">{asking.status || (asking.answer && !asking.fresh ? "These figures are for other options: compute again." : "")}</p>
      {apart && <p class="trouble" role="alert">{sentence(asking.refused?.text ?? "")}</p>}
      {!asking.answer && <p class="hint">{counts ? "Rounds are simulated to the cut card, and the results at each true count are kept apart." : "Flat bets follow from the exact results of a round. Choose a count to bet by it."}</p>}
      {asking.answer && <Summary answer={asking.answer} name={bench.setup.game} />}
      {asking.answer && <RiskCurves answer={asking.answer} />}
    </div>
  );
}
