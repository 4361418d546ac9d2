import { useState } from "preact/hooks";
import type { Session } from "../house/session";
import { useErrand } from "../parts/errand";
import { Trouble } from "../parts/Trouble";
import { LogoMark } from "../table/TopBar";

export function Login({ session }: { session: Session }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const errand = useErrand();
  const enter = (event: Event): void => {
    event.preventDefault();
    void errand.run(() => session.logIn(name, password));
  };
  return (
    <main class="login">
      <form onSubmit={enter}>
        <span class="logo"><LogoMark /><span class="logo-word">lammer</span></span>
        <h1>Log in</h1>
        <label>Name <input value={name} autocomplete="username" required onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>Password <input type="password" value={password} autocomplete="current-password" required onInput={(event) => setPassword(event.currentTarget.value)} /></label>
        <button type="submit" class="strong" disabled={errand.busy}>Log in</button>
        <Trouble refused={errand.refused} />
      </form>
    </main>
  );
}
