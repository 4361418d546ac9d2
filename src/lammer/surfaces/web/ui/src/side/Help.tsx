import { useState } from "preact/hooks";
import { moneyText } from "../house/money";
import type { PaysView, TableView } from "../house/types";
import { capital } from "../house/words";
import { Lammer, Pile } from "../table/Chip";
import { printed } from "../table/Print";
import { PostedRules } from "./PostedRules";

const KEYS: [string, string][] = [
  ["h s", "hit, stand"],
  ["f d", "FREE double, double for your own money"],
  ["p o", "split (FREE where the table gives it), split for your own money instead"],
  ["i e n", "insurance, even money, no"],
  ["y n", "follow, do not follow"],
  ["b", "a side bet that is offered after the up card"],
  ["w", "swap the second cards of two hands"],
  ["m", "name the amount of a double for less or of insurance"],
  ["1 – 5", "put a chip on the chosen spot"],
  ["x u", "take a chip off the chosen spot, undo"],
  ["b c w r", "next spot, clear, double every bet, repeat the last bet"],
  ["Enter", "deal"],
];

export function Help({ view }: { view: TableView }) {
  const { rules, insurance } = printed(view.felt);
  const whole = view.limits.apply_to === "box" && view.bettors > 1 ? " for the whole box" : "";
  const limits = `Bets from ${moneyText(view.limits.minimum)} to ${moneyText(view.limits.maximum)}${whole}, ${view.felt.decks} decks`;
  const [clauses, setClauses] = useState(false);
  return (
    <div class={clauses ? "help with-clauses" : "help"}>
      <label class="switch">
        <input type="checkbox" role="switch" checked={clauses} onChange={(event) => setClauses(event.currentTarget.checked)} />
        Show the clause behind every rule
      </label>
      <h3>How it is played</h3>
      <ul class="guide">{view.guide.map((rule) => <li key={rule.text}>{rule.text} <Clause of={rule.clause} /></li>)}</ul>
      <h3>This table</h3>
      <ul>{[limits, rules, insurance].filter(Boolean).map((line) => <li key={line}>{line}</li>)}</ul>
      <p><a class="help-link" href={`/workbench?game=${encodeURIComponent(view.game)}`}>What each rule is worth: open this game in the workbench</a></p>
      <h3>What your bet pays</h3>
      <ul class="main-pays">{view.pays.map((row) => <li key={row.hand}>{payText(row)} <Clause of={row.clause} /></li>)}</ul>
      {view.felt.free_bets && (
        <>
          <h3>Lammers</h3>
          <p class="help-tokens"><span class="tokens"><Lammer /></span> a free bet: the house puts it up for you</p>
          <p class="help-tokens"><span class="tokens"><Pile amount={500} /></span> your own chips</p>
          <ul>
            <li>A win pays your bet, and as much again for each lammer.</li>
            <li>A loss takes only your own money. Lammers themselves are never paid out.</li>
          </ul>
        </>
      )}
      {view.side_bets.map((bet) => (
        <section key={bet.id}>
          <h3>{bet.name}</h3>
          <p class="hint">{`${moneyText(bet.minimum)} to ${moneyText(bet.maximum)}, ${bet.paytable}${bet.placed_later ? ", offered after the up card" : ""}; rules from: ${bet.origin}`}</p>
          <ul>{bet.pays.map((row) => <li key={row}>{row}</li>)}</ul>
        </section>
      ))}
      <h3>Hand signals at a real table</h3>
      <dl class="signals">
        {view.signals.map((one) => <div key={one.action}><dt>{capital(one.action)}</dt><dd>{capital(one.sign)} <Clause of={one.clause} /></dd></div>)}
      </dl>
      <PostedRules view={view} />
      <h3>Keys</h3>
      <dl class="keys">{KEYS.map(([keys, does]) => <div key={keys}><dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{does}</dd></div>)}</dl>
      {view.shoe && (
        <>
          <h3>{`Shoe ${view.shoe.number}`}</h3>
          <p class="hint">This is its commitment, published before the first bet. Players contribute to the order of the cards. When the shoe is over its seed is published, and History can verify the shoe in your browser.</p>
          <code class="notation">{view.shoe.commitment}</code>
        </>
      )}
    </div>
  );
}

function payText(row: PaysView): string {
  return `${capital(row.hand)}: ${row.pays.replace(":", " to ")}${row.at_once ? ", paid at once" : ""}`;
}

function Clause({ of }: { of: string }) {
  return of === "house" ? null : <span class="hint clause-of">{`[${of}]`}</span>;
}
