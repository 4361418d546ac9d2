/** Keys pressed while cards fly or a command is on its way. They are kept in order and pressed when the table asks again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { AMOUNT_KEY, CHOICE_KEYS, OWN_SPLIT_KEY } from "../house/phrases";
import { useKeys } from "../parts/keys";

const KEPT = new Set([...Object.values(CHOICE_KEYS), OWN_SPLIT_KEY, AMOUNT_KEY]);
const MOST = 3;

export interface Early {
  keys: string[];
  /** The table asks, and nothing has been answered yet. */
  ready: boolean;
  /** Set by whoever answers the table's question; false where the key is not one of its choices. */
  answer: { current: ((key: string) => boolean) | null };
}

/** `asked` changes with every decision. Keys that are left when the round ends are dropped: they were meant for it. */
export function useEarlyKeys(playing: boolean, ready: boolean, asked: string): Early {
  const [keys, setKeys] = useState<string[]>([]);
  const answer = useRef<((key: string) => boolean) | null>(null);
  useKeys((key) => {
    if (!playing) return false;
    if (ready && keys.length === 0) return answer.current?.(key) ?? false;
    if (!KEPT.has(key)) return false;
    setKeys((now) => [...now, key].slice(0, MOST));
    return true;
  });
  useEffect(() => {
    if (!playing && keys.length) setKeys([]);
  }, [playing]);
  useEffect(() => {
    const [first, ...rest] = keys;
    if (!ready || first === undefined) return;
    setKeys(answer.current?.(first) ? rest : []);
  }, [ready, asked, keys.length]);
  return { keys, ready, answer };
}
