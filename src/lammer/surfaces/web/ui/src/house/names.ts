/** Names of tables and jackpots. The server checks them again, in the same words. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/;

/** What is wrong with a name, as a sentence; empty when nothing is. */
export function nameFault(what: "table" | "jackpot", name: string): string {
  const example = what === "table" ? "friday-night" : "sevens";
  return NAME.test(name) ? "" : `A ${what} name has letters, digits and dashes, for example ${example}.`;
}
