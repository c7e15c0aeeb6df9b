/** Short quiet sounds, made by the browser itself. They are off until the person wants them. */
import { looks } from "./looks";

export type Sound = "card" | "draw" | "turn" | "win";

let context: AudioContext | null = null;
const LOUD = 0.12;
const BETWEEN = 0.11;
const TONES: Partial<Record<Sound, readonly number[]>> = { turn: [660, 880], win: [523, 659, 784, 1047] };

/** Play a sound, if the person wants sounds. */
export function play(sound: Sound): void {
  if (!looks.value.sound) return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  const tones = TONES[sound];
  tones?.forEach((pitch, at) => {
    tone(context as AudioContext, now + at * BETWEEN, pitch);
  });
  if (!tones) rustle(context, now, sound === "card" ? 1800 : 900);
}

/** A tone that begins at once and fades away. */
function tone(to: AudioContext, at: number, pitch: number): void {
  const length = 0.25;
  const source = new OscillatorNode(to, { type: "triangle", frequency: pitch });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(LOUD, at);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(volume).connect(to.destination);
  source.start(at);
  source.stop(at + length);
}

/** A card on a cloth: noise in a narrow band. */
function rustle(to: AudioContext, at: number, pitch: number): void {
  const length = 0.08;
  const noise = new AudioBuffer({ length: Math.ceil(to.sampleRate * length), sampleRate: to.sampleRate });
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place++) {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2;
  }
  const source = new AudioBufferSourceNode(to, { buffer: noise });
  const band = new BiquadFilterNode(to, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source
    .connect(band)
    .connect(new GainNode(to, { gain: LOUD * 2 }))
    .connect(to.destination);
  source.start(at);
}
