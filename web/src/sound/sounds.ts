/** What is heard at the table: stone, wood and a little bronze, made on the spot. */
import type { Event, Update } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { isAsked, situationOf } from "../table/situation";
import { Instruments } from "./instruments";
import { notesOf } from "./notes";

const REMINDER = 20_000; // milliseconds

export class Sounds {
  private instruments: Instruments | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  hear(update: Update, before: Update): void {
    const events = update.steps.flatMap((step): readonly Event[] => step.events);
    const isCalled = !asks(before) && asks(update);
    if (isCalled || !asks(update)) clearTimeout(this.timer);
    if (!settings.sound) return;
    this.instruments ??= new Instruments();
    if (!update.is_rewound) this.instruments.play(notesOf(events, update));
    if (isCalled) this.call();
  }

  end(): void {
    clearTimeout(this.timer);
    this.instruments?.close();
  }

  /** One bell, and later a quieter one as a reminder. */
  private call(): void {
    navigator.vibrate?.(20);
    this.instruments?.play([{ instrument: "bell", pitch: 0, at: 0, loudness: 1 }]);
    this.timer = setTimeout(() => {
      this.instruments?.play([{ instrument: "bell", pitch: 0, at: 0, loudness: 0.5 }]);
    }, REMINDER);
  }
}

function asks({ view, options }: Update): boolean {
  return view !== null && isAsked(situationOf(view, options));
}
