/** What every tab is given. */
import type { Me, WorkbenchGame } from "../house/types";
import type { SetupState } from "./setup";

export interface Rules {
  game: string;
  overrides: string[];
}

export interface Bench extends SetupState {
  me: Me;
  /** The game with its controls. */
  sheet: WorkbenchGame;
  /** The game as it is set. */
  rules: Rules;
  /** The second game, if one is pinned. */
  pinned: Rules | null;
}
