import { percentText } from "../rules/Figures";

interface Props {
  title: string;
  /** The heading of the first column. */
  first: string;
  /** What was counted, its share, and its exact chance. */
  rows: [string, number, number | null][];
  /** How many independent rounds there were; null where they are not independent. */
  rounds: number | null;
  note: string;
}

/** A histogram against the exact chances: bars for shares, a mark for the chance. */
export function Counted({ title, first, rows, rounds, note }: Props) {
  const most = Math.max(...rows.flatMap(([, share, chance]) => [share, chance ?? 0]), 1e-9);
  return (
    <section class="counted" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead><tr><th scope="col">{first}</th><td /><th scope="col">Dealt</th><th scope="col">Exact</th><th scope="col" title="How far the share is from the chance, in standard errors">Off by</th></tr></thead>
        <tbody>
          {rows.map(([name, share, chance]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="bar" aria-hidden="true">
                <div>
                  <span style={{ width: `${(100 * share) / most}%` }} />
                  {chance !== null && <i style={{ left: `${(100 * chance) / most}%` }} />}
                </div>
              </td>
              <td data-dealt={share}>{percentText(share)}</td>
              <td data-exact={chance ?? ""}>{chance === null ? "" : percentText(chance)}</td>
              <td>{off(share, chance, rounds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p class="hint">{note}</p>}
    </section>
  );
}

/** Fewer than some ten expected rounds are too few for a normal distribution. */
const ENOUGH = 10;

function off(share: number, chance: number | null, rounds: number | null): string {
  if (chance === null || rounds === null || chance <= 0 || chance >= 1 || chance * rounds < ENOUGH) return "";
  const errors = (share - chance) / Math.sqrt((chance * (1 - chance)) / rounds);
  return `${errors > 0 ? "+" : ""}${errors.toFixed(1)} σ`;
}
