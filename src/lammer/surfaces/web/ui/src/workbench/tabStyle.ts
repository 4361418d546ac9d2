import { useEffect } from "preact/hooks";

/** The style of a tab, which comes with its script and goes with it. */
export function useTabStyle(text: string): void {
  useEffect(() => {
    const sheet = document.createElement("style");
    sheet.textContent = text;
    document.head.append(sheet);
    return () => sheet.remove();
  }, []);
}
