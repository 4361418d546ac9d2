import { moneyText } from "../house/money";
import type { Game } from "../house/types";
import { useState } from "preact/hooks";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { Card } from "../table/Card";
import { Chip, Lammer } from "../table/Chip";
import { AttachBets, withBets } from "./AttachBets";
import { playAlone } from "./opening";

export function gameTitle(game: Game): string {
  const jackpot = game.game.includes("+") ? game.side_bets[game.side_bets.length - 1] : undefined;
  return jackpot ? `${game.name} with ${jackpot}` : game.name;
}

export function edgeText(edge: number | null): string {
  return edge === null ? "…" : `${(edge * 100).toFixed(3)}%`;
}

function GameArt({ game }: { game: Game }) {
  return (
    <div class="game-felt" aria-hidden="true">
      <span class="game-cards">{game.cards.map((card) => <Card key={card} card={card} />)}</span>
      {game.free_bets ? <Lammer /> : <Chip amount={2_500} />}
    </div>
  );
}

export function GameCard({ game, mayOpen }: { game: Game; mayOpen: boolean }) {
  const request = useRequest();
  const [chosen, choose] = useState<string[]>([]);
  const title = gameTitle(game);
  return (
    <li class="game-card" data-game={game.game}>
      <GameArt game={game} />
      <div class="game-body">
        <h3>{title}</h3>
        <p class="game-summary">{game.summary}</p>
        <dl>
          <div><dt>House edge</dt><dd aria-busy={game.house_edge === null} title="exact, for best play on a fresh shoe">{edgeText(game.house_edge)}</dd></div>
          <div><dt>Bets</dt><dd>{`${moneyText(game.minimum)} – ${moneyText(game.maximum)}`}</dd></div>
          <div><dt>Side bets</dt><dd>{game.side_bets.join(", ") || "none"}</dd></div>
          <div><dt>Rules from</dt><dd>{game.origin}</dd></div>
        </dl>
        {mayOpen && <AttachBets game={game} chosen={chosen} choose={choose} />}
        {mayOpen && (
          <button type="button" class="strong play" onClick={() => void request.run(() => playAlone(withBets(game, chosen)))} disabled={request.busy} aria-label={`Play ${title}`}>
            Play
          </button>
        )}
        <Trouble refused={request.refused} />
      </div>
    </li>
  );
}
