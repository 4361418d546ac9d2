/** The home screen of the staff: calls first, then tables and who is on duty. */
import { useEffect, useState } from "preact/hooks";
import { ask, command } from "../house/api";
import { go, tablePath } from "../house/route";
import type { Me, OpenTable, StaffMember } from "../house/types";
import { capital } from "../house/words";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { callsFor, useCallBadge, useCallSound } from "./calls";

export function Calls({ tables, me }: { tables: OpenTable[]; me: Me }) {
  const [sound, setSound] = useCallSound();
  const calls = callsFor(tables, me);
  useCallBadge(calls);
  return (
    <section class="staff-calls" aria-label="Calls" data-calls={calls.length}>
      <header class="row">
        <h2>Calls</h2>
        <label class="switch"><input type="checkbox" role="switch" checked={sound} onChange={(event) => setSound(event.currentTarget.checked)} /> Sound for calls</label>
      </header>
      <div role="status">
        {calls.length === 0 && <p class="hint">Nobody calls you.</p>}
        <ul>
          {calls.map((one) => (
            <li key={one.table}>
              <span><b>{`${capital(one.calls)} called`}</b>{` at table ${one.table}, ${one.name}`}</span>
              <button type="button" class="strong" onClick={() => go(tablePath(one.table))} aria-label={`Go to table ${one.table}`}>Go to table</button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const LOOK_AGAIN = 3_000;

export function OnDuty({ me }: { me: Me }) {
  const [staff, setStaff] = useState<StaffMember[]>([]);
  const request = useRequest();
  useEffect(() => {
    const look = (): void => void request.run(async () => setStaff(await ask<StaffMember[]>("/api/staff")));
    look();
    const timer = window.setInterval(look, LOOK_AGAIN);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <section class="on-duty" aria-label="On duty">
      <h2>On duty</h2>
      <ul>
        {[...staff].sort((a, b) => Number(b.tables.length > 0) - Number(a.tables.length > 0) || Number(b.here) - Number(a.here)).map((one) => (
          <li key={one.name} data-here={one.here}>
            <b>{one.name === me.name ? `${one.name} (you)` : one.name}</b>
            <span class="hint">{capital(one.roles.join(", "))}</span>
            <span>{one.tables.length ? `on duty at ${one.tables.join(", ")}` : one.here ? "connected" : "not connected"}</span>
          </li>
        ))}
      </ul>
      <Trouble refused={request.refused} />
    </section>
  );
}

/** Tables that were closed, by the staff or because nobody used them. */
export function ClosedTables({ tables, me, look }: { tables: OpenTable[]; me: Me; look: () => void }) {
  const request = useRequest();
  const closed = tables.filter((one) => one.status === "closed");
  if (!closed.length) return null;
  const reopen = (one: OpenTable): void =>
    void request.run(async () => {
      await command(`/api/tables/${encodeURIComponent(one.table)}/reopen`, {});
      look();
    });
  return (
    <details class="hosting closed-tables">
      <summary>{`Closed tables (${closed.length})`}</summary>
      <ul class="open-tables">
        {closed.map((one) => (
          <li key={one.table}>
            <span class="open-name"><b>{one.table}</b><span class="hint">{one.name}</span></span>
            <span class="hint">{`${one.round} rounds`}</span>
            {me.roles.includes("dealer") && <button type="button" class="quiet" disabled={request.busy} onClick={() => reopen(one)} aria-label={`Open again: table ${one.table}`}>Open again</button>}
          </li>
        ))}
      </ul>
      <Trouble refused={request.refused} />
    </details>
  );
}
