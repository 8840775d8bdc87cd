/** The transport to a room on this device: as a push socket, but to the worker. */
import { Refused, fetchUpdate } from "../connection/api";
import { Ended, isEnding, type Transport } from "../connection/follow";
import { CLOSE_REASONS } from "../protocol/endpoints";
import { followRoom } from "./device";

const FAILED = 1011; // as a socket that a server closes after an error

/** Follow a room on this device as a room on a server. */
export function deviceTransport(room: string): Transport {
  return {
    socket: (after) => new DeviceSocket(room, after) as unknown as WebSocket,
    async poll(after) {
      try {
        return await fetchUpdate(room, after);
      } catch (error) {
        const code = error instanceof Refused ? error.problem.code : undefined;
        throw isEnding(code) ? new Ended(code) : error;
      }
    },
  };
}

/** The part of a WebSocket that following a room uses. */
class DeviceSocket {
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((message: { readonly data: string }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;
  private unfollow: (() => void) | undefined;

  constructor(room: string, after: number) {
    void this.open(room, after);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.unfollow?.();
  }

  private async open(room: string, after: number): Promise<void> {
    try {
      const unfollow = await followRoom(room, after, {
        onPush: (data) => this.onmessage?.({ data }),
        onEnd: (code) => this.closed(code),
      });
      if (this.readyState === WebSocket.CLOSED) unfollow();
      else [this.readyState, this.unfollow] = [WebSocket.OPEN, unfollow];
    } catch (error) {
      this.closed(error instanceof Refused ? error.problem.code : "");
    }
  }

  private closed(reason: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    const known = Object.entries(CLOSE_REASONS).find(([, each]) => each === reason);
    this.onclose?.({ code: known ? Number(known[0]) : FAILED });
  }
}
