import { useState } from "preact/hooks";
import type { Game } from "../house/types";
import { useErrand } from "../parts/errand";
import { Trouble } from "../parts/Trouble";
import { gameTitle } from "./GameCard";
import { freshName, openAndSit } from "./opening";

const CLOCKS = [0, 15, 30, 60];

/** A table for several: with a name to tell and a clock that nobody can hold up. */
export function HostForm({ games }: { games: Game[] }) {
  const [game, setGame] = useState(games[0]?.game ?? "");
  const [name, setName] = useState("");
  const [turn, setTurn] = useState(30);
  const [bet, setBet] = useState(15);
  const errand = useErrand();
  const open = (event: Event): void => {
    event.preventDefault();
    void errand.run(() => openAndSit({ table: name || freshName(game), game, turn_seconds: turn, bet_seconds: bet }));
  };
  return (
    <form class="host" onSubmit={open}>
      <label>Game
        <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          {games.map((one) => <option key={one.game} value={one.game}>{gameTitle(one)}</option>)}
        </select>
      </label>
      <label>Name of the table
        <input value={name} placeholder="friday-night" pattern="[A-Za-z0-9][A-Za-z0-9\-]*" maxLength={40} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <Clocks label="Time to act" now={turn} set={setTurn} />
      <Clocks label="Time to bet" now={bet} set={setBet} />
      <button type="submit" class="strong" disabled={errand.busy || !game}>Open table</button>
      <Trouble refused={errand.refused} />
    </form>
  );
}

function Clocks({ label, now, set }: { label: string; now: number; set: (seconds: number) => void }) {
  return (
    <label>{label}
      <select value={now} onChange={(event) => set(Number(event.currentTarget.value))}>
        {CLOCKS.map((seconds) => <option key={seconds} value={seconds}>{seconds ? `${seconds} seconds` : "as long as it takes"}</option>)}
      </select>
    </label>
  );
}
