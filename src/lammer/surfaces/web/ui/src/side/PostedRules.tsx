import type { TableView } from "../house/types";

/** What is posted beside the table: its rules of conduct with their clauses, and whether it is for training. */
export function PostedRules({ view }: { view: TableView }) {
  return (
    <>
      <h3>Posted rules</h3>
      <p>{deviceText(view)}</p>
      <ul>{view.posted.map((rule) => <li key={rule.text}>{rule.text} {rule.clause !== "house" && <span class="clause">{rule.clause}</span>}</li>)}</ul>
    </>
  );
}

function deviceText(view: TableView): string {
  if (view.training) return "This is a training table: the coach may help you.";
  return view.coach ? "This is not a training table, but the rules do not forbid the coach." : "This is not a training table: the coach is off.";
}
