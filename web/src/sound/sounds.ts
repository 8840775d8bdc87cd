/** The sounds of the table. */
import type { Event, Update } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { isOwnTurn, situationOf } from "../table/situation";
import { Instruments } from "./instruments";
import { notesOf } from "./notes";

const REMINDER_AFTER = 20_000; // milliseconds

export class Sounds {
  private instruments: Instruments | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Play the notes of an update, and a bell if it begins one's own turn. */
  play(update: Update, before: Update): void {
    const events = update.steps.flatMap((step): readonly Event[] => step.events);
    const isTurnNew = !isOwnTurnIn(before) && isOwnTurnIn(update);
    if (isTurnNew || !isOwnTurnIn(update)) clearTimeout(this.timer);
    if (!settings.sound) return;
    this.instruments ??= new Instruments();
    if (!update.is_rewound) this.instruments.play(notesOf(events, update));
    if (isTurnNew) this.ringBell();
  }

  end(): void {
    clearTimeout(this.timer);
    this.instruments?.close();
  }

  /** Ring a bell, and later a quieter one as a reminder. */
  private ringBell(): void {
    navigator.vibrate?.(20);
    this.instruments?.play([{ instrument: "bell", pitch: 0, at: 0, loudness: 1 }]);
    this.timer = setTimeout(() => {
      this.instruments?.play([{ instrument: "bell", pitch: 0, at: 0, loudness: 0.5 }]);
    }, REMINDER_AFTER);
  }
}

function isOwnTurnIn({ view, options }: Update): boolean {
  return view !== null && isOwnTurn(situationOf(view, options));
}
