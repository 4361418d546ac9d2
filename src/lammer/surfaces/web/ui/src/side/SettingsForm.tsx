import { type Light, set, type Speed, SPEEDS, useSettings } from "../house/settings";

const LIGHTS: Record<Light, string> = { auto: "As the device", dark: "Dark", light: "Light" };

export function SettingsForm() {
  const settings = useSettings();
  return (
    <div class="settings">
      <Picks legend="Light" picks={Object.entries(LIGHTS)} now={settings.light} pick={(light) => set({ light: light as Light })} />
      <Picks legend="Speed of the cards" picks={Object.keys(SPEEDS).map((speed) => [speed, speed])} now={settings.speed} pick={(speed) => set({ speed: speed as Speed })} />
      <label class="switch">
        <input type="checkbox" role="switch" checked={settings.coach} onChange={(event) => set({ coach: event.currentTarget.checked })} />
        Coach: the exact worth of every choice before you make it
      </label>
      <p class="hint">There is no sound. Where your device asks for less motion, cards do not fly.</p>
    </div>
  );
}

function Picks({ legend, picks, now, pick }: { legend: string; picks: [string, string][]; now: string; pick: (id: string) => void }) {
  return (
    <fieldset class="picks">
      <legend>{legend}</legend>
      {picks.map(([id, text]) => (
        <label key={id} class={now === id ? "chosen" : ""}>
          <input type="radio" name={legend} checked={now === id} onChange={() => pick(id)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
