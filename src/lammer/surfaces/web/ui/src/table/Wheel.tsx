/** The wheel of a jackpot, which turns to the stop that was drawn. With reduced motion it shows the stop at once. */
import { useEffect, useState } from "preact/hooks";
import type { SpotView, TableView } from "../house/types";

const TURNS = 4;

/** The wheels that were spun in the hand on show, until bets for the next one are lit. */
export function Wheels({ view }: { view: TableView }) {
  const spun = view.progressive?.lit ? [] : view.progressive?.spots.filter((spot) => spot.stop > 0) ?? [];
  if (!spun.length) return null;
  return (
    <div class="wheels">
      {spun.map((spot) => <Wheel key={`${view.round} ${spot.box}`} spot={spot} />)}
    </div>
  );
}

function Wheel({ spot }: { spot: SpotView }) {
  const [turned, setTurned] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTurned(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const part = 360 / spot.wheel.length;
  const won = spot.wheel[spot.stop - 1];
  const angle = turned ? -(360 * TURNS + part * (spot.stop - 0.5)) : 0;
  return (
    <div class="wheel" role="img" data-stop={spot.stop} aria-label={`The wheel of box ${spot.box} stopped at ${spot.stop} of ${spot.wheel.length}: ${won?.text ?? ""}`}>
      <svg viewBox="-52 -56 104 108" aria-hidden="true">
        <g class="wheel-disc" style={{ transform: `rotate(${angle}deg)` }}>
          {spot.wheel.map((stop, at) => (
            <g key={at} transform={`rotate(${at * part})`}>
              <path class={at % 2 ? "wheel-odd" : "wheel-even"} d={segment(part)} />
              <text transform={`rotate(${part / 2}) translate(0 -38)`}>{stop.text.replace(/ .*/, "")}</text>
            </g>
          ))}
        </g>
        <path class="wheel-pointer" d="M-5 -56 L5 -56 L0 -45 Z" />
      </svg>
      <span class="wheel-won">{won?.text}</span>
    </div>
  );
}

/** A sector of the disc from the top, clockwise. */
function segment(part: number): string {
  const end = (part * Math.PI) / 180;
  return `M0 0 L0 -50 A50 50 0 0 1 ${(50 * Math.sin(end)).toFixed(3)} ${(-50 * Math.cos(end)).toFixed(3)} Z`;
}
