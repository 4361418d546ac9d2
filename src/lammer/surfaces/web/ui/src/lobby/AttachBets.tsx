import type { Game } from "../house/types";

/** Side bets to attach to a game, each with its rules in a line and where they come from. */
export function AttachBets({ game, chosen, choose }: { game: Game; chosen: string[]; choose: (ids: string[]) => void }) {
  if (!game.attachable.length) return null;
  return (
    <details class="attach">
      <summary>{chosen.length ? `Side bets added: ${chosen.length}` : "Add side bets"}</summary>
      <ul>
        {game.attachable.map((bet) => (
          <li key={bet.id}>
            <label>
              <input type="checkbox" checked={chosen.includes(bet.id)} onChange={(event) => choose(event.currentTarget.checked ? [...chosen, bet.id] : chosen.filter((id) => id !== bet.id))} />
              <span><b>{bet.name}</b> <span class="hint">{`${bet.summary} Rules from: ${bet.origin}.`}</span></span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The name of the game with side bets attached, of those that it offers. */
export function withBets(game: Game, chosen: string[]): string {
  return [game.game, ...game.attachable.map((bet) => bet.id).filter((id) => chosen.includes(id))].join("+");
}
