import { useConnection } from "../house/connection";
import { moneyText } from "../house/money";
import type { Me, TableView } from "../house/types";
import { go, tablePath } from "../house/route";
import { Copy } from "../parts/Copy";
import { RoleBadge } from "../parts/RoleBadge";
import type { Opened } from "../side/Sheets";
import { mySeats } from "./scene";

interface Props {
  view: TableView;
  me: Me;
  chips: number;
  open: (sheet: Opened) => void;
  leave: () => void;
  buy: () => void;
}

export function TopBar({ view, me, chips, open, leave, buy }: Props) {
  const line = useConnection();
  const floor = me.roles.some((role) => ["dealer", "supervisor", "auditor"].includes(role));
  const seated = mySeats(view).length > 0;
  return (
    <header class="top-bar">
      <a class="logo" href="/" onClick={(event) => { event.preventDefault(); go("/"); }} aria-label="lammer, to the lobby">
        <LogoMark />
        <span class="logo-word">lammer</span>
      </a>
      <div class="top-game">
        <b>{view.name}</b>
        <span class="hint">{view.training ? `${view.table} · training table` : view.table}</span>
      </div>
      <p class="line-state" role="status">{line ? "" : "reconnecting …"}</p>
      <button type="button" class="purse" onClick={buy} aria-label={`Your chips: ${moneyText(chips)}. Buy more`}>
        <span class="purse-mark" aria-hidden="true">●</span>
        <span data-purse>{moneyText(chips)}</span>
      </button>
      {!me.guests && <RoleBadge me={me} />}
      <nav class="top-nav" aria-label="Table">
        <Copy text={`${location.origin}${tablePath(view.table)}`} label="Link" what="the link of this table" />
        <button type="button" class="quiet" onClick={() => open("history")}>History</button>
        <button type="button" class="quiet" onClick={() => open("help")}>Help</button>
        <button type="button" class="quiet" onClick={() => open("settings")}>Settings</button>
        {floor && <button type="button" class="quiet" onClick={() => open("floor")}>Floor</button>}
        {seated ? <button type="button" class="quiet" onClick={leave}>Leave</button> : <button type="button" class="quiet" onClick={() => go("/")}>Lobby</button>}
      </nav>
    </header>
  );
}

export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" class="logo-mark" aria-hidden="true">
      <path d="M9 3h14l8 13-8 13H9L1 16z" class="lammer-body" />
      <path d="M10.5 6h11l6 10-6 10h-11l-6-10z" class="lammer-face" />
      <path d="M13.5 10v11h6" class="logo-l" />
    </svg>
  );
}
