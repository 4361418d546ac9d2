import { moneyText, signedMoney } from "../house/money";
import type { BoxView as Box, OwnSeatEntry, SideBetView, SpotView, TableView } from "../house/types";
import { LammerStack, Pile } from "./Chip";
import { AGAINST, carriedOn, type Draft, MAIN, TIP } from "./draft";
import { type EndedHand, HandView } from "./HandView";
import type { Fresh } from "./motion";
import { lammersOf, ownResult, resultOf, type Scene } from "./scene";
import { isPending, sensorNet, sensorOf } from "./sensor";
import { Spot } from "./Spot";

interface Props {
  view: TableView;
  number: number;
  scene: Scene | null;
  fresh: Fresh;
  settled: boolean;
  draft: Draft;
  betting: boolean;
  /** The box that a narrow screen shows large. */
  large: boolean;
  explain: (bet: SideBetView, outcome: string) => void;
  sit: ((box: number) => void) | null;
}

export function BoxView(props: Props) {
  const { view, number, scene, settled, large, sit } = props;
  const seats = view.seats.filter((seat) => seat.box === number);
  const box = scene?.boxes.find((one) => one.box === number);
  const mine = seats.some((seat) => seat.mine);
  const acts = settled && view.play?.to_act?.box === number;
  const hands = box?.hands.length ?? 0;
  const look = `box${mine ? " mine" : ""}${seats.length ? "" : " empty"}${acts ? " acts" : ""}${hands > 1 ? " split" : ""}${hands > 0 ? " dealt" : ""}${large ? " large" : ""}`;
  const names = seats.map((seat) => seat.player).join(", ");
  return (
    <section class={look} data-box={number} aria-label={`Box ${number}: ${names || "free"}`} style={{ "--arc": String((number - 4) ** 2), "--column": String(8 - number), "--hands": String(Math.max(1, hands)) }}>
      <div class="hands-place">{box && <Hands {...props} box={box} />}</div>
      {seats.length > 0 && <Spots {...props} seats={seats} box={box} />}
      {seats.length > 0 ? <Plate {...props} seats={seats} acts={acts} /> : <span class="plate free-box">{number}</span>}
      {sit && seats.length < view.bettors && !mine && (
        <button type="button" class="sit" onClick={() => sit(number)} aria-label={seats.length ? `Bet behind box ${number}` : `Sit at box ${number}`}>
          {seats.length ? "Bet behind" : "Sit"}
        </button>
      )}
    </section>
  );
}

function Hands({ view, number, scene, fresh, settled, box }: Props & { box: Box }) {
  return (
    <ol class="hands" aria-label={`Hands of box ${number}`}>
      {box.hands.map((hand, at) => (
        <HandView
          key={at}
          felt={view.felt}
          hand={hand}
          box={number}
          at={at}
          of={box.hands.length}
          turn={settled && view.play?.to_act?.box === number && view.play.waits === "play" && view.play.at_hand === at}
          fresh={fresh}
          settled={settled}
          names={box.bettors.map((bettor) => (bettor.tip ? "tip" : stakeName(view, number, bettor.bettor)))}
          results={box.bettors.map((bettor) => handResult(scene, box, bettor.bettor, at))}
          against={box.bettors[0]?.against ?? false}
        />
      ))}
    </ol>
  );
}

function stakeName(view: TableView, box: number, bettor: number): string {
  const seat = view.seats.find((one) => one.box === box && one.bettor === bettor);
  return seat?.mine ? "You" : (seat?.player ?? "");
}

/** Results list only hands a bettor has money on, in the order of the hands. */
function handResult(scene: Scene | null, box: Box, bettor: number, handAt: number): EndedHand | undefined {
  const who = box.bettors.findIndex((one) => one.bettor === bettor && !one.tip);
  if (who < 0) return undefined;
  const nth = box.hands.slice(0, handAt).filter((hand) => hand.stakes[who]).length;
  const result = resultOf(scene, { box: box.box, bettor });
  const ended = result?.hands[nth];
  return ended && box.hands[handAt]?.stakes[who] ? { ...ended, reason: result.reasons[nth] ?? "" } : undefined;
}

