import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A dialog at the side. The browser keeps the focus inside and restores it afterwards. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={close} onClick={(event) => event.target === dialog.current && close()}>
      <div class="sheet-inside">
        <header class="sheet-head">
          <h2>{title}</h2>
          <button type="button" class="quiet" onClick={close} aria-label="Close">✕</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
