import { useState } from "preact/hooks";
import { ask } from "../house/api";
import type { SecurityEvent } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

const SHOWN = new Set(["event", "at", "user", "by", "what"]);

/** Log-ins, refusals, locks and changes of users, newest first, a page at a time. */
export function SecurityEvents() {
  const [events, setEvents] = useState<SecurityEvent[] | null>(null);
  const [done, setDone] = useState(false);
  const request = useRequest();
  const more = (): void =>
    void request.run(async () => {
      const before = events?.at(-1)?.event ?? 0;
      const page = await ask<SecurityEvent[]>(`/api/security?before=${before}`);
      setEvents([...(events ?? []), ...page]);
      setDone(page.length === 0);
    });
  return (
    <section class="audit" aria-label="Security events">
      {events && <ul role="status">{events.map((one) => <li key={one.event}>{eventText(one)}</li>)}</ul>}
      {done && <p class="hint">{events?.length ? "No earlier security events." : "No security events."}</p>}
      {!done && <button type="button" class="quiet" onClick={more} disabled={request.busy}>{events ? "Earlier security events" : "Security events"}</button>}
      <Trouble refused={request.refused} />
    </section>
  );
}

function eventText(one: SecurityEvent): string {
  const rest = Object.entries(one).filter(([name]) => !SHOWN.has(name)).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
  return [`${new Date(one.at).toLocaleString("en-GB")} ${one.user}: ${one.what}`, ...rest].join(", ");
}
