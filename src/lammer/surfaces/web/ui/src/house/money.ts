const MINOR_UNITS = 100;

/** `1050` → `10.50`; whole units lose their zeros, thousands are set apart. */
export function moneyText(minor: number): string {
  const cents = Math.abs(minor) % MINOR_UNITS;
  const units = Math.floor(Math.abs(minor) / MINOR_UNITS).toLocaleString("en-US");
  return `${minor < 0 ? "−" : ""}${units}${cents ? `.${String(cents).padStart(2, "0")}` : ""}`;
}

export function signedMoney(minor: number): string {
  return minor > 0 ? `+${moneyText(minor)}` : moneyText(minor);
}

/** A hint for input that is not an amount. */
export const AMOUNT_EXAMPLE = "write it like 10, 7.50 or 1,000";

/** Minor units from a plain number or one with a comma before every three digits; null when it is no amount. */
export function parseMoney(text: string): number | null {
  const match = /^\s*\$?(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  return Number(match[1]?.replaceAll(",", "")) * MINOR_UNITS + Number((match[2] ?? "").padEnd(2, "0"));
}

export const CHIPS = [100, 500, 2_500, 10_000, 50_000] as const;

/** The chips that make up an amount, largest first. */
export function chipsOf(amount: number): number[] {
  const chips: number[] = [];
  let left = amount;
  for (const chip of [...CHIPS].reverse()) {
    while (left >= chip) {
      chips.push(chip);
      left -= chip;
    }
  }
  if (left > 0) chips.push(left);
  return chips;
}
