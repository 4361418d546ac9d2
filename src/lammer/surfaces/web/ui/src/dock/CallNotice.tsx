/** A call of the supervisor to an absent player. Everybody sees it; a supervisor answers it. */
import { command } from "../house/api";
import type { CallView, Me, TableView } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { mayDecide } from "./FloorCalls";

export function CallNotice({ view, me, call }: { view: TableView; me: Me; call: CallView }) {
  const request = useRequest();
  const answer = (absent: boolean) => () =>
    void request.run(() => command(`/api/tables/${encodeURIComponent(view.table)}/answer-call`, { absent }));
  const mine = call.player === me.name;
  return (
    <section class="call" aria-label="Call of the supervisor">
      <p role="status">{mine ? "The supervisor was called because you did not answer. Act now to stay in the round." : `The supervisor was called: ${call.player} on box ${call.box} does not answer.`}</p>
      {me.roles.includes("supervisor") && !mine && mayDecide(view, me) && (
        <div class="row">
          <button type="button" class="strong" disabled={request.busy} onClick={answer(true)}>{`${call.player} is absent`}</button>
          <button type="button" class="quiet" disabled={request.busy} onClick={answer(false)}>{`${call.player} is here`}</button>
        </div>
      )}
      <Trouble refused={request.refused} />
    </section>
  );
}
