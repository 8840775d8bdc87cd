/** Follows a room: by its push socket, again and again, and by polling where no socket comes through. */
import type { Push } from "../protocol/types";

export type Connection = "open" | "lost" | "restarting";
/** Why there is nothing more to follow. */
export type Ending = "unknown_person" | "not_allowed" | "not_found" | "deleted" | "other_version";

export interface Follower {
  /** The last entry that is known. */
  after(): number;
  onPush(push: Push): void;
  onConnection(connection: Connection): void;
  onEnd(ending: Ending): void;
}

/** What is followed with; tests bring their own. */
export interface Line {
  socket(after: number): WebSocket;
  /** All since an entry; throws what `onEnd` should hear, or anything else for "try again". */
  poll(after: number): Promise<Push>;
}

export class Ended extends Error {
  constructor(readonly ending: Ending) {
    super(ending);
  }
}

const ENDINGS: Readonly<Record<number, Ending>> = {
  4401: "unknown_person",
  4403: "not_allowed",
  4404: "not_found",
  4410: "deleted",
  4426: "other_version",
};
const RESTARTING = 1012;
const TOO_FAST = 4429;
const SHORTEST_WAIT = 400; // milliseconds, doubled with each failure
const LONGEST_WAIT = 8_000;
const QUIET = 40_000; // without a word, one asks whether the line still stands
const POLL = 2_000;
const FAILURES_BEFORE_POLLING = 2;

/** Follow until the returned function is called, or the room ends. */
export function follow(line: Line, follower: Follower): () => void {
  const following = new Following(line, follower);
  return () => following.stop();
}

class Following {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private hasStopped = false;

  constructor(
    private readonly line: Line,
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
    const socket = this.line.socket(this.follower.after());
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
    const ending = ENDINGS[code];
    if (ending !== undefined) {
      this.end(ending);
      return;
    }
    this.failures += 1;
    if (this.failures > FAILURES_BEFORE_POLLING) {
      void this.poll();
      return;
    }
    this.follower.onConnection(code === RESTARTING ? "restarting" : "lost");
    this.later(code === TOO_FAST ? LONGEST_WAIT : this.wait(), () => this.connect());
  }

  /** Ask once; what is new shows that the socket is dead. */
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

  /** No socket comes through, maybe plain requests do; every so often the socket gets its chance. */
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
      return await this.line.poll(after);
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
