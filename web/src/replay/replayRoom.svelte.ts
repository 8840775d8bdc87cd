/** A room that shows a finished game move by move, without a server. */
import type { Problem, Replay, RoomState, UpdateStep, Update } from "../protocol/types";
import { Listeners } from "../room/listeners";
import { DEFAULT_SETUP } from "../room/createRoom";
import type { Room } from "../room/room.svelte";
import {
  RoomWithoutServer,
  seatWithoutServer,
  stateWithoutServer,
} from "../room/roomWithoutServer";
import { stopAfter, stopBefore, stopsOf, type Stops } from "./stops";

export const PACES = ["slow", "calm", "quick", "rapid"] as const;
export type Pace = (typeof PACES)[number];
export type Unit = "move" | "auction" | "round";

/** Milliseconds between two moves. */
const INTERVALS: Readonly<Record<Pace, number>> = {
  slow: 3_500,
  calm: 1_600,
  quick: 800,
  rapid: 350,
};

export class ReplayRoom extends RoomWithoutServer implements Room {
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  replay = $state.raw() as Replay;
  stops = $state.raw() as Stops;
  /** The number of moves played. */
  at = $state(0);
  /** The seat whose view is shown, counted from 1; 0 shows all hands. */
  eyes = $state(0);
  pace = $state<Pace>("calm");
  isRunning = $state(false);

  private readonly updates = new Listeners<[update: Update]>();
  readonly onUpdate = this.updates.add;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    replay: Replay,
    eyes: number,
    at: number,
  ) {
    super();
    this.open(replay, eyes);
    this.at = Math.min(at, this.last);
    this.update = this.updateAt(this.at, true);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get frame(): Replay["frames"][number] {
    return this.replay.frames[this.at]!;
  }

  /** Show the same game as seen by another seat. */
  changeEyes(replay: Replay, eyes: number): void {
    this.open(replay, eyes);
    this.show(this.at);
  }

  /** Show a position. Cards travel only if it is the next one. */
  show(at: number): void {
    const position = Math.max(0, Math.min(at, this.last));
    const isNext = position === this.at + 1;
    this.at = position;
    this.update = this.updateAt(position, !isNext);
    this.updates.notify(this.update);
    if (this.isRunning) this.schedule();
  }

  forward(unit: Unit): void {
    this.show(unit === "move" ? this.at + 1 : stopAfter(this.stopsOf(unit), this.at, this.last));
  }

  back(unit: Unit): void {
    this.show(unit === "move" ? this.at - 1 : stopBefore(this.stopsOf(unit), this.at));
  }

  /** Start or stop playing; after the last move, start again at the first. */
  toggle(): void {
    if (this.isRunning) {
      this.pause();
      return;
    }
    this.isRunning = true;
    if (this.at === this.last) this.show(0);
    else this.schedule();
  }

  pause(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    if (this.isRunning) this.schedule();
  }

  end(): void {
    this.pause();
  }

  async send(): Promise<Problem | null> {
    return null;
  }

  private open(replay: Replay, eyes: number): void {
    this.replay = replay;
    this.eyes = eyes;
    this.stops = stopsOf(replay.frames);
    this.steps = replay.frames.map(({ events }, seq) => ({ seq, events }));
  }

  private stopsOf(unit: "auction" | "round"): readonly number[] {
    return unit === "round" ? this.stops.rounds : this.stops.auctions;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) this.isRunning = false;
    else this.timer = setTimeout(() => this.show(this.at + 1), INTERVALS[this.pace]);
  }

  private updateAt(at: number, isJump: boolean): Update {
    const { view } = this.replay.frames[at]!;
    return {
      type: "update",
      after: isJump ? 0 : at - 1,
      is_rewound: isJump,
      now: 0,
      options: null,
      room: this.stateFor(view.seat),
      seq: at,
      steps: isJump ? this.steps.slice(0, at + 1) : [this.steps[at]!],
      view,
    };
  }

  private stateFor(seat: number | null): RoomState {
    const { names, bots } = this.replay;
    return stateWithoutServer({
      room: this.id,
      status: "finished",
      setup: { ...DEFAULT_SETUP, pace: this.pace },
      seats: names.map((name, index) =>
        seatWithoutServer(bots[index] == null ? "person" : "bot", name),
      ),
      seat,
    });
  }
}