function Spots({ box, seats, ...props }: Props & { box: Box | undefined; seats: OwnSeatEntry[] }) {
  const { view, number, scene, settled, draft, betting } = props;
  const own = seats.find((seat) => seat.mine);
  const closed = view.progressive?.lit ?? false;
  const open = betting && own !== undefined && !own.ready && !closed;
  const seat = own ?? seats[0];
  const drafted = open ? (draft.bets[number] ?? {}) : null;
  const bettorAt = box?.bettors.findIndex((one) => one.bettor === seat?.bettor && !one.tip) ?? -1;
  const bettor = box?.bettors[bettorAt];
  const sensor = sensorOf(view, number);
  const sensed = sensor && view.progressive ? { [view.progressive.bet]: sensor.amount } : {};
  const carried = Object.fromEntries((seat?.carried ?? []).map((one) => [one.bet, one.amount]));
  const placed = drafted ?? (betting ? (seat?.bets ?? {}) : { ...bettor?.side, ...sensed, tip: box?.bettors.find((one) => one.tip)?.main ?? 0 });
  const lies: Record<string, number> = { ...placed, ...carried };
  const result = seat ? ownResult(scene, seat) : undefined;
  const ended = settled && betting && !seat?.ready ? result : undefined;
  const onHand = (id: string) => (id === MAIN || id === AGAINST) && !betting && box !== undefined;
  const spot = (id: string, name: string, label: string, bet?: SideBetView) => (
    <Spot
      key={id}
      name={name}
      label={label}
      kind={id === MAIN || id === AGAINST ? "main" : "side"}
      lit={(!betting || closed) && id === view.progressive?.bet}
      amount={onHand(id) ? 0 : (lies[id] ?? 0)}
      away={!open && (onHand(id) || !(lies[id] ?? 0))}
      pending={open && !carriedOn(seat, id)}
      chosen={open && draft.place?.box === number && draft.place.spot === id}
      bet={open && !carriedOn(seat, id) ? () => draft.add({ box: number, spot: id }) : undefined}
      explain={own && bet ? () => props.explain(bet, ended?.side[id]?.outcome ?? "") : undefined}
      take={open ? () => draft.remove({ box: number, spot: id }) : undefined}
    >
      <CarriedNote seat={seat} spot={id} />
      {!betting && <PaidNote paid={bettor?.side_paid[id] ?? 0} />}
      {ended?.side[id] && <SideResult side={ended.side[id]} />}
      {bet && !betting && <SideNote bet={bet} lammers={box ? lammersOf(box.hands, bettorAt) : 0} lies={(lies[id] ?? 0) > 0} />}
    </Spot>
  );
  const sides = view.side_bets.filter((bet) => (own && !bet.placed_later) || (lies[bet.id] ?? 0) > 0);
  return (
    <div class="spots">
      <div class="spot-row">
        {sides.map((bet) => spot(bet.id, bet.name, `${bet.name}, box ${number}`, bet))}
        {spot(MAIN, "Bet", `Main bet, box ${number}`)}
        {view.against && spot(AGAINST, "Against", `Bet against the hand, box ${number}`)}
        {(own || (lies[TIP] ?? 0) > 0) && spot(TIP, "Tip", `Tip for the dealers, box ${number}`)}
      </div>
      {bettor && bettor.insurance > 0 && !ended && <span class="insured">Insurance <Pile amount={bettor.insurance} label="insurance" /></span>}
      {ended && (ended.insurance_wager ?? 0) > 0 && (
        <span class={`insured ${ended.insurance < 0 ? "loss" : "win"}`}>Insurance <b>{ended.insurance === 0 ? "back" : signedMoney(ended.insurance)}</b></span>
      )}
      {settled && sensor?.outcome && (!betting || !seat?.ready) && <SensorNote view={view} spot={sensor} />}
    </div>
  );
}

/** How many rounds a bet from an earlier round has won so far. */
function CarriedNote({ seat, spot }: { seat: OwnSeatEntry | undefined; spot: string }) {
  const carried = carriedOn(seat, spot);
  return carried ? <span class="side-result push carried-note">{carried.text}</span> : null;
}

/** A side bet that was won and paid while the round goes on. */
function PaidNote({ paid }: { paid: number }) {
  return paid > 0 ? <span class="side-result win">{`paid ${moneyText(paid)}`}</span> : null;
}

function SideNote({ bet, lammers, lies }: { bet: SideBetView; lammers: number; lies: boolean }) {
  if (!bet.counts_lammers || !lies || lammers === 0) return null;
  return (
    <span class="pot" role="img" aria-label={`${lammers} lammers on ${bet.name}`}>
      <LammerStack count={lammers} />
    </span>
  );
}

function SensorNote({ view, spot }: { view: TableView; spot: SpotView }) {
  return (
    <span class="side-result win sensor-note">
      {spot.outcome} <b>{isPending(view, spot) ? "waits" : signedMoney(sensorNet(spot))}</b>
    </span>
  );
}

function SideResult({ side }: { side: { outcome: string; net: number; carried?: number } }) {
  if (side.carried !== undefined) return null;
  const look = side.net > 0 ? "win" : side.net < 0 ? "loss" : "push";
  return <span class={`side-result ${look}`} title={side.outcome}>{side.net === 0 ? "back" : signedMoney(side.net)}</span>;
}

/** The lights of a box while its round is played. */
function litNow(view: TableView, scene: Scene | null, seat: OwnSeatEntry): number | undefined {
  return view.under_way ? scene?.boxes.find((box) => box.box === seat.box)?.bettors[0]?.lights : undefined;
}

function readyText(bets: Record<string, number>): string {
  const against = bets[AGAINST] ?? 0;
  return against > 0 ? `ready, against ${moneyText(against)}` : `ready ${moneyText(bets[MAIN] ?? 0)}`;
}

function Plate({ view, number, scene, settled, seats, acts }: Props & { seats: OwnSeatEntry[]; acts: boolean }) {
  return (
    <div class="plate">
      <span class="plate-number" aria-hidden="true">{number}</span>
      {seats.map((seat) => {
        const sensor = sensorOf(view, number);
        const more = sensor?.player === seat.player && !view.progressive?.lit ? sensorNet(sensor) : 0;
        const round = settled && !view.under_way ? ownResult(scene, seat)?.net : undefined;
        const net = round === undefined ? undefined : round + more;
        const turn = acts && view.play?.to_act?.bettor === seat.bettor;
        return (
          <span key={seat.bettor} class={`who${turn ? " turn" : ""}`}>
            <span class="who-name">{seat.mine ? "You" : seat.player}</span>
            {turn && <span class="who-note">to act</span>}
            {seat.lights && <span class="who-note lights">{`${litNow(view, scene, seat) ?? seat.lights.lit} of ${seat.lights.needed} lights`}</span>}
            {view.cut?.box === number && seat.bettor === 1 && <span class="who-note">to cut</span>}
            {!view.under_way && seat.ready && <span class="who-note">{readyText(seat.bets)}</span>}
            {net !== undefined && !seat.ready && <span class={`who-net ${net > 0 ? "win" : net < 0 ? "loss" : ""}`}>{net === 0 ? "±0" : signedMoney(net)}</span>}
          </span>
        );
      })}
    </div>
  );
}
