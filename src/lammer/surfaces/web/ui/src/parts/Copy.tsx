import { useState } from "preact/hooks";

const SHOWN_FOR = 1_600;

/** Copies a text, and says that it did. */
export function Copy({ text, label, what }: { text: string; label: string; what: string }) {
  const [done, setDone] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone("Copied");
    } catch {
      setDone("Not copied: select it by hand");
    }
    window.setTimeout(() => setDone(""), SHOWN_FOR);
  };
  return (
    <button type="button" class="quiet copy" onClick={() => void copy()}>
      <span aria-live="polite">{done || label}</span>
      <span class="sr">{label === "Copy" ? ` ${what}` : `: copy ${what}`}</span>
    </button>
  );
}
