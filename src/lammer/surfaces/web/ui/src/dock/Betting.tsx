/** Between rounds: chips on the spots, then the deal. */
import { useEffect, useRef } from "preact/hooks";
import { CHIPS, moneyText } from "../house/money";
import type { TableView } from "../house/types";
import { listed } from "../house/words";
import type { RequestState } from "../parts/useRequest";
import { backToTheTable, useKeys } from "../parts/keys";
import { Chip } from "../table/Chip";
import { AGAINST, carriedOn, type Draft, MAIN, spotsOf, TIP } from "../table/draft";
import { mySeats } from "../table/scene";
import { Clock } from "./Clock";

interface Props {
  view: TableView;
  draft: Draft;
  request: RequestState;
  place: () => void;
  takeBack: () => void;
  buy: () => void;
}

export function Betting(props: Props) {
  const { view, draft, request, place, takeBack, buy } = props;
  const group = useRef<HTMLDivElement>(null);
  const seats = mySeats(view);
  const ready = seats.length > 0 && seats.every((seat) => seat.ready);
  useEffect(() => {
    if (!document.querySelector("dialog[open]")) group.current?.focus({ preventScroll: true });
  }, [view.round]);
  useKeys((key) => pressed(key, props, ready));
  if (ready) return <Waiting view={view} busy={request.busy} takeBack={takeBack} />;
  const takeOff = (): void => {
    if (draft.place) draft.remove(draft.place);
  };
  const short = (view.chips ?? 0) < draft.total;
  const others = view.seats.some((seat) => !seat.mine);
  return (
    <div class="bet-controls" ref={group} tabIndex={-1} role="group" aria-label="Your bet">
      <Tray view={view} draft={draft} />
      <SpotChoice view={view} draft={draft} />
      <div class="bet-buttons">
        <button type="button" class="quiet" onClick={() => draft.undo?.()} disabled={!draft.undo}>Undo<kbd aria-hidden="true">u</kbd></button>
        <button type="button" class="quiet" onClick={takeOff} disabled={!removable(draft)}>− chip<span class="sr">{` from ${spotWord(view, draft)}`}</span><kbd aria-hidden="true">x</kbd></button>
        <button type="button" class="quiet" onClick={draft.double} disabled={draft.total === 0}>2×<span class="sr"> every bet</span><kbd aria-hidden="true">w</kbd></button>
        <button type="button" class="quiet" onClick={draft.clear} disabled={draft.total === 0}>Clear<kbd aria-hidden="true">c</kbd></button>
        <button type="button" class="quiet" onClick={draft.repeat}>{view.result ? "Rebet" : "Reset"}<kbd aria-hidden="true">r</kbd></button>
        {short && <button type="button" class="quiet" onClick={buy}>Buy chips</button>}
        <button type="button" class="strong deal" onClick={place} aria-disabled={draft.total === 0 || request.busy ? "true" : undefined}>
          {others ? "Bet" : "Deal"} <span class="deal-amount">{moneyText(draft.total)}</span><kbd aria-hidden="true">Enter</kbd>
        </button>
      </div>
      <p class="hint limits">
        {`${limitText(view)} Keys 1 to 5 put a chip on the chosen spot, x takes one off, b goes to the next.`} <Clock view={view} />
      </p>
    </div>
  );
}

/** If the maximum applies to the whole box, the bets of others reduce it. */
function limitText(view: TableView): string {
  const { minimum, maximum, apply_to } = view.limits;
  const limits = `${moneyText(minimum)} to ${moneyText(maximum)} a box`;
  if (apply_to !== "box" || view.bettors === 1) return `${limits}.`;
  const short = mySeats(view).filter((seat) => seat.maximum < maximum).map((seat) => `${moneyText(seat.maximum)} is left on box ${seat.box}`);
  return `${limits}, all bets together${short.length ? `: ${listed(short)}` : ""}.`;
}

