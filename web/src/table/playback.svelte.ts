/** Which update is on show. Whoever plays sees the latest; whoever watches may slow down or pause. */
import { Listeners } from "../room/listeners";
import type { Room } from "../room/room.svelte";
import type { Step, Update } from "../protocol/types";

export const SPEEDS = ["pause", "slow", "calm", "live"] as const;
export type Speed = (typeof SPEEDS)[number];

const BETWEEN: Readonly<Record<Exclude<Speed, "pause" | "live">, number>> = {
  slow: 3_500,
  calm: 1_600,
};

export class Playback {
  shown = $state.raw() as Update;
  speed = $state<Speed>("live");
  /** All that had happened when the table came on show. */
  readonly past: readonly Step[];
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

  end(): void {
    this.unfollow();
    clearTimeout(this.timer);
  }

  private hear(update: Update): void {
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
