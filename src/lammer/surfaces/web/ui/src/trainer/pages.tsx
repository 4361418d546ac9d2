/** Pages of the trainer, loaded when one of them is opened. */
import { useEffect, useState } from "preact/hooks";
import { ask, enter } from "../house/api";
import { go } from "../house/route";
import type { Me, RoundReview } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { Drills } from "./Drills";
import { Report } from "./Report";
import { ReviewView } from "./ReviewView";

export function TrainerPage({ path, me }: { path: string; me: Me | null }) {
  return (
    <main class="trainer">
      <nav class="trainer-nav" aria-label="Trainer">
        <a href="/" onClick={(event) => { event.preventDefault(); go("/"); }}>← Lobby</a>
        {me && path !== "/report" && <a href="/report" onClick={(event) => { event.preventDefault(); go("/report"); }}>Report</a>}
        {me && path !== "/drill" && <a href="/drill" onClick={(event) => { event.preventDefault(); go("/drill"); }}>Drills</a>}
      </nav>
      {path === "/r" ? <SharedRound /> : me && path === "/report" ? <Report me={me} /> : me ? <Drills me={me} /> : null}
    </main>
  );
}

function SharedRound() {
  const [review, setReview] = useState<RoundReview | null>(null);
  const request = useRequest();
  const [notation, setNotation] = useState(() => read());
  useEffect(() => {
    const look = (): void => setNotation(read());
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
  useEffect(() => {
    document.title = "A round · lammer";
    void request.run(async () => setReview(await enter<RoundReview>("/api/review", { notation })));
  }, [notation]);
  return (
    <>
      <h1>{review ? `A round of ${review.table.name}` : "A round"}</h1>
      <Trouble refused={request.refused} />
      {review && <ReviewView key={review.notation} review={review} />}
    </>
  );
}

function read(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

/** A round of a table, for the history. */
export function TableRound({ path, shared }: { path: string; shared: string }) {
  const [review, setReview] = useState<RoundReview | null>(null);
  const request = useRequest();
  useEffect(() => void request.run(async () => setReview(await ask<RoundReview>(`${path}/review`))), [path]);
  return (
    <>
      <Trouble refused={request.refused} />
      {review ? <ReviewView review={review} shared={shared} /> : !request.refused && <p class="hint">Working it out …</p>}
    </>
  );
}
