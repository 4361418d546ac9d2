/** Calls for the staff: counted in the window title, with a sound once it is switched on. */
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, kept } from "../house/settings";
import type { Me, OpenTable } from "../house/types";

const KEPT = "lammer call sound";
const BADGE = /^\(\d+\) /;

export function isStaff(me: Me): boolean {
  return !me.guests && me.roles.some((role) => role !== "player" && role !== "spectator");
}

/** Tables that call for a role of this user. */
export function callsFor(tables: OpenTable[], me: Me): OpenTable[] {
  return tables.filter((one) => one.calls !== "" && (me.guests || me.roles.includes(one.calls)));
}

export function useCallSound(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(kept<boolean>(KEPT, false));
  return [on, (wish) => {
    keep(KEPT, wish);
    setOn(wish);
    if (wish) ring();
  }];
}

/** Shows the number of calls in the title and plays a sound for a new one. */
export function useCallBadge(calls: OpenTable[]): void {
  const known = useRef(new Set<string>());
  const names = calls.map((one) => `${one.table} ${one.calls}`).sort().join("\n");
  useEffect(() => {
    const now = new Set(names ? names.split("\n") : []);
    if ([...now].some((one) => !known.current.has(one)) && kept<boolean>(KEPT, false)) ring();
    known.current = now;
  }, [names]);
  // After every render, since the table view sets its own title.
  useEffect(() => {
    const title = document.title.replace(BADGE, "");
    document.title = calls.length ? `(${calls.length}) ${title}` : title;
  });
  useEffect(() => () => void (document.title = document.title.replace(BADGE, "")), []);
}

/** Two short tones. Browsers that block sound before a click stay silent. */
function ring(): void {
  if (typeof AudioContext !== "function") return;
  const audio = new AudioContext();
  for (const [at, pitch] of [[0, 880], [0.18, 1175]] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.17);
  }
  window.setTimeout(() => void audio.close(), 1_000);
}
