import type { Refused } from "../house/api";
import { sentence } from "../house/words";

/** A house rule has no published clause. */
const HOUSE = "house";

/** Why a request was refused, shown beside its control. */
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
