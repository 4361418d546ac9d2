/** A part of the page that is loaded when it is first shown; null until it is there. */
import { useEffect, useState } from "preact/hooks";

export function useLater<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => void load().then(setPart), []);
  return part;
}
