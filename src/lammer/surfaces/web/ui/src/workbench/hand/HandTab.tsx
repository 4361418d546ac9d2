import chartStyle from "../../../style/workbench-chart.css?text";
import style from "../../../style/workbench-hand.css?text";
import type { HandReport, NextCard } from "../../house/types";
import { capital, sentence, totalText } from "../../house/words";
import { Copy } from "../../parts/Copy";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { signedText } from "../chart/CellPanel";
import { setupPath } from "../setup";
import { useStyle } from "../useStyle";
import { Bars } from "./Bars";
import { HandControls } from "./HandControls";
import { evsCommand, type Position, positionOf, withPosition } from "./position";

/** One hand: what every action is worth, what the dealer ends with, and what the next card does. */
export default function HandTab({ bench }: { bench: Bench }) {
  useStyle(chartStyle);
  useStyle(style);
  const position = positionOf(bench.setup);
  const found = useAnswer<HandReport>("/api/workbench/hand", { ...bench.rules, ...position });
  const change = (next: Position, about = ""): void => bench.change({ own: withPosition(bench.setup.own, next) }, about && `hand ${about}`);
  const { answer, fresh, slow, refused } = found;
  const beside = refused?.keys ?? {};
  const elsewhere = refused !== null && Object.keys(beside).length === 0;
  return (
    <div class="hand-tab">
      <HandControls position={position} change={change} wrong={beside} />
      <div class="hand-answer" data-fresh={fresh} aria-busy={!fresh && !refused}>
        {elsewhere && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
        <p class="hint" role="status">{refused && answer ? "The last good answer is shown." : slow ? "Working it out …" : answer ? `${answer.hand} (${totalText(answer)}): exact${answer.given ? `, given that ${answer.given}` : ""}.` : "…"}</p>
        {answer?.refused.map((text) => <p key={text} class="trouble">{sentence(text)}</p>)}
        {answer && answer.values.length > 0 && <Answer bench={bench} answer={answer} position={position} live={fresh} />}
      </div>
    </div>
  );
}

function Answer({ bench, answer, position, live }: { bench: Bench; answer: HandReport; position: Position; live: boolean }) {
  const best = answer.values[0]?.value ?? 0;
  return (
    <>
      <section class="hand-box" aria-label="Values">
        <Bars caption="Value of each action" unit="in original wagers" bars={answer.values.map((one) => ({
          id: one.action,
          label: capital(one.word),
          value: one.value,
          text: signedText(one.value, 6),
          strong: one.value === best,
          note: one.value === best ? "best" : `${signedText(one.value - best, 6)} against the best`,
        }))} />
        {answer.why && <p class="hand-why">{answer.why}</p>}
        {answer.own.length > 0 && <p class="hint">With own money: {answer.own.map((one) => `${one.word} ${signedText(one.value)}`).join(", ")}.</p>}
        <p class="row"><Copy text={evsCommand(bench.rules.game, bench.rules.overrides, position)} label="Command" what="the command that prints the same" /></p>
      </section>
      <section class="hand-box" aria-label="Dealer">
        <Bars caption="Dealer's final hand" unit="chance" bars={answer.dealer.map((one) => ({ id: one.end, label: capital(one.end), value: one.chance, text: `${(one.chance * 100).toFixed(3)}%` }))} />
      </section>
      {answer.next_cards.length > 0 && <NextCards bench={bench} cards={answer.next_cards} position={position} live={live} />}
    </>
  );
}

/** After a hit: each card, its chance, and the hand it makes, which is a link to that position. */
function NextCards({ bench, cards, position, live }: { bench: Bench; cards: NextCard[]; position: Position; live: boolean }) {
  const most = Math.max(...cards.map((one) => one.chance));
  return (
    <section class="hand-box" aria-label="Next card">
      <table class="next-cards">
        <caption>Next card after a hit <span class="hint">chance, the hand it makes, its value when played best</span></caption>
        <thead><tr><th scope="col">card</th><th scope="col">chance</th><th scope="col">hand</th><th scope="col">then</th><th scope="col">value</th></tr></thead>
        <tbody>
          {cards.map((one) => (
            <tr key={one.card} class={one.bust ? "bust" : ""} data-next={one.card}>
              <th scope="row">{one.card === "T" ? "10" : one.card}</th>
              <td class="number" style={{ "--share": `${(one.chance / most) * 100}%` }}>{(one.chance * 100).toFixed(2)}%</td>
              <td>{one.bust || !live ? handText(one) : <NextLink bench={bench} position={{ ...position, cards: position.cards + one.card }} text={handText(one)} />}</td>
              <td>{one.best || "–"}</td>
              <td class="number" data-value={one.value}>{signedText(one.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function handText(one: NextCard): string {
  return one.bust ? `${one.total}, over` : totalText(one);
}

function NextLink({ bench, position, text }: { bench: Bench; position: Position; text: string }) {
  const own = withPosition(bench.setup.own, position);
  return <a href={setupPath({ ...bench.setup, own })} onClick={(event) => { event.preventDefault(); bench.change({ own }); }}>{text}</a>;
}
