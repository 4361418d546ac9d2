import { command } from "../house/api";
import { useContribution } from "../house/contributions";
import { set, useSettings } from "../house/settings";
import type { Me, TableView } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { type Draft, totalOf } from "../table/draft";
import { mySeats, playerOf } from "../table/scene";
import { Betting } from "./Betting";
import { CallNotice } from "./CallNotice";
import { Clock } from "./Clock";
import { useCoaching } from "./coaching";
import { CoachLine } from "./CoachLine";
import { ContributionField } from "./ContributionField";
import { CutOfferView } from "./CutOffer";
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
  const { coach: wished } = useSettings();
  const coach = wished && view.coach;
  const coaching = useCoaching(view, coach);
  const at = `/api/tables/${encodeURIComponent(view.table)}`;
  const seats = mySeats(view);
  const contribution = useContribution(view, me.name);

  // The next view may come before the answer to the last command; a choice on it is a new one.
  const asked = JSON.stringify([view.round, view.play]);
  const coming = `${view.round}, boxes ${seats.map((seat) => seat.box).join()}`;
  const act = (action: string, amount: number): void => {
    void request.run(async () => {
      await command(`${at}/act`, { action, amount });
      if (coach) coaching.judge(action);
    }, asked);
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
  // The game resumes once the progressive has been resolved (SD.19 (8)).
  const myTurn = (view.play?.my_turn ?? false) && !view.progressive?.next;
  const waiting = coach && myTurn && view.play?.waits === "play" && !coaching.advice && !coaching.refused;
  return (
    <section class="dock" aria-label="Your choices">
      <div class="dock-inside">
        {coach && seats.length > 0 && <CoachLine coaching={coaching} waiting={waiting} />}
        {myTurn && <Turn view={view} request={request} coaching={coach ? coaching : null} act={act} />}
        {view.under_way && !myTurn && !view.progressive?.next && <Watching view={view} />}
        {!view.under_way && !settled && <p class="hint dealing" role="status">The dealer plays …</p>}
        {!view.under_way && settled && view.progressive?.lit && <p class="hint" role="status">The sensors are lit. Bets are closed.</p>}
        {!view.under_way && settled && !view.progressive?.lit && (
          <>
            {view.result && <Results view={view} />}
            {view.cut ? (
              <CutOfferView view={view} cut={view.cut} me={me} contribution={contribution} />
            ) : seats.length > 0 ? (
              <Betting view={view} draft={draft} request={request} place={place} takeBack={takeBack} buy={buy} />
            ) : (
              <Invitation view={view} sit={sit} />
            )}
            {seats.length > 0 && <ContributionField view={view} contribution={contribution} />}
            {view.cut && seats.length === 0 && <Invitation view={view} sit={sit} />}
          </>
        )}
        <Unseated view={view} me={me} />
        <Trouble refused={request.refused} />
        {view.call && <CallNotice view={view} me={me} call={view.call} />}
        {settled && <JackpotSteps view={view} me={me} />}
        <FloorCalls view={view} me={me} />
      </div>
      {seats.length > 0 && view.coach && (
        <label class="coach-switch">
          <input type="checkbox" role="switch" checked={coach} onChange={(event) => set({ coach: event.currentTarget.checked })} /> Coach
        </label>
      )}
      {seats.length > 0 && !view.coach && <span class="coach-switch">No devices</span>}
    </section>
  );
}

/** Told to whoever lost a seat by not betting, until the next round is over. */
function Unseated({ view, me }: { view: TableView; me: Me }) {
  const boxes = view.unseated.filter((one) => one.player === me.name).map((one) => one.box);
  if (!boxes.length) return null;
  return <p class="hint" role="status">{`Your seat at box ${boxes.join(" and ")} was given free because you did not bet. You may sit down again.`}</p>;
}

function Watching({ view }: { view: TableView }) {
  const who = view.play?.to_act;
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
