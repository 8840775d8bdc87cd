/** Who is missing at the table, and what this person does about it. */
import type { SeatState } from "../protocol/types";
import type { Room } from "../room/room.svelte";

const ASK_AGAIN = 120_000; // milliseconds after "Wait"
const TICK = 1_000;

export class Absence {
  private now = $state(Date.now());
  /** Till when one waits for a seat, by this device's clock. */
  private waits = $state.raw<Readonly<Record<number, number>>>({});

  constructor(private readonly room: Room) {}

  /** The seats of others who are gone. */
  readonly gone = $derived.by(() => this.seatsWhere((seat) => seat.gone_since !== null));
  /** The seats of others who are there, and have a vote. */
  readonly present = $derived.by(() =>
    this.seatsWhere((seat) => !seat.is_away && seat.gone_since === null),
  );
  /** The one to decide about: whom the game waits for before all others. */
  readonly asked = $derived.by(() => {
    const open = this.gone.filter((seat) => (this.waits[seat] ?? 0) <= this.now);
    const { view } = this.room.update;
    return open.find((seat) => seat === view?.turn) ?? open[0] ?? null;
  });
  /** Seconds till the game ends, unless somebody comes back; null: it does not. */
  readonly endsIn = $derived.by(() => {
    const { ends_at } = this.room.update.room;
    if (ends_at === null) return null;
    return Math.max(0, Math.ceil((ends_at - this.now - this.room.offset) / 1000));
  });

  /** For how many minutes a seat's person has been gone. */
  minutes(seat: SeatState): number {
    const since = (seat.gone_since ?? 0) - this.room.offset;
    return Math.max(1, Math.floor((this.now - since) / 60_000));
  }

  /** Ask about this seat again later. */
  wait(seat: number): void {
    this.waits = { ...this.waits, [seat]: Date.now() + ASK_AGAIN };
  }

  /** Let time go by while it matters; the function ends it. */
  watch(): (() => void) | undefined {
    if (!this.gone.length && this.room.update.room.ends_at === null) return undefined;
    this.now = Date.now();
    const timer = setInterval(() => (this.now = Date.now()), TICK);
    return () => clearInterval(timer);
  }

  /** Seats of people who have not left for good, but for one's own. */
  private seatsWhere(is: (seat: SeatState) => boolean): number[] {
    const { seats, seat: own, status } = this.room.update.room;
    if (status !== "running") return [];
    return seats.flatMap((seat, number) =>
      seat.kind === "person" && !seat.has_left && number !== own && is(seat) ? [number] : [],
    );
  }
}
