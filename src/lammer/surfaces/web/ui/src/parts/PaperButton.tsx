/** A button that has the server make a paper and downloads it. It says how far the paper is, and can give it up. */
import { useEffect, useRef, useState } from "preact/hooks";
import { asRefused, question, type Refused } from "../house/api";
import type { PaperFile, PaperProgress } from "../house/types";
import { Trouble } from "./Trouble";

interface Props {
  label: string;
  path: string;
  body: Record<string, unknown>;
  /** Where the server says how far it is. */
  progress?: string;
}

/** Milliseconds. */
const LOOK_AGAIN = 1_000;

export function PaperButton({ label, path, body, progress }: Props) {
  const making = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState("");
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => () => making.current?.abort(), []);
  const make = async (): Promise<void> => {
    const stop = new AbortController();
    making.current = stop;
    setBusy(true);
    setStatus("");
    setRefused(null);
    const timer = progress === undefined ? 0 : window.setInterval(() => void look(progress, stop.signal), LOOK_AGAIN);
    try {
      save(await question<PaperFile>(path, body, stop.signal));
    } catch (fault) {
      if (!stop.signal.aborted) setRefused(asRefused(fault));
    } finally {
      window.clearInterval(timer);
      making.current = null;
      setBusy(false);
    }
  };
  const look = async (where: string, signal: AbortSignal): Promise<void> => {
    const far = await question<PaperProgress>(where, body, signal).catch(() => null);
    if (far && far.of > 0) setStatus(`${far.done} of ${far.of} parts: ${far.part} …`);
  };
  return (
    <span class="paper" aria-busy={busy}>
      <button type="button" class="quiet" disabled={busy} onClick={() => void make()}>{label}</button>
      {busy && <span class="hint" role="status">{status || "Making it …"}</span>}
      {busy && <button type="button" class="quiet" onClick={() => making.current?.abort()}>Cancel<span class="sr">{` ${label}`}</span></button>}
      <Trouble refused={refused} />
    </span>
  );
}

function save({ file, type, content }: PaperFile): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
