/** The current user. A floor that admits guests creates one without a log-in. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ask, asRefused, enter, Refused } from "./api";
import type { Me, Visit } from "./types";

export type Role = Me["roles"][number];

const FIRSTS = ["Calm", "Lucky", "Quiet", "Bold", "Sunny", "Clever", "Gentle", "Swift", "Merry", "Steady"];
const SECONDS = ["Heron", "Otter", "Falcon", "Badger", "Magpie", "Lynx", "Marten", "Plover", "Hare", "Raven"];
const NO_USERS = "no-users-yet";

export interface Session {
  me: Me | null;
  /** This floor requires a log-in. */
  login: boolean;
  /** There are no users yet: the server printed a token for creating the first one. */
  noUsers: boolean;
  refused: Refused | null;
  again: () => Promise<void>;
  come: (name: string) => Promise<void>;
  logIn: (name: string, password: string) => Promise<void>;
  beFirst: (token: string, name: string, password: string) => Promise<void>;
  logOut: () => Promise<void>;
}

function guestName(): string {
  const pick = (names: string[]): string => names[Math.floor(Math.random() * names.length)] ?? "Guest";
  return `${pick(FIRSTS)} ${pick(SECONDS)} ${Math.floor(100 + Math.random() * 900)}`;
}

async function meOrGuest(): Promise<Me> {
  const visit = await ask<Visit>("/api/session");
  if (visit.me) return visit.me;
  if (visit.guests) return enter<Me>("/api/guest", { name: guestName() });
  throw new Refused(401, visit.no_users ? NO_USERS : "not-logged-in", "", "");
}

export function useSession(): Session {
  const [me, setMe] = useState<Me | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const latest = useRef(0);
  /** Uses the answer unless a newer request was sent in the meantime. */
  const settle = useCallback(async (request: () => Promise<Me>) => {
    latest.current += 1;
    const turn = latest.current;
    const found = await request();
    if (turn !== latest.current) return;
    setMe(found);
    setRefused(null);
  }, []);
  const again = useCallback(async () => {
    try {
      await settle(meOrGuest);
    } catch (fault) {
      setRefused(asRefused(fault));
    }
  }, [settle]);
  const come = useCallback((name: string) => settle(() => enter<Me>("/api/guest", { name })), [settle]);
  const logIn = useCallback((name: string, password: string) => settle(() => enter<Me>("/api/login", { name, password })), [settle]);
  const beFirst = useCallback(
    (token: string, name: string, password: string) => settle(() => enter<Me>("/api/first-user", { token, name, password })),
    [settle],
  );
  const logOut = useCallback(async () => {
    latest.current += 1;
    await enter("/api/logout", {});
    setMe(null);
    await again();
  }, [again]);
  useEffect(() => void again(), [again]);
  const login = me === null && refused?.status === 401;
  return { me, login, noUsers: login && refused.code === NO_USERS, refused, again, come, logIn, beFirst, logOut };
}
