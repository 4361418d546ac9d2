import { useState } from "preact/hooks";
import { AMOUNT_EXAMPLE, parseMoney } from "../house/money";
import { nameFault } from "../house/names";
import type { Game, JackpotLink, Me } from "../house/types";
import { sentence } from "../house/words";
import { useRequest } from "../parts/useRequest";
import { TextField } from "../parts/TextField";
import { Trouble } from "../parts/Trouble";
import { AttachBets, withBets } from "./AttachBets";
import { gameTitle } from "./GameCard";
import { freshName, openTable } from "./opening";

const CLOCKS = [0, 15, 30, 60];

/** Opens a table for several players, with a name and a clock. */
export function HostForm({ games, links, me }: { games: Game[]; links: JackpotLink[]; me: Me }) {
  const [game, setGame] = useState(games[0]?.game ?? "");
  const [chosen, choose] = useState<string[]>([]);
  const [name, setName] = useState("");
  const [turn, setTurn] = useState(30);
  const [bet, setBet] = useState(15);
  const [link, setLink] = useState("");
  const [minimum, setMinimum] = useState("");
  const [maximum, setMaximum] = useState("");
  const [rules, setRules] = useState("");
  const [training, setTraining] = useState(me.guests);
  const [checked, setChecked] = useState(false);
  const request = useRequest();
  const faults = {
    table: name ? nameFault("table", name) : "",
    minimum: amountFault(minimum),
    maximum: amountFault(maximum),
  };
  const refused = request.refused?.keys["table"] ? null : request.refused;
  const shown = (fault: string): string => (checked ? fault : "");
  const offered = games.find((one) => one.game === game);
  const fitting = links.filter((one) => one.games.includes(game));
  const open = (event: Event): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(faults).some(Boolean)) return;
    const linked = fitting.some((one) => one.link === link) ? { link } : {};
    const overrides = [...limit("minimum", minimum), ...limit("maximum", maximum), ...rules.split(/[\n;]/).map((line) => line.trim()).filter(Boolean)];
    const opening = { table: name || freshName(game), game: offered ? withBets(offered, chosen) : game, overrides, turn_seconds: turn, bet_seconds: bet, training, ...linked };
    void request.run(() => openTable(opening, me.guests));
  };
  return (
    <form class="host" onSubmit={open}>
      <label>Game
        <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          {games.map((one) => <option key={one.game} value={one.game}>{gameTitle(one)}</option>)}
        </select>
      </label>
      {offered && <AttachBets game={offered} chosen={chosen} choose={choose} />}
      <TextField label="Name of the table" value={name} placeholder="friday-night" maxLength={40} fault={shown(faults.table) || (request.refused?.keys["table"] ?? "")} write={(text) => { request.complain(null); setName(text); }} />
      <Clocks label="Time to act" now={turn} set={setTurn} />
      <Clocks label="Time to bet" now={bet} set={setBet} />
      <TextField label="Least bet" value={minimum} inputMode="decimal" placeholder="as the rules say" fault={shown(faults.minimum)} write={setMinimum} />
      <TextField label="Most bet" value={maximum} inputMode="decimal" placeholder="as the rules say" fault={shown(faults.maximum)} write={setMaximum} />
      <label>Rules set otherwise
        <input value={rules} placeholder="shoe.decks=8; dealer.soft_17=stand" maxLength={400} onInput={(event) => setRules(event.currentTarget.value)} />
      </label>
      {fitting.length > 0 && (
        <label>Jackpot
          <select value={link} onChange={(event) => setLink(event.currentTarget.value)}>
            <option value="">{me.guests ? "the house's" : "none"}</option>
            {fitting.map((one) => <option key={one.link} value={one.link}>{one.link}</option>)}
          </select>
        </label>
      )}
      <label class="switch">
        <input type="checkbox" role="switch" checked={training} onChange={(event) => setTraining(event.currentTarget.checked)} />
        Training table: the coach may help even where devices are forbidden
      </label>
      <button type="submit" class="strong" disabled={request.busy || !game}>Open table</button>
      <Trouble refused={refused} />
    </form>
  );
}

function amountFault(text: string): string {
  return text && parseMoney(text) === null ? sentence(AMOUNT_EXAMPLE) : "";
}

function limit(which: "minimum" | "maximum", text: string): string[] {
  const amount = parseMoney(text);
  return amount === null ? [] : [`limits.${which}=${amount}`];
}

function Clocks({ label, now, set }: { label: string; now: number; set: (seconds: number) => void }) {
  return (
    <label>{label}
      <select value={now} onChange={(event) => set(Number(event.currentTarget.value))}>
        {CLOCKS.map((seconds) => <option key={seconds} value={seconds}>{seconds ? `${seconds} seconds` : "as long as it takes"}</option>)}
      </select>
    </label>
  );
}
