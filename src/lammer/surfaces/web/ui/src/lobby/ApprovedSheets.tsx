/** The approved sheets of this floor. Executives and administrators approve and withdraw them. */
import { useEffect, useState } from "preact/hooks";
import { ask, command } from "../house/api";
import type { ApprovedSheet, ApprovedSheets as Approved, Game, SheetDecided } from "../house/types";
import { Danger } from "../parts/Danger";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { AttachBets, withBets } from "./AttachBets";
import { gameTitle } from "./GameCard";

const PATH = "/api/approved-sheets";

export function ApprovedSheets({ games }: { games: Game[] }) {
  const [sheets, setSheets] = useState<ApprovedSheet[]>([]);
  const [game, setGame] = useState(games[0]?.game ?? "");
  const [bets, setBets] = useState<string[]>([]);
  const [rules, setRules] = useState("");
  const [notice, setNotice] = useState("");
  const request = useRequest();
  const look = async (): Promise<void> => setSheets((await ask<Approved>(PATH)).sheets);
  useEffect(() => void request.run(look), []);
  const decide = (body: { game: string; overrides: string[]; approved: boolean; reason?: string }): void => {
    setNotice("");
    void request.run(async () => {
      const done = await command<SheetDecided>(PATH, body);
      setNotice([`${done.sheet} is ${done.approved ? "approved" : "withdrawn"}.`, ...done.remarks].join(" "));
      await look();
    });
  };
  const approve = (event: Event): void => {
    event.preventDefault();
    const chosen = games.find((one) => one.game === game);
    decide({ game: chosen ? withBets(chosen, bets) : game, overrides: rules.split(/[\n;]/).map((line) => line.trim()).filter(Boolean), approved: true });
  };
  return (
    <section aria-label="Approved sheets">
      <h2>Approved sheets</h2>
      <ul class="open-tables users">
        {sheets.map((one) => (
          <li key={one.sheet}>
            <b>{one.sheet}</b>
            <span class="hint">{one.by ? `approved by ${one.by}` : "as shipped"}</span>
            <Danger word="Withdraw" label={`Withdraw ${one.sheet}`} does="Withdraw the sheet" effect={`No table can be opened with ${one.sheet} any more. Tables that are open go on. Your reason is kept in the books.`} busy={request.busy} take={(reason) => decide({ game: one.game, overrides: one.overrides, approved: false, reason })} />
          </li>
        ))}
      </ul>
      <details class="hosting">
        <summary>Approve a sheet</summary>
        <form class="host" onSubmit={approve}>
          <label>Sheet
            <select
              value={game}
              onChange={(event) => {
                setGame(event.currentTarget.value);
                setBets([]);
              }}
            >
              {games.map((one) => <option key={one.game} value={one.game}>{gameTitle(one)}</option>)}
            </select>
          </label>
          {games.filter((one) => one.game === game).map((one) => <AttachBets key={one.game} game={one} chosen={bets} choose={setBets} />)}
          <label>Values set otherwise
            <input value={rules} placeholder="limits.maximum=99900; shoe.decks=8" maxLength={400} onInput={(event) => setRules(event.currentTarget.value)} />
          </label>
          <button type="submit" class="strong" disabled={request.busy}>Approve</button>
        </form>
      </details>
      <p class="hint" role="status">{notice}</p>
      <Trouble refused={request.refused} />
    </section>
  );
}
