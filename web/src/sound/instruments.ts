/** Five instruments made with Web Audio. Notes are shorter than 400 ms. */
import type { Note } from "./notes";

const PEAK = 0.25 * 0.6; // gain of a note at full loudness
const SEMITONE = 2 ** (1 / 12); // ratio of two frequencies

interface Timbre {
  readonly wave: OscillatorType;
  readonly frequency: number; // hertz, at pitch 0
  readonly seconds: number;
  readonly overtone: number; // frequency of a quieter second wave, as a multiple of the first
}

const TIMBRES: Readonly<Record<Note["instrument"], Timbre>> = {
  tile: { wave: "triangle", frequency: 520, seconds: 0.07, overtone: 2.7 },
  wood: { wave: "sine", frequency: 190, seconds: 0.11, overtone: 1.6 },
  bell: { wave: "sine", frequency: 660, seconds: 0.32, overtone: 2.76 },
  coin: { wave: "sine", frequency: 1480, seconds: 0.22, overtone: 1.5 },
  muted: { wave: "sine", frequency: 130, seconds: 0.12, overtone: 1.2 },
};

export class Instruments {
  private readonly context = new AudioContext();

  play(notes: readonly Note[]): void {
    if (this.context.state === "suspended") void this.context.resume();
    for (const note of notes) this.playNote(note);
  }

  close(): void {
    void this.context.close();
  }

  private playNote({ instrument, pitch, at, loudness }: Note): void {
    const { wave, frequency, seconds, overtone } = TIMBRES[instrument];
    const start = this.context.currentTime + at;
    const base = frequency * SEMITONE ** pitch;
    this.playTone(wave, base, start, seconds, PEAK * loudness);
    this.playTone("sine", base * overtone, start, seconds * 0.6, (PEAK * loudness) / 3);
  }

  private playTone(
    wave: OscillatorType,
    frequency: number,
    start: number,
    seconds: number,
    peak: number,
  ): void {
    const oscillator = new OscillatorNode(this.context, { type: wave, frequency });
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(peak, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    oscillator.connect(gain).connect(this.context.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
  }
}
