import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import { signedMoney } from "../house/money";
import { go } from "../house/route";
import type { GradedRound, Me, PastRound, PastSeat, TableView } from "../house/types";
import { Copy } from "../parts/Copy";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { RecallView } from "./RecallView";
import { VerifyShoe } from "./VerifyShoe";

const PAGE = 50;
const MARKS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const WORST = ["blunder", "mistake", "inaccuracy"];

type Opened = { round: PastRound; recalled: boolean };
type Grades = Record<number, GradedRound>;

/** Past rounds, newest first, with cards, net and mistakes. */
export function History({ view, me }: { view: TableView; me: Me }) {
  const [rounds, setRounds] = useState<PastRound[] | null>(null);
  const [grades, setGrades] = useState<Grades>({});
  const [opened, setOpened] = useState<Opened | null>(null);
  const request = useRequest();
  const at = `/api/tables/${encodeURIComponent(view.table)}`;
  const path = `${at}/rounds`;
  const more = (before: number): void => {
    const query = before ? `?before=${before}` : "";
    void request.run(async () => {
      const found = await ask<PastRound[]>(`${path}${query}`);
      setRounds((now) => (before ? [...(now ?? []), ...found] : found));
      // Valuing takes longer than reading, so the marks are added later.
      const graded = found.length ? await ask<GradedRound[]>(`${at}/grades${query}`) : [];
      setGrades((now) => ({ ...now, ...Object.fromEntries(graded.map((one) => [one.round, one])) }));
    });
  };
  useEffect(() => more(0), [view.round, view.under_way]);
  const back = (): void => setOpened(null);
  if (opened?.recalled) return <RecallView path={`${path}/${opened.round.round}`} me={me} back={back} />;
  if (opened) return <RoundOpened path={`${path}/${opened.round.round}`} opened={opened} back={back} recall={() => setOpened({ ...opened, recalled: true })} />;
  const last = rounds?.[rounds.length - 1];
  const report = `/report?table=${encodeURIComponent(view.table)}`;
  return (
    <div class="history">
      <p class="row">
        <a href={report} onClick={(event) => { event.preventDefault(); go(report); }}>Report</a>
        <a href="/drill" onClick={(event) => { event.preventDefault(); go("/drill"); }}>Drills</a>
      </p>
      {rounds?.length === 0 && <p class="hint">No round has been played yet.</p>}
      <ol reversed>
        {rounds?.map((one) => <Row key={one.round} one={one} table={view.table} me={me} graded={grades[one.round]} open={(recalled) => setOpened({ round: one, recalled })} />)}
      </ol>
      {last && last.round > 1 && (rounds?.length ?? 0) % PAGE === 0 && (
        <button type="button" class="quiet" onClick={() => more(last.round)}>Earlier rounds</button>
      )}
      {(rounds?.length ?? 0) > 0 && (
        <p class="hint">
          <a href={`${at}/records`} download={`${view.table}.jsonl`}>Records</a>
          {" to check with "}<code>lammer replay</code>{": every card against the shoe promised before the first one."}
        </p>
      )}
      <Trouble refused={request.refused} />
    </div>
  );
}

interface RowProps {
  one: PastRound;
  table: string;
  me: Me;
  graded: GradedRound | undefined;
  open: (recalled: boolean) => void;
}

function Row({ one, table, me, graded, open }: RowProps) {
  const own = one.seats.filter((seat) => seat.player === me.name);
  const seats = own.length ? own : one.seats;
  const net = own.reduce((sum, seat) => sum + seat.net + seat.jackpot_net, 0);
  const worst = WORST.find((grade) => graded?.decisions.some((decision) => decision.grade === grade));
  return (
    <li class="past-round" data-worst={worst ?? ""}>
      <button type="button" class="past-open" onClick={() => open(false)}>
        <b><span class="sr">Open round </span>{one.round}</b>{" "}
        <span class="past-cards">{seats.map((seat) => <SeatCards key={`${seat.box}.${seat.bettor}`} seat={seat} />)}</span>{" "}
        <span class="past-dealer">{`${cardsText(one.dealer)} = ${one.dealer_total}`}</span>{" "}
        {own.length > 0 && <span class={`past-net ${net > 0 ? "win" : net < 0 ? "loss" : ""}`}>{one.void ? "void" : net === 0 ? "±0" : signedMoney(net)}</span>}
        {worst && <b class={`grade ${worst}`} role="img" aria-label={worst} title={worst}>{MARKS[worst]}</b>}
      </button>
      <span class="row">
        <Copy text={one.shared} label="Copy" what={`round ${one.round}`} />
        <button type="button" class="quiet" onClick={() => open(true)} aria-label={`Recall round ${one.round}`}>Recall</button>
        <VerifyShoe table={table} round={one.round} />
      </span>
    </li>
  );
}

const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

function cardsText(cards: string[]): string {
  return cards.map((card) => `${(card[0] ?? "").replace("T", "10")}${SUITS[card[1] ?? ""] ?? ""}`).join(" ");
}

function SeatCards({ seat }: { seat: PastSeat }) {
  return <>{seat.hands.map((hand, at) => <span key={at}>{`${cardsText(hand.cards)} = ${hand.total}`}</span>)}</>;
}

type RoundView = FunctionComponent<{ path: string; shared: string }>;

function RoundOpened({ path, opened, back, recall }: { path: string; opened: Opened; back: () => void; recall: () => void }) {
  const [Shown, setShown] = useState<RoundView | null>(null);
  useEffect(() => void import("../trainer/pages").then((found) => setShown(() => found.TableRound)), []);
  const { round } = opened;
  return (
    <div class="round-opened">
      <p class="row">
        <button type="button" class="quiet" onClick={back}>← All rounds</button>
        <button type="button" class="quiet" onClick={recall}>Recall</button>
      </p>
      <h3>{`Round ${round.round}`}</h3>
      {Shown ? <Shown path={path} shared={round.shared} /> : <p class="hint">Working it out …</p>}
    </div>
  );
}
