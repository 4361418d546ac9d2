/** Steps at a table that cannot be undone, in a place of their own. */
import { ask, command } from "../house/api";
import type { Effects, Me, TableView } from "../house/types";
import { Danger } from "../parts/Danger";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { mayDecide } from "../dock/FloorCalls";

export function DangerZone({ view, me }: { view: TableView; me: Me }) {
  const request = useRequest();
  const path = `/api/tables/${encodeURIComponent(view.table)}`;
  const interrupts = me.roles.includes("supervisor") && mayDecide(view, me) && view.under_way;
  const closes = me.roles.includes("dealer") && mayDecide(view, me) && !view.under_way && view.status === "open";
  const effect = (which: keyof Effects) => async () => (await ask<Effects>(`${path}/effects`))[which];
  const take = (kind: string) => (reason: string) => void request.run(() => command(`${path}/${kind}`, { reason }));
  if (!interrupts && !closes && !request.refused) return null;
  return (
    <section class="danger-zone" aria-label="Cannot be undone">
      <h3>Cannot be undone</h3>
      {interrupts && <Danger word="Interrupt the round" does="Interrupt the round" effect={effect("void")} busy={request.busy} take={take("void")} />}
      {closes && <Danger word="Close the table" does="Close the table" effect={effect("close")} busy={request.busy} take={take("close")} />}
      <Trouble refused={request.refused} />
    </section>
  );
}
