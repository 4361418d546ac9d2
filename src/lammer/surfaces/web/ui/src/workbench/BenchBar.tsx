import type { Game, WorkbenchGame } from "../house/types";
import { go } from "../house/route";
import { gameTitle } from "../lobby/GameCard";
import { Copy } from "../parts/Copy";
import { LogoMark } from "../table/TopBar";
import { joinedGame } from "./overrides";
import { type SetupState, setupPath } from "./setup";

/** Which game is on the workbench and which one it is compared with, undo and redo, and the link. */
export function BenchBar({ state, games, sheet }: { state: SetupState; games: Game[]; sheet: WorkbenchGame | null }) {
  const { setup, change } = state;
  const names = new Map(games.map((game) => [game.game, gameTitle(game)]));
  if (setup.game && !names.has(setup.game)) names.set(setup.game, sheet?.name ?? setup.game);
  const pins = new Map([["", "nothing"], ...names]);
  if (setup.pin && !pins.has(setup.pin)) pins.set(setup.pin, setup.pin);
  return (
    <header class="bench-bar">
      <a class="logo" href="/" onClick={(event) => { event.preventDefault(); go("/"); }} aria-label="Workbench, to the lobby">
        <LogoMark />
        <span class="logo-word">Workbench</span>
      </a>
      <label>Game <Select names={names} value={setup.game} choose={(game) => change({ game, set: [] })} /></label>
      <label>Compare with <Select names={pins} value={setup.pin} choose={(pin) => change({ pin })} /></label>
      <div class="bench-buttons">
        <button type="button" class="quiet" disabled={!state.canUndo} onClick={state.undo} aria-keyshortcuts="Control+Z">Undo</button>
        <button type="button" class="quiet" disabled={!state.canRedo} onClick={state.redo} aria-keyshortcuts="Control+Shift+Z">Redo</button>
        <button type="button" class="quiet" disabled={setup.set.length === 0} onClick={() => change({ set: [] })}>Reset all</button>
        <button type="button" class="quiet" disabled={setup.set.length === 0} onClick={() => change({ pin: joinedGame(setup.game, setup.set) })}>Pin this</button>
        <Copy text={`${location.origin}${setupPath(setup)}`} label="Link" what="the link of this workbench" />
      </div>
    </header>
  );
}

function Select({ names, value, choose }: { names: Map<string, string>; value: string; choose: (value: string) => void }) {
  return (
    <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {[...names].map(([id, name]) => <option key={id} value={id}>{name}</option>)}
    </select>
  );
}
