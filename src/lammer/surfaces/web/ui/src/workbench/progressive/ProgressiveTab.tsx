import { useEffect, useState } from "preact/hooks";
import shared from "../../../style/bench-figures.css?text";
import style from "../../../style/progressive.css?text";
import { ask, asRefused, type Refused } from "../../house/api";
import { moneyText } from "../../house/money";
import type { JackpotFigures, ProgressiveChoices, ProgressiveTerms } from "../../house/types";
import { capital, sentence } from "../../house/words";
import { Trouble } from "../../parts/Trouble";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { OptionField } from "../OptionField";
import { setTabOption, tabOptions } from "../options";
import { useStyle } from "../useStyle";
import { Growth } from "./Growth";
import { LongRun } from "./LongRun";
import { Today } from "./Today";
import { firstValues, questionOf } from "./values";

const PREFIX = "jackpot";

/** A progressive: what a wager returns at any meter, and what-if on its terms. */
export default function ProgressiveTab({ bench }: { bench: Bench }) {
  useStyle(shared + style);
  const [choices, setChoices] = useState<ProgressiveChoices | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { game } = bench.setup;
  useEffect(() => {
    setChoices(null);
    ask<ProgressiveChoices>(`/api/workbench/${encodeURIComponent(game)}/progressive`).then(setChoices, (why: unknown) => setRefused(asRefused(why)));
  }, [game]);
  if (!choices) return refused ? <Trouble refused={refused} /> : <p class="hint" aria-busy="true">Loading …</p>;
  const name = tabOptions(bench, PREFIX, { terms: choices.terms[0]?.terms ?? "" }).terms;
  const terms = choices.terms.find((one) => one.terms === name) ?? choices.terms[0];
  if (!terms) return <NoProgressive bench={bench} games={choices.games} />;
  return <Jackpot key={terms.terms} bench={bench} terms={terms} all={choices.terms} />;
}

function NoProgressive({ bench, games }: { bench: Bench; games: string[] }) {
  return (
    <div class="no-progressive">
      <p>This game has no progressive. A game that has one:</p>
      <p class="row">{games.map((game) => <button type="button" key={game} class="quiet" onClick={() => bench.change({ game, set: [] })}>{game}</button>)}</p>
    </div>
  );
}

function Jackpot({ bench, terms, all }: { bench: Bench; terms: ProgressiveTerms; all: ProgressiveTerms[] }) {
  const first = firstValues(terms);
  const options = tabOptions(bench, PREFIX, first);
  const set = (name: string) => (text: string): void => setTabOption(bench, PREFIX, first, name, text);
  const choose = (name: string): void => {
    const others = Object.entries(bench.setup.own).filter(([key]) => !key.startsWith(`${PREFIX}.`));
    bench.change({ own: Object.fromEntries([...others, [`${PREFIX}.terms`, name]]) as Record<string, string> });
  };
  const { body, wrong } = questionOf(terms, options);
  const asked = body && { ...bench.rules, ...body };
  const { answer, fresh, slow, refused } = useAnswer<JackpotFigures>("/api/workbench/progressive", asked);
  const keys: Record<string, string> = { ...(refused?.keys ?? {}), ...wrong };
  const field = (name: string, label: string, about = name, hint = "") => (
    <OptionField key={name} label={label} hint={hint} value={options[name] ?? ""} apply={set(name)} trouble={keys[about]} clause={refused?.clause ?? ""} />
  );
  const known = new Set([...terms.controls.map((one) => one.key), ...terms.levels.flatMap((level) => [`meters.${level}`, `reserves.${level}`]), "wagers", "hours", "stake"]);
  const elsewhere = refused && !Object.keys(refused.keys).some((key) => known.has(key));
  return (
    <div class="progressive" data-fresh={fresh}>
      <section class="options" aria-label="Terms">
        <OptionField label="Terms" value={terms.terms} apply={choose}>
          {all.map((one) => <option key={one.terms} value={one.terms}>{one.name}</option>)}
        </OptionField>
        {terms.levels.map((level) => field(`meter.${level}`, `${capital(level)}: stands at`, `meters.${level}`, "(empty: its seed)"))}
        {terms.levels.map((level) => field(`reserve.${level}`, `${capital(level)}: reserve now`, `reserves.${level}`, "(empty: 0)"))}
        <OptionField label="Stake" value={options["stake"] || String(terms.stakes[0] ?? "")} apply={set("stake")} trouble={keys["stake"]}>
          {terms.stakes.map((stake) => <option key={stake} value={String(stake)}>{moneyText(stake)}</option>)}
        </OptionField>
        {field("wagers", "Wagers an hour")}
        {field("hours", "Hours a day")}
        <details open={terms.controls.some((one) => options[one.key] !== first[one.key])}>
          <summary>What if the terms were others?</summary>
          <div class="options">
            {terms.controls.map((one) => field(one.key, one.label, one.key, `${one.kind === "rate" ? "in %, " : ""}${one.clause}`))}
          </div>
        </details>
      </section>
      <p class="figure-state" role="status">{refused || !body ? "The last good answer is shown." : slow ? "Working it out …" : "Returns, waits and reserves are exact. Pays that are changed on the Side bets tab count."}</p>
      {elsewhere && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
      {answer && <Today found={answer} stake={options["stake"] ? Number(options["stake"]) : (terms.stakes[0] ?? 100)} />}
      {answer && <LongRun found={answer} />}
      <Growth asked={refused ? null : asked} options={options} set={set} />
    </div>
  );
}
