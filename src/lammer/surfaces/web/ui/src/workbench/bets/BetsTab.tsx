import type { PaytableFigures, SideBetTables } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { Bet } from "./Bet";
import shared from "../../../style/bench-figures.css?text";
import style from "../../../style/bets.css?text";
import { useStyle } from "../useStyle";

/** Every side bet with its paytables: chances beside pays that can be changed, and what follows from them. */
export default function BetsTab({ bench }: { bench: Bench }) {
  useStyle(shared + style);
  const found = useAnswer<SideBetTables>("/api/workbench/paytables", { ...bench.rules });
  const own = useAnswer<SideBetTables>("/api/workbench/paytables", { game: bench.rules.game, overrides: [] });
  const { answer, fresh, slow, refused } = found;
  const elsewhere = refused && Object.keys(refused.keys).every((key) => !key.includes(".paytables."));
  const bets = grouped(answer?.tables ?? []);
  return (
    <div class="bets-tab" data-fresh={fresh} aria-busy={!fresh && !refused}>
      <p class="figure-state" role="status">
        {refused ? "The last good answer is shown." : slow || !answer ? "Working it out …" : "Exact, for one box and a fresh shoe. A pay that you change here is set for the whole workbench."}
      </p>
      {elsewhere && <p class="trouble" role="alert">{sentence(refused.text)} {refused.clause && <span class="clause">{refused.clause}</span>}</p>}
      {answer?.refused.map((text) => <p key={text} class="trouble">{sentence(text)}</p>)}
      {answer && bets.length === 0 && <p>This game has no side bet.</p>}
      {bets.map(([bet, tables]) => <Bet key={bet} bench={bench} tables={tables} own={own.answer?.tables ?? []} refused={refused} />)}
    </div>
  );
}

function grouped(tables: PaytableFigures[]): [string, PaytableFigures[]][] {
  const bets = new Map<string, PaytableFigures[]>();
  for (const one of tables) bets.set(one.bet, [...(bets.get(one.bet) ?? []), one]);
  return [...bets];
}
