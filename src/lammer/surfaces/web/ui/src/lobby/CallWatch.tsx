/** Shows staff at one table the calls from other tables. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { go, tablePath } from "../house/route";
import type { Me, OpenTable } from "../house/types";
import { capital } from "../house/words";
import { callsFor, useCallBadge } from "./calls";

const LOOK_AGAIN = 3_000;

export function CallWatch({ me, here }: { me: Me; here: string }) {
  const [tables, setTables] = useState<OpenTable[]>([]);
  useEffect(() => {
    const look = (): void => void ask<OpenTable[]>("/api/tables").then(setTables, () => undefined);
    look();
    const timer = window.setInterval(look, LOOK_AGAIN);
    return () => window.clearInterval(timer);
  }, []);
  const calls = callsFor(tables, me);
  useCallBadge(calls);
  const elsewhere = calls.filter((one) => one.table !== here);
  return (
    <div class="call-watch" role="status">
      {elsewhere.map((one) => (
        <button type="button" key={one.table} class="strong" onClick={() => go(tablePath(one.table))}>{`${capital(one.calls)} called at table ${one.table}`}</button>
      ))}
    </div>
  );
}
