/** A new shoe is to be cut. The player who is offered the cut accepts or declines it; the others wait. */
import { useEffect, useRef, useState } from "preact/hooks";
import { command, Refused } from "../house/api";
import { type Contribution, remember } from "../house/contributions";
import type { CutView, Me, TableView } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { mySeats } from "../table/scene";
import { Clock } from "./Clock";

interface Props {
  view: TableView;
  cut: CutView;
  me: Me;
  contribution: Contribution;
}

export function CutOfferView(offer: Props) {
  const { view, cut } = offer;
  const mine = mySeats(view).some((seat) => seat.box === cut.box && seat.player === cut.player);
  if (mine) return <Cutting key={view.shoe?.number} {...offer} />;
  return (
    <p class="hint watching" role="status">
      {`The new shoe is to be cut: ${cut.player} on box ${cut.box} is asked.`} <Clock view={view} />
    </p>
  );
}

function Cutting({ view, cut, me, contribution }: Props) {
  const [text, setText] = useState(String(Math.round((cut.minimum + cut.maximum) / 2)));
  const request = useRequest();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!document.querySelector("dialog[open]")) field.current?.focus({ preventScroll: true });
  }, []);
  const say = (cards: number): void =>
    void request.run(async () => {
      await command(`/api/tables/${encodeURIComponent(view.table)}/cut`, { cards, ...contribution.sent });
      contribution.taken();
      if (cards > 0) remember(view, me.name, { cut: cards });
    });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (/^[1-9]\d{0,3}$/.test(text.trim())) say(Number(text));
    else request.complain(new Refused(0, "cut", `“${text}” is not a number of cards: write one from ${cut.minimum} to ${cut.maximum}`, ""));
  };
  return (
    <form class="turn-controls cutting" onSubmit={submit} aria-label="Cut the new shoe">
      <p class="question">You may cut the new shoe. <Clock view={view} /></p>
      <div class="amount">
        <label>
          Cards to cut <input ref={field} inputMode="numeric" value={text} onInput={(event) => setText(event.currentTarget.value)} aria-describedby="cut-room" />
        </label>
        <span id="cut-room" class="hint">{`${cut.minimum} to ${cut.maximum}`}</span>
        <button type="submit" class="strong" disabled={request.busy}>Cut</button>
        <button type="button" class="quiet" disabled={request.busy} onClick={() => say(0)}>Do not cut</button>
      </div>
      <Trouble refused={request.refused} />
    </form>
  );
}
