import { useState } from "preact/hooks";
import type { Session } from "../house/session";
import type { Me } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

/** The player's name; a guest may take another. */
export function NameForm({ me, session }: { me: Me; session: Session }) {
  const [name, setName] = useState<string | null>(null);
  const request = useRequest();
  if (name === null) {
    return (
      <span class="name">
        {me.name}
        {me.guests && <button type="button" class="quiet" onClick={() => setName(me.name)}>Change name</button>}
      </span>
    );
  }
  const change = (event: Event): void => {
    event.preventDefault();
    void request.run(() => session.come(name.trim())).then((done) => done && setName(null));
  };
  return (
    <form class="name-form" onSubmit={change} onKeyDown={(event) => event.key === "Escape" && setName(null)}>
      <input aria-label="Your name" value={name} maxLength={24} autofocus onInput={(event) => setName(event.currentTarget.value)} />
      <button type="submit" class="strong">Save</button>
      <Trouble refused={request.refused} />
    </form>
  );
}
