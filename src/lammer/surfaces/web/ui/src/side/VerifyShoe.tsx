import { useState } from "preact/hooks";
import { askLines } from "../house/api";
import { remembered } from "../house/contributions";
import { type ShoeRecord, type Verdict, verdictOn } from "../house/verifying";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

/** More rounds than any shoe has; the server sends as many at once. */
const MOST_ROUNDS = 100;

/** Repeats the shuffle of a round in this browser and shows the verdict. */
export function VerifyShoe({ table, round }: { table: string; round: number }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const request = useRequest();
  const path = `/api/tables/${encodeURIComponent(table)}/records?after=`;
  const verify = (): void => {
    void request.run(async () => {
      const start = Math.max(0, round - MOST_ROUNDS);
      const before = await askLines<ShoeRecord>(`${path}${start}`);
      const after = start + MOST_ROUNDS <= round ? await askLines<ShoeRecord>(`${path}${start + MOST_ROUNDS}`) : [];
      setVerdict(verdictOn([...before, ...after], round, (shoe) => remembered(table, shoe)));
    });
  };
  return (
    <>
      <button type="button" class="quiet" disabled={request.busy} onClick={verify} aria-label={`Verify the shoe of round ${round}`}>Verify the shoe</button>
      {verdict && (
        <ul class={`verdict-on-shoe ${verdict.right ? "win" : "loss"}`} role="status" data-right={String(verdict.right)}>
          {verdict.lines.map((line) => <li key={line}>{line}</li>)}
        </ul>
      )}
      <Trouble refused={request.refused} />
    </>
  );
}
