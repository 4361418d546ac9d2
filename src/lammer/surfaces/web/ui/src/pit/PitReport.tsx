/** What the tables won against what they should have won; an alarm is closed with a note. */
import { useState } from "preact/hooks";
import { ask, command } from "../house/api";
import { moneyText } from "../house/money";
import type { Me, PitLine } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

const BY = { day: "Day", shift: "Shift", month: "Month", table: "Table" } as const;
type By = keyof typeof BY;

export function PitReport({ me }: { me: Me }) {
  const [by, setBy] = useState<By>("day");
  const [lines, setLines] = useState<PitLine[] | null>(null);
  const request = useRequest();
  const look = (wish: By): void => {
    setBy(wish);
    void request.run(async () => setLines(await ask<PitLine[]>(`/api/pit/report?by=${wish}`)));
  };
  const note = (line: PitLine, text: string): void =>
    void request.run(async () => {
      await command("/api/pit/notes", { table: line.table, by, period: line.period, rounds: line.rounds, note: text });
      setLines(await ask<PitLine[]>(`/api/pit/report?by=${by}`));
    });
  return (
    <section class="pit-report" aria-label="Pit report">
      <header class="row">
        <h2>Pit report</h2>
        {(Object.keys(BY) as By[]).map((one) => (
          <button type="button" key={one} class="quiet" aria-pressed={lines !== null && by === one} disabled={request.busy} onClick={() => look(one)}>{`By ${BY[one].toLowerCase()}`}</button>
        ))}
        {lines !== null && lines.length > 0 && <a href={`/api/pit/report.csv?by=${by}`} download={`pit-${by}.csv`}>CSV</a>}
      </header>
      {request.busy && <p class="hint" role="status">Reading the books …</p>}
      <Trouble refused={request.refused} />
      {lines?.length === 0 && <p class="hint">No round has been finished.</p>}
      {lines !== null && lines.length > 0 && (
        <div class="scrolls" tabIndex={0} role="group" aria-label="Figures">
          <table class="figures">
            <thead>
              <tr>{["Table", by === "table" ? "Period" : BY[by], "Rounds", "Handle", "Win", "Theory", "95% interval", "Hold", "An hour", "Alarm"].map((name) => <th key={name} scope="col">{name}</th>)}</tr>
            </thead>
            <tbody>{lines.map((line) => <Row key={`${line.table} ${line.period}`} line={line} me={me} busy={request.busy} note={note} />)}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(2)}%`;
}

function Row({ line, me, busy, note }: { line: PitLine; me: Me; busy: boolean; note: (line: PitLine, text: string) => void }) {
  const [text, setText] = useState("");
  const mayNote = line.alarm === "open" && me.roles.some((role) => role === "supervisor" || role === "executive");
  return (
    <tr data-alarm={line.alarm}>
      <th scope="row">{line.table}</th>
      <td>{line.period}</td>
      <td>{line.rounds.toLocaleString("en-US")}</td>
      <td>{moneyText(line.handle)}</td>
      <td class={line.win < 0 ? "loss" : ""}>{moneyText(line.win)}</td>
      <td>{moneyText(Math.round(line.theory))}</td>
      <td>{`${moneyText(Math.round(line.low))} to ${moneyText(Math.round(line.high))}`}</td>
      <td>{percent(line.hold)}</td>
      <td>{line.rounds_an_hour === null ? "–" : Math.round(line.rounds_an_hour)}</td>
      <td><div class="alarm">
        {line.alarm === "open" && <b class="loss">Outside the interval</b>}
        {line.note && <span class="hint">{`${line.noted_by}: ${line.note}`}</span>}
        {mayNote && (
          <form class="row" onSubmit={(event) => { event.preventDefault(); note(line, text.trim()); setText(""); }}>
            <input value={text} required maxLength={500} placeholder="what you found" aria-label={`Note on table ${line.table}, ${line.period}`} onInput={(event) => setText(event.currentTarget.value)} />
            <button type="submit" class="quiet" disabled={busy || !text.trim()}>Close the alarm</button>
          </form>
        )}
      </div></td>
    </tr>
  );
}
