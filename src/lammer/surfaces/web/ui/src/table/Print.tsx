/** What is printed on the layout, on two arcs as on a real table; on a narrow screen as plain lines. */
import { capital } from "../house/words";
import type { FeltView, PaysView, TableView } from "../house/types";

const PLAIN_ROWS = 2;

/** Special pays that the layout prints; empty if there are none. */
export function specials(pays: PaysView[]): string {
  if (pays.length <= PLAIN_ROWS) return "";
  return pays.slice(1, -1).map((row) => capital(`${row.hand} ${row.pays.replace(":", " to ")}`)).join(" · ");
}

export function printed(felt: FeltView): { pays: string; rules: string; insurance: string } {
  const natural = capital(felt.natural_name);
  const soft = felt.soft_17 === "hit" ? "Dealer must hit soft 17" : "Dealer stands on all 17s";
  const draw = felt.limit === 21 ? soft : `Dealer stands on hard ${felt.stand_on_hard}`;
  return {
    pays: `${natural} pays ${felt.natural_pays.replace(":", " to ")}`,
    rules: felt.pushes_on_22 ? `${draw} · Dealer 22 pushes` : draw,
    insurance: felt.insurance_pays ? `Insurance pays ${felt.insurance_pays.replace(":", " to ")}` : "",
  };
}

export function Print({ view }: { view: TableView }) {
  const { pays, rules, insurance } = printed(view.felt);
  const special = specials(view.pays);
  return (
    <div class="print">
      <p class="sr">{[pays, special, rules, insurance].filter(Boolean).join(". ")}</p>
      <svg class="print-arcs" viewBox="0 0 1000 150" aria-hidden="true">
        <path id="arc-pays" d="M120 18Q500 108 880 18" fill="none" />
        <path id="arc-rules" d="M130 52Q500 140 870 52" fill="none" />
        <text class="print-pays"><textPath href="#arc-pays" startOffset="50%">{pays}</textPath></text>
        <text class="print-rules"><textPath href="#arc-rules" startOffset="50%">{rules}</textPath></text>
        {special && (
          <>
            <path id="arc-special" d={insurance ? "M80 104Q500 204 920 104" : "M95 82Q500 176 905 82"} fill="none" />
            <text class="print-special"><textPath href="#arc-special" startOffset="50%">{special}</textPath></text>
          </>
        )}
        {insurance && (
          <>
            <path d="M95 72Q500 172 905 72" class="print-band" />
            <path id="arc-insurance" d="M95 77Q500 177 905 77" fill="none" />
            <text class="print-insurance"><textPath href="#arc-insurance" startOffset="50%">{insurance}</textPath></text>
          </>
        )}
      </svg>
      <p class="print-lines" aria-hidden="true">
        <b>{pays}</b>
        {special && <span>{special}</span>}
        <span>{rules}</span>
        {insurance && <span>{insurance}</span>}
      </p>
    </div>
  );
}
