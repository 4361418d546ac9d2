/** What is on the workbench: a game, the values that are set otherwise, a second game to compare with, and the tab. All
 * of it is in the address, so that a link shows the same. Each change is an entry of the browser's history: undo is a
 * step back. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { splitGame } from "./overrides";

export interface Setup {
  game: string;
  /** `key=value`, as after `lammer --set`. */
  set: string[];
  /** The second game: its name, and in brackets the values that are set otherwise. Empty for none. */
  pin: string;
  tab: string;
  /** Every other part of the address: what tabs keep of their own. */
  own: Record<string, string>;
}

export interface History {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

export interface SetupState extends History {
  setup: Setup;
  /** `about` names what is changed: quick changes of the same thing, like typing a number, are undone together. */
  change: (part: Partial<Setup>, about?: string) => void;
}

export const PATH = "/workbench";
const SHARED = new Set(["game", "set", "pin", "tab"]);
const LAST = "lammer workbench last";
const TOGETHER = 900;

export function readSetup(search: string): Setup {
  const query = new URLSearchParams(search);
  const { game, overrides } = splitGame(query.get("game") ?? "");
  const own = Object.fromEntries([...query].filter(([name]) => !SHARED.has(name)));
  return { game, set: [...overrides, ...query.getAll("set")], pin: query.get("pin") ?? "", tab: query.get("tab") ?? "", own };
}

export function setupPath({ game, set, pin, tab, own }: Setup): string {
  const query = new URLSearchParams();
  if (game) query.set("game", game);
  for (const one of set) query.append("set", one);
  if (pin) query.set("pin", pin);
  if (tab) query.set("tab", tab);
  for (const [name, text] of Object.entries(own)) if (text) query.set(name, text);
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%2F", "/");
  return text ? `${PATH}?${text}` : PATH;
}

function place(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "bench" in state && typeof state.bench === "number" ? state.bench : 0;
}

function remember(last: number): void {
  try {
    sessionStorage.setItem(LAST, String(last));
  } catch {
    // Without storage a reload forgets what could be redone.
  }
}

function remembered(): number {
  try {
    return Number(sessionStorage.getItem(LAST) ?? 0);
  } catch {
    return 0;
  }
}

export function useSetup(): SetupState {
  const [setup, setSetup] = useState(() => readSetup(location.search));
  const [at, setAt] = useState(place);
  const last = useRef(Math.max(place(), place() > 0 ? remembered() : 0));
  const latest = useRef({ about: "", when: 0 });
  useEffect(() => {
    const look = (): void => {
      if (location.pathname !== PATH) return;
      latest.current = { about: "", when: 0 };
      setSetup(readSetup(location.search));
      setAt(place());
    };
    window.addEventListener("popstate", look);
    return () => window.removeEventListener("popstate", look);
  }, []);
  const change = useCallback((part: Partial<Setup>, about = "") => {
    const before = readSetup(location.search);
    // Cells and hands of one game need not exist in another.
    const next = { ...before, ...(part.game !== undefined && { own: {} }), ...part };
    const now = Date.now();
    const together = about !== "" && latest.current.about === about && now - latest.current.when < TOGETHER;
    latest.current = { about, when: now };
    // Another tab is no change of the game, and before the first game there is nothing to go back to.
    const silent = before.game === "" || Object.keys(part).every((name) => name === "tab");
    if (silent || together) {
      history.replaceState(history.state, "", setupPath(next));
    } else {
      last.current = place() + 1;
      remember(last.current);
      history.pushState({ bench: last.current }, "", setupPath(next));
    }
    setSetup(next);
    setAt(place());
  }, []);
  return {
    setup,
    change,
    canUndo: at > 0,
    canRedo: at < last.current,
    undo: () => history.back(),
    redo: () => history.forward(),
  };
}
