/** A room that plays the lesson, without a server. */
import type { CommandWithoutId, Problem, Update, UpdateStep } from "../protocol/types";
import { Listeners } from "../room/listeners";
import type { Room } from "../room/room.svelte";
import { RoomWithoutServer, withOwnName } from "../room/roomWithoutServer";
import { settings } from "../settings/settings.svelte";
import { isSameMove, type LessonStep } from "./lesson";

const UPDATE_TIME = 1_400; // milliseconds for one update, enough for its cards to arrive
const STILL_UPDATE_TIME = 350; // milliseconds for one update without animations

export class LessonRoom extends RoomWithoutServer implements Room {
  readonly id = "lesson";
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  /** The number of the current step, from 0. */
  at = $state(0);
  /** Are the updates before the next step being shown? */
  isPlaying = $state(false);
  /** The number of wrong moves tried in this step. */
  wrongMoves = $state(0);

  private readonly updates = new Listeners<[update: Update]>();
  readonly onUpdate = this.updates.add;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly lesson: readonly LessonStep[]) {
    super();
    this.update = withName(lesson[0]!.updates[0]!);
    this.steps = this.update.steps;
  }

  get step(): LessonStep {
    return this.lesson[this.at]!;
  }

  get count(): number {
    return this.lesson.length;
  }

  get isLast(): boolean {
    return this.at === this.count - 1;
  }

  /** Continue after a step that asks for no move. */
  next(): void {
    if (!this.step.move && !this.isLast && !this.isPlaying) this.advance();
  }

  /** Play the move of the lesson; any other move is only counted as wrong. */
  async send(command: CommandWithoutId): Promise<Problem | null> {
    if (command.type !== "play" || this.isPlaying) return null;
    if (this.step.move && isSameMove(command.move, this.step.move)) this.advance();
    else this.wrongMoves++;
    return null;
  }

  /** Stop showing updates. */
  end(): void {
    clearTimeout(this.timer);
  }

  private advance(): void {
    this.wrongMoves = 0;
    this.isPlaying = true;
    this.show(this.lesson[this.at + 1]!.updates);
  }

  /** Show updates one after the other, then the next step. */
  private show(updates: readonly Update[]): void {
    const [first, ...rest] = updates;
    if (first === undefined) {
      this.isPlaying = false;
      this.at++;
      return;
    }
    this.apply(withName(first));
    this.timer = setTimeout(
      () => this.show(rest),
      settings.isMoving ? UPDATE_TIME : STILL_UPDATE_TIME,
    );
  }

  private apply(update: Update): void {
    this.update = update;
    this.steps = update.is_rewound ? update.steps : [...this.steps, ...update.steps];
    this.updates.notify(update);
  }
}

/** An update in which the reader's seat has the reader's name. */
function withName(update: Update): Update {
  return update.view ? { ...update, view: withOwnName(update.view) } : update;
}
