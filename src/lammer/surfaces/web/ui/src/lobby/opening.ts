/** Opens a table of one's own and takes its middle box. */
import { command, Refused } from "../house/api";
import { go, tablePath } from "../house/route";

export const MIDDLE = 4;

export interface Opening {
  table: string;
  game: string;
  turn_seconds: number;
  bet_seconds: number;
  overrides?: string[];
  link?: string;
  training?: boolean;
}

export function freshName(game: string): string {
  const tail = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(36).slice(-1)).join("");
  return `${game.replace(/^sd-/, "").replace(/[^a-z0-9]+/gi, "-").slice(0, 30)}-${tail}`;
}

/** A player alone keeps nobody waiting, so there is no clock. */
export async function playAlone(game: string): Promise<void> {
  const opening = (): Opening => ({ table: freshName(game), game, turn_seconds: 0, bet_seconds: 0 });
  try {
    await openTable(opening(), true);
  } catch (fault) {
    // Another table has this random name: try a new one.
    if (!(fault instanceof Refused) || fault.code !== "table-exists") throw fault;
    await openTable(opening(), true);
  }
}

export async function openTable(opening: Opening, sit: boolean): Promise<void> {
  await command("/api/tables", { ...opening });
  if (sit) await command(`/api/tables/${encodeURIComponent(opening.table)}/sit`, { box: MIDDLE });
  go(tablePath(opening.table));
}
