import type { View } from "../house/types";

export function Shoe({ view }: { view: View }) {
  const { shoe } = view;
  const left = shoe ? shoe.left / shoe.cards : 1;
  const commitment = shoe ? `Commitment of shoe ${shoe.number}: ${shoe.commitment}` : "The first shoe is shuffled when you deal";
  return (
    <div class="shoe" title={commitment}>
      <svg viewBox="0 0 120 84" aria-hidden="true">
        <path d="M14 22 104 6q8-1 8 7v52q0 7-7 8L24 82q-6 1-8-5z" class="shoe-body" />
        <path d={`M${26 + (1 - left) * 62} ${24 - (1 - left) * 10} 102 11v50l-${76 - (1 - left) * 62} 9z`} class="shoe-cards" />
        <path d="M14 22 28 20v58l-4 4q-6 1-8-5z" class="shoe-lip" />
      </svg>
      <span class="shoe-count">{shoe ? `${shoe.left} of ${shoe.cards}` : `${view.felt.decks} decks`}</span>
    </div>
  );
}

const A_CARD = 5;

export function Discard({ view }: { view: View }) {
  const gone = view.shoe ? view.shoe.cards - view.shoe.left : 0;
  const layers = Math.min(16, Math.ceil(gone / A_CARD / 2));
  return (
    <div class="discard">
      <svg viewBox="0 0 96 84" aria-hidden="true">
        <path d="M8 64 48 80 88 64 48 50z" class="tray" />
        {Array.from({ length: layers }, (_, at) => (
          <path key={at} d={`M18 ${62 - at * 2.4} 48 ${74 - at * 2.4} 78 ${62 - at * 2.4} 48 ${51 - at * 2.4}z`} class="tray-card" />
        ))}
      </svg>
      <span class="shoe-count">{`Round ${view.round || "–"}`}</span>
    </div>
  );
}
