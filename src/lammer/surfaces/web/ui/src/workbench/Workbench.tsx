import type { ComponentType } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import style from "../../style/workbench.css?text";
import { ask } from "../house/api";
import type { Game, Me, WorkbenchGame } from "../house/types";
import { Preparing } from "../parts/Preparing";
import { Trouble } from "../parts/Trouble";
import { useRequest } from "../parts/useRequest";
import { BenchBar } from "./BenchBar";
import { nextTurn } from "./answers";
import type { Bench } from "./bench";
import { splitGame } from "./overrides";
import { type SetupState, useSetup } from "./setup";
import { type Tab, TABS } from "./tabs";

function useStyle(): void {
  useEffect(() => {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    document.head.append(sheet);
    return () => sheet.remove();
  }, []);
}

/** Ctrl+Z and Ctrl+Shift+Z, but for fields where somebody is typing: they have an undo of their own. */
function useUndoKeys({ undo, redo, canUndo, canRedo }: SetupState): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      const at = event.target instanceof Element ? event.target : document.body;
      if (at.closest("input:not([type=checkbox], [type=radio]), textarea")) return;
      event.preventDefault();
      if (event.shiftKey ? canRedo : canUndo) (event.shiftKey ? redo : undo)();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}

export function Workbench({ me }: { me: Me }) {
  useStyle();
  const state = useSetup();
  useUndoKeys(state);
  const { setup } = state;
  const [games, setGames] = useState<Game[]>([]);
  const [sheet, setSheet] = useState<WorkbenchGame | null>(null);
  const request = useRequest();
  const about = JSON.stringify([setup.game, setup.set, setup.pin]);
  useMemo(nextTurn, [about]);
  useEffect(() => {
    void request.run(async () => {
      const found = await ask<Game[]>("/api/games");
      setGames(found);
      const first = found[0];
      if (!setup.game && first) state.change({ game: first.game, tab: setup.tab || "rules" });
    });
  }, []);
  useEffect(() => {
    if (!setup.game) return;
    document.title = `${setup.game} · Workbench · lammer`;
    void request.run(async () => setSheet(await ask<WorkbenchGame>(`/api/workbench/${encodeURIComponent(setup.game)}`)), setup.game);
  }, [setup.game]);
  const shown = sheet && sheet.game === setup.game ? sheet : null;
  const bench: Bench | null = shown && {
    ...state,
    me,
    sheet: shown,
    rules: { game: setup.game, overrides: setup.set },
    pinned: setup.pin ? splitGame(setup.pin) : null,
  };
  return (
    <div class="bench">
      <BenchBar state={state} games={games} sheet={shown} />
      <main class="bench-main">
        <h1 class="sr">{shown ? `Workbench: ${shown.name}` : "Workbench"}</h1>
        <Trouble refused={request.refused} />
        <Preparing waiting />
        {bench ? <Tabs bench={bench} /> : !request.refused && <p class="hint" aria-busy="true">Loading the game …</p>}
      </main>
    </div>
  );
}

function Tabs({ bench }: { bench: Bench }) {
  const chosen = TABS.find((tab) => tab.id === bench.setup.tab) ?? TABS[0];
  const choose = (tab: Tab): void => bench.change({ tab: tab.id });
  const step = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by === undefined ? undefined : TABS[(at + by + TABS.length) % TABS.length];
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  if (!chosen) return null;
  return (
    <>
      {TABS.length > 1 && (
        <div class="bench-tabs" role="tablist" aria-label="Workbench">
          {TABS.map((tab, at) => (
            <button type="button" key={tab.id} id={`tab-${tab.id}`} role="tab" aria-selected={tab === chosen} aria-controls="bench-panel" tabIndex={tab === chosen ? 0 : -1} onClick={() => choose(tab)} onKeyDown={(event) => step(event, at)}>
              {tab.title}
            </button>
          ))}
        </div>
      )}
      <div id="bench-panel" role={TABS.length > 1 ? "tabpanel" : undefined} aria-labelledby={TABS.length > 1 ? `tab-${chosen.id}` : undefined}>
        <TabPanel key={chosen.id} tab={chosen} bench={bench} />
      </div>
    </>
  );
}

function TabPanel({ tab, bench }: { tab: Tab; bench: Bench }) {
  const [part, setPart] = useState<{ Shown: ComponentType<{ bench: Bench }> } | null>(null);
  useEffect(() => void tab.load().then((loaded) => setPart({ Shown: loaded.default })), []);
  return part ? <part.Shown bench={bench} /> : <p class="hint" aria-busy="true">Loading …</p>;
}
