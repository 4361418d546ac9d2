/** The choice of a game and a drill. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { useKept } from "../house/settings";
import type { Game, Me } from "../house/types";
import { CountDrill } from "./CountDrill";
import { HandDrill } from "./HandDrill";
import type { DrillGame } from "./memory";

const DRILLS: Record<string, string> = { pairs: "Pairs", soft: "Soft hands", free: "Free hands", close: "Close decisions", mistakes: "My own mistakes" };
const COUNT_DRILLS: Record<string, string> = { speed: "Running count", decks: "Decks left", "true-count": "True count", index: "Index plays" };
const CHOSEN = "lammer drill";

interface Chosen {
  game: string;
  overrides: string;
  drill: string;
}

/** `shoe.decks=8; dealer.soft_17=stands`, one rule after another. */
function overridesOf(text: string): string[] {
  return text.split(";").map((one) => one.trim()).filter(Boolean);
}

function drilledGame({ game, overrides }: Chosen): DrillGame {
  return { game, overrides: overridesOf(overrides) };
}

export function Drills({ me }: { me: Me }) {
  const wanted = new URLSearchParams(location.search).get("drill");
  const [games, setGames] = useState<Game[]>([]);
  const [chosen, setChosen] = useKept<Chosen>(CHOSEN, { game: "sd-free-bet", overrides: "", drill: "pairs" }, wanted ? { drill: wanted } : {});
  useEffect(() => {
    document.title = "Drills · lammer";
    void ask<Game[]>("/api/games").then(setGames, () => undefined);
  }, [me.name]);
  const counts = COUNT_DRILLS[chosen.drill] !== undefined;
  const drilled = drilledGame(chosen);
  return (
    <div class="drills">
      <h1>Drills</h1>
      <form class="drill-choice row" onSubmit={(event) => event.preventDefault()}>
        <label>Game <select aria-label="Game" value={chosen.game} onChange={(event) => setChosen({ ...chosen, game: event.currentTarget.value })}>{games.map((one) => <option key={one.game} value={one.game}>{one.name}</option>)}</select></label>
        <label>Drill <select aria-label="Drill" value={chosen.drill} onChange={(event) => setChosen({ ...chosen, drill: event.currentTarget.value })}><optgroup label="Hands"><Options of={DRILLS} /></optgroup><optgroup label="Counting"><Options of={COUNT_DRILLS} /></optgroup></select></label>
        <label>Other rules <input value={chosen.overrides} placeholder="shoe.decks=8" onChange={(event) => setChosen({ ...chosen, overrides: event.currentTarget.value })} /></label>
      </form>
      {/* Another choice begins another drill. */}
      {counts
        ? <CountDrill key={JSON.stringify(chosen)} me={me} drilled={drilled} drill={chosen.drill} />
        : <HandDrill key={JSON.stringify(chosen)} me={me} drilled={drilled} drill={chosen.drill} />}
    </div>
  );
}

function Options({ of }: { of: Record<string, string> }) {
  return <>{Object.entries(of).map(([id, name]) => <option key={id} value={id}>{name}</option>)}</>;
}
