import { FloorCalls } from "../dock/FloorCalls";
import type { Me, TableView } from "../house/types";
import { RoleBadge } from "../parts/RoleBadge";
import { Audit } from "./Audit";
import { DangerZone } from "./DangerZone";
import { SecurityEvents } from "./SecurityEvents";

/** Calls of dealers and supervisors, with their effects. */
export function FloorSheet({ view, me }: { view: TableView; me: Me }) {
  return (
    <div class="help">
      <RoleBadge me={me} />
      <p>Deal now: whoever has not bet sits the round out.</p>
      <p>Call absent: once their time is over, the rule for absent players plays their hands. Where the rules say so, the supervisor is called first. A player who is offered the cut and does not answer is passed over.</p>
      <FloorCalls view={view} me={me} whole />
      {!view.under_way && <p class="hint">No round is under way.</p>}
      <DangerZone view={view} me={me} />
      {me.roles.includes("auditor") && <Audit />}
      {me.roles.includes("auditor") && <SecurityEvents />}
    </div>
  );
}
