import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../house/api";
import { moneyText, parseMoney } from "../house/money";
import { capital, type Choice } from "../house/words";
import { Trouble } from "../parts/Trouble";

/** Asks for an amount between the minimum and the maximum of a choice. */
export function AmountForm({ choice, close, take }: { choice: Choice; close: () => void; take: (amount: number) => void }) {
  const [text, setText] = useState(moneyText(choice.kind === "place" ? choice.minimum : choice.maximum).replaceAll(",", ""));
  const [refused, setRefused] = useState<Refused | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const steps = choice.step > 1 ? ` in steps of ${moneyText(choice.step)}` : "";
  const room = `${moneyText(choice.minimum)} to ${moneyText(choice.maximum)}${steps}`;
  const submit = (event: Event): void => {
    event.preventDefault();
    const amount = parseMoney(text);
    const fits = amount !== null && amount >= choice.minimum && amount <= choice.maximum && amount % choice.step === 0;
    if (fits) take(amount);
    else setRefused(new Refused(0, "amount", `the amount must be ${room}`, ""));
  };
  return (
    <form class="amount" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && close()}>
      <label>
        {`${capital(choice.word)} for`}
        <input ref={field} inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} aria-describedby="amount-room" />
      </label>
      <span id="amount-room" class="hint">{room}</span>
      <button type="submit" class="strong">{capital(choice.word)}</button>
      <button type="button" class="quiet" onClick={close}>Back</button>
      <Trouble refused={refused} />
    </form>
  );
}
