/** A room in which the lesson is played: nothing is asked of a server. */
import type {
  CommandWithoutId,
  Hint,
  Problem,
  Reaction,
  UpdateStep,
  Update,
  BidPlan,
} from "../protocol/types";
import { Listeners } from "../room/listeners";
import type { Room } from "../room/room.svelte";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";
import { isSameMove, type LessonStep } from "./lesson";

const PAUSE = 1_400; // milliseconds for one update, so that its cards arrive
const STILL_PAUSE = 350; // where no card travels

export class LessonRoom implements Room {
  readonly id = "lesson";
  readonly isPrepared = true;
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  readonly presence = null;
  readonly connection = "open";
  readonly notice = null;
  readonly offset = 0;
  /** Which step it is, from 0. */
  at = $state(0);
  /** The others are playing; nothing is explained meanwhile. */
  isPlaying = $state(false);
  /** How often in this step another move was tried. */
  strayed = $state(0);

  private readonly updates = new Listeners<[update: Update]>();
  readonly onUpdate = this.updates.add;
  readonly onReaction = () => () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly lesson: readonly LessonStep[]) {
    this.update = named(lesson[0]!.updates[0]!);
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

  /** What was to be read has been read. */
  next(): void {
    if (!this.step.move && !this.isLast && !this.isPlaying) this.goOn();
  }

  /** Only the lesson's own move is played; of any other the coach speaks, and it is laid back. */
  async send(command: CommandWithoutId): Promise<Problem | null> {
    if (command.type !== "play" || this.isPlaying) return null;
    if (this.step.move && isSameMove(command.move, this.step.move)) this.goOn();
    else this.strayed++;
    return null;
  }

  async wish(_wish: BidPlan): Promise<Problem | null> {
    return null;
  }

  async skip(): Promise<Problem | null> {
    return null;
  }

  async hint(_decision: number): Promise<Hint | Problem> {
    return { code: "no_hints", facts: {} };
  }

  async react(_reaction: Reaction): Promise<void> {}

  /** Play no further. */
  end(): void {
    clearTimeout(this.timer);
  }

  private goOn(): void {
    this.strayed = 0;
    this.isPlaying = true;
    this.show(this.lesson[this.at + 1]!.updates);
  }

  /** One after the other, each with time to be seen. */
  private show(updates: readonly Update[]): void {
    const [first, ...rest] = updates;
    if (first === undefined) {
      this.isPlaying = false;
      this.at++;
      return;
    }
    this.take(named(first));
    this.timer = setTimeout(() => this.show(rest), settings.isMoving ? PAUSE : STILL_PAUSE);
  }

  private take(update: Update): void {
    this.update = update;
    this.steps = update.is_rewound ? update.steps : [...this.steps, ...update.steps];
    this.updates.tell(update);
  }
}

/** With the learner's own name. */
function named(update: Update): Update {
  const { view } = update;
  if (!view) return update;
  const name = settings.name.trim() || t("seat.you");
  const seats = view.seats.map((seat, at) => (at === view.seat ? { ...seat, name } : seat));
  return { ...update, view: { ...view, seats } };
}
