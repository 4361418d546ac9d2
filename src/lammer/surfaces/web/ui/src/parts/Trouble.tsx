import type { Refused } from "../house/api";
import { sentence } from "../house/words";

/** Why the house said no, near what was asked. */
export function Trouble({ refused }: { refused: Refused | null }) {
  return (
    <p class="trouble" role="alert">
      {refused && (
        <>
          {sentence(refused.text)} {refused.clause && <span class="clause">{refused.clause}</span>}
        </>
      )}
    </p>
  );
}
