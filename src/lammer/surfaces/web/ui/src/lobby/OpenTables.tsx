import type { Game, Me, OpenTable } from "../house/types";
import { go, tablePath } from "../house/route";
import { listed } from "../house/words";
import { Copy } from "../parts/Copy";
import { gameTitle } from "./GameCard";

export function OpenTables({ tables, games, me }: { tables: OpenTable[]; games: Game[]; me: Me }) {
  const staff = !me.guests && !me.roles.includes("player");
  const open = tables.filter((one) => one.status === "open" && (one.players.length > 0 || one.calls !== "" || staff));
  if (!open.length) return <p class="hint">Nobody sits at a table yet.</p>;
  const wanted = (one: OpenTable): boolean => one.calls !== "" && (me.guests || me.roles.includes(one.calls));
  const mine = (one: OpenTable): boolean => one.players.includes(me.name);
  return (
    <ul class="open-tables">
      {[...open].sort((a, b) => Number(wanted(b)) - Number(wanted(a)) || Number(mine(b)) - Number(mine(a)) || a.table.localeCompare(b.table)).map((one) => {
        const game = games.find((known) => known.game === one.game);
        return (
          <li key={one.table}>
            <span class="open-name">
              <b>{one.table}</b>
              <span class="hint">{`${game ? gameTitle(game) : one.game}${one.training ? ", for training" : ""}`}</span>
            </span>
            <span class="open-who">{mine(one) ? `You${one.players.length > 1 ? ` and ${one.players.length - 1} more` : ""}` : listed(one.players)}</span>
            {one.calls && <span class={wanted(one) ? "calls wanted" : "calls"}>{`${one.calls} called`}</span>}
            <span class="row">
              <Copy text={`${location.origin}${tablePath(one.table)}`} label="Copy link" what={`the link of table ${one.table}`} />
              <button type="button" class="quiet" onClick={() => go(tablePath(one.table))} aria-label={`${mine(one) ? "Return to" : "Join or watch"} table ${one.table}`}>
                {mine(one) ? "Return" : "Join or watch"}
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
