import { useState } from "preact/hooks";

/** Something unusual, which must say why. */
export function Noted({ word, does, take }: { word: string; does: string; take: (note: string) => void }) {
  const [note, setNote] = useState("");
  return (
    <details class="voiding">
      <summary>{word}</summary>
      <label>Why <input value={note} maxLength={200} onInput={(event) => setNote(event.currentTarget.value)} /></label>
      <button type="button" class="quiet" disabled={!note.trim()} onClick={() => take(note)}>{does}</button>
    </details>
  );
}
