import type { ChartReport, ChartRow } from "../../house/types";
import { type Cell, cellName, cellTitle, type Chosen, type Plays, SECTIONS, type Stake } from "./cells";
import { colourOf, type Layer, mostOf, playWords, strength } from "./layers";

interface GridProps {
  report: ChartReport;
  stake: Stake;
  layer: Layer;
  plays: Plays;
  /** The pinned game's chart, if there is one. */
  pinned: Plays | null;
  chosen: Chosen;
  /** The chosen cell. */
  at: string;
  choose: (name: string) => void;
  /** The cell under the pointer. */
  hover: (name: string) => void;
}

const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };

/** Hard, soft and pair tables. Arrow keys move between the cells; one of them can be reached by Tab. */
export function ChartGrid(props: GridProps) {
  const rows = props.report.rows.filter((row) => row.stake === props.stake);
  const most = mostOf(props.layer, props.report);
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (!by) return;
    const row = rows.findIndex((one) => one.cells.some((cell) => cellName(one, cell.up) === props.at));
    const column = rows[row]?.cells.findIndex((cell) => cellName(rows[row] as ChartRow, cell.up) === props.at) ?? -1;
    const next = rows[Math.min(Math.max(row + by[0], 0), rows.length - 1)];
    const cell = next?.cells[Math.min(Math.max(column + by[1], 0), next.cells.length - 1)];
    if (!next || !cell) return;
    event.preventDefault();
    const name = cellName(next, cell.up);
    props.choose(name);
    document.getElementById(`cell-${name}`)?.focus();
  };
  return (
    <div class="chart-grids" onKeyDown={step} onMouseLeave={() => props.hover("")}>
      {Object.entries(SECTIONS).map(([section, title]) => {
        const these = rows.filter((row) => row.section === section);
        return these.length > 0 && <Section key={section} title={title} rows={these} most={most} {...props} />;
      })}
    </div>
  );
}

function Section({ title, rows, most, ...props }: GridProps & { title: string; rows: ChartRow[]; most: number }) {
  return (
    <table class="chart-grid" data-layer={props.layer.id}>
      <caption>{title}</caption>
      <thead>
        <tr><th scope="col"><span class="sr">Hand</span></th>{rows[0]?.cells.map(({ up }) => <th scope="col" key={up}>{up === "T" ? "10" : up}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.hand}>
            <th scope="row">{row.section === "pair" ? `${row.hand},${row.hand}` : row.hand}</th>
            {row.cells.map((cell) => <CellButton key={cell.up} cell={{ name: cellName(row, cell.up), row, cell }} most={most} {...props} />)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellButton({ cell, layer, plays, pinned, chosen, at, choose, hover, most }: GridProps & { cell: Cell; most: number }) {
  const { name } = cell;
  const play = plays.get(name) ?? "";
  const value = layer.of(cell.cell);
  const here = name === at;
  if (play === "") return <td class="no-cell" title="This hand does not come up">·</td>;
  const other = pinned?.get(name);
  const differs = other !== undefined && other !== "" && other !== play;
  const state = chosen.locks.has(name) ? "locked" : chosen.edits.has(name) ? "edited" : play !== cell.cell.play ? "solved" : "";
  const text = layer.id === "action" ? play : value === null ? "–" : layer.text(value);
  const [ground, ink] = colourOf(play);
  const style = layer.id === "action" ? { background: ground, color: ink } : { "--strength": `${Math.round(Math.abs(strength(value ?? 0, most)) * 100)}%` };
  // A name that is spoken begins with what is seen.
  const said = [`${text}: ${layer.id === "action" ? "" : `${layer.title.toLowerCase()}, `}${cellTitle(cell)}`, playWords(play), state, differs ? `pinned game: ${playWords(other)}` : ""];
  return (
    <td>
      <button
        type="button"
        id={`cell-${name}`}
        class="chart-cell"
        style={style}
        tabIndex={here ? 0 : -1}
        data-play={play}
        data-state={state}
        data-differs={differs}
        data-sign={value !== null && value < 0 ? "negative" : "positive"}
        aria-current={here ? "true" : undefined}
        aria-label={said.filter((one) => one !== "").join("; ")}
        onClick={() => choose(name)}
        onFocus={() => choose(name)}
        onMouseEnter={() => hover(name)}
      >
        {text}
      </button>
    </td>
  );
}
