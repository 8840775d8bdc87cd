/** A transport to a room in which the test plays the server. */
import { vi } from "vitest";
import type { Transport } from "../src/connection/follow";
import type { Push, RoomState, Update } from "../src/protocol/types";
import { stateWithoutServer } from "../src/room/roomWithoutServer";

export class FakeSocket {
  readyState: number = WebSocket.OPEN;
  onmessage: ((message: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  constructor(readonly after: number) {}
  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
  tell(push: Push): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(push) }));
  }
  end(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}

export class FakeTransport implements Transport {
  readonly sockets: FakeSocket[] = [];
  readonly poll = vi.fn<Transport["poll"]>(() => Promise.reject(new Error("down")));
  socket(after: number): WebSocket {
    this.sockets.push(new FakeSocket(after));
    return this.last as unknown as WebSocket;
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

export const ROOM = "0123456789abcdef0123456789abcdef";

const STATE: RoomState = stateWithoutServer({
  room: ROOM,
  status: "running",
  seat: 0,
  host: 0,
  is_live: true,
});

export function update(after: number, seq: number, further: Partial<Update> = {}): Update {
  const steps = Array.from({ length: seq - after }, (_, at) => ({
    seq: after + at + 1,
    events: [],
  }));
  const now = Date.now();
  const whole = { type: "update", after, seq, now, is_rewound: false, steps } as const;
  return { ...whole, room: STATE, view: null, options: null, ...further };
}
