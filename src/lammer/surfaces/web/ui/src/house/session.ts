/** Who sits before this page. Where guests are let in, one is made without being asked. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ask, asRefused, enter, Refused } from "./api";
import type { Me } from "./types";

const FIRSTS = ["Calm", "Lucky", "Quiet", "Bold", "Sunny", "Clever", "Gentle", "Swift", "Merry", "Steady"];
const SECONDS = ["Heron", "Otter", "Falcon", "Badger", "Magpie", "Lynx", "Marten", "Plover", "Hare", "Raven"];

export interface Session {
  me: Me | null;
  /** This floor lets in only who logs in. */
  login: boolean;
  refused: Refused | null;
  again: () => Promise<void>;
  come: (name: string) => Promise<void>;
  logIn: (name: string, password: string) => Promise<void>;
  logOut: () => Promise<void>;
}

function guestName(): string {
  const pick = (names: string[]): string => names[Math.floor(Math.random() * names.length)] ?? "Guest";
  return `${pick(FIRSTS)} ${pick(SECONDS)} ${Math.floor(100 + Math.random() * 900)}`;
}

async function meOrGuest(): Promise<Me> {
  try {
    return await ask<Me>("/api/me");
  } catch (fault) {
    if (!(fault instanceof Refused) || fault.status !== 401) throw fault;
    return enter<Me>("/api/guest", { name: guestName() });
  }
}

export function useSession(): Session {
  const [me, setMe] = useState<Me | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const again = useCallback(async () => {
    try {
      setMe(await meOrGuest());
      setRefused(null);
    } catch (fault) {
      setRefused(asRefused(fault));
    }
  }, []);
  const come = useCallback(async (name: string) => setMe(await enter<Me>("/api/guest", { name })), []);
  const logIn = useCallback(async (name: string, password: string) => {
    setMe(await enter<Me>("/api/login", { name, password }));
    setRefused(null);
  }, []);
  const logOut = useCallback(async () => {
    await enter("/api/logout", {});
    setMe(null);
    await again();
  }, [again]);
  useEffect(() => void again(), [again]);
  return { me, login: me === null && refused?.status === 401, refused, again, come, logIn, logOut };
}
