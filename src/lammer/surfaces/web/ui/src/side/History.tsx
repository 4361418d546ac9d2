import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import type { Me, PastRound, TableView } from "../house/types";
import { Copy } from "../parts/Copy";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { RecallView } from "./RecallView";
import { VerifyShoe } from "./VerifyShoe";

const PAGE = 50;

/** Past rounds, newest first, each in a line that replays it. */
export function History({ view, me }: { view: TableView; me: Me }) {
  const [rounds, setRounds] = useState<PastRound[] | null>(null);
  const [recalled, setRecalled] = useState<number | null>(null);
  const request = useRequest();
  const path = `/api/tables/${encodeURIComponent(view.table)}/rounds`;
  const more = (before: number): void => {
    void request.run(async () => {
      const found = await ask<PastRound[]>(before ? `${path}?before=${before}` : path);
      setRounds((now) => (before ? [...(now ?? []), ...found] : found));
    });
  };
  useEffect(() => more(0), [view.round, view.under_way]);
  if (recalled !== null) return <RecallView path={`${path}/${recalled}`} me={me} back={() => setRecalled(null)} />;
  const last = rounds?.[rounds.length - 1];
  return (
    <div class="history">
      {rounds?.length === 0 && <p class="hint">No round has been played yet.</p>}
      <ol reversed>
        {rounds?.map((one) => (
          <li key={one.round}>
            <b>{`Round ${one.round}`}</b>
            <code class="notation">{one.notation}</code>
            <span class="row">
              <Copy text={one.notation} label="Copy" what={`round ${one.round}`} />
              <button type="button" class="quiet" onClick={() => setRecalled(one.round)} aria-label={`Recall round ${one.round}`}>Recall</button>
            </span>
            <VerifyShoe table={view.table} round={one.round} />
          </li>
        ))}
      </ol>
      {last && last.round > 1 && (rounds?.length ?? 0) % PAGE === 0 && (
        <button type="button" class="quiet" onClick={() => more(last.round)}>Earlier rounds</button>
      )}
      {(rounds?.length ?? 0) > 0 && (
        <p class="hint">
          <a href={`/api/tables/${encodeURIComponent(view.table)}/records`} download={`${view.table}.jsonl`}>Records</a>
          {" to check with "}<code>lammer replay</code>{": every card against the shoe promised before the first one."}
        </p>
      )}
      <Trouble refused={request.refused} />
    </div>
  );
}
