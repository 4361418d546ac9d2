/** Short sounds, generated in the browser. They are off until the player turns them on. */
import { kept } from "./settings";

type Sound = "card" | "win" | "loss";

/** Frequencies in hertz, played one after another; `lasts` is the duration of each in seconds. */
const TONES: Record<Sound, { notes: number[]; lasts: number; shape: OscillatorType }> = {
  card: { notes: [1_400], lasts: 0.03, shape: "triangle" },
  win: { notes: [523, 659, 784], lasts: 0.11, shape: "sine" },
  loss: { notes: [262, 220], lasts: 0.14, shape: "sine" },
};
const LOUDNESS = 0.12;
let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!kept<{ sound?: boolean }>("lammer settings", {}).sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const { notes, lasts, shape } = TONES[sound];
  notes.forEach((note, at) => tone(note, shape, (audio?.currentTime ?? 0) + at * lasts, lasts));
}

function tone(note: number, shape: OscillatorType, start: number, lasts: number): void {
  if (!audio) return;
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = shape;
  oscillator.frequency.value = note;
  gain.gain.setValueAtTime(LOUDNESS, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts);
}
