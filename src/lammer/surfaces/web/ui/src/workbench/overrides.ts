/** Overrides as the command line writes them: `key=value`. */
import type { ControlView } from "../house/types";

export function keyOf(override: string): string {
  return override.slice(0, Math.max(override.indexOf("="), 0)).trim();
}

export function textOf(override: string): string {
  return override.slice(override.indexOf("=") + 1);
}

/** The text that a value is set to, or else the sheet's own. */
export function settingOf(control: ControlView, set: string[]): string {
  const found = set.find((one) => keyOf(one) === control.key);
  return found === undefined ? control.default : textOf(found);
}

export function isSet(control: ControlView, set: string[]): boolean {
  return set.some((one) => keyOf(one) === control.key);
}

/** A value that is set to the sheet's own again is no override. */
export function withSetting(set: string[], control: ControlView, text: string): string[] {
  const others = set.filter((one) => keyOf(one) !== control.key);
  return text === control.default ? others : [...others, `${control.key}=${text}`];
}

/** A JSON value as it is written after `key=`: inline TOML. */
export function tomlText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}=${tomlText(one)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Entries of a list of plain words: `[9,10,11]`. */
export function listEntries(text: string): string[] {
  return text.trim().replace(/^\[|\]$/g, "").split(",").map((one) => one.trim()).filter((one) => one !== "");
}

/** `name[a=1,b=[x,y]]` → the name and its overrides, as results name a game. */
export function splitGame(text: string): { game: string; overrides: string[] } {
  const open = text.indexOf("[");
  if (open < 0) return { game: text, overrides: [] };
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (const letter of text.slice(open + 1).replace(/\]$/, "")) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && "[{".includes(letter)) depth += 1;
    if (!quoted && "]}".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0 && !quoted) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return { game: text.slice(0, open), overrides: parts.filter((one) => one !== "") };
}

export function joinedGame(game: string, set: string[]): string {
  return set.length > 0 ? `${game}[${set.join(",")}]` : game;
}

/** A command for a shell: what is more than a plain word is quoted. */
export function commandLine(game: string, set: string[]): string {
  const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
  return ["lammer", "edge", game, ...set.flatMap((one) => ["--set", one])].map(quoted).join(" ");
}
