/** What dealers and supervisors may call; but for the deal, kept away from the players' buttons. */
import { command } from "../house/api";
import type { Me, Progressive, View } from "../house/types";
import { useErrand } from "../parts/errand";
import { Trouble } from "../parts/Trouble";
import { playerOf } from "../table/scene";

export function FloorCalls({ view, me, whole }: { view: View; me: Me; whole?: boolean }) {
  const errand = useErrand();
  const call = (kind: string, body: Record<string, unknown> = {}) => () =>
    void errand.run(() => command(`/api/tables/${encodeURIComponent(view.table)}/${kind}`, body));
  const dealer = me.roles.includes("dealer");
  const some = view.seats.some((seat) => seat.ready);
  const late = view.seats.some((seat) => !seat.ready);
  const who = view.play?.to_act ?? (view.cut ? { box: view.cut.box, bettor: 1 } : null);
  const mine = view.seats.some((seat) => seat.mine && seat.box === who?.box && seat.bettor === who.bettor);
  const calls = [
    ...(dealer && !view.under_way && some && late ? [{ kind: "deal", text: "Deal now" }] : []),
    ...(whole && dealer && who && !mine && !view.call ? [{ kind: "absent", text: `Call ${playerOf(view, who)} absent` }] : []),
    ...(whole && me.roles.includes("supervisor") && view.under_way ? [{ kind: "void", text: "Interrupt round" }] : []),
    ...(whole && dealer && !view.under_way ? [view.status === "open" ? { kind: "close", text: "Close table" } : { kind: "reopen", text: "Open again" }] : []),
  ];
  const duty = view.progressive && !view.progressive.under_way && dealer && !me.guests ? dutyOf(view.progressive, me) : null;
  if (!calls.length && !duty && !errand.refused) return null;
  return (
    <div class="floor-calls" role="group" aria-label="Floor">
      {calls.map((one) => (
        <button type="button" key={one.kind} class="quiet" onClick={call(one.kind)} disabled={errand.busy}>{one.text}</button>
      ))}
      {duty && <button type="button" class="quiet" onClick={call("duty", { on: duty.on })} disabled={errand.busy}>{duty.text}</button>}
      <Trouble refused={errand.refused} />
    </div>
  );
}

/** The dealer display belongs to whoever is on duty; where nobody is, the table presses its buttons by itself. */
function dutyOf(progressive: Progressive, me: Me): { on: boolean; text: string } | null {
  if (progressive.dealer === "") return { on: true, text: "Come on duty" };
  return progressive.dealer === me.name ? { on: false, text: "Go off duty" } : null;
}
