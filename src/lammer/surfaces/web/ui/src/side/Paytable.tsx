/** What a side bet pays and what it costs to play, with the row that won the last round. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { moneyText } from "../house/money";
import type { SideBetEdge, SideBetView } from "../house/types";
import { capital } from "../house/words";
import { Dialog } from "../parts/Dialog";
import { Trouble } from "../parts/Trouble";
import { useRequest } from "../parts/useRequest";

interface Props {
  table: string;
  bet: SideBetView;
  /** How the bet ended in the last round; empty where it was not placed. */
  outcome: string;
  close: () => void;
}

export function Paytable({ table, bet, outcome, close }: Props) {
  const [edge, setEdge] = useState<number | null | undefined>(undefined);
  const request = useRequest();
  useEffect(() => {
    void request.run(async () => {
      const found = await ask<SideBetEdge[]>(`/api/tables/${encodeURIComponent(table)}/side-bets`);
      setEdge(found.find((one) => one.id === bet.id)?.house_edge ?? null);
    });
  }, [table, bet.id]);
  return (
    <Dialog title={bet.name} close={close}>
      <p class="edge" aria-busy={edge === undefined}>{edgeText(edge)}</p>
      <p class="hint">{`Bets from ${moneyText(bet.minimum)} to ${moneyText(bet.maximum)}.`}</p>
      <ul class="paytable">
        {bet.pays.map((row) => {
          const won = outcome !== "" && row.startsWith(`${outcome}:`);
          return <li key={row} class={won ? "won" : ""}>{capital(row)}{won && <b> won the last round</b>}</li>;
        })}
      </ul>
      <Trouble refused={request.refused} />
    </Dialog>
  );
}

function edgeText(edge: number | null | undefined): string {
  if (edge === undefined) return "House edge: being worked out …";
  if (edge === null) return "The house edge of this bet depends on its meter or on play that is not analysed.";
  const percent = `${(Math.abs(edge) * 100).toFixed(2)}%`;
  return edge < 0 ? `This bet pays the player ${percent} on average.` : `House edge: ${percent}. Of 100 wagered, the house keeps ${(edge * 100).toFixed(2)} on average.`;
}
