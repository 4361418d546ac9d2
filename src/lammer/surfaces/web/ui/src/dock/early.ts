/** Keys pressed while cards move or a command is being sent. They are kept in order and used at the next question. */
import { useEffect, useRef, useState } from "preact/hooks";
import { AMOUNT_KEY, CHOICE_KEYS, OWN_SPLIT_KEY } from "../house/phrases";
import { useKeys } from "../parts/keys";

const KEPT = new Set([...Object.values(CHOICE_KEYS), OWN_SPLIT_KEY, AMOUNT_KEY]);
const MOST = 3;

export interface Early {
  keys: string[];
  /** There is an open question and no answer has been sent. */
  ready: boolean;
  /** Handles a key; returns false if it is not one of the choices. */
  answer: { current: ((key: string) => boolean) | null };
}

/** `decision` changes with every decision. Keys left at the end of the round are dropped. */
export function useEarlyKeys(playing: boolean, ready: boolean, decision: string): Early {
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
  }, [ready, decision, keys.length]);
  return { keys, ready, answer };
}
