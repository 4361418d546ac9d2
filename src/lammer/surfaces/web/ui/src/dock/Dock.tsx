import { useEffect, useState } from "preact/hooks";
import { command } from "../house/api";
import { useConnection } from "../house/connection";
import { useContribution } from "../house/contributions";
import { set, useSettings } from "../house/settings";
import type { Me, TableView } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { type Draft, totalOf } from "../table/draft";
import { choiceWord } from "../house/words";
import { mySeats, playerOf } from "../table/scene";
import { Betting } from "./Betting";
import { CallNotice } from "./CallNotice";
import { Clock } from "./Clock";
import { useCoaching } from "./coaching";
import { CoachLine } from "./CoachLine";
import { ContributionField } from "./ContributionField";
import { CutOfferView } from "./CutOffer";
import { type Early, useEarlyKeys } from "./early";
import { FloorCalls } from "./FloorCalls";
import { JackpotSteps } from "./JackpotSteps";
import { Results } from "./Results";
import { Turn } from "./Turn";

interface Props {
  view: TableView;
  me: Me;
  draft: Draft;
  settled: boolean;
  buy: () => void;
  sit: (box: number) => void;
}

export function Dock({ view, me, draft, settled, buy, sit }: Props) {
  const request = useRequest();
  const { coach: wished, coachWhen } = useSettings();
  const coach = wished && view.coach;
  const coaching = useCoaching(view, coach, coachWhen);
  const at = `/api/tables/${encodeURIComponent(view.table)}`;
  const seats = mySeats(view);
  const contribution = useContribution(view, me.name);

  // The next view may arrive before the answer to the last command. A choice on that view is a new one.
  const decision = JSON.stringify([view.round, view.play]);
  const [sending, setSending] = useState({ decision: "", action: "" });
  const coming = `${view.round}, boxes ${seats.map((seat) => seat.box).join()}`;
  const act = (action: string, amount: number): void => {
    setSending({ decision, action });
    const carryOut = async (): Promise<void> => {
      await command(`${at}/act`, { action, amount });
      if (coach) coaching.judge(action);
    };
    void request.run(carryOut, decision).then((done) => done || setSending((now) => (now.decision === decision ? { decision: "", action: "" } : now)));
  };
  const place = (): void => {
    if (draft.total === 0) return;
    const playing = seats.filter((seat) => totalOf(draft.bets[seat.box] ?? {}) > 0);
    void request.run(async () => {
      for (const seat of playing) {
        await command(`${at}/bet`, { box: seat.box, bets: draft.bets[seat.box] ?? {}, ready: true, ...contribution.sent });
        contribution.taken();
      }
    }, `bet after round ${coming}`);
  };
  const takeBack = (): void => {
    void request.run(async () => {
      for (const seat of seats) await command(`${at}/bet`, { box: seat.box, bets: seat.bets, ready: false });
    }, `take back after round ${coming}`);
  };
  // An error belongs to one bet or decision and disappears with it.
  const about = JSON.stringify([decision, draft.bets, coming]);
  useEffect(() => request.complain(null), [about]);
  // The game resumes once the progressive has been resolved (SD.19 (8)).
  const myTurn = (view.play?.my_turn ?? false) && !view.progressive?.next;
  const waiting = coach && coachWhen === "before" && myTurn && !coaching.advice && !coaching.refused;
  const early = useEarlyKeys(view.under_way && seats.length > 0, myTurn && settled && sending.decision !== decision, decision);
  const betting = !view.under_way && settled && !view.progressive?.lit;
  return (
    <section class="dock" aria-label="Your choices">
      <div class="dock-inside">
        <div class="dock-line">
          {coach && seats.length > 0 && <CoachLine coaching={coaching} waiting={waiting} />}
          {seats.length > 0 && <CoachSwitch allowed={view.coach} on={coach} />}
        </div>
        <div class="dock-main">
          {myTurn && <Turn view={view} request={request} coaching={coach ? coaching : null} settled={settled} early={early} act={act} />}
          {view.under_way && !myTurn && !view.progressive?.next && <Watching view={view} settled={settled} />}
          {!view.under_way && !settled && <p class="hint dealing" role="status">The dealer plays …</p>}
          {!view.under_way && settled && view.progressive?.lit && <p class="hint" role="status">The sensors are lit. Bets are closed.</p>}
          {betting && view.result && <Results view={view} />}
          {betting && view.cut && <CutOfferView view={view} cut={view.cut} me={me} contribution={contribution} />}
          {betting && !view.cut && seats.length > 0 && (
            <Betting view={view} draft={draft} request={request} place={place} takeBack={takeBack} buy={buy} />
          )}
          {betting && seats.length === 0 && <Invitation view={view} sit={sit} />}
          {view.call && <CallNotice view={view} me={me} call={view.call} />}
          {settled && <JackpotSteps view={view} me={me} />}
        </div>
        <div class="dock-foot">
          <Trouble refused={request.refused} />
          <Kept early={early} sending={sending.decision === decision ? sending.action : ""} />
          <Unseated view={view} me={me} />
          {betting && seats.length > 0 && <ContributionField view={view} contribution={contribution} />}
          <FloorCalls view={view} me={me} />
        </div>
      </div>
    </section>
  );
}

function CoachSwitch({ allowed, on }: { allowed: boolean; on: boolean }) {
  if (!allowed) return <span class="coach-switch">No devices</span>;
  return (
    <label class="coach-switch">
      <input type="checkbox" role="switch" checked={on} onChange={(event) => set({ coach: event.currentTarget.checked })} /> Coach
    </label>
  );
}

/** A choice that was made early or while the server was away, and will be sent. */
function Kept({ early, sending }: { early: Early; sending: string }) {
  const connected = useConnection();
  const text =
    sending && !connected ? `The server is away. Your ${choiceWord(sending)} will be sent as soon as it is back.`
    : early.keys.length ? `Kept until the cards are there: ${early.keys.join(", ")}`
    : "";
  return <p class="hint kept" role="status">{text}</p>;
}

/** Shown to a player who lost a seat by not betting, until the next round is over. */
function Unseated({ view, me }: { view: TableView; me: Me }) {
  const boxes = view.unseated.filter((one) => one.player === me.name).map((one) => one.box);
  if (!boxes.length) return null;
  return <p class="hint" role="status">{`Your seat at box ${boxes.join(" and ")} was released because you did not bet. You can sit down again.`}</p>;
}

function Watching({ view, settled }: { view: TableView; settled: boolean }) {
  const who = settled ? view.play?.to_act : undefined;
  return (
    <p class="hint watching" role="status">
      {who ? `${playerOf(view, who)} is to act on box ${who.box}.` : "The dealer deals."} <Clock view={view} />
    </p>
  );
}

function Invitation({ view, sit }: { view: TableView; sit: (box: number) => void }) {
  const middle = [4, 3, 5, 2, 6, 1, 7];
  const free = middle.find((box) => box <= view.boxes && !view.seats.some((seat) => seat.box === box));
  if (view.status !== "open") return <p class="hint">This table is closed.</p>;
  if (free === undefined) return <p class="hint">Every box is taken. You are watching.</p>;
  return (
    <div class="waiting">
      <p>You are watching. Take a free box to play.</p>
      <button type="button" class="strong" onClick={() => sit(free)}>{`Sit at box ${free}`}</button>
    </div>
  );
}
