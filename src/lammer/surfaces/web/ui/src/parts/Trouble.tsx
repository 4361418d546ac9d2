import type { Refused } from "../house/api";
import { sentence } from "../house/words";

/** A choice of the house has no clause that could be read anywhere. */
const HOUSE = "house";

/** Why the house said no, near what was asked. */
export function Trouble({ refused }: { refused: Refused | null }) {
  return (
    <p class="trouble" role="alert">
      {refused && (
        <>
          {sentence(refused.text)} {refused.clause && refused.clause !== HOUSE && <span class="clause">{refused.clause}</span>}
        </>
      )}
    </p>
  );
}
