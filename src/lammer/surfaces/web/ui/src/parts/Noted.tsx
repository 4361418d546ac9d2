import { Danger } from "./Danger";

/** An unusual step that needs a reason. */
export function Noted({ word, does, effect, take }: { word: string; does: string; effect?: string; take: (note: string) => void }) {
  return <Danger word={word} does={does} {...(effect === undefined ? {} : { effect })} take={take} />;
}
