import { type CoachWhen, type Light, set, type Speed, SPEEDS, type Spoken, useSettings } from "../house/settings";

const LIGHTS: Record<Light, string> = { auto: "As the device", dark: "Dark", light: "Light" };

const SPOKEN: Record<Spoken, string> = { brief: "Brief", normal: "Normal", full: "Everything" };

export function SettingsForm() {
  const settings = useSettings();
  return (
    <div class="settings">
      <Picks legend="Light" picks={Object.entries(LIGHTS)} now={settings.light} pick={(light) => set({ light: light as Light })} />
      <Picks legend="Speed of the cards" picks={Object.keys(SPEEDS).map((speed) => [speed, speed])} now={settings.speed} pick={(speed) => set({ speed: speed as Speed })} />
      <label class="switch">
        <input type="checkbox" role="switch" checked={settings.coach} onChange={(event) => set({ coach: event.currentTarget.checked })} />
        Coach: the exact worth of every choice
      </label>
      {settings.coach && <Picks legend="The coach speaks" picks={[["before", "before the choice: what each is worth"], ["after", "after it: what it cost"]]} now={settings.coachWhen} pick={(when) => set({ coachWhen: when as CoachWhen })} />}
      <Picks legend="Deck" picks={[["two", "Two colours"], ["four", "Four colours"]]} now={settings.fourColours ? "four" : "two"} pick={(deck) => set({ fourColours: deck === "four" })} />
      <label class="switch">
        <input type="checkbox" role="switch" checked={settings.sound} onChange={(event) => set({ sound: event.currentTarget.checked })} />
        Sound: cards, wins and losses
      </label>
      <Picks legend="Announced to screen readers" picks={Object.entries(SPOKEN)} now={settings.spoken} pick={(spoken) => set({ spoken: spoken as Spoken })} />
      <p class="hint">If your device is set to reduce motion, cards appear without moving.</p>
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
