import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { moneyText, signedMoney } from "../house/money";
import type { BeforeAndAfter, Me, Recall, RecalledStep } from "../house/types";
import { Copy } from "../parts/Copy";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

/** Every step of a round with its actor, event and hash. Auditors also see the entries. */
export function RecallView({ path, me, back }: { path: string; me: Me; back: () => void }) {
  const [recall, setRecall] = useState<Recall | null>(null);
  const request = useRequest();
  useEffect(() => void request.run(async () => setRecall(await ask<Recall>(path))), [path]);
  return (
    <div class="recall">
      <button type="button" class="quiet" onClick={back}>← All rounds</button>
      <Trouble refused={request.refused} />
      {recall && (
        <>
          <h3>{`Round ${recall.round}`}</h3>
          <code class="notation">{recall.notation}</code>
          <Copy text={recall.notation} label="Copy" what={`round ${recall.round}`} />
          {recall.void_text !== undefined && <p>{recall.void_text}</p>}
          {recall.balances && <Balances balances={recall.balances} />}
          <ol class="steps">
            {recall.steps.map((step) => <StepView key={step.number} step={step} whole={me.roles.includes("auditor")} />)}
          </ol>
        </>
      )}
    </div>
  );
}

/** Everybody's chips before they bet on the round, what it won or lost them, and their chips after it. */
function Balances({ balances }: { balances: Record<string, BeforeAndAfter> }) {
  const rows = Object.entries(balances);
  const elsewhere = rows.some(([, had]) => had.elsewhere !== 0);
  return (
    <table class="balances">
      <caption>Chips before and after</caption>
      <thead>
        <tr><th scope="col">Player</th><th scope="col">Before</th><th scope="col">Round</th>{elsewhere && <th scope="col">Elsewhere</th>}<th scope="col">After</th></tr>
      </thead>
      <tbody>
        {rows.map(([player, had]) => (
          <tr key={player}>
            <th scope="row">{player}</th><td>{moneyText(had.before)}</td><td>{signedMoney(had.net)}</td>
            {elsewhere && <td>{signedMoney(had.elsewhere)}</td>}<td>{moneyText(had.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function did(step: RecalledStep): string {
  const action = step.said["action"];
  const amount = Number(step.said["amount"] ?? 0);
  const what = typeof action === "string" ? action : step.kind;
  const reason = step.said["reason"];
  if (typeof reason === "string") return `${what}: ${reason}`;
  return amount > 0 ? `${what} ${moneyText(amount)}` : what;
}

function StepView({ step, whole }: { step: RecalledStep; whole: boolean }) {
  return (
    <li>
      <b>{step.actor}</b> {did(step)} <span class="hint">{new Date(step.at).toLocaleTimeString()}</span>
      {whole && step.entries?.map((entry, at) => (
        <div key={at} class="entry">
          <span>{`${entry.debit} → ${entry.credit}`}</span> <b>{moneyText(entry.amount)}</b> <span class="hint">{entry.reason}</span>
        </div>
      ))}
      {step.hash && <code class="hash" title={step.hash}>{`event ${step.number} · ${step.hash}`}</code>}
    </li>
  );
}
