/** The connection to the server: whether requests and the live view get through. */
import { useEffect, useState } from "preact/hooks";

type Part = "requests" | "live";

const up: Record<Part, boolean> = { requests: true, live: true };
const listeners = new Set<(whole: boolean) => void>();

export function tell(part: Part, through: boolean): void {
  if (up[part] === through) return;
  up[part] = through;
  for (const listener of listeners) listener(isUp());
}

function isUp(): boolean {
  return up.requests && up.live;
}

export function useConnection(): boolean {
  const [whole, setWhole] = useState(isUp());
  useEffect(() => {
    listeners.add(setWhole);
    setWhole(isUp());
    return () => void listeners.delete(setWhole);
  }, []);
  return whole;
}
