/** A place on the layout where chips lie; a button while bets may still be placed there. */
import type { ComponentChildren } from "preact";
import { moneyText } from "../house/money";
import { Pile } from "./Chip";

interface Props {
  name: string;
  label: string;
  amount: number;
  kind: "main" | "side";
  chosen: boolean;
  /** A sensor that has taken a wager. */
  lit?: boolean;
  title?: string | undefined;
  bet?: (() => void) | undefined;
  children?: ComponentChildren;
}

export function Spot({ name, label, amount, kind, chosen, lit, title, bet, children }: Props) {
  const inside = (
    <>
      <span class="spot-ring">{amount > 0 ? <Pile amount={amount} label={label} /> : <span class="spot-name">{name}</span>}</span>
      {kind === "side" && amount > 0 && <span class="spot-name under">{name}</span>}
      {children}
    </>
  );
  if (!bet) return <span class={`spot ${kind}${lit && amount > 0 ? " lit" : ""}`} title={title}>{inside}</span>;
  return (
    <button type="button" class={`spot ${kind}${chosen ? " chosen" : ""}`} onClick={bet} title={title} aria-label={`${label}: ${amount ? moneyText(amount) : "no bet"}. Add a chip`}>
      {inside}
    </button>
  );
}
