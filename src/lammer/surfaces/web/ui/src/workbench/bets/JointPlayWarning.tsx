import { useId, useState } from "preact/hooks";
import type { JointPlay, PlayChange } from "../../house/types";
import { listed, sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "../rules/Figures";

/** A bet on lammers depends on how the main game is played: what a player gains who plays for both bets. */
export function JointPlayWarning({ bench, bet, name }: { bench: Bench; bet: string; name: string }) {
  const id = useId();
  const [text, setText] = useState("1");
  const ratio = text.trim() === "" ? NaN : Number(text);
  const { answer, fresh, refused } = useAnswer<JointPlay>("/api/workbench/joint-play", Number.isNaN(ratio) ? null : { ...bench.rules, bet, ratio });
  const wrong = Number.isNaN(ratio) ? "write a number" : (refused?.keys["ratio"] ?? "");
  return (
    <section class="joint" aria-labelledby={`${id}-title`} data-fresh={fresh}>
      <h3 id={`${id}-title`}>Played together with the main game</h3>
      <p class="hint">The figures above hold for play that is best for the main game alone. Somebody who bets on both may play differently.</p>
      <label>
        {name} wager for a main wager of 1{" "}
        <input type="number" class="short" min={0} step="any" value={text} aria-invalid={wrong !== ""} aria-describedby={`${id}-wrong`} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <p class="trouble" role="alert" id={`${id}-wrong`}>{wrong ? sentence(wrong) : refused && Object.keys(refused.keys).length === 0 ? sentence(refused.text) : ""}</p>
      {!answer && !refused && <p class="hint" aria-busy="true">Working it out …</p>}
      {answer && <Difference found={answer} name={name} />}
    </section>
  );
}

function Difference({ found, name }: { found: JointPlay; name: string }) {
  const changed = found.changes.filter((one) => one.ratio < found.ratio);
  const hands = [...new Set(changed.map((one) => one.hand))];
  return (
    <>
      <p class="joint-verdict" data-gain={found.gain}>
        {changed.length > 0
          ? `⚠ The best play of ${listed(hands)} changes. Play for both bets gains the player ${percentText(found.gain)} of the main wager a round.`
          : "At this ratio the best play of the main game is also best for both bets."}
      </p>
      <table class="bet-table">
        <caption class="sr">House edges, played apart and together</caption>
        <thead><tr><th scope="col">House edge</th><th scope="col">Main game's play</th><th scope="col">Joint play</th></tr></thead>
        <tbody>
          <tr><th scope="row">Main game</th><td>{percentText(found.main_alone)}</td><td data-joint="main">{percentText(found.main_joint)}</td></tr>
          <tr><th scope="row">{name}</th><td>{percentText(found.bet_alone)}</td><td data-joint="bet">{percentText(found.bet_joint)}</td></tr>
        </tbody>
      </table>
      {found.changes.length > 0 && (
        <details>
          <summary>Where the best play changes</summary>
          <Changes changes={found.changes} />
        </details>
      )}
    </>
  );
}

function Changes({ changes }: { changes: PlayChange[] }) {
  return (
    <table class="bet-table">
      <thead><tr><th scope="col">Hand</th><th scope="col">Up card</th><th scope="col">From a ratio of</th><th scope="col">Play</th></tr></thead>
      <tbody>
        {changes.map((one) => (
          <tr key={`${one.hand} ${one.up} ${one.after}`}><th scope="row">{one.hand}</th><td>{one.up}</td><td>{one.ratio.toFixed(4)}</td><td>{`${one.before} → ${one.after}`}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
