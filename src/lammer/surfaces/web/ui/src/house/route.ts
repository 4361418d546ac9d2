/** Where the visitor is: the lobby, or a table by its name. */
import { useEffect, useState } from "preact/hooks";

const MOVED = "lammer-moved";

export function tablePath(table: string): string {
  return `/t/${encodeURIComponent(table)}`;
}

export function go(path: string): void {
  history.pushState(null, "", path);
  window.dispatchEvent(new Event(MOVED));
  window.scrollTo(0, 0);
}

export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const look = (): void => setPath(location.pathname);
    window.addEventListener("popstate", look);
    window.addEventListener(MOVED, look);
    return () => {
      window.removeEventListener("popstate", look);
      window.removeEventListener(MOVED, look);
    };
  }, []);
  return path;
}

export function useTableName(): string | null {
  const path = usePath();
  const match = /^\/t\/([^/]+)\/?$/.exec(path);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}
