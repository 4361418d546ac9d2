import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { useConnection } from "../house/connection";
import { moneyText } from "../house/money";
import { go } from "../house/route";
import type { Session } from "../house/session";
import type { Game, Jackpots, Me, OpenTable } from "../house/types";
import { Dialog } from "../parts/Dialog";
import { Preparing } from "../parts/Preparing";
import { RoleBadge } from "../parts/RoleBadge";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { PitForms } from "../pit/PitForms";
import { PitReport } from "../pit/PitReport";
import { LogoMark } from "../table/TopBar";
import { SettingsForm } from "../side/SettingsForm";
import { ApprovedSheets } from "./ApprovedSheets";
import { BuyIn } from "./BuyIn";
import { GameCard } from "./GameCard";
import { HostForm } from "./HostForm";
import { JackpotList } from "./JackpotList";
import { NameForm } from "./NameForm";
import { isStaff } from "./calls";
import { Calls, ClosedTables, OnDuty } from "./StaffHome";
import { OpenTables } from "./OpenTables";
import { Users } from "./Users";

const LOOK_AGAIN = 3_000;

export function Lobby({ session, me }: { session: Session; me: Me }) {
  const [games, setGames] = useState<Game[]>([]);
  const [tables, setTables] = useState<OpenTable[]>([]);
  const [jackpots, setJackpots] = useState<Jackpots>({ links: [], terms: [] });
  const [sheet, setSheet] = useState<"buy" | "settings" | null>(null);
  const request = useRequest();
  const line = useConnection();
  const look = (): void => {
    void request.run(async () => {
      setGames(await ask<Game[]>("/api/games"));
      setTables(await ask<OpenTable[]>("/api/tables"));
      setJackpots(await ask<Jackpots>("/api/links"));
    });
  };
  useEffect(() => {
    document.title = "lammer";
    look();
    void session.again();
    const timer = window.setInterval(look, LOOK_AGAIN);
    return () => window.clearInterval(timer);
  }, []);
  const mayOpen = me.roles.includes("dealer");
  const approves = !me.guests && (me.roles.includes("executive") || me.roles.includes("administrator"));
  const administers = !me.guests && me.roles.includes("administrator");
  const staff = isStaff(me);
  const inThePit = staff && ["dealer", "supervisor", "executive", "auditor"].some((role) => me.roles.some((mine) => mine === role));
  const readsReport = staff && ["supervisor", "executive", "auditor"].some((role) => me.roles.some((mine) => mine === role));
  const variants = games.filter((game) => game.variant);
  const gameList = (
    <section key="games" class="lobby-part">
      <Preparing waiting={games.some((game) => game.house_edge === null)} />
      <h2>Games</h2>
      <GameCards games={games.filter((game) => !game.variant)} me={me} />
      {variants.length > 0 && <><h2>As other houses deal them</h2><GameCards games={variants} me={me} /></>}
    </section>
  );
  const tableList = (
    <section key="tables" class="lobby-part">
      <h2>Tables</h2>
      <OpenTables tables={tables} games={games} me={me} look={look} />
    </section>
  );
  const bought = (): void => {
    setSheet(null);
    void session.again();
  };
  return (
    <div class="lobby-page">
      <header class="lobby-bar">
        <span class="logo"><LogoMark /><span class="logo-word">lammer</span></span>
        <p class="line-state" role="status">{line ? "" : "reconnecting …"}</p>
        <RoleBadge me={me} />
        {me.roles.includes("player") && <button type="button" class="purse" onClick={() => setSheet("buy")} aria-label={`Your chips: ${moneyText(me.chips)}. Buy more`}>
          <span class="purse-mark" aria-hidden="true">●</span>{moneyText(me.chips)}
        </button>}
        <button type="button" class="quiet" onClick={() => setSheet("settings")}>Settings</button>
        {!me.guests && <button type="button" class="quiet" onClick={() => void session.logOut()}>Log out</button>}
      </header>
      <main class="lobby">
        <section class="greeting">
          <h1>Good to see you, <NameForm me={me} session={session} /></h1>
          {!staff && <p class="hint">Free Bet blackjack and its family: play money, real rules, every card provably shuffled beforehand.</p>}
          <p class="row trainer-links"><a href="/drill" onClick={(event) => { event.preventDefault(); go("/drill"); }}>Drills</a> <a href="/report" onClick={(event) => { event.preventDefault(); go("/report"); }}>My report</a> <a href="/workbench" onClick={(event) => { event.preventDefault(); go("/workbench"); }}>Workbench</a></p>
          {me.guests && <p class="hint">This is a training floor: you may play every part and try any rules.</p>}
        </section>
        <Trouble refused={request.refused} />
        {staff && <Calls tables={tables} me={me} />}
        {me.guests ? [gameList, tableList] : tableList}
        {mayOpen && games.length > 0 && (
          <details class="hosting">
            <summary>Open a table for several</summary>
            <HostForm games={games} links={jackpots.links} me={me} />
          </details>
        )}
        {(staff || me.guests) && <ClosedTables tables={tables} me={me} look={look} />}
        <JackpotList jackpots={jackpots} me={me} look={look} />
        {staff && <OnDuty me={me} />}
        {inThePit && <PitForms me={me} tables={tables} />}
        {readsReport && <PitReport me={me} />}
        {administers && <Users me={me} />}
        {approves && games.length > 0 && <ApprovedSheets games={games} />}
        {!me.guests && gameList}
      </main>
      {sheet === "buy" && <BuyIn close={() => setSheet(null)} done={bought} />}
      {sheet === "settings" && <Dialog title="Settings" close={() => setSheet(null)}><SettingsForm /></Dialog>}
    </div>
  );
}

function GameCards({ games, me }: { games: Game[]; me: Me }) {
  return <ul class="games">{games.map((game) => <GameCard key={game.game} game={game} mayOpen={me.guests} />)}</ul>;
}
