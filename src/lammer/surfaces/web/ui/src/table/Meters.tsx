/** The jackpot's sign above the table. */
import { useEffect, useRef, useState } from "preact/hooks";
import { moneyText } from "../house/money";
import type { JackpotView } from "../house/types";
import { capital } from "../house/words";

const CLIMBING = 700;

export function Meters({ progressive }: { progressive: JackpotView }) {
  const levels = Object.entries(progressive.meters);
  return (
    <section class="meters" aria-label={progressive.name}>
      {levels.map(([level, amount]) => (
        <div key={level} class="meter" data-level={level} data-amount={amount}>
          <span class="meter-name">{levels.length === 1 ? progressive.name.replace(/,.*/, "") : capital(level)}</span>
          <Digits amount={amount} />
          {progressive.frozen[level] !== undefined && <span class="meter-frozen">{`${moneyText(progressive.frozen[level])} frozen for a win`}</span>}
        </div>
      ))}
      {progressive.eased && <p class="meter-eased">{progressive.eased.text}</p>}
      {progressive.status !== "open" && <span class="meter-name">closed</span>}
      {progressive.status === "open" && !progressive.approved && <span class="meter-name">table not approved yet</span>}
    </section>
  );
}

function Digits({ amount }: { amount: number }) {
  const shown = useClimbing(amount);
  const whole = (amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  return (
    <b class="meter-digits">
      <span class="sr">{whole}</span>
      <span aria-hidden="true">{(shown / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}</span>
    </b>
  );
}

/** A meter counts up to its amount, or shows it at once with reduced motion. */
function useClimbing(amount: number): number {
  const [shown, setShown] = useState(amount);
  const from = useRef(amount);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || from.current >= amount) {
      from.current = amount;
      setShown(amount);
      return undefined;
    }
    const start = performance.now();
    const base = from.current;
    let frame = 0;
    const climb = (now: number): void => {
      const part = Math.min(1, (now - start) / CLIMBING);
      from.current = Math.round(base + (amount - base) * part);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(climb);
    };
    frame = requestAnimationFrame(climb);
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}
