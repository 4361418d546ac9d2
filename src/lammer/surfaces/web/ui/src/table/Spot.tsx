/** A place on the layout where chips lie; a button while bets may still be placed there. */
import type { ComponentChildren } from "preact";
import { moneyText } from "../house/money";
import { backToTheTable } from "../parts/keys";
import { Pile } from "./Chip";

interface Props {
  name: string;
  label: string;
  amount: number;
  kind: "main" | "side";
  chosen: boolean;
  /** A sensor that has taken a wager. */
  lit?: boolean;
  /** The spot is empty and closed: it is invisible but keeps its space. */
  away: boolean;
  /** A bet of the coming round that has not been placed yet. */
  pending: boolean;
  bet?: (() => void) | undefined;
  take?: (() => void) | undefined;
  /** Opens the paytable. */
  explain?: (() => void) | undefined;
  children?: ComponentChildren;
}

export function Spot({ name, label, amount, kind, chosen, lit, away, pending, bet, take, explain, children }: Props) {
  const inside = (
    <>
      <span class="spot-ring">{amount > 0 ? <Pile amount={amount} label={label} /> : <span class="spot-name">{name}</span>}</span>
      {kind === "side" && amount > 0 && <span class="spot-name under">{name}</span>}
      {children}
    </>
  );
  const look = `spot ${kind}${pending && amount > 0 ? " pending" : ""}`;
  const info = explain && (
    <button type="button" class="spot-info" onClick={explain}><span aria-hidden="true">i</span><span class="sr">{`What ${name} pays`}</span></button>
  );
  if (!bet) return <span class="spot-cell"><span class={`${look}${lit && amount > 0 ? " lit" : ""}${away ? " away" : ""}`}>{inside}</span>{info}</span>;
  return (
    <span class="spot-cell">
      <button
      type="button"
      class={`${look}${chosen ? " chosen" : ""}`}
      onClick={(event) => {
        backToTheTable(event);
        bet();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        take?.();
      }}
     
    >
      <span class="sr">{`${label}: ${amount ? moneyText(amount) : "no bet"}. Add a chip`}</span>
      <span class="spot-inside" aria-hidden="true">{inside}</span>
    </button>
    {info}
    </span>
  );
}
