import { useState } from "preact/hooks";
import { enter } from "../house/api";
import type { BooksVerdictView } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

/** Verifies the whole log with independent code and replays every round. */
export function Audit() {
  const [verdict, setVerdict] = useState<BooksVerdictView | null>(null);
  const request = useRequest();
  const verify = (): void => void request.run(async () => setVerdict(await enter<BooksVerdictView>("/api/verify", {})));
  return (
    <section class="audit" aria-label="Books">
      <button type="button" class="quiet" onClick={verify} disabled={request.busy}>{request.busy ? "Reading the books …" : "Verify the books"}</button>
      {verdict && (
        <div role="status">
          <p>{`${verdict.events.toLocaleString("en-US")} events, ${verdict.entries.toLocaleString("en-US")} entries, signed up to event ${verdict.signed.toLocaleString("en-US")}: ${verdict.whole ? "whole" : `${verdict.faults.length} faults`}.`}</p>
          <p>{`${verdict.play.rounds.toLocaleString("en-US")} rounds dealt again: ${verdict.play.right ? "every payment is right" : `${verdict.play.faults.length} faults`}.`}</p>
          <ul>{[...verdict.faults, ...verdict.play.faults].map((fault) => <li key={fault.text}>{fault.text}</li>)}</ul>
        </div>
      )}
      <Trouble refused={request.refused} />
    </section>
  );
}
