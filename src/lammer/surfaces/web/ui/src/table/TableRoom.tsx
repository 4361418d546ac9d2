import { useEffect, useRef, useState } from "preact/hooks";
import { command } from "../house/api";
import { useLive } from "../house/live";
import { pace, useSettings } from "../house/settings";
import type { Me, TableView } from "../house/types";
import { go } from "../house/route";
import { sentence } from "../house/words";
import { play } from "../house/sound";
import { Dock } from "../dock/Dock";
import { netOf } from "../dock/Results";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { BuyIn } from "../lobby/BuyIn";
import { Announcer } from "./Announcer";
import { useDraft } from "./draft";
import { Felt } from "./Felt";
import { useMotion } from "./motion";
import { mySeats, sceneOf } from "./scene";
import { type Opened, Sheets } from "../side/Sheets";
import { TopBar } from "./TopBar";

export function TableRoom({ table, me }: { table: string; me: Me }) {
  const { view, refused, step } = useLive(table);
  useEffect(() => {
    document.title = view ? `${view.name} · ${table} · lammer` : "lammer";
  }, [view?.name, table]);
  if (refused) {
    return (
      <main class="lobby">
        <h1>{sentence(refused.text)}</h1>
        <button type="button" class="strong" onClick={() => go("/")}>To the lobby</button>
      </main>
    );
  }
  if (!view) return <main class="lobby" aria-busy="true"><p class="hint">Finding the table …</p></main>;
  return <Room view={view} me={me} step={step} />;
}

function Room({ view, me, step }: { view: TableView; me: Me; step: number }) {
  const { speed } = useSettings();
  const first = useRef(true);
  const request = useRequest();
  const [opened, setOpened] = useState<Opened>(null);
  const [buying, setBuying] = useState(false);
  const scene = sceneOf(view);
  const beat = pace(speed);
  const motion = useMotion(scene, beat, first.current);
  const draft = useDraft(view);
  const chips = useRef(view.chips ?? 0);
  if (motion.settled) chips.current = view.chips ?? 0;
  useEffect(() => {
    first.current = false;
  }, []);
  useEffect(() => {
    const timers = [...motion.fresh.values()].map(({ order }) => window.setTimeout(() => play("card"), order * beat));
    return () => timers.forEach((timer) => window.clearTimeout(timer));
  }, [motion.fresh]);
  const net = scene?.over && motion.settled ? netOf(view) : 0;
  useEffect(() => {
    if (net !== 0 && !first.current) play(net > 0 ? "win" : "loss");
  }, [scene?.id, net]);
  const path = `/api/tables/${encodeURIComponent(view.table)}`;
  const sit = (box: number): void => void request.run(() => command(`${path}/sit`, { box }));
  const leave = (): void => {
    void request.run(async () => {
      for (const seat of mySeats(view)) await command(`${path}/leave`, { box: seat.box });
      go("/");
    });
  };
  const player = me.roles.includes("player");
  return (
    <div class="room" style={{ "--beat": `${beat}ms` }} data-settled={motion.settled} data-step={step}>
      <TopBar view={view} me={me} chips={chips.current} open={setOpened} leave={leave} buy={() => setBuying(true)} />
      <main class="table">
        <h1 class="sr">{`${view.name}, table ${view.table}`}</h1>
        <Felt view={view} scene={scene} motion={motion} draft={draft} betting={!view.under_way && motion.settled} sit={player && !view.under_way ? sit : null} />
        <Trouble refused={request.refused} />
        <Dock view={view} me={me} draft={draft} settled={motion.settled} buy={() => setBuying(true)} sit={sit} />
      </main>
      <Announcer view={view} settled={motion.settled} />
      <Sheets opened={opened} view={view} me={me} close={() => setOpened(null)} />
      {buying && <BuyIn close={() => setBuying(false)} done={() => setBuying(false)} />}
    </div>
  );
}
