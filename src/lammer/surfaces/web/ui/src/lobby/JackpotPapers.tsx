/** Forms of a jackpot as PDF, each where its event is listed. */
import { useEffect, useState } from "preact/hooks";
import style from "../../style/papers.css?text";
import { ask } from "../house/api";
import { moneyText } from "../house/money";
import type { JackpotPapers as Printable } from "../house/types";
import { PaperButton } from "../parts/PaperButton";
import { Trouble } from "../parts/Trouble";
import { useRequest } from "../parts/useRequest";
import { useStyle } from "../workbench/useStyle";

function when(at: string): string {
  return new Date(at).toLocaleString();
}

export function JackpotPapers({ link }: { link: string }) {
  useStyle(style);
  const [found, setFound] = useState<Printable | null>(null);
  const request = useRequest();
  const path = `/api/links/${encodeURIComponent(link)}/papers`;
  useEffect(() => void request.run(async () => setFound(await ask<Printable>(path))), [path]);
  const form = (name: string, label: string, body: Record<string, unknown>) => <PaperButton label={label} path={`${path}/${name}`} body={body} />;
  return (
    <div class="jackpot-papers">
      <p class="row">
        {form("liability", "Liability statement", {})}
        {form("terms", "Approval of terms", {})}
      </p>
      <Trouble refused={request.refused} />
      {found && (
        <ul class="form-rows">
          {found.awards.map(({ table, hand, spot, outcome, amount, stage, at }) => (
            <li key={`${table}/${hand}/${spot}`}>
              <span class="open-name"><b>{`${outcome}, ${moneyText(amount)}`}</b><span class="hint">{`Table ${table}, hand ${hand}, box ${spot}, ${stage === "paid" ? "paid" : "not paid yet"}, ${when(at)}`}</span></span>
              <span class="row">
                {form("approval", "Approval form", { table, hand, spot })}
                {stage === "paid" && form("slip", "Jackpot slip", { table, hand, spot })}
              </span>
            </li>
          ))}
          {found.readings.map(({ event, at, by, alarm }) => (
            <li key={`reading ${event}`}>
              <span class="open-name"><b>{alarm ? "Reading with an alarm" : "Reading"}</b><span class="hint">{`By ${by}, ${when(at)}`}</span></span>
              <span class="row">
                {form("reading", "Meter reading", { event })}
                {form("reconciliation", "Reconciliation", { event })}
              </span>
            </li>
          ))}
          {found.petitions.map(({ reference, permits, done }) => (
            <li key={`petition ${reference}`}>
              <span class="open-name"><b>{`Petition ${reference}`}</b><span class="hint">{`To ${permits}`}</span></span>
              <span class="row">
                {form("petition", "Petition", { reference })}
                {done && form("transfer", "Transfer", { reference })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
