/** A room that does not change by itself: one update of a real game, and a hint for it. */
import type {
  CommandWithoutId,
  Hint,
  Presence,
  Problem,
  Reaction,
  UpdateStep,
  Update,
  BidPlan,
} from "../../src/protocol/types";
import { Listeners } from "../../src/room/listeners";
import type { Room } from "../../src/room/room.svelte";

export interface Fixture {
  readonly update: Update;
  readonly hint: Hint | null;
}

export class FixtureRoom implements Room {
  readonly id: string;
  readonly isLessonOrReplay = false;
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  presence = $state.raw<Presence | null>(null);
  connection = $state<Room["connection"]>("open");
  notice = $state<string | null>(null);
  offset = $state(0);
  /** What was sent, for tests. */
  readonly sent: CommandWithoutId[] = [];
  skips = 0;
  readonly bidPlans: BidPlan[] = [];
  /** The answer to the next command. */
  answer: Problem | null = null;
  private readonly hintOf: Hint | null;
  private readonly updates = new Listeners<[update: Update]>();
  private readonly reactions = new Listeners<[seat: number, reaction: Reaction]>();
  readonly onUpdate = this.updates.add;
  readonly onReaction = this.reactions.add;

  constructor({ update, hint }: Fixture) {
    this.id = update.room.room;
    this.update = update;
    this.steps = update.steps;
    this.offset = update.now - Date.now();
    this.hintOf = hint;
  }

  async send(command: CommandWithoutId): Promise<Problem | null> {
    this.sent.push(command);
    return this.answer;
  }

  async sendBidPlan(plan: BidPlan): Promise<Problem | null> {
    this.bidPlans.push(plan);
    return this.answer;
  }

  async skip(): Promise<Problem | null> {
    this.skips++;
    return this.answer;
  }

  async hint(_decision: number): Promise<Hint | Problem> {
    return this.hintOf ?? { code: "no_hints", facts: {} };
  }

  async react(reaction: Reaction): Promise<void> {
    this.reactions.notify(this.update.room.seat ?? 0, reaction);
  }

  /** Deliver a further update to the listeners. */
  push(update: Update): void {
    this.update = update;
    this.steps = [...this.steps, ...update.steps];
    this.updates.notify(update);
  }
}
