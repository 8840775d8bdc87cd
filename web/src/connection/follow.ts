/** Follows a room by its push socket, which it reopens; by polling where no socket gets through. */
import { CLOSE_REASONS } from "../protocol/endpoints";
import type { Push } from "../protocol/types";

export type Connection = "open" | "lost" | "restarting";
type CloseReason = (typeof CLOSE_REASONS)[keyof typeof CLOSE_REASONS];
/** After these there is nothing to come back to. */
const ENDINGS = [
  "not_known",
  "not_allowed",
  "not_found",
  "room_closed",
  "other_protocol",
] as const satisfies readonly CloseReason[];
export type Ending = (typeof ENDINGS)[number];

export function isEnding(reason: string | undefined): reason is Ending {
  return ENDINGS.some((ending) => ending === reason);
}

export interface Follower {
  /** The last entry that is known. */
  after(): number;
  onPush(push: Push): void;
  onConnection(connection: Connection): void;
  onEnd(ending: Ending): void;
}

/** How to reach the room; tests bring their own. */
export interface Transport {
  socket(after: number): WebSocket;
  /** All since an entry; throws `Ended` if there is nothing to come back to. */
  poll(after: number): Promise<Push>;
}

export class Ended extends Error {
  constructor(readonly ending: Ending) {
    super(ending);
  }
}

const SHORTEST_WAIT = 400; // milliseconds, doubled with each failure
const LONGEST_WAIT = 8_000;
const QUIET = 40_000; // without a message, ask whether the socket is alive
const POLL = 2_000;
const FAILURES_BEFORE_POLLING = 2;

/** Follow until the returned function is called, or the room ends. */
export function follow(transport: Transport, follower: Follower): () => void {
  const following = new Following(transport, follower);
  return () => following.stop();
}

class Following {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private hasStopped = false;

  constructor(
    private readonly transport: Transport,
    private readonly follower: Follower,
  ) {
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  stop(): void {
    this.hasStopped = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.hangUp();
  }

  /** After sleep a socket may look open and be dead: ask, whatever it says. */
  private readonly wake = (): void => {
    if (!document.hidden) void this.check();
  };

  private connect(): void {
    this.hangUp();
    clearTimeout(this.timer);
    const socket = this.transport.socket(this.follower.after());
    this.socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      this.failures = 0;
      this.follower.onConnection("open");
      this.follower.onPush(JSON.parse(message.data) as Push);
      this.later(QUIET, this.check);
    };
    socket.onclose = ({ code }) => this.lose(code);
  }

  private hangUp(): void {
    if (this.socket === undefined) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = undefined;
  }

  private lose(code: number): void {
    this.socket = undefined;
    const reason = (CLOSE_REASONS as Readonly<Record<number, CloseReason>>)[code];
    if (isEnding(reason)) {
      this.end(reason);
      return;
    }
    this.failures += 1;
    if (this.failures > FAILURES_BEFORE_POLLING) {
      void this.poll();
      return;
    }
    this.follower.onConnection(reason === "restarting" ? reason : "lost");
    this.later(reason === "too_fast" ? LONGEST_WAIT : this.wait(), () => this.connect());
  }

  /** Ask once; an answer that is new shows that the socket is dead. */
  private readonly check = async (): Promise<void> => {
    const before = this.follower.after();
    const answer = await this.ask(before);
    if (this.hasStopped) return;
    const isBehind = answer !== undefined && "seq" in answer && answer.seq > this.follower.after();
    if (answer !== undefined && isBehind) this.follower.onPush(answer);
    if (answer === undefined || isBehind || this.socket?.readyState !== WebSocket.OPEN) {
      this.connect();
    } else {
      this.later(QUIET, this.check);
    }
  };

  /** No socket gets through, but plain requests may; every 16th time the socket is tried again. */
  private async poll(): Promise<void> {
    const answer = await this.ask(this.follower.after());
    if (this.hasStopped) return;
    if (answer === undefined) {
      this.follower.onConnection("lost");
      this.later(this.wait(), () => this.connect());
      return;
    }
    this.follower.onConnection("open");
    if ("seq" in answer && answer.seq > this.follower.after()) this.follower.onPush(answer);
    this.failures += 1;
    this.later(POLL, () => (this.failures % 16 === 0 ? this.connect() : void this.poll()));
  }

  private async ask(after: number): Promise<Push | undefined> {
    try {
      return await this.transport.poll(after);
    } catch (error) {
      if (error instanceof Ended && !this.hasStopped) this.end(error.ending);
      return undefined;
    }
  }

  private end(ending: Ending): void {
    this.stop();
    this.follower.onEnd(ending);
  }

  private wait(): number {
    const longest = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** this.failures);
    return longest * (0.5 + Math.random() / 2); // not all clients at once
  }

  private later(milliseconds: number, what: () => unknown): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(what, milliseconds);
  }
}
