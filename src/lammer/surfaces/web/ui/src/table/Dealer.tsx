import { capital, HIDDEN, spokenCard, totalText } from "../house/words";
import type { FeltView } from "../house/types";
import { Card } from "./Card";
import { cardKey, type Fresh } from "./motion";
import type { Scene } from "./scene";

export function Dealer({ scene, felt, fresh, settled }: { scene: Scene | null; felt: FeltView; fresh: Fresh; settled: boolean }) {
  const cards = scene?.dealer.cards ?? [];
  const said = cards.length ? `Dealer: ${cards.map(spokenCard).join(", ")}. ${totalText(scene?.dealer ?? {})}` : "Dealer has no cards";
  return (
    <section class="dealer" aria-label="Dealer">
      <span class="sr">{said}</span>
      <span class="cards" aria-hidden="true" style={{ "--steps": String(Math.max(1, cards.length - 1)) }}>
        {cards.map((card, at) => <Card key={`${at} ${card === "??"}`} card={card} came={fresh.get(cardKey(0, 0, at))} />)}
        {cards.length === 0 && <span class="card-place" />}
      </span>
      {scene && cards.length > 0 && settled && (
        <span class="total dealer-total" aria-hidden="true">{dealerBadge(scene, felt)}</span>
      )}
    </section>
  );
}

function dealerBadge(scene: Scene, felt: FeltView): string {
  const { dealer } = scene;
  if (dealer.cards.length === 2 && dealer.total === felt.limit && scene.over) return capital(felt.natural_name);
  if (dealer.total > felt.limit && !(felt.pushes_on_22 && dealer.total === 22)) return `${dealer.total} bust`;
  const shown = dealer.cards.filter((card) => card !== HIDDEN).length;
  return shown === 1 ? String(dealer.total) : totalText(dealer);
}
