/** The live view of a table, sent whole after every change. A lost connection is restored within a second of the
 * server's return. The delay is random, so that pages do not all reconnect at once. */
import { useEffect, useState } from "preact/hooks";
import { ask, asRefused, type Refused } from "./api";
import { tell } from "./connection";
import type { TableView } from "./types";

const FIRST_WAIT = 150;
const LONGEST_WAIT = 400;
/** The server's close code for a session that has ended. */
const SESSION_ENDED = 4401;

export interface Live {
  view: TableView | null;
  refused: Refused | null;
  /** Counts different views. */
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

/** The view is sent after every command, even if nothing changed. */
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

  // The first view is a plain request: a socket cannot say why it was refused.
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