function Tray({ view, draft }: { view: TableView; draft: Draft }) {
  const where = spotWord(view, draft);
  return (
    <div class="tray-chips" role="group" aria-label="Chips">
      {CHIPS.map((chip, at) => (
        <button
          type="button"
          key={chip}
          class="tray-chip"
          onClick={(event) => {
            backToTheTable(event);
            draft.setChip(chip);
            if (draft.place) draft.add(draft.place, chip);
          }}
        >
          <span class="sr">{`Chip of ${moneyText(chip)} on ${where}`}</span>
          <Chip amount={chip} />
          <kbd aria-hidden="true">{at + 1}</kbd>
        </button>
      ))}
    </div>
  );
}

function removable({ place, bets }: Draft): boolean {
  return place !== null && (bets[place.box]?.[place.spot] ?? 0) > 0;
}

function spotWord(view: TableView, { place }: Draft): string {
  if (!place) return "the chosen spot";
  const side = view.side_bets.find((bet) => bet.id === place.spot)?.name;
  const words: Record<string, string> = { [TIP]: "the tip", [AGAINST]: "the bet against your hand" };
  return `${side ?? words[place.spot] ?? "the main bet"}, box ${place.box}`;
}

function SpotChoice({ view, draft }: { view: TableView; draft: Draft }) {
  const seats = mySeats(view).filter((seat) => !seat.ready);
  const bets = spotsOf(view);
  const several = seats.length > 1;
  return (
    <div class="spot-choice" role="group" aria-label="Where chips go">
      {seats.flatMap((seat) =>
        bets.filter((bet) => !carriedOn(seat, bet.id)).map((bet) => {
          const chosen = draft.place?.box === seat.box && draft.place.spot === bet.id;
          const amount = draft.bets[seat.box]?.[bet.id] ?? 0;
          return (
            <button
              type="button"
              key={`${seat.box} ${bet.id}`}
              class={`spot-pick${chosen ? " chosen" : ""}`}
              aria-pressed={chosen}
              title={bet.pays?.join("\n")}
              onClick={() => draft.choose({ box: seat.box, spot: bet.id })}
            >
              {several && <span class="hint">{`${seat.box} · `}</span>}
              {bet.name} {amount > 0 && <b>{moneyText(amount)}</b>}
            </button>
          );
        }),
      )}
    </div>
  );
}

function Waiting({ view, busy, takeBack }: { view: TableView; busy: boolean; takeBack: () => void }) {
  const late = [...new Set(view.seats.filter((seat) => !seat.ready).map((seat) => seat.player))];
  return (
    <div class="waiting" role="status">
      <p>
        {late.length ? `Your bet is placed. Waiting for ${listed(late)}.` : "Your bet is placed."} <Clock view={view} />
      </p>
      <button type="button" class="quiet" onClick={takeBack} disabled={busy}>Change bet</button>
    </div>
  );
}

function pressed(key: string, { view, draft, place }: Props, ready: boolean): boolean {
  const chip = CHIPS[Number(key) - 1];
  if (ready) return false;
  if (key === "Enter") place();
  else if (key === "c") draft.clear();
  else if (key === "r") draft.repeat();
  else if (key === "u") draft.undo?.();
  else if (key === "w") draft.double();
  else if ((key === "x" || key === "Backspace" || key === "Delete") && draft.place) draft.remove(draft.place);
  else if (key === "b") draft.choose(nextPlace(view, draft));
  else if (chip && draft.place) draft.add(draft.place, chip);
  else return false;
  return true;
}

function nextPlace(view: TableView, draft: Draft): { box: number; spot: string } {
  const spots = spotsOf(view).map((spot) => spot.id);
  const places = mySeats(view).flatMap((seat) => spots.filter((spot) => !carriedOn(seat, spot)).map((spot) => ({ box: seat.box, spot })));
  const at = places.findIndex((one) => one.box === draft.place?.box && one.spot === draft.place.spot);
  return places[(at + 1) % places.length] ?? { box: 1, spot: MAIN };
}
