/** A room as the page knows it, with its latest update. */
import {
  Refused,
  Unreachable,
  askHint,
  fetchUpdate,
  sendCommand,
  sendReaction,
  sendSkip,
  sendBidPlan,
} from "../connection/api";
import { follow, type Connection, type Ending, type Transport } from "../connection/follow";
import { transportTo } from "../connection/transport";
import { commandId } from "../connection/random";
import type {
  Command,
  CommandWithoutId,
  Hint,
  Presence,
  Problem,
  Push,
  Reaction,
  UpdateStep,
  Update,
  BidPlan,
} from "../protocol/types";
import { Listeners } from "./listeners";

/** The room as the table needs it; its fields are reactive. */
export interface Room {
  readonly id: string;
  /** Is it a lesson or a replay, without other people and without a server? */
  readonly isLessonOrReplay: boolean;
  /** The latest update, complete: view, options and state of the room. */
  readonly update: Update;
  /** All steps since the deal, for the log; without those that were undone. */
  readonly steps: readonly UpdateStep[];
  readonly presence: Presence | null;
  readonly connection: Connection;
  /** The code of the server's last notice, for a few seconds. */
  readonly notice: string | null;
  /** The server's clock minus this device's, in milliseconds. */
  readonly offset: number;
  /** Send a command, with retries. The answer is null if it was executed. */
  send(command: CommandWithoutId): Promise<Problem | null>;
  sendBidPlan(plan: BidPlan): Promise<Problem | null>;
  /** Let bots move at once until this person's next decision. */
  skip(): Promise<Problem | null>;
  hint(decision: number): Promise<Hint | Problem>;
  react(reaction: Reaction): Promise<void>;
  /** Register a listener for all later updates, in order; the returned function removes it. */
  onUpdate(listener: (update: Update) => void): () => void;
  onReaction(listener: (seat: number, reaction: Reaction) => void): () => void;
}

const NOTICE_SHOWN = 8_000; // milliseconds
const RETRY_INTERVAL = 700; // milliseconds
const MAX_BUSY_ANSWERS = 5;
/** Refusals of commands that the page offered, which show that the page is outdated. */
const OUTDATED: readonly Problem["code"][] = ["stale", "refused", "not_running", "not_gone"];
/** Commands after which an unknown visitor has a key. */
const IDENTIFYING: readonly Command["type"][] = ["join", "ask_seat"];

/** A room on the server. */
export class LiveRoom implements Room {
  readonly id: string;
  readonly isLessonOrReplay = false;
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  presence = $state.raw<Presence | null>(null);
  connection = $state<Connection>("open");
  notice = $state<string | null>(null);
  offset = $state(0);
  /** The reason why the room can no longer be followed; null while it can. */
  ending = $state<Ending | null>(null);

  private readonly updates = new Listeners<[update: Update]>();
  private readonly reactions = new Listeners<[seat: number, reaction: Reaction]>();
  readonly onUpdate = this.updates.add;
  readonly onReaction = this.reactions.add;
  private unfollow: () => void;
  private hasLeft = false;

  /** Fetch a room and follow it; throws `Refused` and `Unreachable`. */
  static async enter(id: string): Promise<LiveRoom> {
    return new LiveRoom(await fetchUpdate(id), await transportTo(id));
  }

  constructor(
    first: Update,
    private readonly transport: Transport,
  ) {
    this.id = first.room.room;
    this.update = first;
    this.steps = first.steps;
    this.offset = first.now - Date.now();
    this.unfollow = this.follow();
  }

  /** Stop following the room. */
  leave(): void {
    this.hasLeft = true;
    this.unfollow();
  }

  async send(commandWithoutId: CommandWithoutId): Promise<Problem | null> {
    const command = { ...commandWithoutId, command: commandId() } as Command;
    const problem = await this.withRetries(() => sendCommand(this.id, command));
    if (problem === null && IDENTIFYING.includes(command.type)) this.reconnect();
    if (problem !== null && OUTDATED.includes(problem.code)) await this.catchUp();
    return problem;
  }

  async sendBidPlan(plan: BidPlan): Promise<Problem | null> {
    return this.withRetries(() => sendBidPlan(this.id, plan));
  }

  async skip(): Promise<Problem | null> {
    return this.withRetries(() => sendSkip(this.id));
  }

  async hint(decision: number): Promise<Hint | Problem> {
    try {
      return await askHint(this.id, decision);
    } catch (error) {
      return problemOf(error);
    }
  }

  async react(reaction: Reaction): Promise<void> {
    await sendReaction(this.id, reaction).catch(() => undefined); // a lost reaction is not reported
  }

  private follow(): () => void {
    return follow(this.transport, {
      after: () => this.update.seq,
      onPush: (push) => this.receive(push),
      onConnection: (connection) => (this.connection = connection),
      onEnd: (ending) => (this.ending = ending),
    });
  }

  /** Open the socket again with the new key; it was opened without one. */
  private reconnect(): void {
    this.unfollow();
    if (!this.hasLeft) this.unfollow = this.follow();
  }

  private receive(push: Push): void {
    switch (push.type) {
      case "update":
        this.apply(push);
        break;
      case "presence":
        this.presence = push;
        break;
      case "notice":
        this.showNotice(push.code);
        break;
      case "reacted":
        this.reactions.notify(push.seat, push.reaction);
    }
  }

  /** Fetch the updates that were not pushed yet. */
  private async catchUp(): Promise<void> {
    const update = await fetchUpdate(this.id, this.update.seq).catch(() => undefined);
    if (update !== undefined) this.apply(update);
  }

  /** Apply an update. It may arrive twice, by request and by push, so known steps are dropped. */
  private apply(update: Update): void {
    const known = this.update.seq;
    if (update.seq < known) return;
    this.offset = update.now - Date.now();
    const fresh = { ...update, steps: update.steps.filter(({ seq }) => seq > known) };
    this.update = fresh;
    if (update.seq === known && !update.is_rewound) return;
    if (update.is_rewound) void this.reloadSteps();
    else this.steps = [...this.steps, ...fresh.steps];
    this.updates.notify(fresh);
  }

  /** Fetch all steps after an undo. */
  private async reloadSteps(): Promise<void> {
    const complete = await fetchUpdate(this.id).catch(() => undefined);
    if (complete === undefined) return;
    const later = this.steps.filter((step) => step.seq > complete.seq);
    this.steps = [...complete.steps, ...later];
  }

  private showNotice(notice: string): void {
    this.notice = notice;
    setTimeout(() => (this.notice = null), NOTICE_SHOWN);
  }

  /** Repeat a request until an answer comes; a busy server is asked only a few times. */
  private async withRetries(request: () => Promise<unknown>): Promise<Problem | null> {
    for (let busyAnswers = 0; ;) {
      try {
        await request();
        return null;
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code !== "busy" || this.hasLeft || this.ending !== null) return problem;
        if (error instanceof Refused && ++busyAnswers > MAX_BUSY_ANSWERS) return problem;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
    }
  }
}

/** The problem of a failed request. Other errors than `Refused` and `Unreachable` are
 *  thrown again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  if (error instanceof Unreachable) return { code: "busy", facts: {} };
  throw error;
}
