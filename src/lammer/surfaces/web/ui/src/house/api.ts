/** Requests. A command is repeated under the same key until it is answered; the server carries it out once. */
import { tell } from "./connection";

export class Refused extends Error {
  /** `keys` maps names of values to what is wrong with them. */
  constructor(readonly status: number, readonly code: string, readonly text: string, readonly clause: string, readonly keys: Record<string, string> = {}) {
    super(text);
  }
}

/** In milliseconds. A restarted server is noticed within a second; after a minute the request fails. */
const WAIT = 300;
const MORE_WAIT = 400;
const TRIES = 120;
const TELLABLE = 3_000;
/** In seconds. */
const LONGEST_RETRY = 10;
const PASSING = new Set([429, 502, 503, 504]);

/** How far the server's clock is ahead of this one, in milliseconds. */
export let clockAhead = 0;

export async function ask<T>(path: string): Promise<T> {
  return insist<T>(path, { method: "GET" });
}

export async function command<T>(path: string, body: Record<string, unknown>): Promise<T> {
  return insist<T>(path, posting({ ...body, key: freshKey() }));
}

/** Pages served without TLS to other machines have no `randomUUID`. */
export function freshKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A command without a key, for requests that may be repeated, such as logging in. */
export async function enter<T>(path: string, body: Record<string, unknown>): Promise<T> {
  return insist<T>(path, posting(body));
}

/** Asked once; whoever asks decides whether to ask again, and may stop waiting. */
export async function question<T>(path: string, body: Record<string, unknown>, signal: AbortSignal): Promise<T> {
  return read<T>(await fetch(path, { ...posting(body), credentials: "same-origin", signal }));
}

function posting(body: Record<string, unknown>): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** Reads an answer with one JSON object per line. */
export async function askLines<T>(path: string): Promise<T[]> {
  return insist<T[]>(path, { method: "GET" }, async (response) => {
    if (!response.ok) return read<T[]>(response);
    const lines = (await response.text()).split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as T);
  });
}

async function insist<T>(path: string, request: RequestInit, reading: (response: Response) => Promise<T> = read<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const response = await sent(path, request);
    if (response && (!PASSING.has(response.status) || isLong(response))) {
      tell("requests", true);
      return reading(response);
    }
    tell("requests", response !== null);
    await new Promise((go) => setTimeout(go, WAIT + Math.random() * MORE_WAIT));
  }
  throw new Refused(0, "no-answer", "the server does not answer; try again in a moment", "");
}

/** A wait that is too long to retry silently, for instance after too many wrong passwords. */
function isLong(response: Response): boolean {
  return Number(response.headers.get("Retry-After") ?? 0) > LONGEST_RETRY;
}

async function sent(path: string, request: RequestInit): Promise<Response | null> {
  try {
    return await fetch(path, { ...request, credentials: "same-origin" });
  } catch {
    return null;
  }
}

async function read<T>(response: Response): Promise<T> {
  const date = response.headers.get("Date");
  const ahead = date ? Date.parse(date) - Date.now() : 0;
  // The header has whole seconds, so a difference of a few seconds means nothing.
  clockAhead = Math.abs(ahead) > TELLABLE ? ahead : 0;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw refusedBy(response.status, answer);
}

function refusedBy(status: number, answer: unknown): Refused {
  const error = (answer as { error?: { code?: string; text?: string; clause?: string; keys?: Record<string, string> } } | null)?.error;
  if (error?.text) return new Refused(status, error.code ?? "", error.text, error.clause ?? "", error.keys ?? {});
  const text = status === 422 ? "the server did not understand this request" : "something went wrong on the server";
  return new Refused(status, `status-${status}`, text, "");
}

export function asRefused(fault: unknown): Refused {
  if (fault instanceof Refused) return fault;
  return new Refused(0, "fault", "something went wrong on this page", "");
}
