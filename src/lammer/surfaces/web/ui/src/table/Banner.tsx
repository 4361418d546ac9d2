/** Announces events that matter to the whole table. */
import { moneyText } from "../house/money";
import type { HandView, TableView } from "../house/types";
import { capital } from "../house/words";
import { mySeats, ownResult, type Scene } from "./scene";

interface Called {
  kind: "push" | "natural" | "bad" | "jackpot" | "jackpot spun";
  text: string;
  more: string;
}

export function bannerOf(view: TableView, scene: Scene | null): Called | null {
  if (!scene) return null;
  const jackpot = jackpotBanner(view);
  if (jackpot) return jackpot;
  const { felt } = view;
  const natural = capital(felt.natural_name);
  const mine = new Set(mySeats(view).map((seat) => seat.box));
  const hands = scene.boxes.filter((box) => mine.has(box.box)).flatMap((box) => box.hands);
  if (scene.over && view.result?.void) return { kind: "bad", text: "Round interrupted", more: view.result.void_reason };
  if (scene.over && felt.pushes_on_22 && scene.dealer.total === 22) return { kind: "push", text: "Dealer 22", more: at22(scene) };
  const dealerNatural = scene.over && scene.dealer.cards.length === 2 && scene.dealer.total === felt.limit;
  if (dealerNatural) return { kind: "bad", text: `Dealer: ${natural}`, more: "" };
  const won = hands.find((hand) => hand.status === "natural");
  if (won) {
    return { kind: "natural", text: `${natural}!`, more: naturalPaid(view, scene, won) };
  }
  if (hands.some((hand) => hand.status === "instant win")) {
    return { kind: "natural", text: "First-card ace!", more: "Paid at once" };
  }
  if (hands.some((hand) => hand.status === "instant loss")) {
    return { kind: "bad", text: "Dealer's ace", more: "It beats every hand not yet paid" };
  }
  return null;
}

/** What a natural pays is said when it is paid, not while the dealer may still have one too. */
function naturalPaid(view: TableView, scene: Scene, hand: HandView): string {
  if (hand.stakes.some((stake) => stake && stake.paid > 0)) return "Paid at once";
  if (!scene.over) return "";
  const ended = mySeats(view).flatMap((seat) => ownResult(scene, seat)?.hands ?? []).find((one) => one.result === "blackjack" || one.even_money);
  if (!ended) return "";
  return ended.even_money ? "Even money" : `Pays ${view.felt.natural_pays.replace(":", " to ")}`;
}

/** What a dealer 22 does to the hands on the table. */
function at22(scene: Scene): string {
  const hands = scene.results.flatMap((seat) => seat.hands);
  const paid = hands.some((hand) => hand.result === "blackjack");
  const pushes = hands.some((hand) => hand.why === "dealer 22");
  if (!paid) return pushes ? "Every hand still in play pushes" : "";
  return pushes ? "Blackjack is paid, every other hand in play pushes" : "Blackjack is paid";
}

/** Wins that the server announces are everybody's to see, from the deal until the jackpot's hand is over. */
function jackpotBanner(view: TableView): Called | null {
  const won = view.progressive?.spots.filter((spot) => spot.announced) ?? [];
  const best = won.find((spot) => spot.stage !== "paid") ?? won[0];
  if (!best || !view.progressive) return null;
  const share = best.level ? `${best.percent}% of the ${best.level}` : "";
  const more = best.award ? [share, moneyText(best.award)].filter(Boolean).join(": ") : share || "being verified";
  return { kind: best.stop ? "jackpot spun" : "jackpot", text: `Box ${best.box}: ${best.outcome}!`, more };
}

export function Banner({ view, scene }: { view: TableView; scene: Scene | null }) {
  const called = bannerOf(view, scene);
  return (
    <div class="banner-place" aria-hidden="true">
      {called && (
        <div class={`banner ${called.kind}`} key={called.text}>
          <b>{called.text}</b>
          {called.more && <span>{called.more}</span>}
        </div>
      )}
    </div>
  );
}
