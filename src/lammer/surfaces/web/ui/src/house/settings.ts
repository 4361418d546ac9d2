/** Settings of this device. */
import { type Dispatch, type StateUpdater, useEffect, useLayoutEffect, useState } from "preact/hooks";

export const SPEEDS = { slow: 620, normal: 320, fast: 140, instant: 0 } as const;
/** Milliseconds from one card to the next. */
export type Speed = keyof typeof SPEEDS;
export type CoachWhen = "before" | "after";
/** How much screen readers announce: the question only, the cards too, or also the results of other players. */
export type Spoken = "brief" | "normal" | "full";
export type Light = "auto" | "dark" | "light";

export interface Settings {
  speed: Speed;
  light: Light;
  coach: boolean;
  /** Whether the coach shows values before a choice or its cost afterwards. */
  coachWhen: CoachWhen;
  sound: boolean;
  /** Clubs green and diamonds blue, so that no two suits have one colour. */
  fourColours: boolean;
  spoken: Spoken;
}

const KEPT = "lammer settings";
const FIRST: Settings = { speed: "normal", light: "auto", coach: false, coachWhen: "before", sound: false, fourColours: false, spoken: "normal" };
const listeners = new Set<(settings: Settings) => void>();
let settings: Settings = { ...FIRST, ...kept<Partial<Settings>>(KEPT, {}) };

export function kept<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the settings last until the page is closed.
  }
}

/** A state that is read from the storage first and stored before the page shows it, so that leaving the page loses nothing. */
export function useKept<T extends object>(name: string, otherwise: T, change: Partial<T> = {}): [T, Dispatch<StateUpdater<T>>] {
  const [value, setValue] = useState<T>(() => ({ ...kept(name, otherwise), ...change }));
  useLayoutEffect(() => keep(name, value), [value]);
  return [value, setValue];
}

export function set(change: Partial<Settings>): void {
  settings = { ...settings, ...change };
  keep(KEPT, settings);
  showLight();
  for (const listener of listeners) listener(settings);
}

export function useSettings(): Settings {
  const [now, setNow] = useState(settings);
  useEffect(() => {
    listeners.add(setNow);
    return () => void listeners.delete(setNow);
  }, []);
  return now;
}

export function showLight(): void {
  document.documentElement.dataset["light"] = settings.light;
  document.documentElement.dataset["deck"] = settings.fourColours ? "four" : "two";
}

export function pace(speed: Speed): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[speed];
}
