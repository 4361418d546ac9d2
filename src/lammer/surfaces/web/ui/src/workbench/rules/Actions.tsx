import { enter } from "../../house/api";
import type { SheetFile } from "../../house/types";
import { freshName, openTable } from "../../lobby/opening";
import { Copy } from "../../parts/Copy";
import { Trouble } from "../../parts/Trouble";
import { useRequest } from "../../parts/useRequest";
import type { Bench } from "../bench";
import { commandLine } from "../overrides";

/** What can be done with the game as it is set: keep it as a sheet, play it, or compute it in a terminal. */
export function Actions({ bench }: { bench: Bench }) {
  const request = useRequest();
  const { game, overrides } = bench.rules;
  const line = commandLine(game, overrides);
  const download = (): void => {
    void request.run(async () => {
      const { file, text } = await enter<SheetFile>("/api/workbench/sheet", { game, overrides });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
      link.download = file;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  };
  const play = (): void => {
    const name = game.replace(/@.*$/, "");
    void request.run(() => openTable({ table: freshName(name), game: name, overrides, turn_seconds: 0, bet_seconds: 0 }, bench.me.roles.includes("player")));
  };
  return (
    <div class="bench-actions">
      <div class="row">
        <button type="button" class="quiet" disabled={request.busy} onClick={download}>Download sheet</button>
        {bench.me.roles.includes("dealer") && <button type="button" class="quiet" disabled={request.busy} onClick={play}>Open in a table</button>}
      </div>
      <Trouble refused={request.refused} />
      <p class="command-line">
        <code class="notation">{line}</code>
        <Copy text={line} label="Copy" what="the command line" />
      </p>
    </div>
  );
}
