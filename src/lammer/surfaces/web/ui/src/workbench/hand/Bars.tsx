/** Numbers as bars with a common zero. The numbers stand beside the bars, which are decoration. */
export interface Bar {
  id: string;
  label: string;
  value: number;
  text: string;
  strong?: boolean;
  note?: string;
}

export function Bars({ caption, bars, unit }: { caption: string; bars: Bar[]; unit: string }) {
  const low = Math.min(0, ...bars.map((bar) => bar.value));
  const high = Math.max(0, ...bars.map((bar) => bar.value));
  const span = high - low || 1;
  return (
    <table class="bars">
      <caption>{caption} <span class="hint">{unit}</span></caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id} class={bar.strong ? "best" : ""}>
            <th scope="row">{bar.label}</th>
            <td class="number" data-bar={bar.id} data-value={bar.value}>{bar.text}</td>
            <td class="bar-room">
              <span class={bar.value < 0 ? "bar below" : "bar"} style={{ left: `${((Math.min(bar.value, 0) - low) / span) * 100}%`, width: `${(Math.abs(bar.value) / span) * 100}%` }} />
              {bar.note && <span class="sr">{bar.note}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
