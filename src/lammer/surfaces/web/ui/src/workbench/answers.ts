/** Figures from the server. An answer belongs to the question it was given to: whatever arrives late is kept for its own
 * question, and never shown for another. */
import { useEffect, useRef, useState } from "preact/hooks";
import { asRefused, freshKey, question, Refused } from "../house/api";

export interface Answer<T> {
  /** The answer to the present question or, until it is there, the last good one. */
  answer: T | null;
  /** Whether `answer` is that of the present question. */
  fresh: boolean;
  /** The question is still open after a moment: time to say so. */
  slow: boolean;
  /** Why the present question has no answer. */
  refused: Refused | null;
}

/** Milliseconds. */
const SETTLE = 40;
const SLOW = 150;
const RETRY = 700;
const TRIES = 8;
const MAX_KEPT = 500;
const PASSING = new Set([0, 429, 502, 503, 504]);

const page = freshKey();
const kept = new Map<string, unknown>();
let turn = 0;

/** Something else is on the workbench: the server may drop what this page asked before. */
export function nextTurn(): void {
  turn += 1;
}

export function keptAnswer<T>(path: string, body: Record<string, unknown>): T | undefined {
  return kept.get(contentOf(path, body)) as T | undefined;
}

function contentOf(path: string, body: Record<string, unknown>): string {
  return `${path} ${JSON.stringify(body)}`;
}

function keep(content: string, answer: unknown): void {
  kept.set(content, answer);
  const oldest = kept.keys().next().value;
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Asks until there is an answer or a refusal that trying again would not change. */
export async function asked<T>(path: string, body: Record<string, unknown>, signal: AbortSignal): Promise<T> {
  const content = contentOf(path, body);
  const known = kept.get(content);
  if (known !== undefined) return known as T;
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await question<T>(path, { ...body, page, turn }, signal);
      keep(content, answer);
      return answer;
    } catch (fault) {
      signal.throwIfAborted();
      const refused = fault instanceof TypeError ? new Refused(0, "no-answer", "the server does not answer", "") : asRefused(fault);
      const passing = PASSING.has(refused.status) || refused.code === "superseded";
      if (!passing || tries >= TRIES) throw refused;
      await new Promise((go) => setTimeout(go, RETRY * tries));
      signal.throwIfAborted();
    }
  }
}

/** The answer to a question that changes; null asks nothing. */
export function useAnswer<T>(path: string, body: Record<string, unknown> | null): Answer<T> {
  const content = body === null ? "" : contentOf(path, body);
  const [, look] = useState(0);
  const last = useRef<T | null>(null);
  const slow = useRef("");
  const refused = useRef<{ content: string; why: Refused } | null>(null);
  const known = content === "" ? undefined : (kept.get(content) as T | undefined);
  if (known !== undefined) last.current = known;
  useEffect(() => {
    if (body === null || known !== undefined) return undefined;
    const stop = new AbortController();
    const again = (): void => {
      if (!stop.signal.aborted) look((times) => times + 1);
    };
    const waited = window.setTimeout(() => {
      slow.current = content;
      again();
    }, SLOW);
    const begun = window.setTimeout(() => {
      asked<T>(path, body, stop.signal).then(again, (why: unknown) => {
        if (stop.signal.aborted) return;
        refused.current = { content, why: asRefused(why) };
        again();
      });
    }, SETTLE);
    return () => {
      window.clearTimeout(waited);
      window.clearTimeout(begun);
      stop.abort();
    };
  }, [content]);
  const why = refused.current?.content === content ? refused.current.why : null;
  const fresh = known !== undefined;
  return { answer: last.current, fresh, slow: content !== "" && !fresh && !why && slow.current === content, refused: fresh ? null : why };
}
