/** What a player got wrong in drills and at tables, for each game. The server keeps it for users, so that it is there on
 * every device; a guest's is kept on this device and sent along. */
import { enter } from "../house/api";
import { keep, kept } from "../house/settings";
import type { CostlyDecision, DrillMemory, DrillProgress, Me } from "../house/types";

const KEPT = "lammer drills";
const PROGRESS = "lammer counting drills";
const NONE: DrillMemory = { answered: 0, cards: {} };
const MAX_CARDS = 200;

/** A game with its rule changes. */
export interface DrillGame {
  game: string;
  overrides: string[];
}

function all(): Record<string, DrillMemory> {
  return kept<Record<string, DrillMemory>>(KEPT, {});
}

function nameOf({ game, overrides }: DrillGame): string {
  return overrides.length ? `${game}[${overrides.join(",")}]` : game;
}

/** A guest's memory as part of a request; empty for users. */
export function sentMemory(me: Me, drilled: DrillGame): { memory?: DrillMemory } {
  return me.guests ? { memory: all()[nameOf(drilled)] ?? NONE } : {};
}

export function remember(me: Me, drilled: DrillGame, memory: DrillMemory): void {
  if (!me.guests) return;
  const cards = Object.fromEntries(Object.entries(memory.cards).slice(-MAX_CARDS));
  keep(KEPT, { ...all(), [nameOf(drilled)]: { ...memory, cards } });
}

/** A guest's progress in a counting drill as part of a request; empty for users. */
export function sentProgress(me: Me, drilled: DrillGame, drill: string): { progress?: DrillProgress } {
  const found = kept<Record<string, DrillProgress>>(PROGRESS, {})[`${nameOf(drilled)} ${drill}`];
  return me.guests && found ? { progress: found } : {};
}

export function keepProgress(me: Me, drilled: DrillGame, drill: string, progress: DrillProgress): void {
  if (me.guests) keep(PROGRESS, { ...kept<Record<string, DrillProgress>>(PROGRESS, {}), [`${nameOf(drilled)} ${drill}`]: progress });
}

/** Mistakes at tables become hands to be drilled. */
export async function rememberMistakes(me: Me, decisions: CostlyDecision[]): Promise<void> {
  const games = new Map<string, string[]>();
  for (const one of decisions) {
    if (one.decision.grade === "good" || one.decision.hand_class === "insurance" || one.decision.hand_class === "other") continue;
    games.set(one.game, [...(games.get(one.game) ?? []), one.key]);
  }
  for (const [ref, hands] of games) {
    const drilled = gameOf(ref);
    const unique = [...new Set(hands)];
    remember(me, drilled, await enter<DrillMemory>("/api/drills/remember", { ...drilled, hands: unique, ...sentMemory(me, drilled) }));
  }
}

/** `sd-free-bet@2[shoe.decks=8]` without its version. */
function gameOf(ref: string): DrillGame {
  const [game = "", overrides = ""] = ref.split("[");
  return { game: game.replace(/@\d+/, ""), overrides: overrides.replace(/\]$/, "").split(",").filter(Boolean) };
}
