import { useLayoutEffect } from "preact/hooks";

/** The style of a part that is loaded later, for as long as it is shown. */
export function useStyle(text: string): void {
  useLayoutEffect(() => {
    const sheet = document.createElement("style");
    sheet.textContent = text;
    document.head.append(sheet);
    return () => sheet.remove();
  }, []);
}
