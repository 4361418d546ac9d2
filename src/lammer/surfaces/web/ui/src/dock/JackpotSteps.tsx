/** The dealer display, and the steps of a win that needs approval. Everybody sees the steps; each role has its button. */
import { useState } from "preact/hooks";
import { command } from "../house/api";
import { moneyText } from "../house/money";
import type { JackpotView, Me, TableView } from "../house/types";
import type { Role } from "../house/session";
import { capital } from "../house/words";
import { type RequestState, useRequest } from "../parts/useRequest";
import { Noted } from "../parts/Noted";
import { Trouble } from "../parts/Trouble";
import { mayDecide } from "./FloorCalls";

type Next = NonNullable<JackpotView["next"]>;

interface Step {
  kind: Next["kind"];
  does: string;
}

const BEFORE: Step[] = [
  { kind: "lights", does: "The dealer lights the sensors" },
  { kind: "take", does: "The dealer takes the wagers" },
  { kind: "deal", does: "The dealer deals" },
];

const WINS: Step[] = [
  { kind: "select", does: "The dealer selects the hand" },
  { kind: "confirm", does: "A supervisor confirms it" },
  { kind: "swipe", does: "A card completes it" },
  { kind: "end", does: "The dealer ends the hand" },
];

export function JackpotSteps({ view, me }: { view: TableView; me: Me }) {
  const request = useRequest();
  const progressive = view.progressive;
  const next = progressive?.next;
  if (!progressive || !next) return null;
  const steps = stepsOf(progressive, next);
  const at = steps.findIndex((step) => step.kind === next.kind);
  const take = (kind: string, body: Record<string, unknown>): void =>
    void request.run(() => command(`/api/tables/${encodeURIComponent(view.table)}/jackpot/${kind}`, body));
  return (
    <section class="award" aria-label="Jackpot" data-next={next.kind}>
      {steps.length > 0 && (
        <ol class="award-steps">
          {steps.map((step, place) => (
            <li key={step.kind} class={place < at ? "done" : ""} aria-current={place === at ? "step" : undefined}>{step.does}</li>
          ))}
        </ol>
      )}
      {mayTake(progressive, next, me) && mayDecide(view, me) ? <Button next={next} progressive={progressive} me={me} request={request} take={take} /> : <p class="hint">{`Waiting for the ${next.role}.`}</p>}
      {next.role === "dealer" && progressive.under_way && !me.guests && me.roles.includes("supervisor") && mayDecide(view, me) && (
        <Noted word="Relieve the dealer" does={`Relieve ${progressive.dealer}`} effect={`${progressive.dealer} is relieved, and the table presses the dealer's buttons from now on. Your reason is kept in the books.`} take={(note) => take("relieve", { note })} />
      )}
      <Trouble refused={request.refused} />
    </section>
  );
}

/** What leads to the cards, or to the end of a hand that wins something; a round without either needs no list. */
function stepsOf(progressive: JackpotView, next: Next): Step[] {
  if (BEFORE.some((step) => step.kind === next.kind)) return next.kind === "deal" && !progressive.lit ? [] : BEFORE;
  return progressive.spots.some((spot) => spot.outcome !== "") ? WINS : [];
}

/** Hides buttons of other roles. The server checks it again. */
function mayTake(progressive: JackpotView, next: Next, me: Me): boolean {
  if (me.guests) return true;
  if (next.role === "dealer") return progressive.dealer === me.name;
  const ranks: Role[] = next.role === "executive" ? ["executive"] : ["supervisor", "executive"];
  return ranks.some((role) => me.roles.includes(role)) && (next.kind !== "confirm" || me.roles.includes("supervisor"));
}

interface Props {
  next: Next;
  progressive: JackpotView;
  me: Me;
  request: RequestState;
  take: (kind: string, body: Record<string, unknown>) => void;
}

function Button({ next, progressive, me, request, take }: Props) {
  const { spot, outcome } = next;
  const part = me.guests ? `${capital(next.role)}: ` : "";
  if (next.kind === "swipe") return <Swipe next={next} progressive={progressive} me={me} request={request} take={take} />;
  const said = {
    lights: `${part}light the sensors`,
    take: `${part}take the progressive wagers`,
    deal: `${part}deal the cards`,
    select: `${part}${next.undo ? "undo" : "select"} box ${spot}, ${outcome}`,
    confirm: `${part}confirm box ${spot}, ${outcome}`,
    end: `${part}end hand`,
  }[next.kind];
  const body = next.kind === "select" ? { spot, outcome } : next.kind === "confirm" ? { spot } : {};
  const selected = progressive.spots.find((one) => one.stage === "selected");
  const dealer = me.guests || progressive.dealer === me.name;
  return (
    <div class="row">
      <button type="button" class="strong" disabled={request.busy} onClick={() => take(next.kind, body)}>{capital(said)}</button>
      {selected && dealer && (
        <button type="button" class="quiet" disabled={request.busy} onClick={() => take("select", { spot: selected.box, outcome: selected.outcome })}>Undo</button>
      )}
    </div>
  );
}

/** On a floor with users the password stands for the card and has to be entered again. */
function Swipe({ next, progressive, me, request, take }: Props) {
  const [password, setPassword] = useState("");
  const award = progressive.spots.find((one) => one.box === next.spot)?.award ?? 0;
  const swipe = (event: Event): void => {
    event.preventDefault();
    take("swipe", { spot: next.spot, password });
    setPassword("");
  };
  return (
    <form class="row" onSubmit={swipe}>
      {!me.guests && (
        <label>Your password
          <input type="password" autocomplete="current-password" required value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
      )}
      <button type="submit" class="strong" disabled={request.busy}>{`${me.guests ? "Executive: swipe" : "Swipe"} card for ${moneyText(award)}`}</button>
      {(me.guests || me.roles.includes("executive")) && <Noted word="Void" does="Void this win" effect={`The win on box ${next.spot} is not paid. This cannot be undone. Your reason is kept in the books.`} take={(note) => take("void", { spot: next.spot, note })} />}
    </form>
  );
}
