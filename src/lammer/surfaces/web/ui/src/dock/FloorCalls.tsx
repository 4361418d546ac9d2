/** Calls of dealers and supervisors. All but the deal are apart from the players' buttons. */
import { command } from "../house/api";
import { useSecondsUntil } from "../house/clock";
import type { JackpotView, Me, TableView } from "../house/types";
import type { Role } from "../house/session";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { playerOf } from "../table/scene";

/** Staff who play at a table decide nothing there, except on a training floor. */
export function mayDecide(view: TableView, me: Me): boolean {
  return me.guests || !view.seats.some((seat) => seat.mine);
}

export function FloorCalls({ view, me, whole }: { view: TableView; me: Me; whole?: boolean }) {
  const request = useRequest();
  const call = (kind: string, body: Record<string, unknown> = {}) => () =>
    void request.run(() => command(`/api/tables/${encodeURIComponent(view.table)}/${kind}`, body));
  const has = (role: Role): boolean => me.roles.includes(role) && mayDecide(view, me);
  const dealer = has("dealer");
  const early = useSecondsUntil(view.absent_from);
  const some = view.seats.some((seat) => seat.ready);
  const late = view.seats.some((seat) => !seat.ready);
  const who = view.play?.to_act ?? (view.cut ? { box: view.cut.box, bettor: 1 } : null);
  const mine = view.seats.some((seat) => seat.mine && seat.box === who?.box && seat.bettor === who.bettor);
  const calls = [
    ...(dealer && !view.under_way && !view.progressive?.next && some && late ? [{ kind: "deal", text: "Deal now" }] : []),
    ...(whole && dealer && who && !mine && !view.call ? [{ kind: "absent", text: `Call ${playerOf(view, who)} absent${early ? ` (in ${early} s)` : ""}`, waits: early > 0 }] : []),
    ...(whole && dealer && view.status === "closed" ? [{ kind: "reopen", text: "Open again" }] : []),
  ];
  const { progressive } = view;
  const offered = whole || !me.guests || progressive?.dealer !== "";
  const duty = progressive && !progressive.under_way && dealer && offered ? dutyOf(progressive, me) : null;
  const approves = progressive && !progressive.approved && has("executive");
  const approve = () => void request.run(() => command(`/api/links/${encodeURIComponent(progressive?.link ?? "")}/tables`, { table: view.table }));
  if (!calls.length && !duty && !approves && !request.refused) return null;
  return (
    <div class="floor-calls" role="group" aria-label="Floor">
      {calls.map((one) => (
        <button type="button" key={one.kind} class="quiet" onClick={call(one.kind)} disabled={request.busy || ("waits" in one && one.waits)}>{one.text}</button>
      ))}
      {duty && <button type="button" class="quiet" onClick={call("duty", { on: duty.on })} disabled={request.busy}>{duty.text}</button>}
      {approves && <button type="button" class="strong" onClick={approve} disabled={request.busy}>Approve this table for the jackpot</button>}
      <Trouble refused={request.refused} />
    </div>
  );
}

/** The dealer on duty uses the dealer display. Without one the table goes on by itself. */
function dutyOf(progressive: JackpotView, me: Me): { on: boolean; text: string } | null {
  if (progressive.dealer === "") return { on: true, text: me.guests ? "Come on duty as the dealer" : "Come on duty" };
  return me.guests || progressive.dealer === me.name ? { on: false, text: "Go off duty" } : null;
}
