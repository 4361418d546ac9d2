import { render } from "preact";
import "../style/base.css";
import "../style/lobby.css";
import "../style/felt.css";
import "../style/pieces.css";
import "../style/dock.css";
import "../style/staff.css";
import "../style/pit.css";
import "../style/trainer.css";
import { type Session, useSession } from "./house/session";
import type { Me } from "./house/types";
import { showLight } from "./house/settings";
import { usePath, useTableName } from "./house/route";
import { isStaff } from "./lobby/calls";
import { CallWatch } from "./lobby/CallWatch";
import { Login } from "./lobby/Login";
import { TableRoom } from "./table/TableRoom";
import { Trouble } from "./parts/Trouble";
import { useLater } from "./parts/useLater";

const TRAINER = ["/report", "/drill", "/r"];

/** Loaded separately, so that the table does not wait for them. */
function Trainer({ path, me }: { path: string; me: Me | null }) {
  const pages = useLater(() => import("./trainer/pages"));
  return pages ? <pages.TrainerPage key={path} path={path} me={me} /> : <main class="trainer" aria-busy="true" />;
}

function Bench({ me }: { me: Me }) {
  const page = useLater(() => import("./workbench/Workbench"));
  return page ? <page.Workbench me={me} /> : <main class="lobby" aria-busy="true" />;
}

function Hall({ session, me }: { session: Session; me: Me }) {
  const lobby = useLater(() => import("./lobby/Lobby"));
  return lobby ? <lobby.Lobby session={session} me={me} /> : <main class="lobby" aria-busy="true" />;
}

function Page() {
  const session = useSession();
  const table = useTableName();
  const path = usePath();
  const { me } = session;
  if (TRAINER.includes(path) && (me || path === "/r")) return <Trainer path={path} me={me} />;
  if (me && path === "/workbench") return <Bench me={me} />;
  if (me && table) {
    return (
      <>
        {isStaff(me) && <CallWatch me={me} here={table} />}
        <TableRoom key={`${table} ${me.name}`} table={table} me={me} />
      </>
    );
  }
  if (me) return <Hall key={me.name} session={session} me={me} />;
  if (session.login) return <Login session={session} />;
  return (
    <main class="lobby" aria-busy="true">
      <Trouble refused={session.refused} />
    </main>
  );
}

showLight();
const page = document.getElementById("page");
if (page) render(<Page />, page);
