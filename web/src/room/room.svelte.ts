/** The room as the page knows it: always whole, and always the latest. */
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

/** What the table needs of a room; its fields are reactive. */
export interface Room {
  readonly id: string;
  /** A lesson or a game of the past: nobody else is there, and no server. */
  readonly isPrepared: boolean;
  /** The latest, complete: view, options, state of the room. */
  readonly update: Update;
  /** All that happened since the deal, for the log; without what was taken back. */
  readonly steps: readonly UpdateStep[];
  readonly presence: Presence | null;
  readonly connection: Connection;
  /** The code of the server's last notice, for as long as it is worth showing. */
  readonly notice: string | null;
  /** The server's milliseconds minus ours. */
  readonly offset: number;
  /** Null: done. Sent again, as the same command, until an answer comes. */
  send(command: CommandWithoutId): Promise<Problem | null>;
  wish(wish: BidPlan): Promise<Problem | null>;
  /** Let bots move at once until one's next decision. */
  skip(): Promise<Problem | null>;
  hint(decision: number): Promise<Hint | Problem>;
  react(reaction: Reaction): Promise<void>;
  /** Hear every further update in order; the function ends it. */
  onUpdate(listener: (update: Update) => void): () => void;
  onReaction(listener: (seat: number, reaction: Reaction) => void): () => void;
}

const NOTICE_SHOWN = 8_000; // milliseconds
const RETRY = 700;
const MOST_BUSY_ANSWERS = 5;
/** Refused though the page offered it: what it shows is old. */
const OUTDATED: readonly Problem["code"][] = ["stale", "refused", "not_running", "not_gone"];
/** Commands that give an unknown visitor a seat, and with it a key. */
const BECOMES_SOMEBODY: readonly Command["type"][] = ["join", "ask_seat"];

/** A room on the server. */
export class LiveRoom implements Room {
  readonly id: string;
  readonly isPrepared = false;
  update = $state.raw() as Update;
  steps = $state.raw<readonly UpdateStep[]>([]);
  presence = $state.raw<Presence | null>(null);
  connection = $state<Connection>("open");
  notice = $state<string | null>(null);
  offset = $state(0);
  /** Why it can no longer be followed, if so. */
  ending = $state<Ending | null>(null);

  private readonly updates = new Listeners<[update: Update]>();
  private readonly reactions = new Listeners<[seat: number, reaction: Reaction]>();
  readonly onUpdate = this.updates.add;
  readonly onReaction = this.reactions.add;
  private unfollow: () => void;
  private hasLeft = false;

  /** Go to a room; throws `Refused` and `Unreachable`. */
  static async enter(id: string): Promise<LiveRoom> {
    return new LiveRoom(await fetchUpdate(id), transportTo(id));
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

  /** Follow it no more. */
  leave(): void {
    this.hasLeft = true;
    this.unfollow();
  }

  async send(wanted: CommandWithoutId): Promise<Problem | null> {
    const command = { ...wanted, command: commandId() } as Command;
    const problem = await this.persist(() => sendCommand(this.id, command));
    if (problem === null && BECOMES_SOMEBODY.includes(wanted.type)) this.followAnew();
    if (problem !== null && OUTDATED.includes(problem.code)) await this.catchUp();
    return problem;
  }

  async wish(wish: BidPlan): Promise<Problem | null> {
    return this.persist(() => sendBidPlan(this.id, wish));
  }

  async skip(): Promise<Problem | null> {
    return this.persist(() => sendSkip(this.id));
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
      onPush: (push) => this.hear(push),
      onConnection: (connection) => (this.connection = connection),
      onEnd: (ending) => (this.ending = ending),
    });
  }

  /** The socket was opened without a key: open it again with the new one. */
  private followAnew(): void {
    this.unfollow();
    if (!this.hasLeft) this.unfollow = this.follow();
  }

  private hear(push: Push): void {
    switch (push.type) {
      case "update":
        this.take(push);
        break;
      case "presence":
        this.presence = push;
        break;
      case "notice":
        this.show(push.code);
        break;
      case "reacted":
        this.reactions.tell(push.seat, push.reaction);
    }
  }

  /** A push was lost or is late: fetch what came since. */
  private async catchUp(): Promise<void> {
    const update = await fetchUpdate(this.id, this.update.seq).catch(() => undefined);
    if (update !== undefined) this.take(update);
  }

  /** Updates may arrive twice, by request and by push: drop the steps that are known. */
  private take(update: Update): void {
    const known = this.update.seq;
    if (update.seq < known) return;
    this.offset = update.now - Date.now();
    const news = { ...update, steps: update.steps.filter(({ seq }) => seq > known) };
    this.update = news;
    if (update.seq === known && !update.is_rewound) return;
    if (update.is_rewound) void this.retell();
    else this.steps = [...this.steps, ...news.steps];
    this.updates.tell(news);
  }

  /** Moves were taken back: fetch all steps to see which. */
  private async retell(): Promise<void> {
    const whole = await fetchUpdate(this.id).catch(() => undefined);
    if (whole === undefined) return;
    const later = this.steps.filter((step) => step.seq > whole.seq);
    this.steps = [...whole.steps, ...later];
  }

  private show(notice: string): void {
    this.notice = notice;
    setTimeout(() => (this.notice = null), NOTICE_SHOWN);
  }

  private async persist(request: () => Promise<unknown>): Promise<Problem | null> {
    for (let busyAnswers = 0; ;) {
      try {
        await request();
        return null;
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code !== "busy" || this.hasLeft || this.ending !== null) return problem;
        if (error instanceof Refused && ++busyAnswers > MOST_BUSY_ANSWERS) return problem;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** Why a request was not done. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  if (error instanceof Unreachable) return { code: "busy", facts: {} };
  throw error;
}
