import { useState } from "preact/hooks";
import type { Session } from "../house/session";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { LogoMark } from "../table/TopBar";

export function Login({ session }: { session: Session }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [token, setToken] = useState("");
  const request = useRequest();
  const first = session.noUsers;
  const enter = (event: Event): void => {
    event.preventDefault();
    void request.run(() => (first ? session.beFirst(token.trim(), name, password) : session.logIn(name, password)));
  };
  return (
    <main class="login">
      <form onSubmit={enter}>
        <span class="logo"><LogoMark /><span class="logo-word">lammer</span></span>
        <h1>{first ? "The first user" : "Log in"}</h1>
        {first && <p>This floor has no users yet. The server showed a token where it was started.</p>}
        {first && <label>Token <input value={token} autocomplete="off" required onInput={(event) => setToken(event.currentTarget.value)} /></label>}
        <label>Name <input value={name} autocomplete="username" required onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>Password <input type="password" value={password} autocomplete={first ? "new-password" : "current-password"} required onInput={(event) => setPassword(event.currentTarget.value)} /></label>
        <button type="submit" class="strong" disabled={request.busy}>{first ? "Begin" : "Log in"}</button>
        <Trouble refused={request.refused} />
      </form>
    </main>
  );
}
