import { chipsOf, moneyText } from "../house/money";

/** A player's own chip: round, with the amount on it. */
export function Chip({ amount }: { amount: number }) {
  return (
    <svg class={`chip chip-${amount}`} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="23" class="chip-body" />
      <circle cx="24" cy="24" r="20" class="chip-edge" />
      <circle cx="24" cy="24" r="14.5" class="chip-face" />
      <text x="24" y="29" class={amount >= 10_000 ? "chip-text small" : "chip-text"}>{moneyText(amount)}</text>
    </svg>
  );
}

/** The token of a free bet: six-sided and lettered, never to be taken for a chip. */
export function Lammer() {
  return (
    <svg class="lammer" viewBox="0 0 52 48" aria-hidden="true">
      <path d="M14 2h24l12 22-12 22H14L2 24z" class="lammer-body" />
      <path d="M16.5 6h19l9.8 18-9.8 18h-19L6.7 24z" class="lammer-face" />
      <text x="26" y="29" class="lammer-text">FREE</text>
    </svg>
  );
}

const SHOWN = 5;

/** Chips in a pile with the whole amount beside it. */
export function Pile({ amount, label }: { amount: number; label?: string }) {
  const chips = chipsOf(amount).slice(0, SHOWN).reverse();
  const name = label ?? "own";
  return (
    <span class="pile" role="img" aria-label={`${name} ${moneyText(amount)}`}>
      <span class="pile-chips">{chips.map((chip, at) => <Chip key={at} amount={chip} />)}</span>
      <span class="pile-amount" aria-hidden="true">{moneyText(amount)}</span>
    </span>
  );
}

/** A stack of lammers with its number, since only the top one can be seen. */
export function LammerStack({ count }: { count: number }) {
  return (
    <span class="pile-lammers">
      {Array.from({ length: count }, (_, at) => <Lammer key={at} />)}
      {count > 1 && <span class="times">{`×${count}`}</span>}
    </span>
  );
}

export function Lammers({ count, amount }: { count: number; amount: number }) {
  const each = count === 1 ? "1 lammer" : `${count} lammers`;
  return (
    <span class="pile free" role="img" aria-label={`free: ${each}, ${moneyText(amount)}`}>
      <LammerStack count={count} />
      <span class="pile-amount" aria-hidden="true">{moneyText(amount)}</span>
    </span>
  );
}
