/** Five small instruments by Web Audio; all under 400 ms, peak at a quarter. */
import type { Note } from "./notes";

const PEAK = 0.25 * 0.6;
const SEMITONE = 2 ** (1 / 12);

interface Timbre {
  readonly wave: OscillatorType;
  readonly frequency: number;
  readonly seconds: number;
  readonly overtone: number; // frequency of a second, quieter wave, as a multiple
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
    for (const note of notes) this.strike(note);
  }

  close(): void {
    void this.context.close();
  }

  private strike({ instrument, pitch, at, loudness }: Note): void {
    const { wave, frequency, seconds, overtone } = TIMBRES[instrument];
    const start = this.context.currentTime + at;
    const base = frequency * SEMITONE ** pitch;
    this.tone(wave, base, start, seconds, PEAK * loudness);
    this.tone("sine", base * overtone, start, seconds * 0.6, (PEAK * loudness) / 3);
  }

  private tone(
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
