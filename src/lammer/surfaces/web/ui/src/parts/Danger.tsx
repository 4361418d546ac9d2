/** A step that cannot be undone: a dialog says what will happen and requires a reason. */
import { useEffect, useId, useRef, useState } from "preact/hooks";

const KEPT = "Your reason is kept in the books.";

interface Props {
  /** What the button says. */
  word: string;
  /** What the button in the dialog says. */
  does: string;
  /** What will happen: a sentence, or a request to the server that is sent when the dialog opens. */
  effect?: string | (() => Promise<string>);
  label?: string;
  busy?: boolean;
  take: (reason: string) => void;
}

export function Danger({ word, does, effect, label, busy, take }: Props) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" class="quiet danger-open" disabled={busy} aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>{`${word} …`}</button>
      {open && <Asking word={label ?? word} does={does} effect={effect ?? KEPT} close={close} take={(reason) => { close(); take(reason); }} />}
    </>
  );
}

interface AskingProps {
  word: string;
  does: string;
  effect: NonNullable<Props["effect"]>;
  close: () => void;
  take: (reason: string) => void;
}

function Asking({ word, does, effect, close, take }: AskingProps) {
  const [reason, setReason] = useState("");
  const [consequence, setConsequence] = useState(typeof effect === "string" ? effect : "");
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (typeof effect !== "string") void effect().then(setConsequence, () => setConsequence(KEPT));
    return () => shown?.close();
  }, []);
  const ready = reason.trim() !== "" && consequence !== "";
  // Not a form, because the dialog may be inside one.
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (ready) take(reason.trim());
  };
  return (
    <dialog ref={dialog} class="danger" aria-labelledby={`${id}-title`} aria-describedby={`${id}-effect`} onCancel={(event) => { event.stopPropagation(); close(); }} onClose={(event) => { event.stopPropagation(); close(); }} onClick={(event) => event.stopPropagation()}>
      <h2 id={`${id}-title`}>{`${word}?`}</h2>
      <p id={`${id}-effect`} class="danger-effect" aria-busy={consequence === ""}>{consequence || "…"}</p>
      <label>Reason <input value={reason} maxLength={200} autocomplete="off" autofocus onKeyDown={press} onInput={(event) => setReason(event.currentTarget.value)} /></label>
      <div class="danger-choices">
        <button type="button" class="quiet" onClick={close}>Cancel</button>
        <button type="button" class="danger-take" disabled={!ready} onClick={() => take(reason.trim())}>{does}</button>
      </div>
    </dialog>
  );
}
