import type { TableView } from "../house/types";

const [EMPTY, FULL] = [96, 56];

export function Shoe({ view }: { view: TableView }) {
  const { shoe } = view;
  const left = shoe ? shoe.left / shoe.cards : 1;
  const commitment = shoe ? `Commitment of shoe ${shoe.number}: ${shoe.commitment}` : "The first shoe is shuffled when you deal";
  return (
    <div class="shoe" title={commitment}>
      <svg viewBox="0 0 120 84" aria-hidden="true">
        <path d="M6 74 18 22q1-4 5-4.5L108 8q6-.5 6 5.5v52q0 5-5 5.5L20 80q-16 2-14-6z" class="shoe-body" />
        <path d={`M${EMPTY - left * FULL} 27 104 17v42l-${104 - EMPTY + left * FULL} 7z`} class="shoe-cards" />
        <path d="M8 70 20 24l16-2-10 52-12 2q-7 1-6-6z" class="shoe-lip" />
        <path d="M12 66 20 34l9-1-7 32z" class="shoe-mouth" />
      </svg>
      <span class="shoe-count">{shoe ? `${shoe.left} of ${shoe.cards}` : `${view.felt.decks} decks`}</span>
    </div>
  );
}

const A_CARD = 5;

export function Discard({ view }: { view: TableView }) {
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
