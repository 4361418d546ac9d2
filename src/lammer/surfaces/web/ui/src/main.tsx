import { render } from "preact";
import "../style/base.css";
import "../style/lobby.css";
import "../style/felt.css";
import "../style/pieces.css";
import "../style/dock.css";
import { useSession } from "./house/session";
import { showLight } from "./house/settings";
import { useTableName } from "./house/route";
import { Lobby } from "./lobby/Lobby";
import { Login } from "./lobby/Login";
import { TableRoom } from "./table/TableRoom";
import { Trouble } from "./parts/Trouble";

function Page() {
  const session = useSession();
  const table = useTableName();
  const { me } = session;
  if (me && table) return <TableRoom key={`${table} ${me.name}`} table={table} me={me} />;
  if (me) return <Lobby key={me.name} session={session} me={me} />;
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
