import { useState } from "preact/hooks";
import { command, Refused } from "../house/api";
import { AMOUNT_EXAMPLE, moneyText, parseMoney } from "../house/money";
import { Dialog } from "../parts/Dialog";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

const AMOUNTS = [10_000, 50_000, 100_000];

/** Play money from the cage. */
export function BuyIn({ close, done }: { close: () => void; done: () => void }) {
  const [text, setText] = useState("500");
  const request = useRequest();
  const buy = (event: Event): void => {
    event.preventDefault();
    const amount = parseMoney(text);
    if (!amount) return request.complain(new Refused(0, "amount", `“${text}” is not an amount; ${AMOUNT_EXAMPLE}`, ""));
    void request.run(async () => {
      await command("/api/buy-in", { amount });
      done();
    });
  };
  return (
    <Dialog title="Buy chips" close={close}>
      <form class="buy-in" onSubmit={buy}>
        <p>Chips are play money: take as many as you like.</p>
        <div class="row">
          {AMOUNTS.map((amount) => <button type="button" key={amount} class="quiet" onClick={() => setText(moneyText(amount))}>{moneyText(amount)}</button>)}
        </div>
        <label>
          Amount <input inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="strong" disabled={request.busy}>Buy</button>
        <Trouble refused={request.refused} />
      </form>
    </Dialog>
  );
}
