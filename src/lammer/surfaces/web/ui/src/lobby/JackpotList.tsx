/** Jackpots with their meters; executives can open a new one. */
import { useState } from "preact/hooks";
import { command } from "../house/api";
import { moneyText } from "../house/money";
import type { Jackpots, Me } from "../house/types";
import { capital } from "../house/words";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { NewJackpot } from "./NewJackpot";

const READERS = ["supervisor", "executive", "auditor"];

interface Props {
  jackpots: Jackpots;
  me: Me;
  look: () => void;
}

export function JackpotList({ jackpots, me, look }: Props) {
  const mayOpen = !me.guests && me.roles.includes("executive");
  if (!jackpots.links.length && !mayOpen) return null;
  return (
    <>
      <h2>Jackpots</h2>
      <ul class="open-tables">
        {jackpots.links.map((one) => (
          <li key={one.link}>
            <span class="open-name"><b>{one.link}</b><span class="hint">{one.name}</span></span>
            <span class="open-who">
              {Object.entries(one.meters).map(([level, amount]) => (
                <span key={level} class="meter-line">
                  {`${capital(level)} `}<b>{(amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}</b>
                  {one.frozen[level] !== undefined && ` (${moneyText(one.frozen[level])} frozen)`}
                </span>
              ))}
            </span>
            <span class="hint">{one.status}</span>
            {one.eased && <span class="hint">{one.eased.text}</span>}
            {mayOpen && <Enrolling link={one.link} />}
            {READERS.some((role) => me.roles.some((mine) => mine === role)) && <Papers link={one.link} />}
          </li>
        ))}
      </ul>
      {mayOpen && <NewJackpot look={look} />}
    </>
  );
}

/** Forms of the jackpot, loaded when they are opened. The server checks the role again. */
function Papers({ link }: { link: string }) {
  const [part, setPart] = useState<typeof import("./JackpotPapers") | null>(null);
  const open = (event: Event): void => {
    if ((event.currentTarget as HTMLDetailsElement).open && !part) void import("./JackpotPapers").then(setPart);
  };
  return (
    <details class="hosting jackpot-papers-of" onToggle={open}>
      <summary>{`Papers of ${link}`}</summary>
      {part ? <part.JackpotPapers link={link} /> : <p class="hint" aria-busy="true">Loading …</p>}
    </details>
  );
}

/** Enrols users who were added later. An approver is confirmed by the password of a second executive. */
function Enrolling({ link }: { link: string }) {
  const [form, setForm] = useState({ name: "", approver: "", password: "" });
  const [done, setDone] = useState("");
  const request = useRequest();
  const enrol = (event: Event): void => {
    event.preventDefault();
    void request.run(async () => {
      await command(`/api/links/${encodeURIComponent(link)}/staff`, form);
      setDone(form.name);
      setForm({ name: "", approver: "", password: "" });
    });
  };
  const field = (name: "name" | "approver" | "password", label: string, type = "text") => (
    <label>{label} <input type={type} value={form[name]} maxLength={40} onInput={(event) => setForm({ ...form, [name]: event.currentTarget.value })} /></label>
  );
  return (
    <details class="hosting">
      <summary>Enrol</summary>
      <form class="host" onSubmit={enrol}>
        {field("name", "User")}
        {field("approver", "Second executive")}
        {field("password", "Their password", "password")}
        <button type="submit" class="quiet" disabled={request.busy || !form.name}>Enrol</button>
        {done && <p class="hint" role="status">{`${done} is enrolled.`}</p>}
        <Trouble refused={request.refused} />
      </form>
    </details>
  );
}
