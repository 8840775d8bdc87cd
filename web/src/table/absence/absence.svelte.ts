/** The players who are gone, and the decision of this player about them. */
import type { SeatState } from "../../protocol/types";
import type { Room } from "../../room/room.svelte";

const ASK_AGAIN_AFTER = 120_000; // milliseconds from the click on "Wait"
const TICK = 1_000; // milliseconds between two updates of the times

export class Absence {
  private now = $state(Date.now());
  /** By seat, the time until which this player waits, on this device's clock. */
  private waitsUntil = $state.raw<Readonly<Record<number, number>>>({});

  constructor(private readonly room: Room) {}

  /** The seats of other players who are gone. */
  readonly gone = $derived.by(() => this.seatsWhere((seat) => seat.gone_since !== null));
  /** The seats of other players who are present and have a vote. */
  readonly present = $derived.by(() =>
    this.seatsWhere((seat) => !seat.is_away && seat.gone_since === null),
  );
  /** The gone seat to decide about, the one to move first; null if there is none. */
  readonly seatInQuestion = $derived.by(() => {
    const open = this.gone.filter((seat) => (this.waitsUntil[seat] ?? 0) <= this.now);
    const { view } = this.room.update;
    return open.find((seat) => seat === view?.turn) ?? open[0] ?? null;
  });
  /** Seconds until the game ends unless somebody comes back; null if it is not about to end. */
  readonly endsIn = $derived.by(() => {
    const { ends_at } = this.room.update.room;
    if (ends_at === null) return null;
    return Math.max(0, Math.ceil((ends_at - this.now - this.room.offset) / 1000));
  });

  /** The minutes for which the person of a seat has been gone, at least 1. */
  minutesGone(seat: SeatState): number {
    const since = (seat.gone_since ?? 0) - this.room.offset;
    return Math.max(1, Math.floor((this.now - since) / 60_000));
  }

  /** Ask about this seat again later. */
  wait(seat: number): void {
    this.waitsUntil = { ...this.waitsUntil, [seat]: Date.now() + ASK_AGAIN_AFTER };
  }

  /** Update the times every second if a player is gone; the returned function stops it. */
  watch(): (() => void) | undefined {
    if (!this.gone.length && this.room.update.room.ends_at === null) return undefined;
    this.now = Date.now();
    const timer = setInterval(() => (this.now = Date.now()), TICK);
    return () => clearInterval(timer);
  }

  /** The seats of other people who have not left for good and fulfil a condition. */
  private seatsWhere(condition: (seat: SeatState) => boolean): number[] {
    const { seats, seat: own, status } = this.room.update.room;
    if (status !== "running") return [];
    return seats.flatMap((seat, number) =>
      seat.kind === "person" && !seat.has_left && number !== own && condition(seat) ? [number] : [],
    );
  }
}
