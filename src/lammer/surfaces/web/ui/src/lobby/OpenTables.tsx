/** Tables with limits, edge and free seats. The main button depends on the viewer's role. */
import { command, Refused } from "../house/api";
import { moneyText } from "../house/money";
import { go, tablePath } from "../house/route";
import type { Game, Me, OpenTable } from "../house/types";
import { capital, listed } from "../house/words";
import { Copy } from "../parts/Copy";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { callsFor, isStaff } from "./calls";
import { edgeText, gameTitle } from "./GameCard";

interface Props {
  tables: OpenTable[];
  games: Game[];
  me: Me;
  look: () => void;
}

export function OpenTables({ tables, games, me, look }: Props) {
  const open = tables.filter((one) => one.status === "open");
  if (!open.length) return <p class="hint">No table is open.</p>;
  const wanted = new Set(callsFor(open, me).map((one) => one.table));
  const place = (one: OpenTable): number => games.findIndex((game) => game.game === one.game);
  const rank = (one: OpenTable): number => (wanted.has(one.table) ? 0 : one.players.includes(me.name) || one.dealer === me.name ? 1 : one.free.length ? 2 : 3);
  const sorted = [...open].sort((a, b) => rank(a) - rank(b) || place(a) - place(b) || b.players.length - a.players.length || a.table.localeCompare(b.table));
  return <ul class="open-tables table-rows">{sorted.map((one) => <TableRow key={one.table} one={one} game={games.find((game) => game.game === one.game)} wanted={wanted.has(one.table)} me={me} look={look} />)}</ul>;
}

function TableRow({ one, game, wanted, me, look }: { one: OpenTable; game: Game | undefined; wanted: boolean; me: Me; look: () => void }) {
  const request = useRequest();
  const seated = one.players.includes(me.name);
  const title = game ? gameTitle(game) : one.name;
  const free = one.free.length === 1 ? "1 free seat" : `${one.free.length || "no"} free seats`;
  return (
    <li data-table={one.table}>
      <span class="open-name">
        <b>{one.table}</b>
        <span class="hint">{`${title}${one.training ? ", for training" : ""}`}</span>
      </span>
      <dl class="table-facts">
        <div><dt>Bets</dt><dd>{`${moneyText(one.minimum)} – ${moneyText(one.maximum)}`}</dd></div>
        <div><dt>Edge</dt><dd aria-busy={one.house_edge === null}>{edgeText(one.house_edge)}</dd></div>
        <div><dt>Seats</dt><dd>{free}</dd></div>
      </dl>
      <span class="open-who">
        {seated ? `You${one.players.length > 1 ? ` and ${one.players.length - 1} more` : ""}` : listed(one.players) || "Nobody sits here"}
        {one.dealer && <span class="hint">{` · dealer: ${one.dealer}`}</span>}
      </span>
      {one.calls && <span class={wanted ? "calls wanted" : "calls"}>{`${one.calls} called`}</span>}
      <span class="row table-buttons">
        <Buttons one={one} wanted={wanted} me={me} run={(task) => void request.run(task)} busy={request.busy} look={look} />
      </span>
      <Trouble refused={request.refused} />
    </li>
  );
}

interface ButtonsProps {
  one: OpenTable;
  wanted: boolean;
  me: Me;
  busy: boolean;
  run: (task: () => Promise<unknown>) => void;
  look: () => void;
}

function Buttons({ one, wanted, me, busy, run, look }: ButtonsProps) {
  const path = `/api/tables/${encodeURIComponent(one.table)}`;
  const enter = (): void => go(tablePath(one.table));
  const seated = one.players.includes(me.name);
  const deals = isStaff(me) && me.roles.includes("dealer") && !seated;
  const runsIt = !me.guests && (one.dealer === me.name || one.opened_by.includes(me.name));
  const sits = me.roles.includes("player") && !seated && !runsIt && one.free.length > 0;
  const duty = (on: boolean) => (): void => run(async () => {
    await command(`${path}/duty`, { on });
    if (on) enter();
    else look();
  });
  const mine = seated || one.dealer === me.name;
  return (
    <>
      {wanted && isStaff(me) && <button type="button" class="strong" onClick={enter} aria-label={`Answer the call at table ${one.table}`}>Answer the call</button>}
      {mine && <button type="button" class="strong" onClick={enter} aria-label={`Return to table ${one.table}`}>Return</button>}
      {deals && one.dealer === me.name && <button type="button" class="quiet" disabled={busy} onClick={duty(false)} aria-label={`Go off duty at table ${one.table}`}>Go off duty</button>}
      {deals && one.dealer === "" && <button type="button" class="strong" disabled={busy} onClick={duty(true)} aria-label={`Come on duty at table ${one.table}`}>Come on duty</button>}
      {sits && <button type="button" class={deals ? "quiet" : "strong"} disabled={busy} onClick={() => run(() => sit(one))} aria-label={`Sit at table ${one.table}`}>Sit</button>}
      {!mine && <button type="button" class="quiet" onClick={enter} aria-label={`Watch table ${one.table}`}>Watch</button>}
      <Copy text={`${location.origin}${tablePath(one.table)}`} label="Copy link" what={`the link of table ${one.table}`} />
    </>
  );
}

/** Takes the best free box, or the next one if somebody else took it first. */
async function sit(one: OpenTable): Promise<void> {
  for (const box of one.free) {
    try {
      await command(`/api/tables/${encodeURIComponent(one.table)}/sit`, { box });
      return go(tablePath(one.table));
    } catch (fault) {
      if (!(fault instanceof Refused) || fault.code !== "seat-taken") throw fault;
    }
  }
  throw new Refused(409, "table-full", `${capital(one.table)} has no free seat any more`, "");
}
