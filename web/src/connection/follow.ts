/** Follows a room by its push socket, which is reopened when it closes, or by polling if no socket can
 *  be opened. */
import { CLOSE_REASONS } from "../protocol/endpoints";
import type { Push } from "../protocol/types";
import { shownUpdate } from "./somebody";

export type Connection = "open" | "lost" | "restarting";
type CloseReason = (typeof CLOSE_REASONS)[keyof typeof CLOSE_REASONS];
/** Close reasons after which the room cannot be followed any more. */
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
  /** The number of the last entry known. */
  after(): number;
  onPush(push: Push): void;
  onConnection(connection: Connection): void;
  onEnd(ending: Ending): void;
}

/** The connection to a room; tests have their own. */
export interface Transport {
  socket(after: number): WebSocket;
  /** Fetch everything after an entry; throws `Ended` if the room cannot be followed any more. */
  poll(after: number): Promise<Push>;
}

export class Ended extends Error {
  constructor(readonly ending: Ending) {
    super(ending);
  }
}

// In milliseconds.
const MIN_WAIT = 400; // before a new attempt; doubled with each failure
const MAX_WAIT = 8_000;
const MAX_SILENCE = 40_000; // after which the socket is checked
const POLL_INTERVAL = 2_000;

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
    this.closeSocket();
  }

  /** After sleep a socket may look open and be dead, so always check. */
  private readonly wake = (): void => {
    if (!document.hidden) void this.check();
  };

  private connect(): void {
    this.closeSocket();
    clearTimeout(this.timer);
    const socket = this.transport.socket(this.follower.after());
    this.socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      this.failures = 0;
      this.follower.onConnection("open");
      const push = JSON.parse(message.data) as Push;
      this.follower.onPush(push.type === "update" ? shownUpdate(push) : push);
      this.schedule(MAX_SILENCE, this.check);
    };
    socket.onclose = ({ code }) => this.onClose(code);
  }

  private closeSocket(): void {
    if (this.socket === undefined) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = undefined;
  }

  private onClose(code: number): void {
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
    this.schedule(reason === "too_fast" ? MAX_WAIT : this.waitTime(), () => this.connect());
  }

  /** Poll once; if the answer has new entries, the socket is dead. */
  private readonly check = async (): Promise<void> => {
    const before = this.follower.after();
    const answer = await this.fetchSince(before);
    if (this.hasStopped) return;
    const isBehind = answer !== undefined && "seq" in answer && answer.seq > this.follower.after();
    if (answer !== undefined && isBehind) this.follower.onPush(answer);
    if (answer === undefined || isBehind || this.socket?.readyState !== WebSocket.OPEN) {
      this.connect();
    } else {
      this.schedule(MAX_SILENCE, this.check);
    }
  };

  /** Poll instead of using a socket; every 16th time the socket is tried again. */
  private async poll(): Promise<void> {
    const answer = await this.fetchSince(this.follower.after());
    if (this.hasStopped) return;
    if (answer === undefined) {
      this.follower.onConnection("lost");
      this.schedule(this.waitTime(), () => this.connect());
      return;
    }
    this.follower.onConnection("open");
    if ("seq" in answer && answer.seq > this.follower.after()) this.follower.onPush(answer);
    this.failures += 1;
    this.schedule(POLL_INTERVAL, () =>
      this.failures % 16 === 0 ? this.connect() : void this.poll(),
    );
  }

  private async fetchSince(after: number): Promise<Push | undefined> {
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

  private waitTime(): number {
    const max = Math.min(MAX_WAIT, MIN_WAIT * 2 ** this.failures);
    return max * (0.5 + Math.random() / 2); // so that not all clients reconnect at once
  }

  private schedule(milliseconds: number, action: () => unknown): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, milliseconds);
  }
}
