import type { CellHand, CellHands } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "../rules/Figures";
import { type Cell, cellTitle, type Chosen, ownState, withCell } from "./cells";
import { playWords } from "./layers";

interface PanelProps {
  bench: Bench;
  cell: Cell;
  /** What the chart on the screen says, and what the pinned game's says. */
  play: string;
  pinned: string;
  chosen: Chosen;
  /** Only the chosen cell can be edited; the one under the pointer is shown. */
  editable: boolean;
}

export function signedText(value: number, digits = 4): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** The numbers of a cell, its plays to choose from, and the hands inside. */
export function CellPanel({ bench, cell, play, pinned, chosen, editable }: PanelProps) {
  const { name } = cell;
  const { frequency, margin, cost, plays } = cell.cell;
  const locked = chosen.locks.has(name);
  const apply = (now: string, lock: boolean): void => bench.change({ own: ownState(bench.setup.own, withCell(chosen, cell, now, lock)) });
  const offered = plays.some((one) => one.play === play) ? plays : [{ play, value: null }, ...plays];
  const best = plays[0]?.value ?? 0;
  return (
    <div class="cell-panel" data-cell={name}>
      <h2>{cellTitle(cell)}</h2>
      <fieldset class="cell-plays" disabled={!editable || offered.length < 2}>
        <legend>Value of each play, in original wagers</legend>
        {offered.map((one) => (
          <label key={one.play} class={one.play === play ? "chosen" : ""}>
            <input type="radio" name="cell-play" value={one.play} checked={one.play === play} onChange={() => apply(one.play, locked)} />
            <b>{one.play}</b>
            <span>{playWords(one.play)}{one.play === cell.cell.play && <span class="hint"> · chart</span>}</span>
            <span class="number" data-value={one.value ?? ""}>{one.value === null ? "" : signedText(one.value)}</span>
            <span class="number hint">{one.value === null || one.value === best ? "" : signedText(one.value - best)}</span>
          </label>
        ))}
        <label class="lock">
          <input type="checkbox" checked={locked} onChange={(event) => apply(play, event.currentTarget.checked)} />
          <span>Lock this cell and solve the rest of the chart around it</span>
        </label>
      </fieldset>
      <dl>
        <div><dt>Comes up in a round</dt><dd data-frequency={frequency}>{percentText(frequency)}</dd></div>
        <div><dt>Margin to the next best</dt><dd data-margin={margin ?? ""}>{margin === null ? "–" : margin.toFixed(6)}</dd></div>
        <div><dt>Cost of a mistake</dt><dd data-cost={cost ?? ""}>{percentText(cost)}</dd></div>
        {pinned !== "" && <div><dt>In the pinned game</dt><dd>{pinned}</dd></div>}
      </dl>
      {editable && cell.row.section !== "pair" && <Hands bench={bench} name={name} />}
      {cell.row.section === "pair" && <p class="hint">A pair is one hand. {cell.row.stake === "free" ? "Its values are those for two hands on the box." : ""}</p>}
    </div>
  );
}

/** The compositions of a cell; those that are better played otherwise first. */
function Hands({ bench, name }: { bench: Bench; name: string }) {
  const { answer, fresh, slow, refused } = useAnswer<CellHands>("/api/workbench/chart/cell", { ...bench.rules, cell: name });
  if (refused) return <p class="trouble" role="alert">{sentence(refused.text)}</p>;
  if (!fresh || !answer) return <p class="hint" aria-busy={slow}>{slow ? "Looking at the hands inside …" : ""}</p>;
  const apart = answer.hands.filter((hand) => hand.cost > 0);
  const alike = answer.hands.filter((hand) => hand.cost <= 0);
  return (
    <div class="cell-hands" data-count={answer.count} data-different={answer.different}>
      <h3>Hands inside</h3>
      <p class="hint">{insideText(answer)}</p>
      <table>
        <thead><tr><th scope="col">cards</th><th scope="col">best</th><th scope="col">value</th><th scope="col">chart loses</th></tr></thead>
        <tbody>{[...apart, ...alike].map((hand) => <HandRow key={`${hand.pair} ${hand.cards}`} hand={hand} />)}</tbody>
      </table>
    </div>
  );
}

function insideText({ count, different, play, hands }: CellHands): string {
  const listed = hands.length < count ? " The most frequent are listed." : "";
  if (different === 0) return `${count} hands; ${play} is best with all of them.${listed}`;
  return `${count} hands; ${different} of them ${different === 1 ? "is" : "are"} better played otherwise than ${play}.${listed}`;
}

function HandRow({ hand }: { hand: CellHand }) {
  return (
    <tr class={hand.cost > 0 ? "apart" : ""}>
      <th scope="row">{hand.cards}{hand.pair && <span class="hint"> from {hand.pair},{hand.pair}</span>}</th>
      <td>{hand.best}</td>
      <td class="number">{signedText(hand.plays[0]?.value ?? 0)}</td>
      <td class="number">{hand.cost > 0 ? hand.cost.toFixed(4) : ""}</td>
    </tr>
  );
}
