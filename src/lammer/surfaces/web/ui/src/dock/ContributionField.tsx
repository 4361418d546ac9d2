/** The player's contribution to the order of a new shoe: a random text that they may replace. */
import type { Contribution } from "../house/contributions";
import type { TableView } from "../house/types";

export function ContributionField({ view, contribution }: { view: TableView; contribution: Contribution }) {
  if (!view.shoe?.contribute) return null;
  if (!contribution.open)
    return <p class="hint contribution">{"Your contribution to the new shoe: "}<code>{contribution.text}</code></p>;
  return (
    <details class="contribution">
      <summary class="hint">{"Your contribution to the new shoe: "}<code>{contribution.text || "none"}</code></summary>
      <label>
        {"Contribution "}
        <input value={contribution.text} maxLength={64} onInput={(event) => contribution.write(event.currentTarget.value)} />
      </label>
      <p class="hint">The order of the cards follows from the seed that the house has promised and from what players contribute. Any text will do; nobody can foresee a random one.</p>
    </details>
  );
}
