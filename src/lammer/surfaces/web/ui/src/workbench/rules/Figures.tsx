import type { EdgeMeasured } from "../../house/types";
import { sentence } from "../../house/words";
import type { Answer } from "../answers";
import type { Bench } from "../bench";
import { Actions } from "./Actions";
import { SpreadFigures } from "./SpreadFigures";

export function percentText(value: number | null | undefined, signed = false): string {
  if (value === null || value === undefined) return "–";
  const text = `${(value * 100).toFixed(4)}%`;
  if (/^-0\.0+%$/.test(text)) return text.slice(1);
  return signed && value > 0 ? `+${text}` : text;
}

/** What the rules are worth, exactly: the last good answer until the next one is there. */
export function Figures({ bench, measured }: { bench: Bench; measured: Answer<EdgeMeasured> }) {
  const { answer, fresh, slow, refused } = measured;
  const elsewhere = refused && Object.keys(refused.keys).length === 0;
  return (
    <section class="figures" aria-label="Figures" data-fresh={fresh} aria-busy={!fresh && !refused}>
      <div class="figure-main">
        <h2>House edge</h2>
        <p class="edge" role="status" data-edge={answer?.house_edge ?? ""}>{answer ? percentText(answer.house_edge) : "…"}</p>
        <p class="figure-state">{refused ? "The last good answer is shown." : slow ? "Working it out …" : answer ? "exact, best play, fresh shoe" : ""}</p>
      </div>
      {elsewhere && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
      {answer?.refused.map((text) => <p key={text} class="trouble">{sentence(text)}</p>)}
      {answer && (
        <dl class="figure-differences">
          {answer.overrides.length > 0 && <Difference name="against the sheet as it stands" value={answer.default.house_edge} />}
          {answer.pin && <Difference name={`against ${answer.pin.sheet}`} value={answer.pin.house_edge} />}
        </dl>
      )}
      <SpreadFigures bench={bench} wait={!fresh} />
      {answer && answer.side_bets.length > 0 && <SideBets answer={answer} />}
      <Actions bench={bench} />
    </section>
  );
}

function Difference({ name, value }: { name: string; value: number | null }) {
  const side = value === null || value === 0 ? "" : value > 0 ? "loss" : "win";
  return <div><dt>{name}</dt><dd class={side}>{percentText(value, true)}</dd></div>;
}

function SideBets({ answer }: { answer: EdgeMeasured }) {
  const changes = new Map(answer.default.side_bets.map((one) => [`${one.id} ${one.paytable}`, one.difference]));
  return (
    <table class="side-figures">
      <caption>Side bets</caption>
      <thead><tr><th scope="col">bet</th><th scope="col">edge</th><th scope="col">change</th><th scope="col">wins</th></tr></thead>
      <tbody>
        {answer.side_bets.map((bet) => {
          const change = changes.get(`${bet.id} ${bet.paytable}`);
          return (
            <tr key={`${bet.id} ${bet.paytable}`} class={bet.posted ? "posted" : ""}>
              <th scope="row">{bet.name} <span class="hint">{`${bet.paytable}${bet.posted ? ", posted" : ""}`}</span></th>
              <td data-side-bet={`${bet.id} ${bet.paytable}`}>{percentText(bet.house_edge)}</td>
              <td>{change ? percentText(change, true) : ""}</td>
              <td>{percentText(bet.hit_rate).replace(/\d\d%$/, "%")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
