/** The table as it stands, sent whole after every change. A lost line is taken up again within a second of the server's
 * return; pages try at times of their own, so that they do not all come at once. */
import { useEffect, useState } from "preact/hooks";
import { ask, asRefused, type Refused } from "./api";
import { tell } from "./connection";
import type { TableView } from "./types";

const FIRST_WAIT = 150;
const LONGEST_WAIT = 400;
/** The server's code for a session that is over: only a new log-in helps. */
const SESSION_ENDED = 4401;

export interface Live {
  view: TableView | null;
  refused: Refused | null;
  /** How many different views have come. */
  step: number;
}

const NOTHING: Live = { view: null, refused: null, step: 0 };

export function useLive(table: string): Live {
  const [live, setLive] = useState<Live>(NOTHING);
  useEffect(() => {
    setLive(NOTHING);
    const see = (view: TableView): void => setLive((now) => (same(now.view, view) ? now : { view, refused: null, step: now.step + 1 }));
    return watch(table, see, (refused) => setLive({ ...NOTHING, refused }));
  }, [table]);
  return live;
}

/** After every command the view is sent, whether or not anything is new in it. */
function same(one: TableView | null, other: TableView): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function watch(table: string, see: (view: TableView) => void, refuse: (refused: Refused) => void): () => void {
  let gone = false;
  let wait = FIRST_WAIT;
  let timer = 0;
  let socket: WebSocket | null = null;

  function open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/live`);
    socket.onmessage = (message: MessageEvent<string>) => {
      wait = FIRST_WAIT;
      tell("live", true);
      see(JSON.parse(message.data) as TableView);
    };
    socket.onclose = (closed: CloseEvent) => {
      if (gone) return;
      if (closed.code === SESSION_ENDED) {
        location.reload();
        return;
      }
      tell("live", false);
      timer = window.setTimeout(open, wait + Math.random() * wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  // Asked first: a socket cannot say why it is closed, a refusal can.
  ask<TableView>(`/api/tables/${encodeURIComponent(table)}`).then(
    (view) => {
      if (gone) return;
      see(view);
      open();
    },
    (fault: unknown) => gone || refuse(asRefused(fault)),
  );
  return () => {
    gone = true;
    window.clearTimeout(timer);
    tell("live", true);
    socket?.close();
  };
}
