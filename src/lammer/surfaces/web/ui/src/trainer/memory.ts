/** What a player got wrong in drills and at tables, kept on this device for each game. */
import { keep, kept } from "../house/settings";
import type { CostlyDecision, DrillMemory } from "../house/types";

const KEPT = "lammer drills";
const NONE: DrillMemory = { answered: 0, cards: {} };
const MOST = 200;

function all(): Record<string, DrillMemory> {
  return kept<Record<string, DrillMemory>>(KEPT, {});
}

export function memoryOf(game: string): DrillMemory {
  return all()[game] ?? NONE;
}

export function remember(game: string, memory: DrillMemory): void {
  const cards = Object.fromEntries(Object.entries(memory.cards).slice(-MOST));
  keep(KEPT, { ...all(), [game]: { ...memory, cards } });
}

/** Mistakes at tables become hands to be drilled. */
export function rememberMistakes(decisions: CostlyDecision[]): void {
  for (const one of decisions) {
    if (one.decision.grade === "good" || one.decision.hand_class === "insurance" || one.decision.hand_class === "other") continue;
    const [game = "", overrides = ""] = one.game.split("[");
    const name = `${game.replace(/@\d+/, "")}${overrides ? `[${overrides}` : ""}`;
    const memory = memoryOf(name);
    if (!memory.cards[one.key]) remember(name, { ...memory, cards: { ...memory.cards, [one.key]: [0, memory.answered] } });
  }
}
