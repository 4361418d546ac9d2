/** What dealers and supervisors may call; but for the deal, kept away from the players' buttons. */
import { command } from "../house/api";
import type { Me, View } from "../house/types";
import { useErrand } from "../parts/errand";
import { Trouble } from "../parts/Trouble";
import { playerOf } from "../table/scene";

export function FloorCalls({ view, me, whole }: { view: View; me: Me; whole?: boolean }) {
  const errand = useErrand();
  const call = (kind: string) => () => void errand.run(() => command(`/api/tables/${encodeURIComponent(view.table)}/${kind}`, {}));
  const dealer = me.roles.includes("dealer");
  const some = view.seats.some((seat) => seat.ready);
  const late = view.seats.some((seat) => !seat.ready);
  const who = view.play?.to_act;
  const calls = [
    ...(dealer && !view.under_way && some && late ? [{ kind: "deal", text: "Deal now" }] : []),
    ...(whole && dealer && who && view.deadline && !view.play?.my_turn ? [{ kind: "absent", text: `Call ${playerOf(view, who)} absent` }] : []),
    ...(whole && me.roles.includes("supervisor") && view.under_way ? [{ kind: "void", text: "Interrupt round" }] : []),
  ];
  if (!calls.length && !errand.refused) return null;
  return (
    <div class="floor-calls" role="group" aria-label="Floor">
      {calls.map((one) => (
        <button type="button" key={one.kind} class="quiet" onClick={call(one.kind)} disabled={errand.busy}>{one.text}</button>
      ))}
      <Trouble refused={errand.refused} />
    </div>
  );
}
