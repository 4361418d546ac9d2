import { FloorCalls } from "../dock/FloorCalls";
import type { Me, TableView } from "../house/types";
import { Audit } from "./Audit";
import { SecurityEvents } from "./SecurityEvents";

/** What dealers and supervisors may call here, with what it does. */
export function FloorSheet({ view, me }: { view: TableView; me: Me }) {
  return (
    <div class="help">
      <p>Deal now: whoever has not bet sits the round out.</p>
      <p>Call absent: once their time is over, the rule for absent players plays their hands. Where the rules say so, the supervisor is called first. Whoever is asked to cut and does not is passed over.</p>
      <p>Interrupt round, with the reason: own money still at stake and tips come back; a stake already lost stays lost, a win already paid stays paid.</p>
      <p>Close table: who sits goes home with their bets, and nobody sits down until it is opened again.</p>
      <FloorCalls view={view} me={me} whole />
      {!view.under_way && <p class="hint">No round is under way.</p>}
      {me.roles.includes("auditor") && <Audit />}
      {me.roles.includes("auditor") && <SecurityEvents />}
    </div>
  );
}
