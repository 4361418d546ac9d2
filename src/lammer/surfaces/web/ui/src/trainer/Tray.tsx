/** A pile of cards to scale: the discard tray, or the cards left in the shoe. The frame holds the whole shoe. */
import type { TrayPicture } from "../house/types";

const DECK = 34;
const WIDTH = 150;

export function Tray({ tray }: { tray: TrayPicture }) {
  const whole = DECK * tray.decks;
  const pile = whole * tray.filled;
  const what = tray.shown === "tray" ? "Discard tray" : "Cards left in the shoe";
  return (
    <figure class="tray">
      <svg width={WIDTH} height={whole + 8} viewBox={`0 0 ${WIDTH} ${whole + 8}`} role="img" aria-label={`${what}, ${Math.round(tray.filled * 100)} percent of the height of the whole shoe`}>
        <defs>
          <pattern id="card-edges" width="8" height="3" patternUnits="userSpaceOnUse">
            <rect width="8" height="3" class="tray-card" />
            <rect y="2" width="8" height="1" class="tray-edge" />
          </pattern>
        </defs>
        <rect x="14" y={whole + 4 - pile} width={WIDTH - 28} height={pile} fill="url(#card-edges)" />
        <path d={`M6 2v${whole + 4}h${WIDTH - 12}v-${whole + 4}`} class="tray-frame" />
      </svg>
      <figcaption>{what}</figcaption>
    </figure>
  );
}
