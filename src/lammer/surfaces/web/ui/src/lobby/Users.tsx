/** The administrator's screen: users and their roles. */
import { useEffect, useState } from "preact/hooks";
import { ask, command } from "../house/api";
import type { Me, UserView } from "../house/types";
import type { Role } from "../house/session";
import { Danger } from "../parts/Danger";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

const ROLES: Role[] = ["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"];
const NOBODY = { name: "", password: "", roles: ["player"] as Role[] };
const NO_SECOND = { approver: "", approver_password: "" };

export function Users({ me }: { me: Me }) {
  const [users, setUsers] = useState<UserView[]>([]);
  const [fresh, setFresh] = useState(NOBODY);
  const [second, setSecond] = useState(NO_SECOND);
  const request = useRequest();
  useEffect(() => void request.run(async () => setUsers(await ask<UserView[]>("/api/users"))), []);
  const [notice, setNotice] = useState("");
  const send = (path: string, body: Record<string, unknown>, done = ""): void => {
    setNotice("");
    void request.run(async () => {
      setUsers(await command<UserView[]>(path, { ...body, ...second }));
      setFresh(NOBODY);
      setSecond(NO_SECOND);
      setNotice(done);
    });
  };
  const add = (event: Event): void => {
    event.preventDefault();
    send("/api/users", fresh);
  };
  const at = (name: string): string => `/api/users/${encodeURIComponent(name)}`;
  return (
    <section aria-label="Users">
      <h2>Users</h2>
      <ul class="open-tables users">
        {users.map((one) => (
          <li key={one.name}>
            <b>{one.name}</b>
            <OwnRoles name={one.name} now={one.roles} fixed={one.name === me.name} busy={request.busy} save={(roles) => send(`${at(one.name)}/roles`, { roles }, `${one.name} is now ${roles.join(", ")}.`)} />
            {one.name !== me.name && <NewPassword name={one.name} busy={request.busy} set={(password) => send(`${at(one.name)}/password`, { password }, `${one.name} has a new password.`)} />}
            {one.name !== me.name && <Danger word="Remove" label={`Remove ${one.name}`} does={`Remove ${one.name}`} effect={`${one.name} is logged out at once and cannot log in again. Their chips and events stay in the books, and the name is not used again. Your reason is kept in the books.`} busy={request.busy} take={(reason) => send(`${at(one.name)}/remove`, { reason }, `${one.name} is removed.`)} />}
          </li>
        ))}
      </ul>
      <details class="hosting">
        <summary>Add a user</summary>
        <form class="host" onSubmit={add}>
          <label>User name <input value={fresh.name} required maxLength={24} autocomplete="off" onInput={(event) => setFresh({ ...fresh, name: event.currentTarget.value })} /></label>
          <label>First password <input type="password" value={fresh.password} required minLength={8} autocomplete="new-password" onInput={(event) => setFresh({ ...fresh, password: event.currentTarget.value })} /></label>
          <Roles label="Roles of the new user" now={fresh.roles} set={(roles) => setFresh({ ...fresh, roles })} />
          <button type="submit" class="strong" disabled={request.busy || !fresh.roles.length}>Add user</button>
        </form>
      </details>
      <details class="hosting">
        <summary>A second administrator approves</summary>
        <div class="host">
          <p class="hint">Where there are two administrators, both decide about supervisors, executives and administrators.</p>
          <label>Second administrator <input value={second.approver} maxLength={40} autocomplete="off" onInput={(event) => setSecond({ ...second, approver: event.currentTarget.value })} /></label>
          <label>Their password <input type="password" value={second.approver_password} autocomplete="off" onInput={(event) => setSecond({ ...second, approver_password: event.currentTarget.value })} /></label>
        </div>
      </details>
      <p class="hint" role="status">{notice}</p>
      <Trouble refused={request.refused} />
    </section>
  );
}

/** Sets a new password, which ends all sessions of the user. */
function NewPassword({ name, busy, set }: { name: string; busy: boolean; set: (password: string) => void }) {
  const [password, setPassword] = useState("");
  const send = (event: Event): void => {
    event.preventDefault();
    set(password);
    setPassword("");
  };
  return (
    <form class="new-password" onSubmit={send}>
      <input type="password" value={password} required minLength={8} maxLength={200} autocomplete="new-password" placeholder="new password" aria-label={`New password of ${name}`} onInput={(event) => setPassword(event.currentTarget.value)} />
      <button type="submit" class="quiet" disabled={busy || password.length < 8} aria-label={`Set the password of ${name}`}>Set the password</button>
    </form>
  );
}

/** Changed roles are saved with a button, so that a stray click has no effect. */
function OwnRoles({ name, now, fixed, busy, save }: { name: string; now: Role[]; fixed: boolean; busy: boolean; save: (roles: Role[]) => void }) {
  const [draft, setDraft] = useState<Role[] | null>(null);
  useEffect(() => setDraft(null), [now.join()]);
  const shown = draft ?? now;
  const changed = shown.join() !== ROLES.filter((role) => now.includes(role)).join();
  return (
    <span class="row">
      <Roles label={`Roles of ${name}`} now={shown} fixed={fixed} set={setDraft} />
      {changed && draft && <button type="button" class="strong" disabled={busy} onClick={() => save(shown)} aria-label={`Save the roles of ${name}`}>Save</button>}
      {changed && draft && <button type="button" class="quiet" onClick={() => setDraft(null)}>Cancel</button>}
    </span>
  );
}

function Roles({ label, now, fixed, set }: { label: string; now: Role[]; fixed?: boolean; set: (roles: Role[]) => void }) {
  const toggled = (role: Role): Role[] => ROLES.filter((one) => (one === role) !== now.includes(one));
  return (
    <fieldset class="roles" aria-label={label}>
      {ROLES.map((role) => (
        <label key={role}>
          <input type="checkbox" checked={now.includes(role)} disabled={fixed || (now.length === 1 && now[0] === role)} onChange={() => set(toggled(role))} /> {role}
        </label>
      ))}
    </fieldset>
  );
}
