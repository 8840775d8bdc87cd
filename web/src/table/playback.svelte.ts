/** Which update is shown. Players see the latest; spectators may slow down or pause. */
import { Listeners } from "../room/listeners";
import type { Room } from "../room/room.svelte";
import type { UpdateStep, Update } from "../protocol/types";
import { isAsked, situationOf } from "./situation";

export const SPEEDS = ["pause", "slow", "calm", "live"] as const;
export type Speed = (typeof SPEEDS)[number];

const BETWEEN: Readonly<Record<Exclude<Speed, "pause" | "live">, number>> = {
  slow: 3_500,
  calm: 1_600,
};

/** An answer of the server to a skip takes at most this long. */
const LONGEST_SKIP = 12_000; // milliseconds

export class Playback {
  shown = $state.raw() as Update;
  /** All that comes is kept back until this person is asked. */
  isSkipping = $state(false);
  /** While an update is shown: it was skipped to, so nothing travels. */
  isJump = false;
  speed = $state<Speed>("live");
  /** All that had happened when the table came on show. */
  readonly past: readonly UpdateStep[];
  private queue: readonly Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly shows = new Listeners<[update: Update, before: Update]>();
  /** Hear each update just before it is drawn. */
  readonly onShow = this.shows.add;
  private readonly unfollow: () => void;

  constructor(room: Room) {
    this.shown = room.update;
    this.past = room.steps;
    this.unfollow = room.onUpdate((update) => this.hear(update));
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (speed === "live") this.catchUp();
    else this.schedule();
  }

  /** Show nothing more until this person is asked. */
  skip(): void {
    this.isSkipping = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.land(), LONGEST_SKIP);
  }

  /** Show in one what was kept back. */
  land(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const [first] = this.queue;
    const last = this.queue.at(-1);
    const steps = this.queue.flatMap((update) => update.steps);
    this.queue = [];
    this.isJump = this.isSkipping;
    this.isSkipping = false;
    if (first && last) this.show({ ...last, after: first.after, steps });
    this.isJump = false;
  }

  end(): void {
    this.unfollow();
    clearTimeout(this.timer);
  }

  private hear(update: Update): void {
    if (this.isSkipping) {
      this.queue = update.is_rewound ? [update] : [...this.queue, update];
      if (!isBetween(update)) this.land();
      return;
    }
    const isPlayer = update.room.seat !== null;
    if (isPlayer || this.speed === "live") {
      this.show(update);
      return;
    }
    this.queue = update.is_rewound ? [update] : [...this.queue, update];
    this.schedule();
  }

  private schedule(): void {
    if (this.speed === "pause" || this.speed === "live") return;
    if (this.timer !== undefined || !this.queue.length) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const [next, ...rest] = this.queue;
      this.queue = rest;
      if (next) this.show(next);
      this.schedule();
    }, BETWEEN[this.speed]);
  }

  private catchUp(): void {
    const last = this.queue.at(-1);
    this.queue = [];
    if (last) this.show(last);
  }

  private show(update: Update): void {
    this.shows.tell(update, this.shown);
    this.shown = update;
  }
}

/** Is it the others' move? */
function isBetween({ view, options, room }: Update): boolean {
  return room.status === "running" && view !== null && !isAsked(situationOf(view, options));
}
