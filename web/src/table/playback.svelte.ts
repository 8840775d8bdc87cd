/** The update that is shown. Players see the latest; spectators may slow down or pause. */
import { Listeners } from "../room/listeners";
import type { Room } from "../room/room.svelte";
import type { UpdateStep, Update } from "../protocol/types";
import { isOwnTurn, situationOf } from "./situation";

export const SPEEDS = ["pause", "slow", "calm", "live"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds between two updates. */
const INTERVALS: Readonly<Record<Exclude<Speed, "pause" | "live">, number>> = {
  slow: 3_500,
  calm: 1_600,
};

const MAX_SKIP = 12_000; // milliseconds until a skip ends without an answer

export class Playback {
  shown = $state.raw() as Update;
  /** Updates are held back until this person has a decision. */
  isSkipping = $state(false);
  /** True while an update is shown after a skip; then no card travels. */
  isJump = false;
  speed = $state<Speed>("live");
  /** The steps before the table was first shown. */
  readonly past: readonly UpdateStep[];
  private queue: readonly Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Listeners<[update: Update, before: Update]>();
  /** Register a listener that is called for each update just before it is drawn. */
  readonly onShow = this.listeners.add;
  private readonly unfollow: () => void;

  constructor(room: Room) {
    this.shown = room.update;
    this.past = room.steps;
    this.unfollow = room.onUpdate((update) => this.receive(update));
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (speed === "live") this.catchUp();
    else this.schedule();
  }

  /** Hold updates back until this person has a decision. */
  skip(): void {
    this.isSkipping = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.endSkip(), MAX_SKIP);
  }

  /** Show the updates held back as a single update. */
  endSkip(): void {
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

  private receive(update: Update): void {
    if (this.isSkipping) {
      this.queue = update.is_rewound ? [update] : [...this.queue, update];
      if (!isOthersTurn(update)) this.endSkip();
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
    }, INTERVALS[this.speed]);
  }

  private catchUp(): void {
    const last = this.queue.at(-1);
    this.queue = [];
    if (last) this.show(last);
  }

  private show(update: Update): void {
    this.listeners.notify(update, this.shown);
    this.shown = update;
  }
}

/** Does the game wait for other players? */
function isOthersTurn({ view, options, room }: Update): boolean {
  return room.status === "running" && view !== null && !isOwnTurn(situationOf(view, options));
}
