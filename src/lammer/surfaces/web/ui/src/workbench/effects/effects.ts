/** What every single change is worth, asked value by value in the background. */
import { useEffect, useState } from "preact/hooks";
import { asRefused, type Refused } from "../../house/api";
import type { ControlView, RuleEffect, RuleEffects } from "../../house/types";
import { asked } from "../answers";
import type { Bench } from "../bench";

export interface Row extends RuleEffect {
  control: ControlView;
  group: string;
  /** Where the value stands in the sheet. */
  place: number;
}

export interface Effects {
  rows: Row[];
  done: number;
  all: number;
  refused: Refused | null;
}

export type Sort = "sheet" | "largest" | "player" | "house";

export const SORTS: Record<Sort, string> = {
  sheet: "as in the sheet",
  largest: "largest effect first",
  player: "best for the player first",
  house: "best for the house first",
};

/** Rows of values that are not asked yet are missing. What is asked once is kept, so coming back shows it at once. */
export function useEffects(bench: Bench): Effects {
  const about = JSON.stringify(bench.rules);
  const places = bench.sheet.groups.flatMap((group) => group.controls.filter((control) => control.effects > 0).map((control) => ({ control, group: group.title })));
  const [state, setState] = useState({ about: "", rows: [] as Row[], done: 0, refused: null as Refused | null });
  useEffect(() => {
    const stop = new AbortController();
    const work = async (): Promise<void> => {
      const rows: Row[] = [];
      for (const [place, { control, group }] of places.entries()) {
        const found = await asked<RuleEffects>("/api/workbench/effects", { ...bench.rules, key: control.key }, stop.signal);
        rows.push(...found.effects.map((effect) => ({ ...effect, control, group, place })));
        setState({ about, rows: [...rows], done: place + 1, refused: null });
      }
    };
    setState({ about, rows: [], done: 0, refused: null });
    work().catch((fault: unknown) => {
      if (!stop.signal.aborted) setState((now) => ({ ...now, refused: asRefused(fault) }));
    });
    return () => stop.abort();
  }, [about]);
  return { rows: state.about === about ? state.rows : [], done: state.about === about ? state.done : 0, all: places.length, refused: state.refused };
}

export function sorted(rows: Row[], sort: Sort): Row[] {
  const worth = (row: Row): number => row.difference ?? 0;
  const orders: Record<Sort, (one: Row, other: Row) => number> = {
    sheet: (one, other) => one.place - other.place,
    largest: (one, other) => Math.abs(worth(other)) - Math.abs(worth(one)),
    player: (one, other) => worth(one) - worth(other),
    house: (one, other) => worth(other) - worth(one),
  };
  return [...rows].sort((one, other) => orders[sort](one, other) || one.place - other.place);
}
