import { moneyText } from "../house/money";
import type { Game } from "../house/types";
import { useErrand } from "../parts/errand";
import { Trouble } from "../parts/Trouble";
import { playAlone } from "./opening";

export function gameTitle(game: Game): string {
  const jackpot = game.game.includes("+") ? game.side_bets[game.side_bets.length - 1] : undefined;
  return jackpot ? `${game.name} with ${jackpot}` : game.name;
}

function edgeText(edge: number | null): string {
  return edge === null ? "…" : `${(edge * 100).toFixed(3)}%`;
}

export function GameCard({ game, mayOpen }: { game: Game; mayOpen: boolean }) {
  const errand = useErrand();
  const title = gameTitle(game);
  return (
    <li class="game-card" data-game={game.game}>
      <div class="game-felt" aria-hidden="true"><span>{title}</span></div>
      <div class="game-body">
        <h3>{title}</h3>
        <p class="game-summary">{game.summary}</p>
        <dl>
          <div><dt>House edge</dt><dd aria-busy={game.house_edge === null} title="exact, for best play on a fresh shoe">{edgeText(game.house_edge)}</dd></div>
          <div><dt>Bets</dt><dd>{`${moneyText(game.least)} – ${moneyText(game.most)}`}</dd></div>
          <div><dt>Side bets</dt><dd>{game.side_bets.join(", ") || "none"}</dd></div>
        </dl>
        {mayOpen && (
          <button type="button" class="strong play" onClick={() => void errand.run(() => playAlone(game.game))} disabled={errand.busy} aria-label={`Play ${title}`}>
            Play
          </button>
        )}
        <Trouble refused={errand.refused} />
      </div>
    </li>
  );
}
